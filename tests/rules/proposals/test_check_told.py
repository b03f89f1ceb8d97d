"""What a model tells of facts: no more than they bear (summaries and explanations)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.said import PACK, TUNING

from followthrough.rules.language.facts import Known, facts_of
from followthrough.rules.proposals.check_told import check_told

FACTS = (
    "When must an appeal on Plan Silver be sent?",
    "When must an appeal be sent? (answered): Within 60 days of the denial.",
    "What is the fee of a copy? (failed)",
    "Acupuncture is not covered.",
)


def told(text: str, most: int = 5) -> str:
    return check_told(text, FACTS, PACK, TUNING, most=most)


@pytest.mark.parametrize(
    "text",
    [
        "An appeal on Plan Silver must be sent within 60 days of the denial. Acupuncture is not covered.",
        "An appeal must be sent within 60 days. The fee of a copy failed.",
        "Acupuncture is not covered.",
    ],
)
def test_what_the_facts_bear_is_told(text: str) -> None:
    assert told(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "An appeal must be sent within 90 days.",
        "An appeal on Plan Gold must be sent within 60 days.",
        "Acupuncture is covered.",
        "The weather is fine and the trains run.",
        "See [this](https://evil.example).",
        "[1]",
        "",
    ],
)
def test_a_telling_that_begins_with_what_they_do_not_bear_is_none(text: str) -> None:
    assert told(text) == ""


def test_later_sentences_that_they_do_not_bear_are_left_out() -> None:
    text = "An appeal must be sent within 60 days. It costs 5 dollars. The fee of a copy is what was asked."
    assert told(text) == "An appeal must be sent within 60 days. The fee of a copy is what was asked."


def test_it_has_an_end() -> None:
    text = "An appeal must be sent within 60 days. Acupuncture is not covered. An appeal is sent."
    assert told(text, most=1) == "An appeal must be sent within 60 days."


SAID = "an appeal must be sent within 60 90 days Plan Silver Gold fee copy not covered . H0036"
WORDS = st.sampled_from(SAID.split())


@given(text=st.lists(WORDS, max_size=16).map(" ".join))
def test_nothing_that_is_told_has_a_fact_that_the_facts_lack(text: str) -> None:
    assert not Known(FACTS, PACK).lacks(facts_of(told(text), PACK))
