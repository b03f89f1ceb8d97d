"""The loop over a document's questions: what each message does to it, and how each turn leaves it (document 003)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.loops import GUIDE, OBJECTIVE, PACK, PART, QUESTIONS, document, loop, message, thread
from tests.rules.said import TUNING

from followthrough.domain.clarification import ClarificationTask, LoopMode
from followthrough.domain.conversation import Decision, Lane, TurnClass
from followthrough.domain.hearing import Act, HeardActs, Spot
from followthrough.domain.ids import ObjectiveId, TurnId
from followthrough.domain.objective import OutwardStatus
from followthrough.domain.outcome import Clarified, Found, Progress, Said
from followthrough.domain.plan import AnswerQuestion, AskLoop, Conclude, FinishLoop, SayText
from followthrough.domain.planned_part import PlannedPart
from followthrough.rules.hearing.certainty import NOT_HEARD, Hearing
from followthrough.rules.loop.clarification import clarify, follow_loop
from followthrough.rules.pursuit.interrupt import interrupt
from followthrough.tuning import DEFAULT_TUNING

QUESTION = AnswerQuestion(
    turn_class=TurnClass.NEW_QUESTION,
    decision=Decision(lane=Lane.ANSWER, reason="new_question"),
    summary="s",
    planned=(PlannedPart(part=PART, query="phone error", spoken="phone error"),),
)
COURTESY = SayText(turn_class=TurnClass.ACK, decision=Decision(lane=Lane.CHAT, reason="thanks"), say="thanks")
TASK = ClarificationTask(
    document_id=GUIDE,
    document_name="Device Guide",
    questions=QUESTIONS,
    requires_handoff=True,
    passages=document("# A\nText."),
    language="en",
)


def heard(text, context, index=2, hearing=NOT_HEARD):
    return clarify(message(text, index), thread(context), PACK, hearing=hearing)


def hearing_of(act, chance):
    """A hearer that is this sure of one act, at a document's question."""
    return Hearing(HeardActs(spot=Spot.LOOP_QUESTION, acts=((act, chance),)))


def left(context, plan, outcome=None, progress=None, index=2):
    """The loop after a turn with this plan."""
    progress = follow_loop(progress or Progress(), plan, outcome or Said(), thread(context), turn=index, strict=False)
    return progress.clarification


def test_r3_2_without_a_running_loop_nothing_is_an_answer():
    assert heard("12", None) is None
    assert heard("12", loop("11", mode=LoopMode.PAUSED)) is None
    assert heard("12", loop("11", "red", "here", mode=LoopMode.DONE)) is None


def test_r3_17_the_trace_of_document_003():
    plan = heard("12", loop("a red light", questions=("What do you see?", "Which version?", "Where?")))
    assert isinstance(plan, AskLoop)
    assert plan.turn_class is TurnClass.LOOP_ANSWER
    assert plan.context.answers[1].question == "Which version?"
    assert plan.context.answers[1].answer == "12"
    assert plan.context.current_index == 2
    assert plan.context.question == "Where?"


def test_r3_13_after_the_last_answer_the_loop_is_done_and_the_open_parts_are_answered():
    plan = heard("room 4", loop("12", "red", requires_handoff=True))
    assert isinstance(plan, FinishLoop)
    assert plan.parts == (PART,)
    assert not plan.context.is_active
    assert plan.context.requires_handoff


def test_c35_an_unknown_answer_moves_on():
    plan = heard("I don't know", loop("12"))
    assert plan.context.answers[1].answer is None
    assert plan.context.current_index == 2
    assert plan.turn_class is TurnClass.LOOP_ANSWER


@pytest.mark.parametrize("text", ["why?", "what's that?", "how do I find the version?"])
def test_c21_a_question_about_the_question_leaves_the_index(text):
    plan = heard(text, loop())
    assert plan.turn_class is TurnClass.LOOP_QUESTION
    assert plan.say == "explain"
    assert plan.context == loop()
    assert plan.about == ("Version 10 to 11", "Version 12")


@pytest.mark.parametrize(
    ("text", "turn_class", "lane"),
    [("hi", TurnClass.CHAT, Lane.CHAT), ("thanks", TurnClass.ACK, Lane.CHAT), ("?!", TurnClass.EMPTY, Lane.GUARD)],
)
def test_report_6_courtesies_ask_again(text, turn_class, lane):
    plan = heard(text, loop("12"))
    assert (plan.turn_class, plan.decision.lane) == (turn_class, lane)
    assert plan.context == loop("12")


@pytest.mark.parametrize("text", ["stop", "never mind", "cancel", "skip it", "that's all", "I'm done"])
def test_report_28_an_end_phrase_leaves_the_loop(text):
    decided = interrupt(message(text), thread(loop("12")), (), PACK, TUNING)
    assert isinstance(decided.plan, Conclude)
    assert decided.plan.turn_class is TurnClass.END_PURSUIT
    assert decided.plan.decision.lane is Lane.INTERRUPT
    closed = left(loop("12"), decided.plan)
    assert closed.mode is LoopMode.CLOSED
    assert closed.passages == ()


@pytest.mark.parametrize("text", ["try again", "yes", "no", "12", "skip", "?!", "hi"])
def test_r3_9_a_running_loop_has_every_other_message(text):
    decided = interrupt(message(text), thread(loop("12")), (), PACK, TUNING)
    assert isinstance(decided.plan, AskLoop)


def test_a_past_question_that_is_tried_again_is_no_answer():
    again = replace(message("My printer is broken"), retry_of=TurnId("turn-1"))
    assert clarify(again, thread(loop("12")), PACK) is None


def test_c21_a_full_unrelated_question_is_not_the_loops_and_pauses_it():
    asked = "What are the opening hours of the desk?"
    assert heard(asked, loop("12")) is None
    paused = left(loop("12"), QUESTION, Found(retrievals=(), answers=()))
    assert paused.mode is LoopMode.PAUSED
    assert paused.offered_at_turn == 2
    assert paused.answers == loop("12").answers


@pytest.mark.parametrize("text", ["yes", "continue", "Yes, please", "ok, go on"])
def test_c21_the_offer_is_taken_in_the_next_turn_only(text):
    paused = loop("12", mode=LoopMode.PAUSED, offered_at_turn=2)
    resumed = heard(text, paused, index=3)
    assert resumed.say == "resume"
    assert resumed.context.is_active
    if text not in ("continue", "ok, go on"):  # which say what is meant by themselves
        assert heard(text, paused, index=4) is None


def test_c39_an_offer_that_was_not_taken_is_over():
    paused = loop("12", mode=LoopMode.PAUSED, offered_at_turn=2)
    after = left(paused, QUESTION, index=3)
    assert (after.mode, after.offered_at_turn) == (LoopMode.PAUSED, None)
    assert heard("yes", after, index=4) is None
    assert left(paused, COURTESY, index=3) == after


def test_a_pause_without_an_answer_offers_with_the_next_answer():
    paused = left(loop("12"), COURTESY)
    assert paused.mode is LoopMode.PAUSED
    assert paused.offered_at_turn is None
    assert left(paused, QUESTION, index=3).offered_at_turn == 3


def test_r3_16_the_loop_begins_from_the_task_that_a_search_left():
    found = Found(retrievals=(), answers=(), task=TASK)
    begun = left(None, QUESTION, found, Progress(objective=OBJECTIVE, objective_status=OutwardStatus.NEED_INFO))
    assert begun.is_active
    assert (begun.current_index, begun.answers, begun.questions) == (0, (), QUESTIONS)
    assert (begun.original_query, begun.original_text) == ("phone error", PART.text)
    assert (begun.objective_id, begun.begun_at_turn, begun.requires_handoff) == (OBJECTIVE.id, 2, True)
    assert begun.language == "en"
    assert not begun.handoff_done


def test_s3_a_finished_loop_keeps_no_text_and_its_answers_go_with_the_objective():
    finish = FinishLoop(
        turn_class=TurnClass.LOOP_ANSWER,
        decision=Decision(lane=Lane.CLARIFICATION, reason="all_answered"),
        context=loop("12", "red", "here"),
        parts=(PART,),
    )
    done = left(loop("12", "red"), finish, Clarified(answers=(), details=()))
    assert done.mode is LoopMode.DONE
    assert done.passages == ()
    assert left(done, COURTESY) == done
    same = Progress(objective=OBJECTIVE)
    assert left(done, QUESTION, progress=same) == done
    another = Progress(objective=replace(OBJECTIVE, id=ObjectiveId("obj-2")))
    assert left(done, QUESTION, progress=another) is None


def test_a_request_for_a_person_leaves_the_loop_as_it_is():
    asked = SayText(
        turn_class=TurnClass.HUMAN_REQUEST,
        decision=Decision(lane=Lane.INTERRUPT, reason="human_request"),
        say="handoff_asked",
    )
    assert left(loop("12"), asked) == loop("12")


def test_s4_a_closed_loop_is_gone_with_the_next_turn():
    assert left(loop("12", mode=LoopMode.CLOSED), COURTESY) is None


def test_every_turn_carries_the_loop_on():
    asked = heard("12", loop())
    assert left(loop(), asked) == asked.context


LAMP = "# Lamp\n## Red light\nUnplug it.\n## Blue light\nWait."


@pytest.mark.parametrize(
    "text",
    [
        "actually forget the router, when is the office open on Saturday?",
        "I don't care about that any more. When is the office open on Saturday?",
        "Thanks for asking - where do I park my car on Monday?",
        "Something came up; can you tell me how long a refund takes?",
        "What's the refund time?",
    ],
)
def test_c21_a_full_question_behind_other_words_pauses(text):
    assert heard(text, replace(loop("12"), passages=document(LAMP))) is None


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("red, how long does it take until it is repaired?", "red"),
        ("The blue light is on. When is the office open on Saturday?", "The blue light is on"),
        ('it says "error, when is the office open on Saturday?"', None),
        ("I pressed it, is that what you want to know?", None),
        ("it blinks, can you see?", None),
    ],
)
def test_c21_an_answer_with_a_question_behind_it_is_an_answer(text, answer):
    said = heard(text, replace(loop("12", misfits=(text,)), passages=document(LAMP)))  # said before: it is meant
    assert said is not None
    assert said.context.answers[-1].answer == (answer or text)


def test_c35_an_answer_that_is_put_off_leaves_the_question_open():
    said = heard("I have to pick up my kids, let's do this later", loop("12"), hearing=hearing_of(Act.THANKS, 0.9))
    assert (said.say, said.context.answers) == ("again", loop("12").answers)


@pytest.mark.parametrize("text", ["it stops later", "two hours later", "red, and later blue", "later than 2019"])
def test_c35_a_later_inside_an_answer_puts_nothing_off(text):
    assert heard(text, loop("12")).context.answers[-1].answer == text


@pytest.mark.parametrize(
    "text",
    [
        "can I skip this one?",
        "may I skip the question",
        "Could I please pass?",
        "is it possible to skip this question?",
    ],
)
def test_c35_asking_to_pass_over_a_question_is_an_unknown_answer(text):
    sure = hearing_of(Act.DOES_NOT_KNOW, 0.9)
    assert heard(text, loop("12"), hearing=sure).context.answers[-1].answer is None


def test_what_is_not_heard_surely_enough_is_the_answer():
    unsure = hearing_of(Act.DOES_NOT_KNOW, DEFAULT_TUNING.hear_aside - 0.01)
    assert heard("the one that skips", loop("12"), hearing=unsure).context.answers[-1].answer == "the one that skips"


def lamp(**changes):
    return replace(loop("12", **changes), passages=document(LAMP))


def test_after_a_misfit_the_next_message_is_judged_like_the_first():
    first = heard("the cat", lamp())
    second = heard("the dog", first.context)
    assert [(plan.say, plan.context.current_index) for plan in (first, second)] == [("unfit", 1)] * 2
    assert heard("blue", second.context).context.answers[-1].answer == "blue"
    assert (
        heard("it is the dog", second.context).context.answers[-1].answer == "it is the dog"
    )  # who repeats it means it
    assert heard("the bird", second.context).context.answers[-1].answer is None  # nobody is kept in a loop


def test_a_complaint_is_no_answer():
    complaint = hearing_of(Act.DOUBTS, DEFAULT_TUNING.hear_aside)
    for before in ((), ("the cat",)):
        plan = heard("what nonsense", lamp(misfits=before), hearing=complaint)
        assert (plan.say, plan.context.answers) == ("explain", lamp().answers)


def test_a_doubted_case_is_asked_about_once():
    doubted = hearing_of(Act.DOES_NOT_KNOW, DEFAULT_TUNING.hear_unsure)
    asked = heard("can't make out whether it is red", lamp(), hearing=doubted)
    assert (asked.say, asked.about, asked.context.answers) == (
        "unsettled",
        ("Red light", "Blue light"),
        lamp().answers,
    )
    assert heard("maybe red, beats me", asked.context, hearing=doubted).context.answers[-1].answer is None
    hedged = hearing_of(Act.DOES_NOT_KNOW, DEFAULT_TUNING.hear_unsure - 0.01)
    assert heard("red I suppose", lamp(), hearing=hedged).context.answers[-1].answer == "red I suppose"


def test_an_end_that_is_not_heard_surely_enough_is_an_answer_and_the_way_out_is_told():
    unsure = hearing_of(Act.WANTS_OUT, DEFAULT_TUNING.hear_leaves_in_question - 0.01)
    plan = heard("enough of it", loop(misfits=("enough of it",)), hearing=unsure)
    assert (plan.say, plan.context.answers[-1].answer) == ("doubted", "enough of it")


def test_what_stands_in_quotation_marks_is_no_end_however_it_sounds():
    sure = hearing_of(Act.WANTS_OUT, 1.0)
    assert (
        heard('"please stop this"', loop(misfits=("please stop this",)), hearing=sure).context.answers[-1].answer
        == '"please stop this"'
    )


@pytest.mark.parametrize(
    "text",
    ["never mind, it works again", "forget it, it's working fine now", "thanks, it fixed itself", "stop, it's back"],
)
def test_c35_an_end_with_its_reason_ends(text):
    assert heard(text, loop("12"), hearing=hearing_of(Act.WANTS_OUT, 0.9)) is None


@pytest.mark.parametrize("text", ["and a green one?", "what about a green light?", "and if it is green?"])
def test_r3_12_after_the_end_a_question_that_names_another_case_is_answered_for_it(text):
    done = loop("11", "red", questions=QUESTIONS[:2], mode=LoopMode.DONE, passages=document(LIGHTS))
    found = heard(text, done)
    assert isinstance(found, FinishLoop)
    assert found.context.answers[0].answer == "11"
    assert "green" in (found.context.answers[1].answer or "")


@pytest.mark.parametrize(
    "text", ["and how long is it green?", "and red?", "and when is it open?", "why is it green?"]
)
def test_after_the_end_any_other_question_is_one(text):
    done = loop("11", "red", questions=QUESTIONS[:2], mode=LoopMode.DONE, passages=document(LIGHTS))
    assert heard(text, done) is None


LIGHTS = """
# Device Guide
## Version 11
If the light is red, press the cable in. If the light is green, wait.
## Version 12
If the light is red, replace it. If the light is green, wait a day.
"""
