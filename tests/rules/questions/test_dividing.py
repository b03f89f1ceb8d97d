"""Places, what is read at them, and the parts that follow: what is exact about where a message is cut.

The messages are in test_plan.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from tests.rules.said import PACK

from followthrough.adapters.pack.parts_npz import WEIGHTS
from followthrough.rules.questions.dividing import Piece, divide, divided_as
from followthrough.rules.questions.places import places_in, trimmed
from followthrough.rules.questions.tagging import Cut, seen, tagged
from followthrough.tuning import DEFAULT_TUNING

SHARED_OUT = replace(PACK, parts=replace(PACK.parts, out=PACK.parts.out * 0, out_bias=PACK.parts.out_bias * 0))


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("what is a fee, and when is it due", [",and"]),
        ("is it open? is it free", ["?"]),
        ("wie hoch ist es und was kostet es", ["und"]),
        ("who pays for how long", [""]),
        ("may i pay can i call", [""]),
        ('is "a, b and c" new', []),
        ("my e-mail", []),
    ],
)
def test_a_message_is_cut_at_marks_joining_words_and_openings_only(text: str, places: list[str]) -> None:
    assert [f"{p.mark}{p.joint}" for p in places_in(text, PACK).places[1:]] == places


def test_where_nothing_is_likely_nothing_is_cut() -> None:
    text = "what is a fee, and when is it due"
    assert divide(text, SHARED_OUT, DEFAULT_TUNING) == [Piece(text)]


def test_a_message_is_read_by_what_its_words_mean_and_by_its_marks() -> None:
    placed = places_in("what is a fee, and when is it due", PACK)
    read = tagged(placed, PACK)
    assert read.cuts.shape == (len(placed.words) + 1, len(Cut))
    assert read.cuts.sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert read.cuts[4].argmax() == Cut.QUESTION
    rows = seen(placed, PACK)
    assert rows.shape == (len(placed.words) + 1, len(PACK.parts.enter))
    plain = seen(places_in("what is a fee and when is it due", PACK), PACK)
    assert np.flatnonzero((rows != plain).any(axis=1)).tolist() == [4]


def test_a_word_without_known_pieces_means_nothing() -> None:
    dim = PACK.parts.vectors.shape[1]
    assert not seen(places_in("42", PACK), PACK)[0, :dim].any()
    assert seen(places_in("qué", PACK), PACK)[0, :dim] == pytest.approx(seen(places_in("que", PACK), PACK)[0, :dim])


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


def test_card_and_shipped_weights_belong_together() -> None:
    card = (Path(__file__).parents[3] / "training/parts/CARD.md").read_text(encoding="utf-8")
    assert hashlib.sha256(WEIGHTS.read_bytes()).hexdigest() in card
