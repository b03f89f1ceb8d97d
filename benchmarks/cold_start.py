"""How long until a command answers: ``ask --help``, and ``serve`` from its start to ``/readyz`` saying 200.

    .venv/bin/python benchmarks/cold_start.py [--runs 10] [--data FOLDER]

``--data`` starts on a data folder that has documents (``benchmarks/ingest.py --data`` leaves one) besides an empty
one. Each run is a new process with warm file caches; the first run on the empty folder makes the database and is
listed by itself.
"""

from __future__ import annotations

import argparse
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from measure import print_machine, print_table, row_of, run_followthrough


def time_command(*arguments: str) -> float:
    """Seconds from the start of a command to its end."""
    began = time.perf_counter()
    process = run_followthrough(*arguments)
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    return time.perf_counter() - began


def time_to_ready(data: Path) -> float:
    """Seconds from the start of ``serve`` to the first 200 of ``/readyz``."""
    began = time.perf_counter()
    process = run_followthrough("serve", "--port", "0", FOLLOWTHROUGH_DATA_DIR=str(data))
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert "http://" in line, f"serve said {line!r}"
        address = f"http://{line.split('http://')[1].split()[0].rstrip('/')}/readyz"
        while not is_ready(address):
            time.sleep(0.01)
        return time.perf_counter() - began
    finally:
        process.terminate()
        process.communicate(timeout=60)


def is_ready(address: str) -> bool:
    """Whether the server says that it can take work."""
    try:
        with urllib.request.urlopen(address, timeout=10) as reply:  # noqa: S310 - the address is our own server's
            return reply.status == 200
    except urllib.error.URLError:
        return False


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--data", type=Path, help="a data folder with documents")
    options = parser.parse_args()
    print_machine()
    with tempfile.TemporaryDirectory() as empty:
        first = time_to_ready(Path(empty))
        cases: list[tuple[str, Callable[[], float]]] = [
            ("`ask --help`", lambda: time_command("ask", "--help")),
            ("`serve` to ready, empty folder", lambda: time_to_ready(Path(empty))),
        ]
        if options.data is not None:
            cases.append(("`serve` to ready, folder with documents", lambda: time_to_ready(options.data)))
        lines = [["`serve` to ready, first start of all", f"{first:.2f}", "", ""]]
        lines += [[name, *row_of([run() for _ in range(options.runs)])] for name, run in cases]
        print_table(["seconds", "median", "p95", "largest"], lines)


if __name__ == "__main__":
    main()
