"""What a model's sentence may claim: exact rules first, then a fitted judge."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.said import PACK, passage

from followthrough.rules.claims.chances import supports_of
from followthrough.rules.claims.check import ClaimCheck, Flaw, Weighed
from followthrough.rules.claims.figures import figures_of, unknown_figures
from followthrough.rules.claims.signals import DIRECTIONS, ClaimSignal
from followthrough.rules.claims.weights import SHIPPED

LEAVE = passage(
    "Parental leave is 12 weeks, paid in full. It must be requested 30 days before the birth. "
    "Adoption leave is not paid on Plan Bronze.",
    name="Leave policy",
)
FEES = passage("| Plan | Fee |\n|---|---|\n| Silver | 40 dollars |\n| Gold | 65 dollars |", name="Fees")
ROOT = Path(__file__).parents[3]


def weighed(text: str, question: str = "How long is parental leave?") -> list[Weighed] | Flaw:
    return ClaimCheck(question, {1: LEAVE, 2: FEES}, PACK).weigh(text)


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        ("Parental leave is 14 weeks [1].", Flaw.NOT_IN_SOURCE),
        ("Parental leave is 12 dollars [1].", Flaw.OTHER_UNIT),
        ("Form H-17 is needed for parental leave [1].", Flaw.NOT_IN_SOURCE),
        ("Adoption leave is not paid on Plan Copper [1].", Flaw.NOT_IN_SOURCE),
        ("Adoption leave is paid on Plan Bronze [1].", Flaw.REVERSED),
        ("Parental leave is not paid in full [1].", Flaw.REVERSED),
        ("Parental leave is 12 weeks [7].", Flaw.UNKNOWN_SOURCE),
        ("Write to https://evil.example for leave [1].", Flaw.NOT_IN_SOURCE),
        ("![x](https://evil.example) [1]", Flaw.MARKUP),
        ("Would you like to know more?", Flaw.NOT_CITED),
        ("[1]", Flaw.EMPTY),
    ],
)
def test_what_can_be_exact_is_refused_whatever_a_judge_says(text: str, flaw: Flaw) -> None:
    assert weighed(text) is flaw


@pytest.mark.parametrize(
    "text",
    [
        "Parental leave is 12 weeks [1].",
        "Parental leave is twelve weeks, which is 84 days [1].",
        "Gold costs 25 dollars more than Silver [2].",
        "Silver and Gold together are 105 dollars [2].",
        "The two come to 105 dollars [2].",
        "No, adoption leave is not paid on Plan Bronze [1].",
        "That is 2 weeks longer than the 10 weeks you took [1].",
    ],
)
def test_what_follows_from_the_source_or_the_user_is_left_to_the_judge(text: str) -> None:
    assert isinstance(weighed(text, "i took 10 weeks, how long is parental leave?"), list)


def test_of_several_claims_the_first_can_stand_alone() -> None:
    found = weighed("Parental leave is 12 weeks, and it costs 9,000 dollars [1].")
    assert isinstance(found, list)
    assert [one.text for one in found] == ["Parental leave is 12 weeks."]
    found = weighed("If you adopt, and the child is small, leave is not paid on Plan Bronze [1].")
    assert isinstance(found, list)
    assert len(found) == 1


def test_a_sentence_that_names_no_source_gets_the_one_it_is_closest_to() -> None:
    found = weighed("Parental leave is 12 weeks.")
    assert isinstance(found, list)
    assert not found[0].is_cited
    assert found[0].extracts[0].passage is LEAVE


def test_what_the_source_says_is_likelier_borne_than_what_it_does_not() -> None:
    texts = ("Parental leave is 12 weeks, paid in full [1].", "Parental leave ends with a party of colleagues [1].")
    found = [weighed(text) for text in texts]
    claims = [one[0].claim for one in found if isinstance(one, list)]
    said, made_up = supports_of(claims, SHIPPED)
    assert said > 0.5 > made_up


@given(st.lists(st.integers(0, 30), min_size=1, max_size=6), st.integers(1_000, 9_000))
def test_a_figure_that_stands_there_is_known_and_a_far_one_is_not(numbers: list[int], far: int) -> None:
    cited = figures_of([f"it is {n} apples" for n in numbers], PACK)
    nothing = figures_of((), PACK)
    for n in numbers:
        assert not unknown_figures(figures_of([f"it is {n} apples"], PACK), cited, nothing, nothing)
    claim = figures_of([f"it is {far} apples"], PACK)
    assert unknown_figures(claim, cited, nothing, nothing) == {str(far)}


def test_the_shipped_weights_are_those_of_the_card_and_of_the_signals() -> None:
    shipped = (ROOT / "src/followthrough/rules/claims/weights.py").read_bytes()
    card = (ROOT / "training/claims/CARD.md").read_text(encoding="utf-8")
    told = re.search(r"sha256 `([0-9a-f]{64})`", card)
    assert told is not None
    assert told[1] == hashlib.sha256(shipped).hexdigest()
    assert len(SHIPPED.each) == len(ClaimSignal)
    assert all(SHIPPED.each[signal] * way >= 0 for signal, way in DIRECTIONS.items())
