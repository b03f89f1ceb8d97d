"""Fits the weights of ``rules.followups.salience_weights``: what a message leaves out of its conversation, together.

    python benchmarks/fit_salience.py            prints the file
    python benchmarks/fit_salience.py --write    writes it

A logistic regression over the likeliest words by ``rules.followups.carry_weights`` of every message with a
conversation before it, whether the rules call it a follow-up or not: the chances must mean the same everywhere. Each
message counts alike, ``mtrag-dev`` half: there a person was free to reword. Queries of earlier turns are those that
the rules make.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from conversations import Case, cast, mtrag
from fit_carry import MTRAG_WEIGHT, Matrix, part_of, regress
from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.pack import Pack
from followthrough.domain.resolution import RetrievalContext
from followthrough.rules.followups import salience
from followthrough.rules.followups.carry import candidates_of, weigh
from followthrough.rules.followups.carry_signals import Trait, Weights
from followthrough.rules.followups.carry_weights import SHIPPED as CARRY
from followthrough.rules.followups.conversation import window
from followthrough.rules.followups.kind import read_followup
from followthrough.rules.followups.references import references_in
from followthrough.rules.followups.resolve import resolve
from followthrough.rules.followups.salience import ALONE, Fact, Measure, Salience, Scene, standings_of
from followthrough.rules.followups.told import read_told
from followthrough.rules.followups.traits import traits_of
from followthrough.rules.language.words import Stems, keys_of
from followthrough.tuning import DEFAULT_TUNING, Tuning

OUT = Path(salience.__file__).parent / "salience_weights.py"
ROUNDS = 2  # the second sees the queries that the first makes


@dataclass(frozen=True, slots=True)
class Rows:
    """The likeliest words of one message's conversation, and whether the person put each into the rewrite."""

    facts: Matrix
    wanted: Matrix
    weight: float


def fit_salience(cases: Sequence[Case], carry: Weights, pack: Pack, tuning: Tuning) -> Salience:
    """The weights that explain these people's rewrites best, given those of single words."""
    found = ALONE
    for _ in range(ROUNDS):
        rows = _all_rows(cases, carry, found, pack, tuning)
        facts = np.vstack([row.facts for row in rows])
        wanted = np.concatenate([row.wanted for row in rows])
        weight = np.concatenate([np.full(len(row.wanted), row.weight) for row in rows])
        found = _named(regress(facts, wanted, weight))
    return found


def _all_rows(cases: Sequence[Case], carry: Weights, found: Salience, pack: Pack, tuning: Tuning) -> list[Rows]:
    stems = Stems(pack)
    queries: dict[tuple[str, int], str] = {}
    rows: list[Rows] = []
    for case in cases:
        history = [replace(t, query=queries.get((case.conversation, i), "")) for i, t in enumerate(case.history)]
        followup = read_followup(case.message, history, pack, tuning)
        context = RetrievalContext(last_refined_query=history[-1].asked if history else None, followup=followup)
        resolved = resolve((part_of(case.message),), context, history, pack, tuning, weights=carry, salience=found)
        queries[case.conversation, len(history)] = resolved.queries[0]
        if not history:
            continue
        near = window(history, tuning)
        asked = read_told(case.message, stems, pack)
        candidates, texts = candidates_of(asked, near, stems, pack, tuning)
        traits = traits_of(asked, references_in(case.message, pack), followup, near, pack)
        standings = standings_of(
            candidates,
            weigh(candidates, traits, carry),
            Scene(asked=asked, history=near, texts=texts, pack=pack),
        )
        if not standings:
            continue
        rewrite = set(stems.of(keys_of(case.rewrite)))
        facts = [[1.0, *s.measures, *_bits(s.facts, len(Fact)), *_bits(traits, len(Trait))] for s in standings]
        wanted = np.array([s.stem in rewrite for s in standings], dtype=float)
        rows.append(Rows(np.array(facts), wanted, MTRAG_WEIGHT if case.dataset == "mtrag-dev" else 1.0))
    return rows


def _bits(value: int, count: int) -> list[float]:
    return [float(value >> place & 1) for place in range(count)]


def _named(found: Matrix) -> Salience:
    values = [round(float(value), 3) for value in found]
    first, second = 1 + len(Measure), 1 + len(Measure) + len(Fact)
    return Salience(
        bias=values[0],
        measures=tuple(values[1:first]),
        facts=tuple(values[first:second]),
        traits=tuple(values[second:]),
    )


def written(weights: Salience) -> str:
    """The weights as the module that ships them."""
    lines = [
        '"""How much counts beside other words. Fitted by ``benchmarks/fit_salience.py --write``; don\'t edit."""',
        "",
        "from __future__ import annotations",
        "",
        "from followthrough.rules.followups.carry_signals import Trait",
        "from followthrough.rules.followups.salience import Fact, Measure, Salience",
        "",
        "SHIPPED = Salience.of(",
        f"    {weights.bias},",
        "    {",
        *(f"        Measure.{one.name}: {weights.measures[one]}," for one in Measure),
        "    },",
        "    {",
        *(f"        Fact.{one.name}: {weights.facts[one]}," for one in Fact),
        "    },",
        "    {",
        *(f"        Trait.{one.name}: {weights.traits[one]}," for one in Trait),
        "    },",
        ")",
        "",
    ]
    return "\n".join(lines)


def main() -> None:
    """Prints or writes the weights."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="writes rules/followups/salience_weights.py")
    text = written(fit_salience([*cast(), *mtrag()], CARRY, load_pack("general"), DEFAULT_TUNING))
    if parser.parse_args().write:
        OUT.write_text(text, encoding="utf-8")
    else:
        print(text)


if __name__ == "__main__":
    main()
