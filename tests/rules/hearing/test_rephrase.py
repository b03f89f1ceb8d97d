"""Other words for an open part narrow it or replace it (R0-30)."""

from __future__ import annotations

import pytest
from tests.rules.giving import CODE, FEE, LIMIT, PACK, in_other_words, offered, open_part

from followthrough.domain.given import Rephrased
from followthrough.domain.hearing import Act
from followthrough.rules.hearing.rephrase import rephrase_of, reworded


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("I mean the filing limit for corrected claims", "the filing limit for corrected claims"),
        ("I meant corrected claims", "What is the timely filing limit for corrected claims?"),
        ("only for corrected claims", "What is the timely filing limit for corrected claims?"),
        ("for corrected claims", "What is the timely filing limit for corrected claims?"),
        ("specifically for Medicaid members", "What is the timely filing limit for claims for Medicaid members?"),
        ("Let me rephrase: how long do we have to resubmit a claim?", "how long do we have to resubmit a claim?"),
        ("sorry, I mean resubmissions", "What is the timely filing limit for claims for resubmissions?"),
        ("the limit for corrected claims, I mean", "the limit for corrected claims"),
    ],
)
def test_r0_30_other_words_take_the_place_of_what_they_reword(text: str, reads: str) -> None:
    assert in_other_words(text, LIMIT) == reads


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("To be more specific, claims sent on paper", "What is the timely filing limit for claims sent on paper?"),
        ("I was asking about secondary claims", "What is the timely filing limit for secondary claims?"),
        ("no, what I meant was the limit for electronic claims", "the limit for electronic claims"),
        ("in other words, how many days do I have to send the bill?", "how many days do I have to send the bill?"),
        ("with Medicare as primary", "What is the timely filing limit for claims with Medicare as primary?"),
        (
            "It's about claims from other providers",
            "What is the timely filing limit for claims from other providers?",
        ),
        ("Clarification: hospital claims only", "What is the timely filing limit for hospital claims only?"),
    ],
)
def test_r0_30_held_out_wordings(text: str, reads: str) -> None:
    assert in_other_words(text, LIMIT) == reads


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("for corrected claims?", LIMIT),
        ("and for corrected claims", LIMIT),
        ("What does it mean for corrected claims?", LIMIT),
        ("I mean", LIMIT),
        ("the parking fee", FEE),
        ("I think it's for adults", FEE),
        ("in the morning I called them and nobody answered the phone, so I tried it once more today", FEE),
        ("H0038", CODE),
    ],
)
def test_what_asks_or_tells_something_else_rewords_nothing(text: str, part: str) -> None:
    assert in_other_words(text, part) == ""


def test_a_few_words_narrow_only_what_was_just_asked() -> None:
    assert rephrase_of("for adults", PACK, just_asked=True) == Rephrased(text="for adults", limits=True)
    assert rephrase_of("for adults", PACK, just_asked=False) is None
    assert rephrase_of("I mean for adults", PACK, just_asked=False) == Rephrased(text="for adults", limits=True)


def test_a_narrowing_stands_before_the_sign_that_ends_the_part() -> None:
    part = open_part("How do I book a room?!")

    assert reworded(part, Rephrased(text="in Lisbon", limits=True), PACK) == "How do I book a room in Lisbon?!"


def test_f26_what_is_heard_to_correct_takes_the_place_of_what_it_puts_right() -> None:
    said = offered("from morocco i meant", "what do i need if i come from france", act=Act.CORRECTS).rephrased
    assert said is not None
    part = open_part("what do i need if i come from france")
    assert reworded(part, said, PACK) == "what do i need if i come from morocco"
