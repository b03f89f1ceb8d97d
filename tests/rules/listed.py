"""Lists, threads and moments for the tests of both lanes."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from followthrough.adapters.embedder.minilm import MiniLmEmbedder
from followthrough.adapters.hearer.fitted import FittedHearer
from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.continuity import (
    NO_CONTINUITY,
    ContinuityState,
    Option,
    OptionSet,
    Scope,
    Selection,
    SetOrigin,
    TraceEntry,
)
from followthrough.domain.conversation import Message, Thread
from followthrough.domain.framing import Framed, Frames
from followthrough.domain.ids import OwnerId, ThreadId, TurnId
from followthrough.domain.plan import Decided
from followthrough.domain.rollout import Flags, Mode
from followthrough.rules.lanes.perform import Moment, Passed
from followthrough.rules.lanes.select import frames_wanted
from followthrough.rules.lists.option_sets import register
from followthrough.tuning import Tuning

PACK = load_pack("general")
TUNING = Tuning()
NOW = datetime(2026, 1, 1, tzinfo=UTC)
ON = Flags(grounding_continuity=Mode.ON, selection_lane=Mode.ON, semantic_lane=Mode.ON)
A = ("Provider Manual 2025", "Member Handbook", "Appeals Form")


def options(*labels: str, refs: bool = True) -> tuple[Option, ...]:
    return tuple(
        Option(id=f"o{n}", label=label, execution_ref=f"run:{n}" if refs else None)
        for n, label in enumerate(labels, start=1)
    )


def a_set(
    *labels: str,
    set_id: str = "set-a",
    scope: Scope = Scope.CHAT,
    origin: SetOrigin = SetOrigin.HOST,
    refs: bool = True,
) -> OptionSet:
    return OptionSet(id=set_id, options=options(*(labels or A), refs=refs), scope=scope, origin=origin)


def a_state(*sets: OptionSet) -> ContinuityState:
    state = NO_CONTINUITY
    for one in sets:
        state = register(state, one)
    return state


def done(option_id: str = "o2", label: str = "Member Handbook", *, turn: int = 1, minutes: float = 0) -> TraceEntry:
    return TraceEntry(
        type="open",
        target_ref=option_id,
        label=label,
        source_scope=Scope.CHAT,
        option_set_id="set-a",
        at=NOW - timedelta(minutes=minutes),
        turn=turn,
        reason="exact_label",
    )


def a_thread(state: ContinuityState = NO_CONTINUITY) -> Thread:
    return Thread(
        id=ThreadId("thr"),
        owner=OwnerId("me"),
        collection="default",
        pack="general",
        created_at=NOW,
        updated_at=NOW,
        continuity=state,
    )


def a_moment(
    text: str,
    state: ContinuityState | None = None,
    *,
    turn: int = 2,
    flags: Flags = ON,
    click: tuple[str, str] | None = None,
    lists: tuple[OptionSet, ...] = (),
) -> Moment:
    state = a_state(a_set()) if state is None else state
    clicked = None if click is None else Selection(option_set_id=click[0], option_id=click[1])
    message = Message(
        turn_id=TurnId(f"t{turn}"),
        thread_id=ThreadId("thr"),
        index=turn,
        text=text,
        received_at=NOW,
        selection=clicked,
    )
    moment = Moment(
        message=message,
        thread=a_thread(state),
        turns=(),
        state=state,
        pack=PACK,
        tuning=TUNING,
        flags=flags,
        lists=lists,
    )
    return heard(moment)


def heard(moment: Moment) -> Moment:
    """The moment with what the shipped hearer makes of its message."""
    return replace(moment, frames=judged(frames_wanted(moment)))


def judged(frames: Iterable[str]) -> Frames:
    """What the shipped hearer makes of frames."""

    async def judge() -> Frames:
        embedder = MiniLmEmbedder(threads=1)
        try:
            return await FittedHearer(embedder).judge(wanted)
        finally:
            await embedder.aclose()

    if wanted := [frame for frame in frames if frame not in _JUDGED]:
        _JUDGED.update(asyncio.run(judge()))
    return _JUDGED


_JUDGED: dict[str, Framed] = {}


def executed(found: Decided | Passed | None) -> str | None:
    """The id of the option that is executed, None where none is."""
    return None if found is None or found.action is None else found.action.option_id


def reason(found: Decided | Passed | None) -> str | None:
    """Why it was decided; None for a message that passes."""
    return found.plan.decision.reason if isinstance(found, Decided) else None


def later(moment: Moment, text: str, found: Decided, *, turns: int = 1) -> Moment:
    """The moment of a message after a decision, with what is remembered as it left it."""
    state = found.continuity or moment.state
    message = replace(moment.message, text=text, index=moment.message.index + turns, selection=None)
    return heard(replace(moment, message=message, state=state, thread=replace(moment.thread, continuity=state)))
