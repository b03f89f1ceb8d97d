"""``python -m benchmarks.heard [SET...] [--kind NAME ...]``: how many unseen messages do what was meant, by kind.

``cases.yaml`` and ``second.yaml`` were written before the hearer was fitted for their kinds; no message of them is
an example. A case
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

SETS = ("cases", "second")
MUSTS = ("no_person",)


def scripts(name: str) -> Iterator[tuple[str, str, Script]]:
    """Of a set the kinds, the messages and their conversations."""
    path = Path(__file__).with_name(f"{name}.yaml")
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    for case in data["cases"]:
        for message in case["messages"]:
            yield case["kind"], message, _script(path, data["documents"][case["documents"]], case, message)


def _script(path: Path, documents: list[Any], case: dict[str, Any], message: str) -> Script:
    turns = [{"user": one} for one in case.get("before", ())]
    whole = {
        "name": message,
        "documents": documents,
        "turns": [*turns, {"user": message, "expect": case["expect"]}],
    }
    found = parse_script(path, yaml.safe_dump(whole, allow_unicode=True).encode())
    if not isinstance(found, Script):
        raise TypeError(str(found))
    return found


async def run(name: str, kinds: list[str]) -> int:
    """Plays them and prints what fails."""
    right, of = Counter[str](), Counter[str]()
    async with open_workshop(only()) as workshop:
        for kind, message, script in scripts(name):
            if kinds and kind not in kinds:
                continue
            result = await play(script, workshop.open_system)
            of[kind] += 1
            right[kind] += result.passed
            for failure in result.failures:
                print(f"{kind}: {message}: {failure.path} is {failure.got!r}, not {failure.expected!r}")
    for kind, count in of.items():
        print(f"{kind}: {right[kind]} of {count}")
    print(f"{name}: {right.total()} of {of.total()}")
    return int(any(right[kind] < of[kind] for kind in MUSTS))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="*", default=SETS)
    parser.add_argument("--kind", nargs="*", default=[])
    chosen = parser.parse_args()
    sys.exit(max([asyncio.run(run(one, chosen.kind)) for one in chosen.sets]))
