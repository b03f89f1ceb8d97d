"""Entries of one list: each can be told from the others, and one that stands alone is no choice."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK

from followthrough.domain.continuity import Option
from followthrough.rules.lists.option_sets import distinct_label
from followthrough.rules.which_one.ambiguity import question_of
from followthrough.rules.which_one.titled import Reading


def of(place: int, label: str, **facts: str) -> Option:
    return Option(id=f"o-{place}", label=label, **facts)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ((of(1, "Fees"), of(2, "Hours")), ["Fees", "Hours"]),
        ((of(1, "Fees", path="a.md"), of(2, "fees", path="b.md")), ["Fees (a.md)", "fees (b.md)"]),
        (
            (of(1, "Fees", path="p. 3", sublabel="Adults"), of(2, "Fees", path="p. 3", sublabel="Children")),
            ["Fees (Adults)", "Fees (Children)"],
        ),
        ((of(1, "Fees", type="source"), of(2, "Fees", type="source")), ["Fees (1)", "Fees (2)"]),
        (
            (of(1, "Fees", path="a.md"), of(2, "Fees", path="b.md"), of(3, "Fees", path="b.md")),
            ["Fees (a.md)", "Fees (2)", "Fees (3)"],
        ),
    ],
)
def test_what_shares_a_label_is_told_apart_by_what_only_it_has(options: tuple[Option, ...], said: list[str]) -> None:
    assert [distinct_label(one, options) for one in options] == said


def test_readings_that_begin_alike_are_shown_whole() -> None:
    labels = [f"Regulation of the {'council ' * 25}of {place}" for place in ("Skarholm", "Vestby")]
    asked = question_of("Which fee?", "", [Reading(label=x, own=frozenset({x})) for x in labels], PACK, 1)
    assert all(f"{n}. {label}" in asked.question for n, label in enumerate(labels, start=1))
