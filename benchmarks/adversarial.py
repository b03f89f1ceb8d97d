"""CPU of whole turns on hostile texts of the largest allowed size: repeats of separators and words, nesting, digits.

    .venv/bin/python benchmarks/adversarial.py [--state first|follow-up|loop] [--size 16000] [--texts 40]

The product as it ships, with its samples in the index: a text is a thread's first message, a follow-up, or said while
a document's question waits. CPU time of all threads, so a busy machine changes less than it does to the clock.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from importlib.resources import files
from pathlib import Path

from followthrough.bootstrap import Followthrough
from followthrough.settings import only
from followthrough.tuning import Tuning
from measure import print_machine, print_table, row_of

SEPARATORS = [*".,;:!?-–/|()[]{}<>\"'“”*_#=@\n\t", "...", " - ", "\n\n", "\n- ", "> "]
WORDS = ["a", "the", "and", "or", "not", "if", "is", "can", "what", "how", "that", "no", "please", "agent", "search"]
WORDS += [
    "stop",
    "instead",
    "Molina",
    "H0036",
    "12",
    "x",
    "two",
    "both",
    "first",
    "this cat",
    "is this cat",
    "the fee",
]
SENTENCES = [
    "What is the fee?\n",
    "can I talk to an agent, ",
    "search the web for it; ",
    "my member id is W1234, ",
    "compare Molina and Humana on appeals vs ",
    '"the fee is 12 dollars a copy" ',
    "From the manual: ",
    "http://a.b/c ",
]


def texts(size: int) -> dict[str, str]:
    """Hostile texts by the unit that each repeats."""
    units = [f"a{mark} " for mark in SEPARATORS] + [f"a{mark}" for mark in SEPARATORS] + SEPARATORS
    units += [f"{word} " for word in WORDS] + [f"{word}, " for word in WORDS] + SENTENCES
    repeated = {unit: (unit * (size // len(unit) + 1))[:size] for unit in units}
    distinct = {
        f"{before}, each another": " ".join(f"{before} {_name(n)}" for n in range(size)) for before in _BEFORE
    }
    return repeated | {unit: text[:size] for unit, text in distinct.items()}


_BEFORE = ("", "the", "this", "is it", "what is the")


def _name(number: int) -> str:
    """A word that no other number has."""
    return chr(97 + number % 26) + (_name(number // 26) if number >= 26 else "a")


_BEFORE_IT = {
    "first": (),
    "follow-up": ("What is the timely filing limit at Harborline?",),
    "loop": ("My desk phone shows an error",),
}


async def measure(data: Path, size: int, most: int, state: str) -> list[tuple[float, str]]:
    """CPU seconds of a turn by text, the dearest first."""
    spent: list[tuple[float, str]] = []
    hostile = texts(size)
    step = max(1, len(hostile) // most)
    async with Followthrough.open(only(data_dir=data)) as system:
        samples = Path(str(files("followthrough"))) / "samples"
        await system.library.ingest_paths([samples], collection=system.settings.collection)
        for unit, text in [("Hello", "Hello"), *list(hostile.items())[::step]]:
            thread = await system.create_thread()
            for said in (*_BEFORE_IT[state], text):
                began = time.process_time()
                message = await system.turns.submit(thread.id, said)
                await system.turns.result(thread.id, message.turn_id)
            spent.append((time.process_time() - began, unit))
    return sorted(spent[1:], reverse=True)  # the first turn of a process also loads


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=Tuning().message_max_chars)
    parser.add_argument("--texts", type=int, default=1_000)
    parser.add_argument("--state", choices=tuple(_BEFORE_IT), default="first")
    options = parser.parse_args()
    print_machine()
    with tempfile.TemporaryDirectory() as data:
        spent = asyncio.run(measure(Path(data), options.size, options.texts, options.state))
    print_table(
        ["CPU s of a turn", "median", "p95", "largest"], [[f"{len(spent)} texts", *row_of([s for s, _ in spent])]]
    )
    print_table(["dearest", "CPU s"], [[f"`{unit!r}`", f"{seconds:.2f}"] for seconds, unit in spent[:10]])


if __name__ == "__main__":
    main()
