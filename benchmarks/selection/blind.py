"""The messages of people who had seen no code: commands executed, and what must not be, executed all the same.

``python -m benchmarks.selection.blind [SET...] [--misses]``, all sets by default. Exit 1 when the must is missed:
85 % of the commands executed without a question, and nothing executed wrongly. What ``--misses`` prints must not be
fitted on: a set that was read is no longer blind (the third was, after its first figures; of the fourth, which has
only what must execute nothing, those that did were; the fifth is by a person who knew which words had failed).
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from benchmarks.selection.__main__ import ON, decide, judge, misses, tally
from benchmarks.selection.cases import Case, blind_cases

SETS = ("first", "second", "third", "fourth", "fifth", "sixth")
MUST = 0.85


def figures(name: str, cases: list[Case]) -> bool:
    """Prints the figures of a set; whether the must is kept."""
    rows = tally(cases, lambda case: decide(case, ON))
    for kind, row in rows.items():
        share = f"{row['right'] / row['n']:.3f}" if kind == "command" else "    -"
        cell = "/".join(str(row[key]) for key in ("right", "wrong", "asked", "passed"))
        print(f"{name:10}{kind:12}{row['n']:>6}{cell:>20}{share:>8}")
    must = all(row["right"] >= MUST * row["n"] for kind, row in rows.items() if kind == "command")
    return must and sum(row["wrong"] for row in rows.values()) == 0


def main() -> int:
    """Runs it; 1 when the must is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=SETS, help="which: first to sixth")
    parser.add_argument("--misses", action="store_true", help="lists what went otherwise than wanted")
    options = parser.parse_args()
    sets = {name: blind_cases(name) for name in options.sets}
    asyncio.run(judge([case for cases in sets.values() for case in cases]))
    if options.misses:
        print("\n".join(line for cases in sets.values() for line in misses(cases)))
        return 0
    print(f"{'set':10}{'kind':12}{'n':>6}{'right/wrong/asked/passed':>26}")
    kept = [figures(name, cases) for name, cases in sets.items()]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    sys.exit(main())
