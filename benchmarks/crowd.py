"""Many conversations at once, a long one, and memory: a server with the documents of a data folder.

    .venv/bin/python benchmarks/crowd.py --data /tmp/ordinary [--threads 64] [--turns 5] [--long 200]

All threads ask at the same time, ``turns`` questions each, while ``/healthz`` is asked: turns a second, what CPU the
server used for each, and how long it takes to say that it is alive. Then one thread has ``long`` turns: the last ones
beside its first. Memory is the largest that the server and its children had. ``--data`` is a folder that
``benchmarks.ordinary`` has filled; it grows by the conversations.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import httpx
import psutil

from measure import peak_memory, percentile, print_machine, print_table, run_followthrough

ASKED = (
    "How do I create a project?",
    "and how do I remove it?",
    "Which file formats are read?",
    "thanks",
    "What next?",
)
EARLY = slice(2, 8)  # turns around the fifth
PAUSE_S = 0.05


def cpu_s(server: psutil.Process) -> float:
    """Seconds of CPU that the server has used, in all its threads."""
    times = server.cpu_times()
    return times.user + times.system


async def talk(client: httpx.AsyncClient, turns: int) -> list[float]:
    """A thread's turns, one after the other: seconds of each."""
    thread = (await client.post("/v1/threads", json={})).raise_for_status().json()["thread_id"]
    spent: list[float] = []
    for number in range(turns):
        began = time.perf_counter()
        said = {"text": ASKED[number % len(ASKED)]}
        (await client.post(f"/v1/threads/{thread}/messages", json=said)).raise_for_status()
        spent.append(time.perf_counter() - began)
    return spent


async def alive(client: httpx.AsyncClient, spent: list[float]) -> None:
    """Asks whether the server is alive, for ever."""
    while True:
        began = time.perf_counter()
        (await client.get("/healthz")).raise_for_status()
        spent.append(time.perf_counter() - began)
        await asyncio.sleep(PAUSE_S)


async def measure(address: str, server: psutil.Process, options: argparse.Namespace) -> Sequence[tuple[str, str]]:
    """What was measured, and its figure."""
    threads, turns, length = options.threads, options.turns, options.long
    bounds = httpx.Limits(max_connections=threads + 2)
    async with httpx.AsyncClient(base_url=address, timeout=600, limits=bounds) as client:
        await talk(client, len(ASKED))  # a process's first turns also load
        said: list[float] = []
        watching = asyncio.create_task(alive(client, said))
        began, used = time.perf_counter(), cpu_s(server)
        await asyncio.gather(*(talk(client, turns) for _ in range(threads)))
        rate = threads * turns / (time.perf_counter() - began)
        used = (cpu_s(server) - used) / (threads * turns)
        watching.cancel()
        spent = await talk(client, length)
    late = median(spent[-len(spent[EARLY]) :]) / median(spent[EARLY])
    return (
        (f"turns a second, {threads} threads at once", f"{rate:.1f}"),
        ("CPU of the server a turn, ms", f"{used * 1000:.1f}"),
        ("`/healthz` meanwhile, p95 in ms", f"{percentile(said, 0.95) * 1000:.1f}"),
        (f"turns around {length} / around 5, median", f"{late:.2f}"),
    )


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=64)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--long", type=int, default=200)
    options = parser.parse_args()
    print_machine()
    tuning = json.dumps({"rate_per_minute": 1_000_000})
    surroundings = {"FOLLOWTHROUGH_DATA_DIR": str(options.data), "FOLLOWTHROUGH_TUNING": tuning}
    process = run_followthrough("serve", "--port", "0", **surroundings)
    try:
        assert process.stdout is not None
        address = "http://" + process.stdout.readline().split("http://")[1].split()[0].rstrip("/")
        with peak_memory(process.pid) as peak:
            rows = asyncio.run(measure(address, psutil.Process(process.pid), options))
    finally:
        process.terminate()
        process.communicate(timeout=60)
    print_table(["", "figure"], [*rows, ("memory, largest, MiB", f"{peak[0]:.0f}")])


if __name__ == "__main__":
    main()
