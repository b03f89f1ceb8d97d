"""The commands that check decisions: `decisions` with its parts, and `guard`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from followthrough.cli.starting import Json, read_settings, run
from followthrough.errors import InvalidInput

Side = Annotated[
    str,
    typer.Option(
        metavar="WINDOW", help="7d, 24h, 2026-11-01..2026-11-08, cohort:on, cohort:off, cohort:selection_lane=on."
    ),
]

decisions_app = typer.Typer(help="How turns were decided: list, replay, mark.", invoke_without_command=True)


@decisions_app.callback()
def decisions(
    context: typer.Context,
    thread: Annotated[str | None, typer.Option("--thread", help="Only those of this thread.")] = None,
    json_output: Json = False,
) -> None:
    """List how turns were decided, newest first; `replay` and `mark` do more."""
    from followthrough.cli.decisions import run_list

    if context.invoked_subcommand is None:
        run(run_list(read_settings(), thread=thread, json_output=json_output))


@decisions_app.command("replay")
def decisions_replay(
    window: Annotated[str, typer.Option(help="Period: 7d, 24h or 2026-11-01..2026-11-08.")] = "30d",
    json_output: Json = False,
) -> None:
    """Decide recorded turns again by today's rules and list those that change."""
    from followthrough.cli.decisions import run_replay

    run(run_replay(read_settings(), window=window, json_output=json_output))


@decisions_app.command("mark")
def decisions_mark(
    decision: Annotated[str, typer.Argument(help="The id that `decisions` shows; a turn's own id.")],
    wrong: Annotated[
        bool, typer.Option("--wrong/--not-wrong", help="Whether it was wrong; the second takes a mark away.")
    ],
) -> None:
    """Say that a decision was wrong; it counts as a wrong action from then on."""
    from followthrough.cli.decisions import run_mark

    run(run_mark(read_settings(), decision, wrong=wrong))


def guard(
    baseline: Side = "cohort:off",
    candidate: Side = "cohort:on",
    html: Annotated[Path | None, typer.Option(help="Write a page with plots to this file.")] = None,
    release: Annotated[
        str | None, typer.Option(metavar="FLAG", help="Let a flag that is held back follow its setting again.")
    ] = None,
    json_output: Json = False,
) -> None:
    """Say whether a rollout may go on: 0 go, 3 roll back, 4 not enough data, 5 halt and investigate."""
    from followthrough.cli.guard import run_guard, run_release

    settings = read_settings()
    if release is not None:
        run(run_release(settings, release))
    else:
        work = run_guard(settings, baseline=baseline, candidate=candidate, html=html, json_output=json_output)
        try:
            code = run(work)
        except InvalidInput as error:
            if error.field != "window":
                raise
            raise typer.BadParameter(str(error)) from None
        raise typer.Exit(code)
