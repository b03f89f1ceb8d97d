"""A plain yes or no to an ask (C3)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.pursuing import PACK, SLOTS, message, objective, sub, thread

from followthrough.domain.hearing import Act, HeardActs, Spot
from followthrough.domain.objective import ObjectiveStatus, SubStatus
from followthrough.domain.plan import Conclude, Conclusion, SayText
from followthrough.rules.hearing.certainty import NOT_HEARD, Hearing
from followthrough.rules.pursuit.reply_to_ask import reply_to_ask
from followthrough.tuning import DEFAULT_TUNING

ASKED = objective(sub("What is the fee?"), asked=1)


@pytest.mark.parametrize(
    "text",
    ["I don't have it", "Sorry, I don't have one.", "no idea", "I don't know", "no", "none"],
)  # fmt: skip
def test_c3_having_nothing_to_give_blocks_the_objective(text: str) -> None:
    plan = reply_to_ask(message(text), thread(ASKED), PACK, NOT_HEARD)

    assert isinstance(plan, Conclude)
    assert (plan.how, plan.objective) == (Conclusion.NOTHING_TO_GIVE, ASKED)


@pytest.mark.parametrize("text", ["no", "none", "nope"])
def test_a_bare_no_answers_only_the_ask_right_before_it(text: str) -> None:
    assert reply_to_ask(message(text, index=3), thread(ASKED), PACK, NOT_HEARD) is None
    assert isinstance(reply_to_ask(message("I don't have it", index=3), thread(ASKED), PACK, NOT_HEARD), Conclude)


@pytest.mark.parametrize("text", ["yes", "yes please", "sure, I do that", "ok"])
def test_a_yes_waits_for_what_is_to_come(text: str) -> None:
    plan = reply_to_ask(message(text.removesuffix(", I do that")), thread(ASKED), PACK, NOT_HEARD)

    assert isinstance(plan, SayText)
    assert plan.say == "waiting_for_it"
    assert reply_to_ask(message(text, index=3), thread(ASKED), PACK, NOT_HEARD) is None


@pytest.mark.parametrize(
    "text",
    ["I don't have it in writing, but my boss said 30 days", "no idea what a CPT code is, what is it?", "thanks",
     "Do I have no other option?", "I don't know the member id, is it needed?", "no, it is for adults"],
)  # fmt: skip
def test_anything_else_is_not_read_here(text: str) -> None:
    assert reply_to_ask(message(text), thread(ASKED), PACK, NOT_HEARD) is None


def test_c3_having_nothing_is_heard_in_any_words_that_say_no_more() -> None:
    least = DEFAULT_TUNING.hear_gives_up
    sure, doubtful = (
        Hearing(HeardActs(spot=Spot.AFTER_PARTIAL, acts=((Act.HAS_NOTHING, chance),)))
        for chance in (least, least - 0.01)
    )
    bare = message("our shelf is bare", index=3)
    assert isinstance(reply_to_ask(bare, thread(ASKED), PACK, sure), Conclude)
    assert reply_to_ask(bare, thread(ASKED), PACK, doubtful) is None  # "I only have that, no smartphone"
    more = ("nothing in writing, but it is 30 days", 'it says "nothing"', "I mean the letter never comes")
    for text in (*more, "is there nothing at all?"):
        assert reply_to_ask(message(text), thread(ASKED), PACK, sure) is None


def test_nothing_was_asked_nothing_is_open_or_another_question_waits() -> None:
    unasked = objective(sub("What is the fee?"))
    solved = objective(sub("What is the fee?", SubStatus.ANSWERED), asked=1, status=ObjectiveStatus.SOLVED)
    for before in (thread(), thread(unasked), thread(solved), thread(ASKED, slots=SLOTS)):
        assert reply_to_ask(message("I don't have it"), before, PACK, NOT_HEARD) is None


@pytest.mark.parametrize("over", [ObjectiveStatus.BLOCKED, ObjectiveStatus.INCOMPLETE, ObjectiveStatus.ABANDONED])
def test_c3_having_nothing_is_noted_where_nothing_is_asked_for_any_more(over: ObjectiveStatus) -> None:
    plan = reply_to_ask(
        message("no, I don't have that", index=5), thread(replace(ASKED, status=over)), PACK, NOT_HEARD
    )

    assert isinstance(plan, SayText)
    assert plan.say == "acknowledged"
    assert reply_to_ask(message("no", index=5), thread(replace(ASKED, status=over)), PACK, NOT_HEARD) is None
