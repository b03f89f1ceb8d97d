"""Fits the weights of ``rules.followups.carry_weights``: which words of a conversation belong into a message.

    python benchmarks/fit_carry.py            prints the file
    python benchmarks/fit_carry.py --write    writes it

A logistic regression over plain facts of each word (``rules.followups.carry.Signal``) and message (``Trait``), on the
messages that the rules call follow-ups. Each message counts alike, ``mtrag-dev`` half: there a person was free to
reword. Queries of earlier turns are those that the rules make with the weights of the round before.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from conversations import Case, cast, mtrag
from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.domain.resolution import RetrievalContext
from followthrough.rules.followups import carry_signals
from followthrough.rules.followups.carry import candidates_of
from followthrough.rules.followups.carry_signals import Signal, Trait, Weights
from followthrough.rules.followups.conversation import window
from followthrough.rules.followups.kind import read_followup
from followthrough.rules.followups.references import references_in
from followthrough.rules.followups.resolve import resolve
from followthrough.rules.followups.told import read_told
from followthrough.rules.followups.traits import traits_of
from followthrough.rules.language.words import Stems, keys_of
from followthrough.tuning import DEFAULT_TUNING, Tuning

OUT = Path(carry_signals.__file__).parent / "carry_weights.py"
RIDGE = 3.0  # prior variance of a weight is its inverse
ROUNDS = 2  # the second sees the queries that the first makes
MTRAG_WEIGHT = 0.5
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rows:
    """The words of one message's conversation as facts, and whether the person put each into the rewrite."""

    facts: Matrix
    wanted: Matrix
    weight: float


def part_of(text: str) -> SubObjective:
    """A message as the only part of its plan."""
    return SubObjective(id=SubObjectiveId("part"), text=text)


def fit(cases: Sequence[Case], pack: Pack, tuning: Tuning) -> Weights:
    """The weights that explain these people's rewrites best."""
    weights = SHIPPED_NONE
    for _ in range(ROUNDS):
        rows = [row for row in _all_rows(cases, pack, tuning, weights) if len(row.wanted)]
        weights = _named(_regress(rows))
    return weights


SHIPPED_NONE = Weights(-20.0, (0.0,) * len(Signal), (0.0,) * len(Trait))  # carries nothing: the first round's queries


def _all_rows(cases: Sequence[Case], pack: Pack, tuning: Tuning, weights: Weights) -> list[Rows]:
    stems = Stems(pack)
    queries: dict[tuple[str, int], str] = {}
    found: list[Rows] = []
    for case in cases:
        history = [replace(t, query=queries.get((case.conversation, i), "")) for i, t in enumerate(case.history)]
        followup = read_followup(case.message, history, pack, tuning)
        context = RetrievalContext(last_refined_query=history[-1].asked if history else None, followup=followup)
        resolved = resolve((part_of(case.message),), context, history, pack, tuning, weights=weights)
        queries[case.conversation, len(history)] = resolved.queries[0]
        if not followup.is_followup:
            continue
        near = window(history, tuning)
        asked = read_told(case.message, stems, pack)
        candidates, _ = candidates_of(asked, near, stems, pack, tuning)
        traits = traits_of(asked, references_in(case.message, pack), followup, near, pack)
        rewrite = set(stems.of(keys_of(case.rewrite)))
        facts = [[1.0, *_bits(c.signals, len(Signal)), *_bits(traits, len(Trait))] for c in candidates]
        wanted = np.array([c.stem in rewrite for c in candidates], dtype=float)
        weight = MTRAG_WEIGHT if case.dataset == "mtrag-dev" else 1.0
        found.append(Rows(np.array(facts).reshape(len(candidates), 1 + len(Signal) + len(Trait)), wanted, weight))
    return found


def _bits(value: int, count: int) -> list[float]:
    return [float(value >> place & 1) for place in range(count)]


def regress(facts: Matrix, wanted: Matrix, weight: Matrix) -> Matrix:
    """Penalised logistic regression by Newton's method: one weight a column, a row counts its weight."""
    found = np.zeros(facts.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-facts @ found))
        slope = facts.T @ (weight * (chance - wanted)) + RIDGE * found
        curve = (facts * (weight * chance * (1 - chance))[:, None]).T @ facts + RIDGE * np.eye(len(found))
        step = np.linalg.solve(curve, slope)
        found -= step
        if np.abs(step).max() < 1e-6:
            break
    return found


def _regress(rows: Sequence[Rows]) -> Matrix:
    facts = np.vstack([row.facts for row in rows])
    wanted = np.concatenate([row.wanted for row in rows])
    return regress(facts, wanted, np.concatenate([np.full(len(row.wanted), row.weight) for row in rows]))


def _named(found: Matrix) -> Weights:
    values = [round(float(value), 3) for value in found]
    return Weights(values[0], tuple(values[1 : 1 + len(Signal)]), tuple(values[1 + len(Signal) :]))


def written(weights: Weights) -> str:
    """The weights as the module that ships them."""
    lines = [
        '"""How much each fact counts. Fitted by ``benchmarks/fit_carry.py --write``; don\'t edit by hand."""',
        "",
        "from __future__ import annotations",
        "",
        "from followthrough.rules.followups.carry_signals import Signal, Trait, Weights",
        "",
        "SHIPPED = Weights.of(",
        f"    {weights.bias},",
        "    {",
        *(f"        Signal.{signal.name}: {weights.signals[signal]}," for signal in Signal),
        "    },",
        "    {",
        *(f"        Trait.{trait.name}: {weights.traits[trait]}," for trait in Trait),
        "    },",
        ")",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Prints or writes the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="writes rules/followups/carry_weights.py")
    text = written(fit([*cast(), *mtrag()], load_pack("general"), DEFAULT_TUNING))
    if parser.parse_args().write:
        OUT.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
