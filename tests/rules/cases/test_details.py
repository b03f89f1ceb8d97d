"""Answers read for comparison: numbers, words, yes or no, misspelt words."""

from __future__ import annotations

import pytest
from tests.rules.loops import PACK

from followthrough.domain.clarification import LoopAnswer
from followthrough.rules.cases.details import DetailReader

READER = DetailReader(PACK)


def read(question, answer):
    return READER.read(LoopAnswer(question=question, answer=answer))


def test_a_number_with_the_name_it_counts():
    detail = read("Which version is it?", "version 12, I think")
    assert detail.numbers == ((12,),)
    assert detail.names == READER.telling("version")


@pytest.mark.parametrize(
    ("answer", "yes"),
    [("yes", True), ("Yes, since May", True), ("no", False), ("nope, sorry", False), ("maybe", None)],
)
def test_yes_and_no_answer_questions_that_settle_one(answer, yes):
    assert read("Is it under warranty?", answer).is_yes is yes


def test_a_no_to_which_is_no_ruling():
    assert read("Which light is on?", "no").is_yes is None


def test_an_unknown_answer_says_nothing():
    detail = read("Which version?", None)
    assert (detail.answer, detail.numbers, detail.words) == (None, (), frozenset())


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("verison", "version"),
        ("blu", None),
        ("printr", "printer"),
        ("printter", "printer"),
        ("prinetr", "printer"),
        ("scanner", None),
    ],
)
def test_one_slip_is_forgiven_in_longer_words(word, meant):
    vocabulary = READER.spoken("version blue printer")
    expected = READER.telling(meant) if meant else frozenset()
    assert READER.as_written(READER.telling(word), vocabulary) & vocabulary == expected


def test_light_words_count_where_an_answer_has_no_others():
    assert read("Which contract?", "part time").words
