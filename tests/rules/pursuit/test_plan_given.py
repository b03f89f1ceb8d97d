"""What a turn does with what the user gave: the open parts once more, with it, and nothing else (R0-14, R0-30)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.giving import CODE, FEE, LIMIT, PACK, TUNING, message, open_part, thread
from tests.rules.said import passage, ranked, retrieval

from followthrough.domain.conversation import Thread, TurnClass
from followthrough.domain.given import GivenKind
from followthrough.domain.objective import Angle, Ask, Source, StuckReason, SubStatus
from followthrough.domain.plan import AnswerQuestion, SayText
from followthrough.domain.resolution import FollowupKind
from followthrough.rules.evidence.answer import Theirs, answer_with_given
from followthrough.rules.hearing.classify import hear
from followthrough.rules.pursuit.plan_given import plan_given
from followthrough.rules.slots.gazetteer import Gazetteer

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
    assert plan.stated == {code.id: "I think the code is H0038"}


def test_r0_30_other_words_replace_their_part_in_the_same_objective() -> None:
    fee, limit = open_part(FEE), open_part(LIMIT)
    plan = planned("I mean the filing limit for corrected claims", thread(fee, limit))

    assert isinstance(plan, AnswerQuestion)
    (part,) = plan.parts
    assert part.text == plan.queries[0] == "the filing limit for corrected claims"
    assert plan.replaces == {limit.id: part.id}
    assert part.id != limit.id


def test_r0_30_a_rewording_is_about_what_was_asked_last_and_keeps_the_name_that_the_user_gave() -> None:
    parked = replace(open_part("can I park there"), effective="can I park there (garden)", last_tried_turn=2)
    lamp = replace(open_part("and a lamp?"), effective="and a lamp? (borrow, garden)", last_tried_turn=2)
    ask = Ask(turn=1, sub_id=parked.id, stuck_reason=StuckReason.NO_EVIDENCE, angle=Angle.DOCUMENT, text="?")
    on = thread(parked, lamp)
    on = replace(on, objectives=(replace(on.objectives[0], asks=(ask,)),))
    plan = planned("I mean my spare torch", on)

    assert isinstance(plan, AnswerQuestion)
    (part,) = plan.parts
    assert plan.replaces == {lamp.id: part.id}
    assert part.called == "and a lamp?"
    assert "torch" in part.effective


def test_a_narrowing_of_a_followup_narrows_what_was_searched_for_it() -> None:
    part = replace(open_part("and imaging?"), effective="copay for imaging")
    plan = planned("only for outpatients", thread(part))

    assert isinstance(plan, AnswerQuestion)
    assert plan.queries == ("copay for imaging for outpatients",)


def test_without_an_open_part_what_is_given_is_noted() -> None:
    plan = planned(MANUAL, thread())

    assert isinstance(plan, SayText)
    assert plan.say == "material_noted"


@pytest.mark.parametrize(
    ("asked", "said", "meant"),
    [
        ("How do I bill code H9999 at Pinecrest?", "H0038", "How do I bill code H0038 at Pinecrest?"),
        ("How do I bill code H9999 at Pinecrest?", "h0038.", "How do I bill code h0038 at Pinecrest?"),
        ("Is CPT 90899 covered?", "it's 90837", "Is CPT 90837 covered?"),
        ("What does denial code CO-999 mean?", "CO-29", "What does denial code CO-29 mean?"),
        ("Is S99.9 a secondary diagnosis?", "I think it was Z55.9", "Is Z55.9 a secondary diagnosis?"),
        ("What is the daily limit for H9998?", "ok, the code is H0038", "What is the daily limit for H0038?"),
        ("Does H9999 need a referral, or is H9999 open?", "H0025", "Does H0025 need a referral, or is H0025 open?"),
        ("How do I bill code H9999 at Pinecrest?", "sorry, I meant H0038", "How do I bill code H0038 at Pinecrest?"),
        ("Is CPT 90899 covered?", "I mean 90837", "Is CPT 90837 covered?"),
    ],
)
def test_f18_another_code_takes_the_place_of_the_one_named(asked: str, said: str, meant: str) -> None:
    part = open_part(asked)
    plan = planned(said, thread(part))

    assert isinstance(plan, AnswerQuestion)
    assert plan.queries == (meant,)
    assert [(one.text, one.effective) for one in plan.parts] == [(meant, meant)]
    assert plan.replaces == {part.id: plan.parts[0].id}
    assert plan.stated == {}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (CODE, "H0038"),
        ("What is the CPT code for equine therapy?", "90899"),
        ("Which modifier goes with H0038?", "U4"),
        ("Can H0038 and H0025 be billed together?", "H2014"),
        ("How do I bill code H9999?", "H0025 and H0038"),
        ("How do I bill code H9999?", "H9999"),
        ("Is the schooling trouble code accepted?", "Z55.9"),
    ],
)
def test_f18_a_code_that_is_the_answer_or_one_of_several_replaces_nothing(asked: str, said: str) -> None:
    part = open_part(asked)
    plan = planned(said, thread(part))

    assert isinstance(plan, AnswerQuestion)
    assert plan.parts == (part,)
    assert plan.stated == {part.id: said}


def test_f18_the_code_is_replaced_in_what_a_followup_was_searched_for() -> None:
    part = replace(open_part("and at Pinecrest?"), effective="How do I bill H9999 at Pinecrest?")
    plan = planned("H0038", thread(part))

    assert isinstance(plan, AnswerQuestion)
    assert plan.queries == ("How do I bill H0038 at Pinecrest?",)
    assert plan.parts[0].text == "How do I bill H0038 at Pinecrest?"


@pytest.mark.parametrize("said", ["H0025 and H0038", "H0038 I think", "H0038 is the peer support code"])
def test_f18_what_another_code_says_is_no_answer_about_the_one_asked(said: str) -> None:
    limits = ranked(passage("H0038 peer support: at most 12 units a day.", name="Limits"))
    asked = open_part("How many units of H9999 are allowed a day?")
    theirs = Theirs(stated={asked.id: said})

    read = answer_with_given(asked, retrieval(limits), theirs, PACK, TUNING)

    assert not read.complete
    assert read.source is not Source.USER_PROVIDED


@pytest.mark.parametrize("text", ["I mean the filing limit for corrected claims", "I think the limit is 90 days"])
def test_what_is_said_of_a_part_is_read_in_the_messages_own_words_behind_the_question_before(text: str) -> None:
    plan = planned(text, thread(open_part(LIMIT)))

    assert isinstance(plan, AnswerQuestion)
    assert [one.spoken for one in plan.planned] == [text]
    assert plan.followup.kind is FollowupKind.DEICTIC
