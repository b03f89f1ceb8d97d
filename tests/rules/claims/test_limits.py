"""Numbers in conditions: ranges, bounds, lists and exceptions, and whether an answer is among them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.loops import PACK

from followthrough.rules.cases.amounts import holds
from followthrough.rules.claims.limits import Limit, Limits
from followthrough.rules.language.words import Stems

STEMS = Stems(PACK)
LIMITS = Limits(PACK, STEMS)
VERSION = frozenset(STEMS.of(["version"]))
AGE = frozenset(STEMS.of(["old", "age", "years"]))
DAYS = frozenset(STEMS.of(["days"]))


@pytest.mark.parametrize(
    ("text", "names", "inside", "outside"),
    [
        ("Version 12", VERSION, [(12,), (12, 3)], [(11,), (13,)]),
        ("Version 12.3", VERSION, [(12, 3), (12,)], [(12, 4), (11,)]),
        ("Versions 10 to 14", VERSION, [(10,), (12, 9), (14,)], [(9,), (15,)]),
        ("versions 10-14", VERSION, [(10,), (14,)], [(9,), (15,)]),
        ("versions 10 – 14", VERSION, [(12,)], [(15,)]),
        ("between version 10 and 14", VERSION, [(10,), (12,), (14,)], [(15,)]),
        ("from version 10 through 14", VERSION, [(12,)], [(15,)]),
        ("Version 11 or older", VERSION, [(11,), (3,)], [(12,)]),
        ("version 11 and earlier", VERSION, [(11,)], [(12,)]),
        ("Version 15 and newer", VERSION, [(15,), (20,)], [(14,)]),
        ("version 15 or later", VERSION, [(15,)], [(14,)]),
        ("version 15+", VERSION, [(15,), (16,)], [(14,)]),
        ("version >= 15", VERSION, [(15,)], [(14,)]),
        ("version < 15", VERSION, [(14,)], [(15,)]),
        ("newer than version 12", VERSION, [(13,)], [(12,), (11,)]),
        ("older than version 12", VERSION, [(11,)], [(12,), (13,)]),
        ("before version 12", VERSION, [(11,)], [(12,)]),
        ("at least version 12", VERSION, [(12,), (13,)], [(11,)]),
        ("up to version 12", VERSION, [(12,), (1,)], [(13,)]),
        ("versions 8, 9 and 10", VERSION, [(8,), (9,), (10,)], [(7,), (11,)]),
        ("version 8 or 10", VERSION, [(8,), (10,)], [(9,)]),
        ("all versions except 9 and 10", VERSION, [(8,), (11,)], [(9,), (10,)]),
        ("not version 9", VERSION, [(8,)], [(9,)]),
        ("Members under 18 years", AGE, [(17,)], [(18,)]),
        ("members over 18 years", AGE, [(19,)], [(18,)]),
        ("members who are 65 years or older", AGE, [(65,), (80,)], [(64,)]),
        ("aged 65 or older", AGE, [(65,)], [(64,)]),
        ("older than 65 years", AGE, [(66,)], [(65,)]),
        ("younger than 18 years", AGE, [(17,)], [(18,)]),
        ("18 years or younger", AGE, [(18,), (3,)], [(19,)]),
        ("eighteen years", AGE, [(18,)], [(19,)]),
        ("no more than 30 days", DAYS, [(30,), (2,)], [(31,)]),
        ("more than 30 days", DAYS, [(31,)], [(30,)]),
        ("within days 1 to 5", DAYS, [(5,)], [(6,)]),
        ("more than 1,000 days", DAYS, [(1001,)], [(1000,), (1,)]),
    ],
)
def test_conditions_as_documents_write_them(text, names, inside, outside):
    limits = LIMITS.read(text, names)
    assert limits
    assert [v for v in inside if not holds(limits, Limit(low=v, high=v))] == []
    assert [v for v in outside if holds(limits, Limit(low=v, high=v))] == []


@pytest.mark.parametrize("text", ["Hold the key for 10 seconds", "Call 555 on the third day", "See page 12", ""])
def test_numbers_of_something_else_are_no_condition(text):
    assert LIMITS.read(text, VERSION) == ()


def test_in_a_column_of_the_name_every_number_counts():
    assert holds(LIMITS.read("10 to 14", VERSION, bound=True), Limit(low=(12,), high=(12,)))


@pytest.mark.parametrize(
    ("answer", "names", "numbers"),
    [
        ("12", VERSION, ((12,),)),
        ("v12.3", VERSION, ((12, 3),)),
        ("version 12 I think, it beeps 3 times", VERSION, ((12,),)),
        ("twelve", VERSION, ((12,),)),
        ("11 or 12", VERSION, ((11,), (12,))),
        ("red", VERSION, ()),
        ("H0036", VERSION, ()),
        ("1,000", VERSION, ((1000,),)),
    ],
)
def test_numbers_of_an_answer(answer, names, numbers):
    assert LIMITS.numbers(answer, names) == numbers


def test_the_red_one_counts_nothing():
    assert LIMITS.numbers("the red one", in_words=False) == ()


@given(st.integers(0, 10**6), st.integers(0, 10**6), st.integers(0, 10**6))
def test_a_range_holds_what_lies_between_its_ends(low, high, value):
    assert Limit(low=(low,), high=(high,)).holds((value,)) is (low <= value <= high)


@given(st.text(max_size=80))
def test_any_text_is_read(text):
    for limit in LIMITS.read(text, VERSION, bound=True):
        limit.holds((12,))
