"""The commands of who runs a server: ``keys``, ``audit``, ``backup``, ``restore``, ``forget``, ``reindex``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from followthrough.cli.starting import Json, read_settings, run
from followthrough.domain.access import Role

Rate = Annotated[int | None, typer.Option(min=1, max=1_000_000, help="Requests a minute; else the server's.")]
KeyArgument = Annotated[str, typer.Argument(help="The id that `keys list` shows.")]

keys_app = typer.Typer(help="API keys: create, list, change, revoke.", no_args_is_help=True)


@keys_app.command("create")
def keys_create(
    owner: Annotated[str, typer.Option(help="Whose threads the key sees.")],
    name: Annotated[str, typer.Option(help="A name to tell keys apart.")] = "",
    role: Annotated[
        Role | None, typer.Option(help="What its holder may do; else admin for the first key, user for others.")
    ] = None,
    rate: Rate = None,
    json_output: Json = False,
) -> None:
    """Create a key and print it once; only its hash is kept."""
    from followthrough.cli.keys import run_create

    settings = read_settings()
    run(run_create(settings, owner=owner, name=name, role=role, rate_per_minute=rate, json_output=json_output))


@keys_app.command("list")
def keys_list(json_output: Json = False) -> None:
    """List all keys, oldest first."""
    from followthrough.cli.keys import run_list

    run(run_list(read_settings(), json_output=json_output))


@keys_app.command("change")
def keys_change(
    key_id: KeyArgument,
    role: Annotated[Role | None, typer.Option(help="What its holder may do from now on.")] = None,
    rate: Rate = None,
    server_rate: Annotated[
        bool, typer.Option("--server-rate", help="It has the server's limit and none of its own.")
    ] = False,
) -> None:
    """Change what a key may do, or how often; it holds from its next request on."""
    from followthrough.cli.keys import run_change

    if rate is not None and server_rate:
        raise typer.BadParameter("--rate and --server-rate exclude each other")
    run(run_change(read_settings(), key_id, role=role, rate_per_minute=rate, server_rate=server_rate))


@keys_app.command("revoke")
def keys_revoke(key_id: KeyArgument) -> None:
    """Revoke a key; requests with it are refused from then on."""
    from followthrough.cli.keys import run_revoke

    run(run_revoke(read_settings(), key_id))


def audit(
    window: Annotated[str, typer.Option(help="Period: 7d, 24h or 2026-11-01..2026-11-08.")] = "30d",
    json_output: Json = False,
) -> None:
    """List who did what to what, newest first: key, action and object, no text."""
    from followthrough.cli.audit import run_audit

    run(run_audit(read_settings(), window=window, json_output=json_output))


def forget(
    name: Annotated[str, typer.Argument(metavar="THREAD|DOCUMENT", help="The id of a thread or of a document.")],
    conversations: Annotated[
        bool, typer.Option("--conversations", help="With a document: the conversations that speak of it too.")
    ] = False,
) -> None:
    """Delete a thread or a document and have every file that may have its words written anew, now."""
    from followthrough.cli.deleting import run_forget

    run(run_forget(read_settings(), name, conversations=conversations))


def reindex(
    embedder: Annotated[
        str | None, typer.Option(help="Make the vectors of this embedder beside those that serve.")
    ] = None,
    json_output: Json = False,
) -> None:
    """Build the index again from the kept originals while the old one serves."""
    from followthrough.cli.deleting import run_reindex

    raise typer.Exit(run(run_reindex(read_settings(), embedder=embedder, json_output=json_output)))


def backup(folder: Annotated[Path, typer.Argument(help="A folder that does not exist yet.")]) -> None:
    """Copy everything into a folder while it serves: database, index, originals."""
    from followthrough.cli.backup import run_backup

    run(run_backup(read_settings(), folder))


def restore(folder: Annotated[Path, typer.Argument(help="A folder that `backup` made.")]) -> None:
    """Put a backup in the place of everything that is there; it is checked first."""
    from followthrough.cli.backup import run_restore

    run(run_restore(read_settings(), folder))
