"""What readers and the cutter make of real documents: marks that are left over, and whether quotes stand together.

    python -m benchmarks.passages FOLDER... [--missing] [--dump NAME]

Each FOLDER holds `docs/` and, where there are questions, `turns.jsonl` with their `support` quotes as they stand in
the sources. Marks are taken off a quote by rules of this script's own, so that what a reader loses is seen.

one     the quote's words stand in a row in one passage with the headings right above it
two     in one passage or in two that follow each other
marks   passages with markup in them, outside of code blocks
tiny    passages of fewer than 20 characters
torn    passages that begin inside a list or table whose lead-in or header is neither with them nor in their context
"""

from __future__ import annotations

import argparse
import asyncio
import html
import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.measure import print_table

from followthrough.adapters.document_reader.reader import Reader
from followthrough.adapters.embedder.minilm import MiniLmEmbedder
from followthrough.domain.documents import BlockKind, ParsedDocument, PassageCut
from followthrough.ports.document_reader import READABLE_ENDINGS, Refused
from followthrough.rules.cutting.passages import cut_passages
from followthrough.tuning import DEFAULT_TUNING

_TINY_CHARS = 20
_MARKS = {
    "liquid": re.compile(r"\{\{|\{%|%\}|\}\}"),
    "attributes": re.compile(r"\{[:#.][^}\n]*\}"),
    "role": re.compile(r":[a-z-]+:`"),
    "directive": re.compile(r"(?m)^\s*\.\. \S|^:{3,}|^!!! |::\s*$"),
    "option": re.compile(r"(?m)^\s*:[a-z-]+:(?:\s|$)"),
    "substitution": re.compile(r"(?<!\S)\|[\w -]+\|(?!\S)"),
    "link": re.compile(r"\]\([^)\s]*\)|`_\b|\]\[[^\]]*\]|(?m:^\[[^\]]+\]:\s)"),
    "footnote": re.compile(r"\[\^|\]_\b|\[#"),
    "tag": re.compile(r"</?(?:div|span|p|a|br|li|ul|ol|button|h\d|td|tr|table|i|b|strong|img)\b[^>]*>|<!--"),
    "emphasis": re.compile(r"(?<!\w)(?:\*\*|__)\w|``"),
    "heading": re.compile(r"(?m)^#{1,6} |^[=~^+-]{4,}$"),
    "jsx": re.compile(r"(?m)^(?:import|export) .* from |\{/\*|</?[A-Z]\w+[ />]"),
}
_OFF = (
    (re.compile(r"<!--.*?-->|\{\{.*?\}\}|\{[:#.][^}\n]*\}", re.S), " "),
    (re.compile(r"(?m)^[a-z_]+:[ ]*$"), " "),
    (re.compile(r"!?\[([^\]]*)\]\[[^\]]*\]"), r"\1"),
    (re.compile(r"!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)"), r"\1"),
    (re.compile(r":[a-z-]+:`([^`<]*?)\s*(?:<[^`]*>)?`"), r"\1"),
    (re.compile(r"`([^`<]+?)\s*<[^`>]*>`_{1,2}"), r"\1"),
    (
        re.compile(r"</?(?:a|abbr|b|br|button|div|em|h\d|i|img|li|ol|p|section|span|strong|sup|t\w{1,4}|ul)\b[^>]*>"),
        " ",
    ),
    (re.compile(r"(?m)^\s*(?:```|~~~).*$|^\s*\.\. (?:only|image|code-block|raw|figure)::.*(?:\n\s+:\w+:.*)*$"), " "),
    (re.compile(r"(?m)^\s*\.\. [\w-]+::|(?<!\S)\|[\w -]+\|(?!\S)|\[\^?#?\w+\]_?(?!\()"), " "),
)
_GAP = re.compile(r"^\.{3}|\.{3}$|[(\[]\.{3}[)\]]|\{%.*?%\}", re.S)
_MARKER = re.compile(r"(?m)^[ \t>]*(?:\(?\d{1,3}[.)]|#\.)[ \t]+")


@dataclass(slots=True)
class Cut:
    """A document with its passages."""

    document: ParsedDocument
    passages: tuple[PassageCut, ...]


@dataclass(slots=True)
class Counts:
    """What a folder gave."""

    documents: int = 0
    passages: int = 0
    quotes: int = 0
    one: int = 0
    two: int = 0
    tiny: int = 0
    torn: int = 0
    marks: Counter[str] = field(default_factory=Counter[str])
    refused: int = 0


def plain_words(source: str) -> str:
    """The words of marked text, in lower case with one space around each."""
    for mark, instead in _OFF:
        source = mark.sub(instead, source)
    return words(html.unescape(source))


def words(text: str) -> str:
    """The words of a text, numbers of list items left out."""
    bare = re.sub(r"[\W_]+", " ", _MARKER.sub("", text)).strip().lower()
    return f" {bare} "


async def read_folder(docs: Path, counts: Counts) -> dict[str, Cut]:
    """Every document below a folder, cut as the product cuts it."""
    reader, embedder = Reader(DEFAULT_TUNING), MiniLmEmbedder()
    found: dict[str, Cut] = {}
    for path in sorted(docs.rglob("*")):
        if not path.is_file() or path.suffix.lower() not in READABLE_ENDINGS | {".rst"}:
            continue
        parsed = await reader.read(path.read_bytes(), path.name)
        name = str(path.relative_to(docs))
        if isinstance(parsed, Refused):
            counts.refused += 1
            print(f"refused: {name}: {parsed.reason}")
            continue
        cuts = cut_passages(
            parsed,
            title=parsed.metadata.title or path.stem,
            count=embedder.count_tokens,
            window=embedder.max_tokens,
            tuning=DEFAULT_TUNING,
        )
        found[name] = Cut(parsed, cuts)
    await embedder.aclose()
    return found


def quotes_of(folder: Path) -> Iterator[tuple[str, str]]:
    """File and quote of each support, each once."""
    path = folder / "turns.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    pairs = [(s["file"], s["quote"]) for line in lines for s in json.loads(line).get("support", ())]
    yield from dict.fromkeys(pairs)


def holds(cut: Cut, quote: str, count: int) -> bool:
    """Whether every part of a quote (what it leaves out parts it) stands in the same ``count`` passages in a row."""
    parts = [p for piece in _GAP.split(quote) if (p := plain_words(piece)).strip()]
    text, passages = cut.document.text, cut.passages
    for at in range(len(passages)):
        start = passages[at - 1].end if at else 0
        window = words(text[start : passages[min(at + count, len(passages)) - 1].end])
        if all(part in window for part in parts):
            return True
    return False


def look_at(cut: Cut, counts: Counts) -> None:
    """Counts what is wrong with the passages of one document."""
    document = cut.document
    kinds = {block.start: block for block in document.blocks}
    code = [(b.start, b.end) for b in document.blocks if b.kind is BlockKind.CODE]
    counts.documents += 1
    counts.passages += len(cut.passages)
    for passage in cut.passages:
        counts.tiny += len(passage.text) < _TINY_CHARS
        shown = document.text
        for start, end in code:
            if start < passage.end and end > passage.start:
                shown = shown[:start] + " " * (end - start) + shown[end:]
        shown = shown[passage.start : passage.end]
        for name, mark in _MARKS.items():
            counts.marks[name] += bool(mark.search(shown))
        counts.torn += _is_torn(document, kinds, passage)


def _is_torn(document: ParsedDocument, kinds: dict[int, object], passage: PassageCut) -> bool:
    blocks = document.blocks
    at = next((i for i, b in enumerate(blocks) if b.start <= passage.start < b.end), None)
    if at is None or blocks[at].kind not in (BlockKind.LIST_ITEM, BlockKind.TABLE_ROW):
        return False
    first = at
    while first and blocks[first - 1].kind is blocks[at].kind:
        first -= 1
    if blocks[at].kind is BlockKind.TABLE_ROW:
        return bool(blocks[at].table_header) and blocks[at].table_header[:20] not in passage.context
    announced = first > 0 and blocks[first - 1].kind is BlockKind.PARAGRAPH
    lead = document.text[blocks[first - 1].start : blocks[first - 1].end] if announced else ""
    return announced and lead[-12:] not in passage.context


async def measure(folder: Path, *, missing: bool, dump: str | None) -> Counts:
    """Reads a folder and looks for its quotes."""
    counts = Counts()
    docs = folder / "docs" if (folder / "docs").is_dir() else folder
    cuts = await read_folder(docs, counts)
    for name, cut in cuts.items():
        look_at(cut, counts)
        if dump is not None and dump in name:
            _print(name, cut)
    for name, quote in quotes_of(folder):
        counts.quotes += 1
        one = name in cuts and holds(cuts[name], quote, 1)
        two = one or (name in cuts and holds(cuts[name], quote, 2))
        counts.one += one
        counts.two += two
        if missing and not two:
            print(f"--- {name}\n{quote}\n")
    return counts


def _print(name: str, cut: Cut) -> None:
    print(f"######## {name}")
    for passage in cut.passages:
        print(f"[{' > '.join(passage.heading)}]\n({passage.context!r})\n{passage.text}\n--------")


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--missing", action="store_true", help="print the quotes that don't stand together")
    parser.add_argument("--dump", metavar="NAME", help="print the passages of documents whose path holds NAME")
    options = parser.parse_args()
    lines: list[list[str]] = []
    for folder in options.folders:
        found = asyncio.run(measure(folder.resolve(), missing=options.missing, dump=options.dump))
        share = [f"{n / found.quotes:.3f}" if found.quotes else "-" for n in (found.one, found.two)]
        marks = " ".join(f"{name} {n}" for name, n in found.marks.most_common() if n) or "0"
        numbers = [found.documents, found.refused, found.passages, found.quotes]
        lines.append([folder.name, *map(str, numbers), *share, str(found.tiny), str(found.torn), marks])
    head = ["folder", "documents", "refused", "passages", "quotes", "one", "two", "tiny", "torn", "marks"]
    print_table(head, lines)


if __name__ == "__main__":
    main()
