"""Plays scripted conversations and says which expectations do not hold."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from followthrough.errors import FollowthroughError, InvalidInput
from followthrough.evals.conversations.expectations import Expectation, judge
from followthrough.evals.conversations.nodes import Json
from followthrough.evals.conversations.parse import parse_script
from followthrough.evals.conversations.script import (
    PressStop,
    Refusal,
    Retry,
    Say,
    Script,
    Select,
    Step,
    Together,
    Wait,
)
from followthrough.evals.conversations.system import OnEvent, OpenSystem, Setup, System, TurnJson
from followthrough.testing.manual_clock import ManualClock

_SUFFIXES = frozenset({".yaml", ".yml"})
_SIDE_FILE = ".meta"  # NAME.meta.yaml says something of a document, it is no conversation


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """An expectation that does not hold.

    Attributes:
        turn: the turn's number in the file, from 1; 0 when no turn could begin.
        path: the path in the turn; ``error`` when the turn gave an error, ``file`` when the file was refused.
        expected: as written.
        got: what was there; null where nothing was.
    """

    turn: int
    path: str
    expected: Json
    got: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationResult:
    """How one conversation went; ``failures`` in the order of turns and expectations."""

    name: str
    file: Path
    failures: tuple[Failure, ...] = ()
    refusal: Refusal | None = None

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return not self.failures


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """How all conversations went, in the order of their files."""

    conversations: tuple[ConversationResult, ...]

    @property
    def passed(self) -> int:
        """How many passed."""
        return sum(c.passed for c in self.conversations)

    @property
    def failed(self) -> int:
        """How many did not, refused files among them."""
        return len(self.conversations) - self.passed

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """The files that could not be played."""
        return tuple(c.refusal for c in self.conversations if c.refusal)


def read(paths: Sequence[Path]) -> tuple[Script | Refusal, ...]:
    """Reads the conversations at ``paths``.

    Args:
        paths: files, or folders that are searched all the way down for ``*.yaml``, hidden ones left out. A folder's
            files come sorted by path; a file that is named twice is read once.

    Raises:
        InvalidInput: a path does not exist, or there is no conversation at all.
    """
    files = dict.fromkeys(file for path in paths for file in _files(path))
    if not files:
        raise InvalidInput(
            f"No conversation was found in {', '.join(str(p) for p in paths) or 'no path'}.",
            fix="Name .yaml files or folders that hold some.",
        )
    return tuple(_read_file(file) for file in files)


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise InvalidInput(f"{path} does not exist.", fix="Check the path.")
    return sorted(
        file
        for file in path.rglob("*")
        if file.suffix in _SUFFIXES
        and Path(file.stem).suffix != _SIDE_FILE
        and not any(part.startswith(".") for part in file.relative_to(path).parts)
        and file.is_file()
    )


def _read_file(file: Path) -> Script | Refusal:
    try:
        data = file.read_bytes()
    except OSError as error:
        return Refusal(file=file, line=1, reason=f"the file can't be read: {error.strerror}")
    return parse_script(file, data)


async def run(
    scripts: Iterable[Script | Refusal],
    open_system: OpenSystem,
    *,
    on_result: Callable[[ConversationResult], None] | None = None,
) -> Results:
    """Plays the conversations one after the other, each in a system of its own.

    Args:
        scripts: what `read` gave; a refused file counts as failed and the rest go on.
        open_system: opens the system of one conversation.
        on_result: told of each conversation when it is over.
    """
    results: list[ConversationResult] = []
    for script in scripts:
        result = _refused(script) if isinstance(script, Refusal) else await play(script, open_system)
        results.append(result)
        if on_result:
            on_result(result)
    return Results(conversations=tuple(results))


def _refused(refusal: Refusal) -> ConversationResult:
    failure = Failure(turn=0, path="file", expected="a conversation that can be played", got=str(refusal))
    return ConversationResult(name=refusal.file.stem, file=refusal.file, failures=(failure,), refusal=refusal)


async def play(script: Script, open_system: OpenSystem) -> ConversationResult:
    """Plays one conversation; an error ends it and is its last failure."""
    setup = Setup(
        pack=script.pack,
        settings=script.settings,
        documents=script.documents,
        corpus=script.corpus,
        web=script.web,
        model=script.model,
    )
    clock = ManualClock()
    played = _Played()
    try:
        async with open_system(setup, clock) as system:
            if script.options is not None:
                set_id = await system.offer(script.options)
                played.offered = (set_id, tuple(option.id for option in script.options.options))
            for step in script.steps:
                await _take(step, system, clock, played)
    except FollowthroughError as error:
        expected = "a turn" if played.begun else "a system for this conversation"
        played.failures.append(
            Failure(turn=played.begun, path="error", expected=expected, got=f"{error.code}: {error}")
        )
    return ConversationResult(name=script.name, file=script.file, failures=tuple(played.failures))


class _Played:
    """How far a conversation has come.

    Attributes:
        begun: how many turns have begun.
        last: the last turn, None before the first.
        turn_ids: the ids of the turns so far by their numbers in the file.
        offered: the list that the host registered: its id and those of its options.
        failures: what did not hold so far.
    """

    def __init__(self) -> None:
        self.begun = 0
        self.last: TurnJson | None = None
        self.turn_ids: dict[int, str] = {}
        self.offered: tuple[str, tuple[str, ...]] = ("", ())
        self.failures: list[Failure] = []

    def look_at(self, number: int, turn: TurnJson, expect: tuple[Expectation, ...]) -> None:
        """Keeps the turn and judges it."""
        self.last = turn
        self.turn_ids[number] = str(turn.get("turn_id"))
        self.failures += [
            Failure(turn=number, path=m.path, expected=m.expected, got=m.got) for m in judge(turn, expect)
        ]


async def _take(step: Step, system: System, clock: ManualClock, played: _Played) -> None:
    match step:
        case Wait(seconds=seconds):
            clock.advance(seconds)
        case PressStop(expect=expect):
            await system.stop()
            if played.last is not None:
                played.look_at(played.begun, played.last, expect)
        case Say():
            played.begun += 1
            played.look_at(played.begun, await _say(step, system), step.expect)
        case Together(texts=texts, expect=expects):
            first = played.begun + 1
            played.begun += len(texts)
            turns = await asyncio.gather(*(system.send(text) for text in texts))
            for number, (turn, expect) in enumerate(zip(turns, expects, strict=True), start=first):
                played.look_at(number, turn, expect)
        case Select():
            played.begun += 1
            played.look_at(played.begun, await _select(step, system, played), step.expect)
        case Retry(turn=number):
            played.begun += 1
            on_event = None if step.stop_after is None else _press_stop_after(step.stop_after, system)
            turn = await system.retry(played.turn_ids[number], on_event=on_event)
            played.look_at(played.begun, turn, step.expect)
        case _:
            assert_never(step)


async def _say(step: Say, system: System) -> TurnJson:
    attachments = [await system.attach(attachment) for attachment in step.attach]
    on_event = None if step.stop_after is None else _press_stop_after(step.stop_after, system)
    return await system.send(step.text, attachments=attachments, links=step.links, on_event=on_event)


async def _select(step: Select, system: System, played: _Played) -> TurnJson:
    """Clicks an option that the last turn, or the host, shows."""
    sets = (_shown(played.last), played.offered)
    option_set_id = next((set_id for set_id, ids in sets if step.option_id in ids), None)
    if option_set_id is None:
        offered = ", ".join(option for _, ids in sets for option in ids) or "nothing"
        raise InvalidInput(f"There is no option {step.option_id!r} to click.", fix=f"The last turn offers {offered}.")
    on_event = None if step.stop_after is None else _press_stop_after(step.stop_after, system)
    return await system.select(option_set_id, step.option_id, on_event=on_event)


def _shown(last: TurnJson | None) -> tuple[str, tuple[str, ...]]:
    """The id and the option ids of the list that a turn shows; empty without one."""
    shown = last.get("option_set") if last is not None else None
    if not isinstance(shown, dict) or not isinstance(options := shown.get("options"), list):
        return "", ()
    return str(shown.get("id")), tuple(str(option.get("id")) for option in options if isinstance(option, dict))


def _press_stop_after(deltas: int, system: System) -> OnEvent:
    """Presses stop once: when the turn has started for 0, else when that many deltas have come."""
    seen = {"started": 0, "delta": 0}
    place = ("delta", deltas) if deltas else ("started", 1)

    async def on_event(kind: str) -> None:
        if kind in seen:
            seen[kind] += 1
            if (kind, seen[kind]) == place:
                await system.stop()

    return on_event
