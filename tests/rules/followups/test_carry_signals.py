"""Facts as bits, and weights by name."""

from __future__ import annotations

from followthrough.rules.followups.carry_signals import Signal, Trait, Weights


def test_facts_are_the_bits_from_0_on() -> None:
    assert [int(s) for s in Signal] == list(range(len(Signal)))
    assert [int(t) for t in Trait] == list(range(len(Trait)))


def test_a_fact_that_is_not_named_weighs_nothing() -> None:
    weights = Weights.of(-2.0, {Signal.NAME: 1.5}, {})
    assert (weights.bias, sum(weights.signals), weights.signals[Signal.NAME]) == (-2.0, 1.5, 1.5)
    assert set(weights.traits) == {0.0}
