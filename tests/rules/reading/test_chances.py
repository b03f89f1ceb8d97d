"""From signals to chances."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followthrough.domain.reading import Asked, Readable
from followthrough.rules.reading.chances import Weights, chances_of, signs_of_nothing
from followthrough.rules.reading.signals import Signal
from followthrough.rules.reading.weights import BY_WORDS, TOKEN_BY_TOKEN, WITH_MEANING

ASKED = Asked(question="Where do visitors park?", words=2)
SHARE = st.floats(0, 1)
SIGNALS = st.lists(SHARE, min_size=len(Signal), max_size=len(Signal)).map(tuple)


def unit(near: float = 0.0, headed: float = 0.0) -> Readable:
    values = {Signal.NEAR: near, Signal.HEADED: headed}
    return Readable(text="x", signals=tuple(values.get(signal, 0.0) for signal in Signal))


def weights(near: float, nothing: float) -> Weights:
    """Only nearness counts, and a constant for nothing."""
    return Weights(block=(near, *[0.0] * (len(Signal) - 1)), nothing=(nothing, *[0.0] * 6))


@pytest.mark.parametrize("signals", [1, 2, 5])
def test_without_any_weight_blocks_and_nothing_are_equally_likely(signals: int) -> None:
    assert chances_of(ASKED, [unit()] * signals, (), weights(0.0, 0.0)) == pytest.approx(
        [1 / (signals + 1)] * signals
    )


def test_chances_are_the_softmax_of_utilities_with_that_of_nothing() -> None:
    near, far = chances_of(ASKED, [unit(near=1.0), unit(near=0.0)], (), weights(2.0, 1.0))
    whole = math.exp(2) + math.exp(0) + math.exp(1)
    assert (near, far) == (pytest.approx(math.exp(2) / whole), pytest.approx(1 / whole))


def test_utilities_of_any_size_overflow_nothing() -> None:
    assert chances_of(ASKED, [unit(near=1.0), unit()], (), weights(5_000.0, 0.0)) == pytest.approx([1.0, 0.0])
    assert chances_of(ASKED, [unit(near=1.0), unit()], (), weights(0.0, 5_000.0)) == pytest.approx([0.0, 0.0])


def test_no_units_give_no_chances() -> None:
    assert chances_of(ASKED, [], (), BY_WORDS) == []


@given(rows=st.lists(SIGNALS, min_size=1, max_size=20), unheard=SHARE)
def test_chances_are_shares_that_leave_room_for_nothing(rows: list[tuple[float, ...]], unheard: float) -> None:
    """By the shipped weights nothing is ever certain, neither that a block answers nor that none does."""
    asked = Asked(question="q", unheard=unheard, words=3)
    units = [Readable(text="x", signals=row) for row in rows]
    alike = [(0.5, 0.5)] * len(units)
    for chances in (chances_of(asked, units, (), BY_WORDS), chances_of(asked, units, alike, WITH_MEANING)):
        assert len(chances) == len(units)
        assert all(0.0 < chance < 1.0 for chance in chances)
        assert math.fsum(chances) < 1.0


def test_with_the_chance_of_nothing_they_add_up_to_one() -> None:
    """A unit that weighs what nothing weighs has its chance, so that the rest is known exactly."""
    chances = chances_of(ASKED, [unit(near=0.5), unit(near=0.9), unit(near=0.2)], (), weights(2.0, 1.0))
    assert math.fsum((*chances, chances[0])) == pytest.approx(1.0)


@pytest.mark.parametrize("shipped", [BY_WORDS, WITH_MEANING, TOKEN_BY_TOKEN], ids=["words", "wholes", "tokens"])
def test_the_shipped_weights_prefer_what_is_nearer_and_says_more(shipped: Weights) -> None:
    likenesses = len(shipped.block) - len(Signal)
    alike = [(0.5,) * likenesses] * 2 if likenesses else []
    near, far = chances_of(ASKED, [unit(near=1.0, headed=1.0), unit(near=0.2)], alike, shipped)
    assert near > far


def test_words_that_nobody_has_speak_for_nothing() -> None:
    heard, unheard = (
        sum(chances_of(Asked(question="q", unheard=share, words=2), [unit(near=0.8)], (), BY_WORDS))
        for share in (0.0, 1.0)
    )
    assert unheard < heard


def test_a_question_in_no_conversation_and_a_long_one_are_known() -> None:
    first = signs_of_nothing(Asked(question="q", words=80), [unit(headed=0.4), unit(headed=0.7)], ())
    later = signs_of_nothing(Asked(question="q", before="p", words=4, unheard=0.3), [unit()], [(0.1, 0.2)])
    assert first == [0.0, 1.0, 1.0, 0.0, 0.7, 0.0]
    assert later == [0.3, 0.5, 0.0, 0.0, 0.0, 0.0, 0.1, 0.2]
