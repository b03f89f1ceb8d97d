"""What a follow-up leaves out is carried in the phrases of the last question that says enough."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.said import PACK, TUNING

from followthrough.domain.resolution import Exchange
from followthrough.rules.followups.left_out import left_out
from followthrough.rules.language.words import Stems


def carried(text: str, *before: str, gone: str = "", most: int = TUNING.carry_max_words) -> list[str]:
    history = [Exchange(message=said) for said in before]
    stems = frozenset(Stems(PACK).of(gone.split()))
    return left_out(text, history, stems, PACK, replace(TUNING, carry_max_words=most))


@pytest.mark.parametrize(
    ("text", "before", "phrases"),
    [
        ("and after?", ["Does lobular carcinoma in situ spread?"], ["lobular carcinoma in situ spread"]),
        ("and after?", ["Who repairs the captain of the ferry's boat?"], ["repairs the captain of the ferry's boat"]),
        ("and after?", ["What is the permit, the berth fee?"], ["permit", "berth fee"]),
        ("and the permit?", ["What does a berth permit cost?"], ["berth", "cost"]),
        ("case 2?", ["What does case 1 cost at the harbor?"], ["cost at the harbor"]),
        ("and?", ["copay copay copay plan"], ["copay", "plan"]),
        ("why?", ["What does a berth permit cost?", "and for boats?"], ["boats", "berth permit cost"]),
        ("why?", ["What does a berth permit cost?", "Who signs for boats?"], ["signs for boats"]),
        ("and?", [], []),
    ],
)
def test_the_telling_words_of_the_last_question_are_carried(text: str, before: list[str], phrases: list[str]) -> None:
    assert carried(text, *before) == phrases


def test_values_that_no_longer_hold_and_more_words_than_asked_for_are_left() -> None:
    assert carried("and now?", "berth permit in Ohio", gone="ohio") == ["berth permit"]
    assert carried("and?", "alpha bravo charlie delta", most=2) == ["alpha bravo"]


def test_of_each_turn_what_it_was_searched_with_comes_before_the_users_words() -> None:
    turn = Exchange(message="is it open?", query="is the clinic open?")
    assert left_out("on Sunday?", [turn], frozenset(), PACK, TUNING)[0] == "clinic open"
