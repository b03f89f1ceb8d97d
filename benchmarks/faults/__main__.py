"""A server killed at random points of what it does, with clients that check every acknowledgement.

    python -m benchmarks.faults [--kills 300] [--minutes MINUTES] [--clients 3] [--seed 1]
                                [--database sqlite|postgres] [--valkey] [--folder FOLDER [--fill-disk]]

Clients talk, answer a document's questions, upload and delete over HTTP, all at once; the server's process gets
SIGKILL at a random moment and is started again on the same data, as often as asked. In every third life or so
something else happens too: the index is built again by another process, PostgreSQL or Valkey is cut off and started,
the disk is full for a while. Then every acknowledged piece of work is looked at, in the catalogue and in the index.
It exits with 1 if anything was

lost     an acknowledged message, upload or deletion is not there
doubled  a message became more than one turn
stuck    a message has no ended turn a minute after the last start
failed   a turn ended as failed, although nothing is wrong with it
refused  an answer was neither "done" nor "not now"

The embedder is the one of the tests, so that a start costs a second; stores, index and HTTP are the real ones. A
server lives until clients have had a random number of answers: a slow machine gets as much done between kills.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import sys
import tempfile
from pathlib import Path

from benchmarks.faults.clients import Work
from benchmarks.faults.run import run
from benchmarks.faults.troubles import ground
from benchmarks.faults.verdict import Verdict
from benchmarks.measure import print_machine, print_table

_SHOWN = 20


async def tormented(folder: Path, options: argparse.Namespace) -> tuple[Work, Verdict]:
    """The run that the options ask for."""
    stands_on = ground(folder, database=options.database, valkey=options.valkey, fill_disk=options.fill_disk)
    async with stands_on as on:
        most_s = options.minutes * 60
        return await run(on, kills=options.kills, clients=options.clients, seed=options.seed, most_s=most_s)


def main() -> int:
    """Runs and prints; 1 where anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="no kill after so many; the verdict still comes"
    )
    parser.add_argument("--clients", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--valkey", action="store_true", help="sessions and live events in a Valkey of its own")
    parser.add_argument("--folder", type=Path, help="folder to keep; a temporary one unless given")
    parser.add_argument("--fill-disk", action="store_true", help="fill the disk of --folder, a small one")
    options = parser.parse_args()
    print_machine()
    with tempfile.TemporaryDirectory() as temporary:
        work, verdict = asyncio.run(tormented((options.folder or Path(temporary)).resolve(), options))
    done = {"messages acknowledged": work.acknowledged, "uploads": work.uploads, "deletions": work.deletions}
    happened = {**work.troubles, **{name: len(some) for name, some in done.items()}}
    print_table(list(happened), [[str(count) for count in happened.values()]])
    wrong = {name: getattr(verdict, name) for name in ("lost", "doubled", "stuck", "failed", "refused")}
    print_table(list(wrong), [[str(len(some)) for some in wrong.values()]])
    for name, some in wrong.items():
        for one in some[:_SHOWN]:
            print(f"{name}: {one}")
    return 0 if verdict.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
