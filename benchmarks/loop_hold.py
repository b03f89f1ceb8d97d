"""How long an ordinary turn holds the event loop: CPU of the loop's thread from one await to the next.

    .venv/bin/python -m benchmarks.loop_hold [--data FOLDER] [--rounds 3] [--most-ms 5] [--where]

The sample documents are ingested, or those of ``--data`` are used, and conversations about them are held turn by turn
with the shipped embedder, hearer and reader. Each step of the loop is timed by its thread's CPU clock, which another
process does not change. ``--where`` samples what runs in steps that take longer than ``--most-ms``. It exits with 1
where one step took longer; round 0 is a new process and does not count.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
import time
import traceback
from asyncio import events
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from benchmarks.measure import percentile, print_machine, print_table

from followthrough.bootstrap import Followthrough
from followthrough.samples import sample_sets
from followthrough.settings import only

CONVERSATIONS = (
    (
        "What does Harborline pay for a therapy session, and do I need prior authorization?",
        "and for group therapy?",
        "what about telehealth",
        "thanks",
    ),
    ("hello", "My laptop does not start", "it is black and the fan is running", "no", "who do I call then?"),
    ("How do I reset my password?", "it says the link has expired", "how long is it valid", "give me that shorter"),
    (
        "what's the timely filing limit for Pinecrest claims? and where do I send appeals? also what is the payer id",
        "and for Coralwood",
        "what is the difference between the two",
        "can I talk to a person?",
    ),
    ("My desk phone shows an error", "model 11", "a red light", "what does the red light mean?"),
    ("vpn keeps disconnecting at home", "I have a fritzbox", "tried that already, still drops", "what else"),
    ("Who can order software?", "does that cost anything", "list the steps", "explain step 2"),
    ("what is followthrough", "how is it installed", "does it need a gpu", "which databases does it work with?"),
)
LOOK_S = 0.0005


class Steps:
    """The CPU of each step of the loop, in milliseconds, and what ran in long ones."""

    def __init__(self, most_ms: float) -> None:
        self.spent: list[float] = []
        self.places: Counter[str] = Counter()
        self.most_ms = most_ms
        self.began: float | None = None
        self._seen: list[str] = []

    @contextmanager
    def watched(self, *, where: bool) -> Iterator[None]:
        """Times the steps of every loop, and samples them where asked."""
        run, over = events.Handle._run, threading.Event()  # noqa: SLF001 - the one place where every step passes

        def timed(handle: events.Handle) -> None:
            began, self.began = time.thread_time(), time.perf_counter()
            try:
                run(handle)
            finally:
                self.began = None
                self.spent.append((time.thread_time() - began) * 1000)
                seen, self._seen = self._seen, []
                if self.spent[-1] > self.most_ms:
                    self.places.update(seen)

        watcher = threading.Thread(target=self._look, args=(threading.get_ident(), over), daemon=True)
        events.Handle._run = timed  # noqa: SLF001 - as above
        if where:
            watcher.start()
        try:
            yield
        finally:
            events.Handle._run = run  # noqa: SLF001 - as above
            over.set()

    def _look(self, thread: int, over: threading.Event) -> None:
        while not over.wait(LOOK_S):
            if self.began is None:
                continue
            frames = traceback.extract_stack(sys._current_frames()[thread])  # noqa: SLF001 - no other way
            ours = [f"{Path(f.filename).stem}:{f.name}:{f.lineno}" for f in frames if "followthrough" in f.filename]
            self._seen.append(" < ".join(reversed(ours[-6:])))


async def hold(system: Followthrough) -> int:
    """Every conversation once; returns how many turns."""
    turns = 0
    for conversation in CONVERSATIONS:
        thread = await system.create_thread()
        for text in conversation:
            message = await system.turns.submit(thread.id, text)
            await system.turns.result(thread.id, message.turn_id)
            turns += 1
    return turns


async def run(folder: Path, *, is_filled: bool, rounds: int, steps: Steps, where: bool) -> list[list[float]]:
    """The milliseconds of each step, by conversation round."""
    found: list[list[float]] = []
    async with Followthrough.open(only(data_dir=folder)) as system:
        if not is_filled:
            await system.library.ingest_paths([s.folder for s in sample_sets()], collection="default")
        for _ in range(rounds + 1):
            steps.spent.clear()
            with steps.watched(where=where):
                await hold(system)
            found.append(sorted(steps.spent, reverse=True))
    return found


def main() -> int:
    """Measures and prints; 1 where a step took too long."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="a data folder that is filled; the samples unless given")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--most-ms", type=float, default=5.0)
    parser.add_argument("--where", action="store_true", help="say what runs in long steps")
    options = parser.parse_args()
    print_machine()
    steps = Steps(options.most_ms)
    with tempfile.TemporaryDirectory() as made:
        folder = options.data or Path(made)
        found = asyncio.run(
            run(folder, is_filled=options.data is not None, rounds=options.rounds, steps=steps, where=options.where)
        )
    turns = sum(map(len, CONVERSATIONS))
    lines = [
        [
            str(number),
            str(turns),
            str(len(spent)),
            f"{sum(spent) / turns:.1f}",
            f"{percentile(spent, 0.99):.2f}",
            f"{spent[0]:.1f}",
            str(sum(one > options.most_ms for one in spent)),
        ]
        for number, spent in enumerate(found)
    ]
    head = ["round", "turns", "steps", "loop's CPU a turn, ms", "99th of 100 steps", "largest", "too long"]
    print_table(head, lines)
    for place, count in steps.places.most_common(25):
        print(f"{count:5} {place}")
    return int(any(spent[0] > options.most_ms for spent in found[1:]))


if __name__ == "__main__":
    sys.exit(main())
