"""Where a message is said, and how sure is sure enough to act on what was heard."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.loops import PACK, QUESTIONS, loop, thread

from followthrough.domain.handoff import Holder
from followthrough.domain.hearing import Act, HeardActs, Spot
from followthrough.rules.hearing.certainty import NOT_HEARD, Hearing, said_at
from followthrough.tuning import DEFAULT_TUNING


def heard(spot: Spot, *acts: tuple[Act, float]) -> Hearing:
    return Hearing(HeardActs(spot=spot, acts=acts))


def test_a_question_that_waits_is_where_the_next_message_is_said() -> None:
    said = said_at(thread(loop()), ())
    assert (said.spot, said.assistant) == (Spot.LOOP_QUESTION, QUESTIONS[0])
    assert said_at(thread(None), ()).spot is Spot.START
    assert said_at(replace(thread(loop()), holder=Holder.HUMAN), ()).spot is Spot.WITH_PERSON


@pytest.mark.parametrize(
    ("spot", "least"),
    [(Spot.LOOP_QUESTION, DEFAULT_TUNING.hear_leaves_in_question), (Spot.AFTER_ANSWER, DEFAULT_TUNING.hear_leaves)],
)
def test_an_end_must_be_as_sure_as_it_costs_where_it_is_said(spot: Spot, least: float) -> None:
    assert heard(spot, (Act.WANTS_OUT, least)).wants_out("so long then", PACK)
    assert not heard(spot, (Act.WANTS_OUT, least - 0.01)).wants_out("so long then", PACK)


def test_leave_taking_ends_a_question_only() -> None:
    assert heard(Spot.LOOP_QUESTION, (Act.GOODBYE, 1.0)).wants_out("so long", PACK)
    assert not heard(Spot.AFTER_ANSWER, (Act.GOODBYE, 1.0)).wants_out("so long", PACK)


def test_what_another_act_is_likelier_for_is_not_done() -> None:
    assert not heard(Spot.LOOP_QUESTION, (Act.ANSWER, 0.8), (Act.WANTS_OUT, 0.75)).wants_out("enough", replace_ends())


def replace_ends():
    return replace(PACK, pursuit=replace(PACK.pursuit, ends=frozenset()))


def test_set_phrases_count_without_a_hearer() -> None:
    assert NOT_HEARD.wants_out("never mind", PACK)
    assert NOT_HEARD.wants_person("talk to a person", PACK)
    assert not NOT_HEARD.wants_person("agent", PACK, pending="Is it the agent or the member?")
    assert not NOT_HEARD.wants_out("get me out of this", PACK)


def test_what_is_quoted_is_spoken_of() -> None:
    sure = heard(Spot.AFTER_ANSWER, (Act.WANTS_OUT, 1.0))
    assert not sure.wants_out('"please stop"', PACK)
    person = heard(Spot.AFTER_ANSWER, (Act.WANTS_PERSON, 1.0))
    assert not person.wants_person('"somebody call me"', PACK)


@pytest.mark.parametrize("frame", ["do not {}", "don't {}", "dont {}", "not {}", "I won't {}", "please never {}"])
def test_a_set_phrase_that_is_denied_ends_nothing_however_it_sounds(frame: str) -> None:
    sure = heard(Spot.AFTER_REFUSAL, (Act.WANTS_OUT, 1.0))
    assert not [text for end in sorted(PACK.pursuit.ends) if sure.wants_out(text := frame.format(end), PACK)]


@pytest.mark.parametrize(
    "text", ["no, stop", "no never mind", "I'd rather not. Stop", "I don't want to go on with this", "don't bother"]
)
def test_a_no_and_a_denial_of_something_else_do_not_hold_anybody_back(text: str) -> None:
    assert heard(Spot.AFTER_REFUSAL, (Act.WANTS_OUT, 1.0)).wants_out(text, PACK)
