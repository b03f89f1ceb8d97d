"""Interface, "Events": what each kind carries."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from followthrough.channels.wire.event import event
from followthrough.channels.wire.turn import turn
from followthrough.domain.conversation import Decision, Lane, TurnClass, TurnStatus
from followthrough.domain.events import Delta, Ended, Event, Planned, Sources, Started, TurnEvent
from followthrough.domain.ids import SubObjectiveId, TurnId
from followthrough.domain.objective import SubObjective
from followthrough.domain.plan import AnswerQuestion, SayText
from followthrough.domain.planned_part import as_it_stands

from .test_turn import record

TURN = TurnId("turn_1")


def _sent(body: TurnEvent) -> tuple[str, dict[str, object]]:
    wire = event(Event(id=7, turn_id=TURN, body=body))
    assert wire.id == 7
    assert "\n" not in wire.data
    return wire.kind.value, json.loads(wire.data)


def test_started_names_the_turn() -> None:
    assert _sent(Started(turn_id=TURN, index=3)) == ("started", {"turn_id": "turn_1", "index": 3})


def test_planned_lists_the_parts_in_the_order_of_asking() -> None:
    parts = tuple(SubObjective(id=SubObjectiveId(f"sub_{n}"), text=f"part {n}") for n in (2, 1))
    plan = AnswerQuestion(
        turn_class=TurnClass.NEW_QUESTION,
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        summary="two parts",
        planned=tuple(map(as_it_stands, parts)),
    )
    kind, data = _sent(Planned(plan=plan))
    assert kind == "planned"
    assert data["parts"] == [{"id": "sub_2", "text": "part 2"}, {"id": "sub_1", "text": "part 1"}]
    assert data["summary"] == "two parts"


def test_planned_without_a_search_has_no_parts() -> None:
    plan = SayText(turn_class=TurnClass.CHAT, decision=Decision(lane=Lane.CHAT, reason="greeting"), say="greeting")
    kind, data = _sent(Planned(plan=plan))
    assert (kind, data["parts"], data["summary"]) == ("planned", [], None)


def test_sources_are_those_of_the_record() -> None:
    kind, data = _sent(Sources(sources=record().retrieval.passages))
    assert kind == "sources"
    assert data["passages"] == turn(record()).model_dump(mode="json")["retrieval"]["passages"]


def test_a_delta_carries_text_and_the_citations_that_begin_in_it() -> None:
    kind, data = _sent(Delta(text="The copay [1]\nis …", citations=record().reply.citations))
    assert kind == "delta"
    assert data["text"] == "The copay [1]\nis …"
    assert data["citations"] == turn(record()).model_dump(mode="json")["reply"]["citations"]


@pytest.mark.parametrize(
    ("status", "kind"),
    [(TurnStatus.COMPLETED, "committed"), (TurnStatus.STOPPED, "stopped"), (TurnStatus.FAILED, "failed")],
)
def test_the_ending_event_says_how_and_carries_the_whole_turn(status: TurnStatus, kind: str) -> None:
    ended = replace(record(), status=status)
    assert _sent(Ended(record=ended)) == (kind, turn(ended).model_dump(mode="json"))
