"""The examples: lines with alternatives (``{say|write}``) and facts (``{fact}``), and the sentences of documents."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.orders.reading import read_units

from followthrough.adapters.document_reader.reader import Reader
from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.tuning import DEFAULT_TUNING

FOLDER = Path(__file__).parent
_GROUP = re.compile(r"\{([^{}]*\|[^{}]*)\}")
_ALONE = re.compile(r'\{([^{}":]*)\}')
_FACT = "\x01"
_READ = (".md", ".mdx", ".html", ".txt", ".rst", ".pdf")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of examples: its language, and its text with alternatives."""

    language: str
    text: str

    def filled(self, rng: random.Random, fact: str) -> str:
        """One of the sentences that it stands for, innermost alternatives chosen first."""
        text = self.text.replace("{fact}", _FACT)
        while found := _GROUP.search(text):
            text = text[: found.start()] + rng.choice(found[1].split("|")) + text[found.end() :]
        return " ".join(_ALONE.sub(r"\1", text).replace(_FACT, fact).split())


def lines_of(kind: str) -> list[Line]:
    """The lines of ``orders`` or of ``readers`` in every language."""
    return [
        Line(path.name.split(".")[1], text)
        for path in sorted(FOLDER.glob(f"{kind}.*.txt"))
        for _, text in sentences_of(path)
    ]


def sentences_of(path: Path) -> Iterator[tuple[str, str]]:
    """The lines of a file, each with the word of the last heading ("# de") above it."""
    heading = ""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            heading = line[2:]
        elif line:
            yield heading, line


def facts() -> dict[str, list[str]]:
    """Plain statements by language: what an order wants to have said must not tell that it is one."""
    found: dict[str, list[str]] = {}
    for language, text in sentences_of(FOLDER / "facts.txt"):
        found.setdefault(language, []).append(text)
    return found


def passages_in(folder: Path) -> list[list[str]]:
    """The units of each passage of every document in a folder, as the product cuts them, orders included."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in _READ and path.is_file())
    files = [(path.read_bytes(), f"{path.stem}.md" if path.suffix == ".mdx" else path.name) for path in paths]
    return asyncio.run(_passages_of(files))


async def _passages_of(files: list[tuple[bytes, str]]) -> list[list[str]]:
    pack = load_pack("general")
    deaf = replace(pack, orders=replace(pack.orders, alone=float("inf")))
    reader = Reader(DEFAULT_TUNING)
    return [
        units for data, name in files for units in await read_units(data, name, reader=reader, pack=deaf) if units
    ]
