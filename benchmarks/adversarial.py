"""CPU of whole turns on hostile texts of the largest allowed size: repeats of separators and words, nesting, digits.

    .venv/bin/python benchmarks/adversarial.py [--size 16000] [--texts 40]

The machinery alone: an empty index in memory, no model. CPU time, so a busy machine changes little.
"""

from __future__ import annotations

import argparse
import asyncio
import time

from followthrough.domain.ids import OwnerId
from followthrough.testing.memory_documents import MemoryDocuments
from followthrough.testing.memory_threads import MemoryThreads
from followthrough.tuning import Tuning
from machinery import serving
from measure import print_machine, print_table, row_of

SEPARATORS = [*".,;:!?-–/|()[]{}<>\"'“”*_#=@\n\t", "...", " - ", "\n\n", "\n- ", "> "]
WORDS = ["a", "the", "and", "or", "not", "if", "is", "can", "what", "how", "that", "no", "please", "agent", "search"]
WORDS += ["stop", "instead", "Molina", "H0036", "12", "x"]
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
    return {unit: (unit * (size // len(unit) + 1))[:size] for unit in units}


async def measure(size: int, most: int) -> list[tuple[float, str]]:
    """CPU seconds of a turn by text, the dearest first."""
    spent: list[tuple[float, str]] = []
    hostile = texts(size)
    step = max(1, len(hostile) // most)
    async with serving(MemoryThreads(), MemoryDocuments()) as service:
        for unit, text in [("Hello", "Hello"), *list(hostile.items())[::step]]:
            thread = await service.create_thread(owner=OwnerId("o"), collection="default", pack="healthcare_payer")
            began = time.process_time()
            message = await service.submit(thread.id, text)
            await service.result(thread.id, message.turn_id)
            spent.append((time.process_time() - began, unit))
    return sorted(spent[1:], reverse=True)  # the first turn of a process also loads


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=Tuning().message_max_chars)
    parser.add_argument("--texts", type=int, default=1_000)
    options = parser.parse_args()
    print_machine()
    spent = asyncio.run(measure(options.size, options.texts))
    print_table(
        ["CPU s of a turn", "median", "p95", "largest"], [[f"{len(spent)} texts", *row_of([s for s, _ in spent])]]
    )
    print_table(["dearest", "CPU s"], [[f"`{unit!r}`", f"{seconds:.2f}"] for seconds, unit in spent[:10]])


if __name__ == "__main__":
    main()
