"""Whether a unit shows the kind of value that a question wants."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK

from followthrough.rules.language.kinds import Kind
from followthrough.rules.language.values import Shown, shows
from followthrough.rules.language.words import keys_of


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Kind.HOW_MANY, "It has 6 lanes."),
        (Kind.HOW_MANY, "It has six lanes."),
        (Kind.HOW_MUCH, "It costs $3.50."),
        (Kind.HOW_MUCH, "Members pay no copay."),
        (Kind.HOW_LONG, "Within 30 days."),
        (Kind.HOW_LONG, "It is closed immediately."),
        (Kind.HOW_OFTEN, "It is done every year."),
        (Kind.WHEN, "It opens at 8:30."),
        (Kind.WHEN, "It is closed in May."),
        (Kind.WHEN, "On the last day of the month."),
        (Kind.WHO, "The manager signs it."),
        (Kind.WHERE, "Write to PO Box 7, Miami, FL 33299."),
        (Kind.WHERE, "Open hub.coralwood.example now."),
        (Kind.WHY, "It is closed because of rain."),
        (Kind.HOW_TO, "Open the portal."),
        (Kind.PHONE, "Call 1-800-555-0100."),
        (Kind.PHONE, "Call +49 30 1234567."),
        (Kind.EMAIL, "Write to a.b@example.org."),
        (Kind.IDENTIFIER, "Bill it with modifier FQ."),
        (Kind.YES_NO, "It is not covered."),
        (Kind.DEFINITION, "A roster is a list."),
    ],
)
def test_a_value_is_seen(kind: Kind, text: str) -> None:
    assert shows(kind, Shown(text, keys_of(text), frozenset(), PACK))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Kind.HOW_MANY, "H0036 is limited."),
        (Kind.HOW_LONG, "It has 6 lanes."),
        (Kind.HOW_LONG, "The days are short."),
        (Kind.PHONE, "It costs 1,000 dollars in 2025."),
        (Kind.EMAIL, "Write to us."),
        (Kind.IDENTIFIER, "Bill it as before."),
        (Kind.HOW_TO, "The portal is blue."),
        (Kind.OPEN, "Anything with 12 words."),
        (Kind.ENUMERATION, "Anything."),
    ],
)
def test_no_value_is_seen_where_there_is_none(kind: Kind, text: str) -> None:
    assert not shows(kind, Shown(text, keys_of(text), frozenset(), PACK))


def test_a_figure_of_the_question_is_no_answer_to_it() -> None:
    text = "In 2025 visits are covered."

    assert not shows(Kind.HOW_MANY, Shown(text, keys_of(text), frozenset({"2025"}), PACK))


@pytest.mark.parametrize(
    ("question", "text", "has_amount"),
    [
        (
            "What is the rate for 90837?",
            "90834 and 90837 may not be billed for the same member on the same day.",
            False,
        ),
        ("What does 90837 cost?", "See 90834.", False),
        ("What is the fee for 12345?", "12345, 12346 and 12347 share a form.", False),
        ("What is the rate for 90837?", "90837 is paid at $108.60.", True),
        ("What is the rate for 90837?", "The rate of 90837 is $12500.", True),
        ("What is the limit for 90837?", "52 a year.", True),
        ("What is the limit for 90837?", "10,000 a year.", True),
        ("What is the limit?", "It is 50000.", True),
        ("What was the fee in 2025?", "It was 1500.", True),
    ],
)
def test_another_code_of_the_same_look_is_no_amount(question: str, text: str, *, has_amount: bool) -> None:
    shown = Shown(text, keys_of(text), frozenset(keys_of(question)), PACK)
    assert shows(Kind.HOW_MUCH, shown) is has_amount
