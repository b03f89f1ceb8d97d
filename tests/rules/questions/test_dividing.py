"""Places, what is read at them, and the parts that follow: what is exact about where a message is cut.

The messages are in test_plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from tests.rules.said import PACK

from followthrough.domain.parts import SCORES, Floats
from followthrough.rules.questions.dividing import Piece, divide, divided_as
from followthrough.rules.questions.places import places_in, trimmed
from followthrough.rules.questions.tagging import Cut, tagged
from followthrough.tuning import DEFAULT_TUNING


class Undecided:
    """A reader that finds everything as likely at each word, or reads nothing."""

    def __init__(self, *, is_there: bool = True) -> None:
        self.is_there = is_there

    def read(self, text: str, words: Sequence[tuple[int, int]]) -> Floats | None:
        return np.zeros((len(words) + 1, SCORES), dtype=np.float32) if self.is_there else None

    def knows(self, word: str) -> bool:
        return False


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("what is a fee, and when is it due", [",and"]),
        ("is it open? is it free", ["?"]),
        ("wie hoch ist es und was kostet es", ["und"]),
        ("who pays for how long", [""]),
        ("may i pay can i call", [""]),
        ("if i leave in may do i pay", ["", ""]),
        ('is "a, b and c" new', []),
        ("my e-mail", []),
    ],
)
def test_a_message_is_cut_at_marks_joining_words_and_openings_only(text: str, places: list[str]) -> None:
    assert [f"{p.mark}{p.joint}" for p in places_in(text, PACK).places[1:]] == places


@pytest.mark.parametrize("is_there", [True, False])
def test_where_nothing_is_likely_or_nothing_reads_nothing_is_cut(*, is_there: bool) -> None:
    text = "what is a fee, and when is it due"
    assert divide(text, replace(PACK, parts=Undecided(is_there=is_there)), DEFAULT_TUNING) == [Piece(text)]


def test_what_is_read_are_chances_of_each_word_and_of_the_end() -> None:
    placed = places_in("what is a fee, and when is it due", PACK)
    read = tagged(placed, PACK)
    assert read is not None
    assert read.cuts.shape == (len(placed.words) + 1, len(Cut))
    assert read.cuts.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert read.cuts[4].argmax() == Cut.QUESTION


def test_what_stands_around_several_things_goes_with_each() -> None:
    placed = places_in("what is the fee and limit for adults", PACK)
    assert divided_as(placed, [Cut.QUESTION, Cut.THING], [(3, 4), (5, 6)], PACK) == [
        Piece("what is the fee for adults"),
        Piece("what is the limit for adults"),
    ]


def test_what_is_told_goes_with_each_question() -> None:
    placed = places_in("I moved, who pays and who signs", PACK)
    labels = [Cut.TOLD if n == 0 else Cut.QUESTION for n in range(len(placed.places))]
    assert divided_as(placed, labels, [], PACK) == [
        Piece("I moved, who pays"),
        Piece("who signs", "I moved,"),
    ]


def test_a_part_keeps_the_mark_that_ends_a_question() -> None:
    assert trimmed(" , is it new? ") == "is it new?"
