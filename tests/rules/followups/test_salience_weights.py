"""The shipped weights say what they were fitted for."""

from __future__ import annotations

from followthrough.rules.followups.carry_signals import Trait
from followthrough.rules.followups.salience import Fact, Measure, Standing, weigh_again
from followthrough.rules.followups.salience_weights import SHIPPED


def chance(measures: dict[Measure, float], *facts: Fact, traits: int = 0) -> float:
    standing = Standing("word", [measures.get(m, 0.0) for m in Measure], sum(1 << f for f in facts))
    return weigh_again([standing], traits, SHIPPED)["word"]


def test_a_word_that_is_likelier_by_itself_is_likelier_beside_others() -> None:
    assert chance({Measure.OWN: 1.0}) > chance({Measure.OWN: -1.0})


def test_a_word_behind_others_is_less_likely() -> None:
    assert chance({Measure.PLACE: 2.0, Measure.BEHIND: -2.0}) < chance({})


def test_the_rest_of_a_shortened_name_is_likelier() -> None:
    assert chance({}, Fact.COMPLETES_NAME) > chance({})
    assert chance({}, Fact.COMPLETES_DEFINITE) > chance({})


def test_every_trait_is_weighed() -> None:
    assert len(SHIPPED.traits) == len(Trait)
