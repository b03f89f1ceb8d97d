"""What a turn does with what the user gave: the open parts once more, with it, and nothing else (R0-14, R0-30)."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.giving import CODE, FEE, LIMIT, PACK, TUNING, message, open_part, thread

from followthrough.domain.conversation import Thread, TurnClass
from followthrough.domain.given import GivenKind
from followthrough.domain.objective import SubStatus
from followthrough.domain.plan import AnswerQuestion, SayText
from followthrough.rules.classify import hear
from followthrough.rules.gazetteer import Gazetteer
from followthrough.rules.plan_given import plan_given, with_told

MANUAL = "Here's what the manual says: Corrected claims must be submitted within 120 days."


def planned(text: str, on: Thread) -> AnswerQuestion | SayText:
    heard = hear(message(text), on, (), known=Gazetteer(PACK), pack=PACK, tuning=TUNING)
    assert heard.turn_class is TurnClass.INFO_PROVIDED
    return plan_given(heard, on, PACK, TUNING)


def test_r0_30_only_the_open_parts_are_tried_again_as_they_were_searched() -> None:
    answered = open_part(FEE, status=SubStatus.ANSWERED)
    failed = replace(open_part("and for corrected claims?"), effective="filing limit for corrected claims")
    plan = planned(MANUAL, thread(answered, failed))

    assert isinstance(plan, AnswerQuestion)
    assert plan.parts == (failed,)
    assert plan.queries == ("filing limit for corrected claims",)
    assert plan.given == (GivenKind.TEXT,)


def test_f20_parts_keep_their_ids() -> None:
    one, other = open_part(FEE), open_part(LIMIT)
    plan = planned(MANUAL, thread(one, other))

    assert isinstance(plan, AnswerQuestion)
    assert [part.id for part in plan.parts] == [one.id, other.id]


def test_f18_a_code_is_searched_beside_its_part_alone() -> None:
    limit, code = open_part(LIMIT), open_part(CODE)
    plan = planned("I think the code is H0038", thread(limit, code))

    assert isinstance(plan, AnswerQuestion)
    assert plan.parts == (code,)
    assert plan.queries == (f"{CODE} (H0038)",)
    assert plan.stated == ((code.id, "I think the code is H0038"),)


def test_r0_30_other_words_replace_their_part_in_the_same_objective() -> None:
    fee, limit = open_part(FEE), open_part(LIMIT)
    plan = planned("I mean the filing limit for corrected claims", thread(fee, limit))

    assert isinstance(plan, AnswerQuestion)
    (part,) = plan.parts
    assert part.text == plan.queries[0] == "the filing limit for corrected claims"
    assert plan.replaces == ((limit.id, part.id),)
    assert part.id != limit.id


def test_a_narrowing_of_a_followup_narrows_what_was_searched_for_it() -> None:
    part = replace(open_part("and imaging?"), effective="copay for imaging")
    plan = planned("only for outpatients", thread(part))

    assert isinstance(plan, AnswerQuestion)
    assert plan.queries == ("copay for imaging for outpatients",)


def test_without_an_open_part_what_is_given_is_noted() -> None:
    plan = planned(MANUAL, thread())

    assert isinstance(plan, SayText)
    assert plan.say == "material_noted"


def test_what_was_told_stands_in_one_pair_of_brackets() -> None:
    assert with_told("the code?", (), PACK) == "the code?"
    assert with_told("the code?", ("H0038",), PACK) == "the code? (H0038)"
    assert with_told("the code (Molina)", ("H0038", "H0039"), PACK) == "the code (Molina, H0038, H0039)"
