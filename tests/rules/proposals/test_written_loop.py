"""What a model writes at a loop's end: from the document, for the user's details, and of no other case (R3-14)."""

from __future__ import annotations

import pytest
from tests.rules.loops import PACK, PART, loop
from tests.rules.proposals.test_written import taken
from tests.rules.said import TUNING

from followthrough.domain.conversation import Decision, Lane, TurnClass
from followthrough.domain.outcome import Clarified, Progress
from followthrough.domain.plan import FinishLoop
from followthrough.rules.loop.clarified import answer_clarified
from followthrough.rules.proposals.speaking import whole_sentences
from followthrough.rules.proposals.written import Draft
from followthrough.rules.proposals.written_loop import loop_writing, with_loop_written
from followthrough.rules.replies.compose_loop import loop_reply

VERSION_10, VERSION_12 = 2, 3  # the passages' numbers


def ended(*answers: str | None) -> tuple[FinishLoop, Clarified]:
    plan = FinishLoop(
        turn_class=TurnClass.LOOP_ANSWER,
        decision=Decision(lane=Lane.CLARIFICATION, reason="r"),
        context=loop(*answers),
        parts=(PART,),
    )
    return plan, answer_clarified(plan.parts, plan.context, PACK, TUNING)


def replied(text: str) -> str:
    plan, outcome = ended("12", "red", "desk")
    asked = loop_writing(plan, outcome)
    assert asked is not None
    draft = Draft(asked.writing, PACK, TUNING)
    for piece in whole_sentences(text, PACK, is_all=True)[0]:
        taken(draft, piece)
    outcome = with_loop_written(outcome, asked, draft.said, PACK, TUNING)
    reply = loop_reply(plan, outcome, Progress(), PACK)
    stored = {passage.id: passage for passage in plan.context.passages}
    assert all(c.quote in stored[c.passage_id].text for c in reply.citations)
    return reply.text


def test_the_model_gets_the_document_each_answer_and_the_original_question() -> None:
    plan, outcome = ended("12", "red", "desk")
    asked = loop_writing(plan, outcome)
    assert asked is not None
    assert tuple(asked.document.values()) == plan.context.passages
    assert asked.writing.understood == (
        "My phone shows an error\nWhich version is it? 12\nWhich light is on? red\nWhere is the phone? desk"
    )


def test_what_the_details_rule_out_is_left_out_of_what_it_may_use() -> None:
    plan, outcome = ended("12", "red", "desk")
    asked = loop_writing(plan, outcome)
    assert asked is not None
    assert VERSION_10 not in asked.writing.passages
    assert VERSION_12 in asked.writing.passages
    stored = {passage.id: passage for passage in plan.context.passages}
    assert all(len(passage.text) == len(stored[passage.id].text) for passage in outcome.left)


def test_what_it_wrote_stands_in_the_place_of_the_extracts() -> None:
    text = replied("On version 12 a red light means that the power supply is weak [3]. Replace the power supply [3].")
    assert text.endswith("a red light means that the power supply is weak. [1] Replace the power supply. [1]")


@pytest.mark.parametrize(
    "text",
    [
        "A red light means that the cable is loose [2]. Press the cable in [2].",
        "A red light means that the cable is loose [3].",
        "A red light is on in version 12 [3].",
        "",
    ],
)
def test_what_holds_for_another_case_or_says_less_leaves_the_rules_answer(text: str) -> None:
    shown = replied(text)
    assert "A red light means that the power supply is weak. Replace the power supply. [1]" in shown
    assert "cable" not in shown


@pytest.mark.parametrize("answers", [("14", "red", "desk"), (None, "red", "desk")])
def test_c35_what_has_no_case_or_is_left_open_is_the_rules_to_say(answers: tuple[str | None, ...]) -> None:
    assert loop_writing(*ended(*answers)) is None
