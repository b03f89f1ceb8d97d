"""A new pack needs no code: a folder of YAML brings slots, names, the question for them and what they mean."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.turn.world import OWNER, World, say

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.conversation import TurnClass, TurnRecord
from followthrough.turn.service import TurnService

PACK = Path(__file__).parents[1] / "packs" / "travel_desk"


@pytest.fixture
async def service() -> TurnService:
    world = World()
    world.packs["travel_desk"] = load_pack(str(PACK))
    await world.know(
        "The daily allowance for a trip to Japan is 60 euros.",
        "The daily allowance for a trip to Norway is 75 euros.",
    )
    return world.service()


async def talk(service: TurnService, *texts: str) -> list[TurnRecord]:
    await service.start()
    thread = await service.create_thread(owner=OWNER, collection="default", pack="travel_desk")
    turns = [await say(service, thread, text) for text in texts]
    await service.aclose()
    return turns


async def test_its_slot_is_asked_for_filled_and_changed(service: TurnService) -> None:
    asked, filled, changed = await talk(service, "What is the daily allowance?", "country.japan", "and for Oslo?")

    assert asked.open_slots is not None
    assert asked.reply.text == "Which country do you travel to?"
    assert asked.retrieval.searches == 0
    assert filled.turn_class is TurnClass.SLOT_FILL
    assert filled.query.effective == ("What is the daily allowance for Japan?",)
    assert "60 euros" in filled.reply.text
    assert changed.turn_class is TurnClass.JURISDICTION_CHANGE
    assert changed.query.effective[0] == "What is the daily allowance for Norway?"
    assert "75 euros" in changed.reply.text


async def test_its_guards_hold(service: TurnService) -> None:
    (bird, trip) = await talk(service, "May I stop smoking cold turkey?", "Is a visa needed for Turkey?")

    assert bird.jurisdiction.values("country") == ()
    assert trip.jurisdiction.values("country") == ("Turkey",)
