"""The shipped weights are whole."""

from __future__ import annotations

from pathlib import Path

from followthrough.rules.followups import carry_weights
from followthrough.rules.followups.carry_signals import Signal, Trait
from followthrough.rules.followups.carry_weights import SHIPPED


def test_every_fact_has_a_fitted_weight() -> None:
    assert (len(SHIPPED.signals), len(SHIPPED.traits)) == (len(Signal), len(Trait))
    shipped = Path(carry_weights.__file__).read_text(encoding="utf-8")
    assert [fact for fact in (*Signal, *Trait) if f"{type(fact).__name__}.{fact.name}: " not in shipped] == []
