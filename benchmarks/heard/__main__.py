"""``python -m benchmarks.heard [--kind NAME ...]``: how many of the unseen messages do what was meant, by kind.

``cases.yaml`` was written before the hearer was fitted for these kinds, and no message of it is an example. A case
is what is said before, and messages; each is said in a conversation of its own. 1 where something was executed, left
or closed that nobody wanted: the expectations of the kinds in ``MUSTS``.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from followthrough.cli.conversations import open_workshop
from followthrough.evals.conversations.parse import parse_script
from followthrough.evals.conversations.run import play
from followthrough.evals.conversations.script import Script
from followthrough.settings import only

CASES = Path(__file__).with_name("cases.yaml")
MUSTS = ("no_person",)


def scripts() -> Iterator[tuple[str, str, Script]]:
    """The kind, the message and its conversation."""
    data = yaml.safe_load(CASES.read_text(encoding="utf-8"))
    for case in data["cases"]:
        for message in case["messages"]:
            yield case["kind"], message, _script(data["documents"][case["documents"]], case, message)


def _script(documents: list[Any], case: dict[str, Any], message: str) -> Script:
    turns = [{"user": one} for one in case.get("before", ())]
    whole = {
        "name": message,
        "documents": documents,
        "turns": [*turns, {"user": message, "expect": case["expect"]}],
    }
    found = parse_script(CASES, yaml.safe_dump(whole, allow_unicode=True).encode())
    if not isinstance(found, Script):
        raise TypeError(str(found))
    return found


async def run(kinds: list[str]) -> int:
    """Plays them and prints what fails."""
    right, of = Counter[str](), Counter[str]()
    async with open_workshop(only()) as workshop:
        for kind, message, script in scripts():
            if kinds and kind not in kinds:
                continue
            result = await play(script, workshop.open_system)
            of[kind] += 1
            right[kind] += result.passed
            for failure in result.failures:
                print(f"{kind}: {message}: {failure.path} is {failure.got!r}, not {failure.expected!r}")
    for kind, count in of.items():
        print(f"{kind}: {right[kind]} of {count}")
    print(f"all: {right.total()} of {of.total()}")
    return int(any(right[kind] < of[kind] for kind in MUSTS))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kind", nargs="*", default=[])
    sys.exit(asyncio.run(run(parser.parse_args().kind)))
