"""What the person reads first, and what becomes of a hand-off (issue 5, "Hand-off")."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.rules.handoff.test_call import NOW, PACK, WAITING, WITH_PERSON, loop, record, thread

from followthrough.domain.clarification import LoopAnswer, LoopMode
from followthrough.domain.conversation import Citation, Reply, TurnSource
from followthrough.domain.handoff import Delivery, DeliveryState, HandoffReason, HandoffState, Holder
from followthrough.domain.ids import DocumentId, ObjectiveId, PassageId, SubObjectiveId, TurnId
from followthrough.domain.objective import Objective, ObjectiveStatus, Source, SubObjective, SubStatus
from followthrough.rules.handoff.call import change_holder, hand_over
from followthrough.rules.handoff.summary import facts_for, handoff_of, newly_stored, state_after, with_words
from followthrough.rules.handoff.webhook import webhook_body
from followthrough.tuning import Tuning


def sub(name: str, status: SubStatus, answer: str | None = None, source: Source | None = Source.RAG) -> SubObjective:
    return SubObjective(id=SubObjectiveId(name), text=name, status=status, answer=answer, source=source)


GOAL = Objective(
    id=ObjectiveId("o"),
    status=ObjectiveStatus.ACTIVE,
    summary="Copay for member id W1234",
    subs=(
        sub("copay", SubStatus.ANSWERED, "It is $5, call 813-555-0100."),
        sub("my plan", SubStatus.PARTIAL, "It is W123456789.", Source.USER_PROVIDED),
        sub("fax number", SubStatus.FAILED),
    ),
    origin_turn=TurnId("0"),
    created_at=NOW,
    updated_at=NOW,
)
CITED = Citation(
    n=1,
    document_id=DocumentId("d"),
    document_name="Guide",
    passage_id=PassageId("p"),
    quote="q",
    page=2,
    url="https://g.example",
)
OLDER = TurnSource(document_id=DocumentId("e"), document_name="Old", passage_id=PassageId("r"), score=1.0)


def test_a_turn_that_hands_nobody_over_makes_none() -> None:
    assert handoff_of(record(), thread(), PACK, wait_minutes=15) is None


def test_a_request_brings_the_objective_with_what_is_answered_and_missing() -> None:
    before = thread(objectives=(GOAL,), active_objective_id=GOAL.id, last_turn_sources=(OLDER,))
    made = handoff_of(hand_over(record("human_request"), before, PACK), before, PACK, wait_minutes=15)
    assert made is not None
    assert (made.reason, made.created_at, made.due_at) == (
        HandoffReason.USER_REQUEST,
        NOW,
        NOW + timedelta(minutes=15),
    )
    assert made.summary.objective == "Copay for member id [left out]"
    assert [(p.text, p.answer, p.is_open) for p in made.summary.parts] == [
        ("copay", "It is $5, call 813-555-0100.", False),
        ("my plan", "It is [left out].", True),
        ("fax number", "", True),
    ]
    assert [s.document_name for s in made.summary.sources] == ["Old"]


def test_the_end_of_a_loop_brings_its_questions_and_answers() -> None:
    answers = (
        LoopAnswer(question="Which version?", answer="12"),
        LoopAnswer(question="What is the member's name?", answer="jane doe"),
        LoopAnswer(question="What do you see?", answer=None),
    )
    done = replace(loop(LoopMode.DONE), answers=answers)
    ended = record(clarification=done, objective=GOAL, reply=Reply(text="Reset it. [1]", citations=(CITED,)))
    made = handoff_of(hand_over(ended, thread(), PACK), thread(), PACK, wait_minutes=1)
    assert made is not None
    assert made.reason is HandoffReason.DOCUMENT
    assert made.summary.pairs == (
        ("Which version?", "12"),
        ("What is the member's name?", "[left out]"),
        ("What do you see?", None),
    )
    (source,) = made.summary.sources
    assert (source.document_name, source.page, source.url) == ("Guide", 2, "https://g.example")


def test_answers_of_another_objective_stay_where_they_are() -> None:
    """Stored answers never leak into later objectives."""
    other = replace(GOAL, id=ObjectiveId("later"))
    answered = replace(loop(LoopMode.DONE, done=True), answers=(LoopAnswer(question="Which version?", answer="12"),))
    before = thread(objectives=(other,), active_objective_id=other.id, clarification=answered)
    made = handoff_of(hand_over(record("human_request"), before, PACK), before, PACK, wait_minutes=1)
    assert made is not None
    assert made.summary.pairs == ()


def test_no_identifier_leaves_with_the_webhook() -> None:
    answers = (
        LoopAnswer(question="Member ID?", answer="AB12"),
        LoopAnswer(question="Which?", answer="ssn 123-45-6789"),
    )
    ended = record(clarification=replace(loop(LoopMode.DONE), answers=answers), objective=GOAL)
    made = handoff_of(hand_over(ended, thread(), PACK), thread(), PACK, wait_minutes=1)
    assert made is not None
    said = json.dumps(json.loads(webhook_body(made)))
    assert not [secret for secret in ("W1234", "W123456789", "AB12", "6789") if secret in said]


def test_it_is_told_at_once_or_to_nobody() -> None:
    before = thread()
    made = handoff_of(hand_over(record("human_request"), before, PACK), before, PACK, wait_minutes=1)
    assert made is not None
    assert newly_stored(made, told=False).delivery == Delivery()
    assert newly_stored(made, told=True).delivery == Delivery(state=DeliveryState.WAITING, next_at=NOW)


@pytest.mark.parametrize(
    ("before", "holder", "state"),
    [
        (WAITING, Holder.HUMAN, HandoffState.TAKEN),
        (WITH_PERSON, Holder.ASSISTANT, HandoffState.RETURNED),
        (WAITING, Holder.ASSISTANT, HandoffState.UNATTENDED),
        (WITH_PERSON, Holder.HUMAN, None),
        (thread(), Holder.HUMAN, None),
        (thread(holder=Holder.HUMAN), Holder.ASSISTANT, None),
    ],
)
def test_what_a_change_means_for_the_open_handoff(before: object, holder: Holder, state: HandoffState | None) -> None:
    assert state_after(before, change_holder(before, holder)) is state  # pyright: ignore[reportArgumentType] - a Thread


def test_r4_a_model_tells_the_person_no_more_than_the_summary_holds() -> None:
    before = thread(objectives=(GOAL,), active_objective_id=GOAL.id)
    made = handoff_of(hand_over(record("human_request"), before, PACK), before, PACK, wait_minutes=15)
    assert made is not None
    facts = facts_for(made.summary)
    assert not any("W1234" in fact for fact in facts)
    words = with_words(made, "The copay is $5. The fax number is 12345.", PACK, Tuning()).summary.words
    assert words == "The copay is $5."
    assert with_words(made, "The copay is $7.", PACK, Tuning()) == made
    body = json.loads(webhook_body(with_words(made, "The copay is $5.", PACK, Tuning())))
    assert body["summary"]["words"] == "The copay is $5."
    assert "words" not in json.loads(webhook_body(made))["summary"]
