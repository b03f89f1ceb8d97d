"""Percentiles, tables and a process's memory: what every benchmark here prints with."""

from __future__ import annotations

import math
import os
import platform
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import psutil


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least ``share`` of the values do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(math.ceil(share * len(ordered)) - 1, 0)]


def row_of(values: Sequence[float], digits: int = 2) -> list[str]:
    """Median, 95th percentile and largest value, as text."""
    return [f"{v:.{digits}f}" for v in (percentile(values, 0.5), percentile(values, 0.95), max(values))]


def print_table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> None:
    """A Markdown table."""
    print(f"| {' | '.join(head)} |\n|{'---|' * len(head)}")
    for line in lines:
        print(f"| {' | '.join(line)} |")
    print()


def print_machine() -> None:
    """What the figures were measured on."""
    memory = psutil.virtual_memory().total / 2**30
    load = os.getloadavg()[0]
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {memory:.0f} GiB, "
        f"load before the run {load:.1f}\n"
    )


@contextmanager
def peak_memory(pid: int, every_s: float = 0.05) -> Iterator[list[float]]:
    """Watches a process and its children; the list holds their largest resident size together, in MiB."""
    peak = [0.0]
    over = threading.Event()

    def watch() -> None:
        while not over.wait(every_s):
            try:
                process = psutil.Process(pid)
                family = [process, *process.children(recursive=True)]
                peak[0] = max(peak[0], sum(p.memory_info().rss for p in family) / 2**20)
            except psutil.NoSuchProcess:
                return

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield peak
    finally:
        over.set()
        watcher.join()


def run_followthrough(*arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Starts the product's command with these environment variables added."""
    return subprocess.Popen(
        [str(Path(sys.executable).with_name("followthrough")), *arguments],
        env={**os.environ, **environment},  # noqa: TID251 - a child needs the surroundings of its parent
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def by_stage(timings: Sequence[Mapping[str, float]]) -> list[list[str]]:
    """Rows of stage, median, 95th percentile, largest; stages in the order they first appear."""
    stages = list(dict.fromkeys(stage for timing in timings for stage in timing))
    return [[stage, *row_of([t[stage] for t in timings if stage in t], 3)] for stage in stages]
