"""``ask`` and ``chat``: turns in the terminal."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from functools import partial

from rich.console import Console
from rich.markdown import Markdown
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from followthrough.bootstrap import Followthrough
from followthrough.channels.rows import Rows, parts_of
from followthrough.channels.terminal.render import (
    STATUS_WORDS,
    given_lines,
    objective_lines,
    pending_lines,
    reply_text,
    source_lines,
)
from followthrough.channels.wire.turn import turn as wire_turn
from followthrough.cli.output import console, notes, print_json
from followthrough.cli.unfinished import unfinished
from followthrough.domain.conversation import Message, TurnRecord, TurnStatus
from followthrough.domain.ids import ThreadId, TurnId
from followthrough.domain.recents import PastQuestion
from followthrough.errors import FollowthroughError
from followthrough.settings import Settings

_HELP = (
    "Type a question. /recents lists past questions, /retry N tries one of them again, /new starts over, "
    "/quit leaves (also Ctrl-D). Ctrl-C stops an answer, and leaves where none is given."
)
_RECENTS_SHOWN = 10
_TABLE_WIDTH = 80  # where the output has no width of its own
_ANY_WIDTH = 10_000
_PROMPT = "\nYou  "


async def run_ask(settings: Settings, question: str, *, thread: str | None, json_output: bool) -> int:
    """One turn, printed with its sources. Returns the exit code: 1 when the turn failed."""
    async with Followthrough.open(settings, background=False) as system:
        thread_id = await _thread(system, thread)
        message = await system.turns.submit(thread_id, question)
        record = await system.turns.result(thread_id, message.turn_id)
        if json_output:
            print_json(wire_turn(record).model_dump(mode="json"))
        else:
            print_turn(record, console())
            notes().print(f"thread {thread_id}", style="dim")
            if why := unfinished(settings) or await nothing_to_search(system, thread_id):
                notes().print(why, style="dim", markup=False)
    return 0 if record.status is TurnStatus.COMPLETED else 1


async def nothing_to_search(system: Followthrough, thread_id: ThreadId) -> str:
    """Why a conversation can find nothing, and what to do; empty where there are documents for it."""
    collection = (await system.turns.thread(thread_id, system.owner)).collection
    documents = system.documents
    if await documents.list(collection=collection, limit=1) or await documents.list(thread_id=thread_id, limit=1):
        return ""
    if not await documents.list(limit=1):
        return "Nothing has been ingested yet: followthrough ingest PATH"
    return (
        f"The collection {collection} has no documents, others have: name one of those with --collection, "
        f"or fill it with followthrough ingest PATH --collection {collection}"
    )


async def run_chat(settings: Settings, *, thread: str | None) -> int:
    """A conversation until the input ends. Works from a pipe too: one message a line."""
    out = console()
    async with Followthrough.open(settings) as system:
        thread_id = await _thread(system, thread)
        with _ctrl_c_cancels():
            thread_id = await _converse(system, thread_id, out)
        notes().print(f"thread {thread_id}", style="dim")
    return 0


async def _converse(system: Followthrough, thread_id: ThreadId, out: Console) -> ThreadId:
    """Line by line, until there is no more; returns the conversation that it ended in."""
    if sys.stdin.isatty():
        out.print(_HELP, style="dim")
    if why := unfinished(system.settings) or await nothing_to_search(system, thread_id):
        notes().print(why, style="dim", markup=False)
    while (line := await _read_line(out)) is not None:
        match line.strip():
            case "":
                continue
            case "/recents":
                print_recents(await system.recents(limit=_RECENTS_SHOWN), out)
            case text if text.split()[0] == "/retry":
                thread_id = await _retry(system, thread_id, text.removeprefix("/retry").strip(), out)
            case "/quit" | "/exit":
                break
            case "/help":
                out.print(_HELP)
            case "/new":
                thread_id = await _thread(system, None)
                out.print("A new conversation.", style="dim")
            case text:
                await _one_turn(system, thread_id, out, partial(system.turns.submit, thread_id, text))
    return thread_id


@contextmanager
def _ctrl_c_cancels() -> Generator[None]:
    """Each Ctrl-C cancels what this task waits for; asyncio's own way does so once, then ends the process."""
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    if task is not None:
        loop.add_signal_handler(signal.SIGINT, task.cancel)
    try:
        yield
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None
    finally:
        loop.remove_signal_handler(signal.SIGINT)


def _went_on() -> None:
    """A Ctrl-C was taken: it ends no more than what was waited for."""
    current = asyncio.current_task()
    if current is not None:
        current.uncancel()


def print_turn(record: TurnRecord, out: Console) -> None:
    """The reply, the objective where there is something to say of it, and the sources."""
    for place, part in enumerate(parts_of(reply_text(record))):
        if place and out.is_terminal:
            out.print()  # which Markdown leaves out at its ends
        if isinstance(part, Rows):
            print_rows(part, out)
        else:
            out.print(Markdown(part) if out.is_terminal else part, markup=False)
    sections = {
        "Given": given_lines(record),
        "Questions": pending_lines(record),
        "Objective": objective_lines(record),
        "Sources": source_lines(record),
    }
    for title, lines in sections.items():
        if lines:
            out.print(f"\n{title}", style="bold")
            for line in lines:
                out.print(f"  {line}", style="dim" if out.is_terminal else "", markup=False)


def print_rows(rows: Rows, out: Console) -> None:
    """A table, or, where it has one row or is too wide to be read so, each row with a line for each of its cells."""
    width = out.width if out.is_terminal else _TABLE_WIDTH
    table = _table(rows.cells, rows.names)
    if rows.names and (
        len(rows.cells) == 1 or Measurement.get(out, out.options.update(width=_ANY_WIDTH), table).maximum > width
    ):
        upright = [_table(zip(rows.names, row, strict=True)) for row in rows.cells]
        for place, one in enumerate(upright):
            out.print(*([""] if place else []), one, width=width, soft_wrap=False)
    else:
        out.print(table, width=width, soft_wrap=False)


def _table(rows: Iterable[Sequence[str]], names: Sequence[str] = ()) -> Table:
    table = Table(box=None, show_header=bool(names), pad_edge=False)
    for name in names:
        table.add_column(Text(name))
    for row in rows:
        table.add_row(*map(Text, row))
    return table


def print_recents(past: list[PastQuestion], out: Console) -> None:
    """Past questions, newest first, each with a number and its status."""
    for number, question in enumerate(past, start=1):
        out.print(f"  {number}  {question.question} ({STATUS_WORDS[question.status]})", markup=False)
    if not past:
        out.print("No question was asked yet.", style="dim")


async def _retry(system: Followthrough, thread_id: ThreadId, number: str, out: Console) -> ThreadId:
    """Tries the numbered past question again, in its own conversation, which goes on from here."""
    past = await system.recents(limit=_RECENTS_SHOWN)
    if not number.isdecimal() or not 1 <= int(number) <= len(past):
        out.print("Give the number of a question that /recents lists: /retry 1", style="dim")
        return thread_id
    chosen = past[int(number) - 1]
    out.print(chosen.question, style="dim", markup=False)
    await _one_turn(system, chosen.thread_id, out, lambda: system.turns.retry(chosen.thread_id, chosen.turn_id))
    return chosen.thread_id


async def _thread(system: Followthrough, thread: str | None) -> ThreadId:
    if thread is not None:
        return (await system.turns.thread(ThreadId(thread), system.owner)).id
    return (await system.create_thread()).id


async def _read_line(out: Console) -> str | None:
    """The next line, None at the end of the input. What nobody typed is shown, so that the output can be read."""
    if sys.stdin.isatty():
        out.print(_PROMPT, style="bold cyan", end="")
        return await _typed()
    line = await asyncio.to_thread(sys.stdin.readline)
    if line.strip():
        out.print(f"{_PROMPT}{line.strip()}", markup=False)
    return line or None


async def _typed() -> str | None:
    """The line that is typed next; None where the input ends instead, or Ctrl-C is pressed.

    A terminal has a line once it is whole. A thread that waited for it would keep the process until Enter.
    """
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(sys.stdin, ready.set)
    try:
        await ready.wait()
    except asyncio.CancelledError:
        _went_on()
        return None
    finally:
        loop.remove_reader(sys.stdin)
    return sys.stdin.readline() or None


async def _one_turn(
    system: Followthrough, thread_id: ThreadId, out: Console, send: Callable[[], Awaitable[Message]]
) -> None:
    try:
        message = await send()
        asking = asyncio.create_task(_show(system, thread_id, message.turn_id, out))
        try:
            await asyncio.shield(asking)
        except asyncio.CancelledError:  # Ctrl-C ends the answer, not the conversation
            _went_on()
            await system.turns.stop(thread_id)
            await asking
    except FollowthroughError as error:
        notes().print(f"{error.code}: {error}", style="red", markup=False)


async def _show(system: Followthrough, thread_id: ThreadId, turn_id: TurnId, out: Console) -> None:
    if not out.is_terminal:
        print_turn(await system.turns.result(thread_id, turn_id), out)
        return
    with out.status("Looking in the documents…"):
        record = await system.turns.result(thread_id, turn_id)
    print_turn(record, out)
