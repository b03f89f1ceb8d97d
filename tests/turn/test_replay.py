"""Recorded decisions made again: all the same by the same rules, and those that a changed rule changes are named."""

from __future__ import annotations

from dataclasses import replace

from tests.turn.world import new_thread, say

from followthrough.testing.contracts.values import moment
from followthrough.turn.replay import Replay

TALK = (
    "What is the fee for a copy of the record?",
    "and when is the service desk open?",
    "thanks",
    "what is the refund policy for lost parcels?",
    "never mind",
    "try again",
    "hello",
    "👍",
)
AGES = {"since": moment(-(10**9)), "until": moment(10**9)}


async def test_decisions_made_again_by_the_same_rules_are_the_same(world, service):
    for _ in range(2):
        thread = await new_thread(service)
        for text in TALK:
            await say(service, thread, text)
    found = await Replay(world.decisions, service._deps).run(**AGES)
    assert found.changed == ()
    assert (found.decided, found.skipped) == (2 * len(TALK), 0)


async def test_a_changed_rule_shows_which_decisions_it_changes(world, service):
    thread = await new_thread(service)
    records = [await say(service, thread, text) for text in TALK]
    world.packs["general"] = replace(
        world.packs["general"], phrases=replace(world.packs["general"].phrases, thanks=frozenset())
    )
    found = await Replay(world.decisions, replace(service._deps, packs=world.packs)).run(**AGES)
    assert [change.decision for change in found.changed] == [records[2].message.turn_id]
    assert found.changed[0].was.reason == "thanks"
    assert found.changed[0].now.reason != "thanks"


async def test_only_the_window_is_made_again_and_a_lost_pack_is_told(world, service):
    thread = await new_thread(service)
    await say(service, thread, TALK[0])
    world.clock.advance(3600)
    later = await say(service, thread, TALK[1])
    replay = Replay(world.decisions, service._deps)
    window = {"since": later.ended_at, "until": moment(10**9)}
    assert (await replay.run(**window)).decided == 1
    lost = await Replay(world.decisions, replace(service._deps, packs={})).run(**AGES)
    assert (lost.decided, lost.skipped) == (0, 2)
