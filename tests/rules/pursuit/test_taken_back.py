"""What a message takes back before it asks is dropped (R0-14, R0-33)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.loops import document, loop
from tests.rules.pursuing import PACK, TUNING, message, objective, sub, thread
from tests.rules.pursuit.test_retry import past

from followthrough.domain.conversation import Decision, Lane, StoredTurn
from followthrough.domain.hearing import Act, HeardActs, Spot
from followthrough.domain.objective import SubObjective, SubStatus
from followthrough.domain.plan import AnswerQuestion, AskLoop, Conclude, Conclusion, Plan, SayText
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.pursuit.interrupt import interrupt
from followthrough.rules.pursuit.taken_back import (
    PART_DROPPED,
    before_question,
    keep,
    let_go,
    takes_back,
    without_dropped,
)

OPEN, DONE = sub("how much is the sauna"), sub("when is the fee due", SubStatus.ANSWERED)
SCRATCHED = Hearing(HeardActs(spot=Spot.AFTER_PARTIAL, acts=((Act.WANTS_OUT, 0.9),)), TUNING)
CORRECTED = Hearing(HeardActs(spot=Spot.AFTER_PARTIAL, acts=((Act.CORRECTS, 0.9),)), TUNING)


def asked(*queries: str) -> StoredTurn:
    turn = past(" and ".join(queries), objective(OPEN, DONE))
    assert turn.record is not None
    return replace(turn, record=replace(turn.record, query=replace(turn.record.query, meant=queries)))


@pytest.mark.parametrize(
    ("text", "lead", "rest"),
    [
        ("scratch that. how do I donate seeds?", "scratch that", "how do I donate seeds?"),
        ("no wait how is it done", "no wait", "how is it done"),
        ("forget the first one, what about the deposit?", "forget the first one", "what about the deposit?"),
    ],
)
def test_what_stands_before_the_question_is_heard_by_itself(text: str, lead: str, rest: str) -> None:
    assert before_question(text, Spot.AFTER_ANSWER, PACK) == (lead, rest)


@pytest.mark.parametrize(
    "text", ["how do I do it?", "and so what is it?", "it is 12, not 20; and in May?", "scratch that"]
)
def test_nothing_stands_before_a_question_that_could_take_back(text: str) -> None:
    assert before_question(text, Spot.AFTER_ANSWER, PACK) is None


def test_while_a_question_of_ours_waits_nothing_is_read_so() -> None:
    assert before_question("no wait. how is it done?", Spot.LOOP_QUESTION, PACK) is None


def test_what_asks_nothing_is_no_question_behind_what_is_taken_back() -> None:
    assert before_question("that will be all", Spot.AFTER_ANSWER, PACK) is None


def test_r0_33_all_that_was_asked_is_dropped() -> None:
    kept = keep("scratch that", SCRATCHED, thread(objective(OPEN, DONE)), (asked(OPEN.text),), PACK)
    assert takes_back(SCRATCHED)
    assert (kept.turns, kept.dropped) == ((), {OPEN.id})
    assert [part.id for part in kept.thread.objectives[0].subs] == [DONE.id]


def test_what_is_put_right_lends_its_words() -> None:
    kept = keep("no wait", CORRECTED, thread(objective(OPEN)), (asked(OPEN.text),), PACK)
    assert (len(kept.turns), kept.dropped) == (1, {OPEN.id})


@pytest.mark.parametrize("lead", ["forget the first one", "never mind the sauna"])
def test_r0_14_of_several_the_one_that_is_named_is_dropped(lead: str) -> None:
    kept = keep(lead, SCRATCHED, thread(objective(OPEN, DONE)), (asked(OPEN.text, DONE.text),), PACK)
    (turn,) = kept.turns
    assert (turn.message.text, kept.dropped) == (DONE.text, {OPEN.id})


# What is taken back where nothing else is said

SAID = Hearing(HeardActs(spot=Spot.AFTER_PARTIAL, acts=((Act.WANTS_OUT, 0.7),)), TUNING)
MORE = sub("how much is the gym")


def lets_go(text: str, *parts: SubObjective, hearing: Hearing = SAID) -> Plan | None:
    of = objective(*(replace(part, effective=part.text) for part in parts))
    return let_go(message(text), thread(of), (asked(*(part.text for part in parts)),), PACK, hearing)


@pytest.mark.parametrize("text", ["forget the sauna", "skip the first one", "i don't need the sauna"])
def test_r0_33_a_part_that_is_named_is_dropped_alone(text: str) -> None:
    found = lets_go(text, OPEN, DONE, MORE)
    assert isinstance(found, Conclude)
    assert ([part.text for part in found.dropped], found.how) == ([OPEN.text], Conclusion.PART_DROPPED)


def test_r0_33_all_parts_that_are_named_end_the_search() -> None:
    found = lets_go("forget the sauna", OPEN)
    assert isinstance(found, Conclude)
    assert found.how is Conclusion.USER_ENDED


@pytest.mark.parametrize("text", ["forget it", "the sauna", 'what does "forget the sauna" mean'])
def test_what_names_no_part_or_nothing_else_drops_none(text: str) -> None:
    assert lets_go(text, OPEN, DONE) is None


def test_what_puts_a_part_right_drops_none() -> None:
    assert lets_go("i meant the pool, not the sauna", OPEN, DONE, hearing=CORRECTED) is None


def test_r0_33_what_was_dropped_lends_no_word_to_later_turns() -> None:
    both, left = objective(replace(OPEN, effective=OPEN.text), DONE), objective(DONE)
    before, drop = past("", both), past("forget the sauna", left)
    assert before.record is not None
    assert drop.record is not None
    query = replace(before.record.query, meant=(OPEN.text, DONE.text))
    decided = Decision(lane=Lane.INTERRUPT, reason=PART_DROPPED)
    turns = without_dropped(
        (
            replace(before, record=replace(before.record, query=query)),
            replace(drop, record=replace(drop.record, decision=decided)),
        )
    )
    assert turns[0].message.text == DONE.text


def test_r0_33_a_part_that_is_answered_is_dropped_by_who_wants_out_alone() -> None:
    found = lets_go("forget the fee", OPEN, DONE)
    assert isinstance(found, Conclude)
    assert [part.text for part in found.dropped] == [DONE.text]
    rejects = Hearing(HeardActs(spot=Spot.AFTER_PARTIAL, acts=((Act.REJECTS, 0.9),)), TUNING)
    assert lets_go("the fee is wrong", OPEN, DONE, hearing=rejects) is None


@pytest.mark.parametrize(
    ("text", "places"),
    [("skip the first two", {0, 1}), ("skip the last two", {1, 2}), ("skip the second", {1}), ("skip the last", {2})],
)
def test_r0_33_several_are_dropped_by_their_place(text: str, places: set[int]) -> None:
    parts, found = (OPEN, DONE, MORE), lets_go(text, OPEN, DONE, MORE)
    assert isinstance(found, Conclude)
    assert [part.text for part in found.dropped] == [parts[n].text for n in sorted(places)]


# While a document's question waits

COST, HOURS = sub("what does the phone cost", SubStatus.PENDING), sub("when is the gym open", SubStatus.PENDING)
IN_LOOP = Hearing(HeardActs(spot=Spot.LOOP_QUESTION, acts=((Act.WANTS_OUT, 0.7),)), TUNING)


def in_loop(text: str, *parts: SubObjective) -> Plan | None:
    lights = document("# Phone guide\n## Version 11\nIf the light is red, press.\nIf the light is green, wait.")
    context = loop(questions=("Which light is on?",), objective_id=objective(*parts).id, passages=lights)
    of = replace(thread(objective(*parts)), clarification=context)
    found = interrupt(message(text), of, (), PACK, TUNING, hearing=IN_LOOP)
    return None if found is None else found.plan


def test_r0_33_another_part_is_dropped_and_the_question_waits() -> None:
    found = in_loop("skip the second", COST, HOURS)
    assert isinstance(found, AskLoop)
    assert [part.text for part in found.dropped] == [HOURS.text]


def test_r0_33_without_the_part_that_it_was_for_the_others_are_searched() -> None:
    found = in_loop("never mind the phone one", COST, HOURS)
    assert isinstance(found, AnswerQuestion)
    assert ([part.text for part in found.dropped], found.queries) == ([COST.text], (HOURS.text,))


def test_what_names_a_case_of_the_question_is_its_answer() -> None:
    found = in_loop("the red light, never mind the gym", COST, HOURS)
    assert not (isinstance(found, AskLoop | AnswerQuestion) and found.dropped)


def test_the_end_of_the_one_part_is_the_end() -> None:
    assert isinstance(in_loop("never mind the phone", COST), Conclude)


# What is kept, and what no part has


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("drop all but the first", OPEN),
        ("only the second please", DONE),
        ("keep the gym, drop the others", MORE),
        ("everything but the gym can go", MORE),
        ("skip the first and the second", MORE),
    ],
)
def test_r0_33_what_is_spared_is_kept_alone(text: str, kept: SubObjective) -> None:
    found = lets_go(text, OPEN, DONE, MORE)
    assert isinstance(found, Conclude)
    assert [part.text for part in found.dropped] == [part.text for part in (OPEN, DONE, MORE) if part is not kept]


@pytest.mark.parametrize("text", ["skip both", "forget all of them"])
def test_r0_33_all_of_several_end_the_search(text: str) -> None:
    found = lets_go(text, OPEN, MORE)
    assert isinstance(found, Conclude)
    assert found.how is Conclusion.USER_ENDED


@pytest.mark.parametrize("text", ["forget the fourth", "skip number 5", "drop both"])
def test_a_place_that_no_part_has_takes_nothing_back(text: str) -> None:
    found = lets_go(text, OPEN, DONE, MORE)
    assert isinstance(found, SayText)
    assert (found.say, found.values) == ("points_at_nothing", (text,))


@pytest.mark.parametrize("act", [Act.WANTS_OUT, Act.RETRY, Act.ANSWER])
def test_what_is_not_to_be_forgotten_is_tried_again(act: Act) -> None:
    hearing = Hearing(HeardActs(spot=Spot.AFTER_PARTIAL, acts=((act, 0.9),)), TUNING)
    found = lets_go("don't forget the gym", OPEN, MORE, hearing=hearing)
    assert isinstance(found, AnswerQuestion)
    assert [part.text for part in found.parts] == [MORE.text]
    assert lets_go("don't drop it", OPEN, MORE, hearing=hearing) is None


def test_a_place_that_no_part_has_leaves_a_question_that_waits() -> None:
    waits = loop(objective_id=objective(OPEN).id)
    of = replace(thread(objective(OPEN)), clarification=waits)
    hearing = Hearing(HeardActs(spot=Spot.LOOP_QUESTION, acts=((Act.WANTS_OUT, 0.9),)), TUNING)
    found = let_go(message("skip the ninth"), of, (asked(OPEN.text),), PACK, hearing)
    assert isinstance(found, AskLoop)
    assert (found.say, found.dropped) == ("explain", ())
    passed = let_go(message("skip the second"), of, (asked(OPEN.text),), PACK, hearing)
    assert isinstance(passed, AskLoop)
    assert (passed.say, passed.context.answers[-1].answer) == ("next", None)
    assert passed.context.question == waits.question
