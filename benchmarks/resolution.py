"""How near the rules' queries come to a person's rewrites, and what making them costs.

    python benchmarks/resolution.py [--json]

For each message of ``cast-2021`` (responses included) and ``mtrag-dev`` (without them), in the order of asking: of
the content words that the person's rewrite added, the share that the effective query has; of those that the query
added, the share that the rewrite has; the query's length in words against the rewrite's. Each
query is made from the queries before it, never from a rewrite.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from conversations import Case, cast, mtrag
from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Exchange, Followup, RetrievalContext
from followthrough.rules.followups.kind import read_followup
from followthrough.rules.followups.resolve import resolve
from followthrough.rules.language.words import Stems, keys_of
from followthrough.rules.questions.plan import sub_objective
from followthrough.tuning import DEFAULT_TUNING, Tuning


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


Rewriter = Callable[[Case, Sequence[Exchange]], tuple[str, Followup]]


def measure(cases: Iterable[Case], rewriter: Rewriter, pack: Pack) -> Figures:
    """Plays the conversations in order and compares each query with the person's rewrite."""
    stems, figures = Stems(pack), Figures()
    queries: dict[tuple[str, int], str] = {}
    for case in cases:
        place = len(case.history)
        history = [replace(t, query=queries.get((case.conversation, i), "")) for i, t in enumerate(case.history)]
        began = time.thread_time()
        query, followup = rewriter(case, history)
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

    def rewrite(case: Case, history: Sequence[Exchange]) -> tuple[str, Followup]:
        followup = read_followup(case.message, history, pack, tuning)
        last = history[-1].asked if history else None
        context = RetrievalContext(last_refined_query=last, followup=followup)
        resolved = resolve((sub_objective(case.message),), context, history, pack, tuning)
        return resolved.queries[0], followup

    return rewrite


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one JSON document")
    asked = parser.parse_args()
    pack = load_pack("general")
    sets = {"cast-2021": cast(), "mtrag-dev": mtrag()}
    rows = {name: measure(cases, by_rules(DEFAULT_TUNING, pack), pack).summary() for name, cases in sets.items()}
    if asked.json:
        print(json.dumps(rows, indent=1))
        return
    for name, row in rows.items():
        print(f"{name}: " + ", ".join(f"{key} {value:.3f}" for key, value in row.items()))


if __name__ == "__main__":
    main()
