"""The command line. Each command imports what it needs when it runs, so that ``--help`` is instant.

Exit codes: 0 done, 1 failed, 2 usage. Errors are one line on standard error: code, what happened, what to do.
"""

from __future__ import annotations

import sys
import traceback
from pathlib import Path
from typing import Annotated

import typer

from followthrough.cli.checking import decisions_app, guard
from followthrough.cli.failures import INTERRUPTED, USAGE_ERROR, drop_output, fail, fail_system, fail_usage
from followthrough.cli.operating import audit, backup, forget, keys_app, reindex, restore
from followthrough.cli.starting import Json
from followthrough.cli.starting import read_settings as _settings
from followthrough.cli.starting import run as _run
from followthrough.errors import FollowthroughError

app = typer.Typer(
    name="followthrough",
    help="Answers from your documents over many turns, pursued until the question is solved.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
eval_app = typer.Typer(help="Measure the system.", no_args_is_help=True)
pack_app = typer.Typer(help="Domain packs.", no_args_is_help=True)
app.add_typer(keys_app, name="keys")
app.add_typer(pack_app, name="pack")
app.add_typer(eval_app, name="eval")
app.add_typer(decisions_app, name="decisions")

Collection = Annotated[str | None, typer.Option(help="Collection to use instead of the configured one.")]
PackName = Annotated[str | None, typer.Option("--pack", help="Domain pack to use instead of the configured one.")]
ThreadOption = Annotated[str | None, typer.Option("--thread", help="Continue this thread.")]


def _say_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(f"followthrough {version('followthrough')}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Answers from your documents over many turns, pursued until the question is solved."""


def main() -> None:
    """Runs the command line; turns every error into one line and an exit code."""
    try:
        code = app(prog_name="followthrough", standalone_mode=False)
        sys.stdout.flush()  # a full disk shows here at the latest, while it can still be told
    except USAGE_ERROR as error:
        fail_usage(error)
    except FollowthroughError as error:
        fail(f"{error.code}: {error}")
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        drop_output()  # the reader of our output has gone; there is nobody left to tell
        sys.exit(1)
    except OSError as error:
        fail_system(error)
    except Exception as error:  # noqa: BLE001 - a user sees one line, never a stack trace
        where = f"{type(error).__name__} in {_place(error)}"
        fail(f"internal: Something went wrong here ({where}). Run it again; if it stays, report it.")
    if code == INTERRUPTED:
        fail("interrupted: Stopped. What was done so far is kept. Run it again to go on.")
    sys.exit(code if isinstance(code, int) else 0)


def _place(error: Exception) -> str:
    """Where in our own code an error came from. Its text is left out: it may carry the user's words."""
    here = Path(__file__).parent.parent
    frames = [f for f in traceback.extract_tb(error.__traceback__) if Path(f.filename).is_relative_to(here)]
    return f"{Path(frames[-1].filename).relative_to(here).as_posix()}:{frames[-1].lineno}"


@app.command()
def demo(
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes a free one.")] = 8000,
) -> None:
    """Load the sample documents and serve the page with them."""
    from followthrough.cli.demo import run_demo

    run_demo(port)


@app.command()
def serve(
    host: Annotated[str | None, typer.Option(help="Address to bind to.")] = None,
    port: Annotated[int | None, typer.Option(help="Port to bind to; 0 takes a free one.")] = None,
    workers: Annotated[int | None, typer.Option(help="Server processes.")] = None,
    telegram: Annotated[
        bool, typer.Option("--telegram", help="Answer as a Telegram bot too; its token is a setting.")
    ] = False,
) -> None:
    """Start the server from the settings."""
    from followthrough.cli.server import run_server

    settings = _settings(serving=True, host=host, port=port, workers=workers, telegram=telegram or None)
    run_server(settings)


@app.command()
def ingest(
    paths: Annotated[list[Path], typer.Argument(help="Files and folders (md, html, pdf, docx, xlsx and more).")],
    collection: Collection = None,
    prune: Annotated[bool, typer.Option("--prune", help="Remove documents whose file is gone.")] = False,
    json_output: Json = False,
) -> None:
    """Read files and folders into the index. The same file again costs nothing; a changed one is replaced."""
    from followthrough.cli.ingest import run_ingest

    settings = _settings(collection=collection)
    raise typer.Exit(_run(run_ingest(settings, paths, prune=prune, json_output=json_output)))


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="What you want to know.")],
    thread: ThreadOption = None,
    collection: Collection = None,
    pack: PackName = None,
    json_output: Json = False,
) -> None:
    """Ask one question and print the answer with its sources."""
    from followthrough.cli.talk import run_ask

    settings = _settings(collection=collection, pack=pack)
    raise typer.Exit(_run(run_ask(settings, question, thread=thread, json_output=json_output)))


@app.command()
def chat(thread: ThreadOption = None, collection: Collection = None, pack: PackName = None) -> None:
    """Hold a conversation in the terminal."""
    from followthrough.cli.talk import run_chat

    settings = _settings(collection=collection, pack=pack)
    raise typer.Exit(_run(run_chat(settings, thread=thread)))


@app.command()
def report(
    window: Annotated[str, typer.Option(help="Period: 7d, 24h or 2026-11-01..2026-11-08.")] = "30d",
    html: Annotated[Path | None, typer.Option(help="Write a page with plots to this file.")] = None,
    json_output: Json = False,
) -> None:
    """Show how many questions were solved, with how much help, and what is not solved."""
    from followthrough.cli.report import run_report

    _run(run_report(_settings(), window=window, html=html, json_output=json_output))


app.command()(guard)


@app.command()
def handoffs(
    retry: Annotated[bool, typer.Option("--retry", help="Tell the outside again where that failed.")] = False,
    take: Annotated[str | None, typer.Option(metavar="THREAD", help="Take a thread: you answer in it.")] = None,
    give_back: Annotated[
        str | None, typer.Option(metavar="THREAD", help="Give a thread back to the assistant.")
    ] = None,
    note: Annotated[str | None, typer.Option(help="With --give-back: what happened meanwhile.")] = None,
    json_output: Json = False,
) -> None:
    """List conversations that were passed to a person, with deliveries that failed; take them, give them back."""
    from followthrough.cli.handoffs import run_handoffs, run_hold

    if note is not None and give_back is None:
        raise typer.BadParameter("--note goes with --give-back")
    if take is not None or give_back is not None:
        _run(run_hold(_settings(), take=take, give_back=give_back, note=note))
    else:
        _run(run_handoffs(_settings(), retry=retry, json_output=json_output))


@app.command()
def migrate() -> None:
    """Bring the database schema up to date."""
    from followthrough.cli.database import run_migrate

    print(_run(run_migrate(_settings())))


@app.command()
def config(json_output: Json = False) -> None:
    """Show every setting and its source; secrets are masked."""
    from followthrough.effective import describe

    lines = describe(_settings())
    if json_output:
        import json

        print(json.dumps({line.name: {"value": line.value, "source": line.source} for line in lines}, indent=2))
        return
    width = max(len(line.name) for line in lines)
    for line in lines:
        print(f"{line.name:<{width}}  {line.value}  ({line.source})")


@app.command()
def doctor(json_output: Json = False) -> None:
    """Check every configured dependency and say what to do."""
    from followthrough.cli.doctor import run_doctor

    raise typer.Exit(_run(run_doctor(_settings(), json_output=json_output)))


app.command()(audit)
app.command()(backup)
app.command()(restore)
app.command()(forget)
app.command()(reindex)


@pack_app.command("check")
def pack_check(
    path: Annotated[str, typer.Argument(help="The pack's folder, or the name of a pack that ships.")],
    json_output: Json = False,
) -> None:
    """Check a pack: each fault by file and line, and what its examples change in how messages are heard."""
    from followthrough.cli.packs import run_check

    raise typer.Exit(_run(run_check(path, json_output=json_output)))


@eval_app.command("retrieval")
def eval_retrieval(
    datasets: Annotated[list[Path], typer.Argument(help="Folders of data sets.")],
    *,
    system: Annotated[
        list[str] | None,
        typer.Option(
            help="What to compare: full, last_turn, human_rewrite, lexical, dense, or a TREC run file. "
            "Repeat for more; without it all five."
        ),
    ] = None,
    cross_validate: Annotated[
        bool, typer.Option("--cross-validate", help="Refit the ranker for each fold of conversations.")
    ] = False,
    rewrites: Annotated[
        Path | None, typer.Option(help="Rewrites from elsewhere: {id, rewrite} a line; they become a system.")
    ] = None,
    collection: Collection = None,
    pack: PackName = None,
    json_output: Json = False,
) -> None:
    """Measure how well the conversational query finds what people judged relevant, systems side by side."""
    from followthrough.cli.retrieval import run_retrieval
    from followthrough.evals.retrieval.systems import BUILT_IN

    settings = _settings(collection=collection, pack=pack)
    work = run_retrieval(
        settings,
        datasets,
        systems=tuple(dict.fromkeys(system or BUILT_IN)),
        cross_validate=cross_validate,
        rewrites=rewrites,
        json_output=json_output,
    )
    raise typer.Exit(_run(work))


@eval_app.command("answerability")
def eval_answerability(
    datasets: Annotated[list[Path], typer.Argument(help="Folders of data sets.")],
    collection: Collection = None,
    pack: PackName = None,
    json_output: Json = False,
) -> None:
    """Measure whether questions are answered, refused with an ask, or asked back as people would."""
    from followthrough.cli.answerability import run_answerability

    settings = _settings(collection=collection, pack=pack)
    raise typer.Exit(_run(run_answerability(settings, datasets, json_output=json_output)))


@eval_app.command("answers")
def eval_answers(
    folders: Annotated[list[Path], typer.Argument(help="Folders with docs/ and turns.jsonl.")],
    *,
    standalone: Annotated[
        bool, typer.Option("--standalone", help="Put each question's complete wording, in a thread of its own.")
    ] = False,
    cross_validate: Annotated[
        bool,
        typer.Option(
            "--cross-validate", help="Read each folder by weights that are fitted on the others' questions."
        ),
    ] = False,
    model: Annotated[
        str | None, typer.Option(help="Measure without a model and with this one, as the setting `model` names it.")
    ] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="So many conversations of each folder.")] = None,
    collection: Collection = None,
    pack: PackName = None,
    json_output: Json = False,
) -> None:
    """Measure how many questions about your documents are answered rightly, and how truly that is said."""
    from followthrough.cli.answers import run_answers

    settings = _settings(collection=collection, pack=pack)
    work = run_answers(
        settings,
        folders,
        standalone=standalone,
        limit=limit,
        is_crossed=cross_validate,
        model=model,
        json_output=json_output,
    )
    raise typer.Exit(_run(work))


@eval_app.command("claims")
def eval_claims(
    file: Annotated[Path, typer.Argument(help="Labelled claims, one JSON object a line.")],
    pack: PackName = None,
    json_output: Json = False,
) -> None:
    """Measure how well a model's sentences are checked against the passages that they cite."""
    from followthrough.cli.claims import run_claims

    raise typer.Exit(_run(run_claims(_settings(pack=pack), file, json_output=json_output)))


@eval_app.command("conversations")
def eval_conversations(
    paths: Annotated[list[Path], typer.Argument(help="Scripted conversations: files or folders.")],
    collection: Collection = None,
    pack: PackName = None,
    json_output: Json = False,
) -> None:
    """Run scripted conversations; report what was not as expected."""
    from followthrough.cli.conversations import run_conversations

    settings = _settings(collection=collection, pack=pack)
    raise typer.Exit(_run(run_conversations(settings, paths, json_output=json_output)))
