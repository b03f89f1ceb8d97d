"""Simulated users who pursue questions that their documents do not answer.

    .venv/bin/python -m benchmarks.pursuit [--json] [--limit N] [--bench FOLDER] [--data FOLDER] [--pool N] [--each N]

Ends with 1 when something happened that must never happen.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from pathlib import Path

from benchmarks.measure import print_machine
from benchmarks.pools import BENCH
from benchmarks.pursuit.run import run


def main() -> int:
    """Runs, prints; returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bench", type=Path, default=BENCH, help="the folder of mtrag-dev; left out where absent")
    parser.add_argument("--limit", type=int, help="only so many objectives, and none of mtrag-dev")
    parser.add_argument("--data", type=Path, help="a data folder that keeps the libraries for the next run")
    parser.add_argument("--pool", type=int, default=1000, help="rows of each domain of mtrag-dev")
    parser.add_argument("--each", type=int, default=20, help="questions of each domain of mtrag-dev")
    parser.add_argument("--json", action="store_true", help="all figures as JSON")
    given = parser.parse_args()
    if not given.json:
        print_machine()
    report = asyncio.run(run(given.bench, limit=given.limit, data=given.data, pool=given.pool, each=given.each))
    if given.json:
        print(json.dumps(report.as_json(), indent=2))
    else:
        report.print()
    return 1 if report.broken else 0


if __name__ == "__main__":
    sys.exit(main())
