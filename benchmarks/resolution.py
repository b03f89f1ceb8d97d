"""How near the rules' queries come to a person's rewrites, and what making them costs.

    python benchmarks/resolution.py [--json] [--sweep]

For each message of ``cast-2021`` (responses included) and ``mtrag-dev`` (without them), in the order of asking: of
the content words that the person's rewrite added, the share that the effective query has; of those that the query
added, the share that the rewrite has; the query's length in words against the rewrite's. Weights are fitted on the
other conversations (five folds); each query is made from the queries before it, never from a rewrite.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from conversations import FOLDS, Case, cast, mtrag
from fit_carry import fit, part_of
from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Exchange, Followup, RetrievalContext
from followthrough.rules.followups.carry_signals import Weights
from followthrough.rules.followups.carry_weights import SHIPPED
from followthrough.rules.followups.kind import read_followup
from followthrough.rules.followups.resolve import resolve
from followthrough.rules.language.words import Stems, keys_of
from followthrough.tuning import DEFAULT_TUNING, Tuning

SWEEP = (  # least chance, least share of the best chance, most words
    (0.03, 0.0, 8),
    (0.05, 0.0, 5),
    (0.08, 0.15, 5),
    (0.1, 0.2, 5),
    (0.12, 0.25, 5),
    (0.15, 0.3, 5),
    (0.2, 0.4, 5),
    (0.3, 0.5, 5),
    (0.4, 0.5, 5),
)


@dataclass(slots=True)
class Figures:
    """Sums over messages with a history; costs are of one core, whatever else the machine does."""

    wanted: int = 0
    kept: int = 0
    added: int = 0
    lengths: list[float] = field(default_factory=list[float])
    costs_ms: list[float] = field(default_factory=list[float])
    needs: Counter[tuple[bool, bool]] = field(default_factory=Counter[tuple[bool, bool]])
    standing: Counter[bool] = field(default_factory=Counter[bool])

    def summary(self) -> dict[str, float]:
        """The figures of the issue."""
        found, missed = self.needs[True, True], self.needs[False, True]
        flagged = found + self.needs[True, False]
        return {
            "messages": len(self.lengths),
            "share_of_added_words": self.kept / max(1, self.wanted),
            "precision_of_added_words": self.kept / max(1, self.added),
            "added_words_per_message": self.added / max(1, len(self.lengths)),
            "length_ratio": statistics.fmean(self.lengths),
            "followups_found": found / max(1, found + missed),
            "followups_right": found / max(1, flagged),
            "cost_ms_median": statistics.median(self.costs_ms),
            "cost_ms_p95": sorted(self.costs_ms)[int(len(self.costs_ms) * 0.95)],
        }


def content(text: str, stems: Stems, pack: Pack) -> set[str]:
    """The text's stems without stop words."""
    stop = pack.words.stop | pack.asking.question_words
    return set(stems.of([key for key in keys_of(text) if key not in stop]))


Rewriter = Callable[[Case, Sequence[Exchange], Weights], tuple[str, Followup]]


def measure(cases: Iterable[Case], weights: Sequence[Weights], rewriter: Rewriter, pack: Pack) -> Figures:
    """Plays the conversations in order and compares each query with the person's rewrite."""
    stems, figures = Stems(pack), Figures()
    queries: dict[tuple[str, int], str] = {}
    for case in cases:
        place = len(case.history)
        history = [replace(t, query=queries.get((case.conversation, i), "")) for i, t in enumerate(case.history)]
        began = time.thread_time()
        query, followup = rewriter(case, history, weights[case.fold])
        cost = (time.thread_time() - began) * 1000
        queries[case.conversation, place] = query
        if not place:
            continue
        own = content(case.message, stems, pack)
        wanted, added = content(case.rewrite, stems, pack) - own, content(query, stems, pack) - own
        figures.wanted += len(wanted)
        figures.kept += len(wanted & added)
        figures.added += len(added)
        figures.lengths.append(len(query.split()) / max(1, len(case.rewrite.split())))
        figures.costs_ms.append(cost)
        said = set[str]().union(*(content(f"{t.message} {t.reply}", stems, pack) for t in case.history))
        light = set(stems.of(list(pack.words.light)))
        figures.needs[followup.is_followup, bool((wanted & said) - light)] += 1
    return figures


def by_rules(tuning: Tuning, pack: Pack) -> Rewriter:
    """The product's own path: follow-up, then query."""

    def rewrite(case: Case, history: Sequence[Exchange], fitted: Weights) -> tuple[str, Followup]:
        followup = read_followup(case.message, history, pack, tuning)
        last = history[-1].asked if history else None
        context = RetrievalContext(last_refined_query=last, followup=followup)
        resolved = resolve((part_of(case.message),), context, history, pack, tuning, weights=fitted)
        return resolved.queries[0], followup

    return rewrite


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.add_argument("--sweep", action="store_true", help="a row for each least chance and number of words")
    asked = parser.parse_args()
    pack, tuning = load_pack("general"), DEFAULT_TUNING
    sets = {"cast-2021": cast(), "mtrag-dev": mtrag()}
    every = [case for cases in sets.values() for case in cases]
    folds = [fit([c for c in every if c.fold != fold], pack, tuning) for fold in range(FOLDS)]
    settings = [tuning]
    if asked.sweep:
        settings = [
            replace(tuning, carry_min_chance=least, carry_min_share=share, carry_max_words=most)
            for least, share, most in SWEEP
        ]
    for setting in settings:
        rows = {name: measure(cases, folds, by_rules(setting, pack), pack).summary() for name, cases in sets.items()}
        shipped = measure(sets["cast-2021"], [SHIPPED] * FOLDS, by_rules(setting, pack), pack).summary()
        rows["cast-2021, shipped weights (in sample)"] = shipped
        if asked.json:
            print(json.dumps(rows, indent=1))
            continue
        least, share, most = setting.carry_min_chance, setting.carry_min_share, setting.carry_max_words
        print(f"least chance {least}, share of the best {share}, at most {most} words")
        for name, row in rows.items():
            print(f"  {name}: " + ", ".join(f"{key} {value:.3f}" for key, value in row.items()))


if __name__ == "__main__":
    main()
