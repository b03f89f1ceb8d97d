"""Decisions of whole conversations come out the same when the same rules make them again (`decisions replay`)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path

from followthrough.cli.conversations import ScriptedSystem, open_workshop
from followthrough.domain.decision_record import StoredDecision, Wrong
from followthrough.evals.conversations.run import play, read
from followthrough.evals.conversations.script import Script
from followthrough.evals.conversations.system import Setup
from followthrough.rules.decisions.replay import Replayed
from followthrough.settings import only
from followthrough.testing.manual_clock import ManualClock

#: conversations that between them use slots, a document's questions, retries, corrections, lists and follow-ups
PLAYED = (
    "C21_",
    "C37_marks",
    "F13_a_clicked",
    "F26_",
    "F35_",
    "F40_",
    "R0-30_",
    "R4-22_",
    "R4-24_",
    "R4-28_",
    "report-15",
)
FILES = [file for file in sorted(Path(__file__).parent.glob("*.yaml")) if file.name.startswith(PLAYED)]


async def test_decisions_made_again_come_out_the_same() -> None:
    replayed: list[Replayed] = []
    async with open_workshop(only()) as workshop:

        @asynccontextmanager
        async def open_system(setup: Setup, clock: ManualClock) -> AsyncGenerator[ScriptedSystem]:
            async with workshop.open_system(setup, clock) as played:
                yield played
                window = {"since": clock.now() - timedelta(days=1), "until": clock.now() + timedelta(days=1)}
                replayed.append(await played.system.replay(**window))

        for script in read(FILES):
            assert isinstance(script, Script)
            await play(script, open_system)
    assert sum(one.decided for one in replayed) >= 40
    assert [change for one in replayed for change in one.changed] == []


def test_the_conversations_are_there() -> None:
    assert {prefix for prefix in PLAYED if not any(file.name.startswith(prefix) for file in FILES)} == set()


async def decided_in(name: str) -> list[StoredDecision]:
    """The decisions of a conversation that was played, oldest first."""
    (script,) = read([Path(__file__).parent / name])
    assert isinstance(script, Script)
    found: list[StoredDecision] = []
    async with open_workshop(only()) as workshop:

        @asynccontextmanager
        async def open_system(setup: Setup, clock: ManualClock) -> AsyncGenerator[ScriptedSystem]:
            async with workshop.open_system(setup, clock) as played:
                yield played
                found.extend(reversed(await played.system.decisions.list()))

        await play(script, open_system)
    return found


async def test_a_rejected_action_of_a_whole_conversation_was_wrong() -> None:
    first, second, *_ = await decided_in("R4-22_rejections_are_no_stops.yaml")
    assert first.decision.acted is not None
    assert (first.decision.acted.option_id, first.wrong) == ("handbook", Wrong.REJECTED)
    assert (second.decision.acted, second.wrong) == (None, None)


async def test_what_is_decided_in_shadow_is_recorded_and_no_action() -> None:
    command, question = await decided_in("R4-29_in_shadow_a_choice_is_decided_and_nothing_is_done.yaml")
    routed = command.decision.routed
    assert routed is not None
    assert (routed.shadow, routed.winner_id, command.decision.acted) == (True, "handbook", None)
    assert question.decision.routed is None
