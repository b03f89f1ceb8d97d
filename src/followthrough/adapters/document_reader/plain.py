"""Plain text: paragraphs between empty lines, lists by their marks, headings by their look."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from itertools import groupby

from followthrough.adapters.document_reader.text import TextBuilder, clean

_ITEM = re.compile(r"^(\s*)([-*•‣◦–·]|\d{1,3}[.)]|\(?[a-z]\))\s+(?=\S)", re.M)
_UNDERLINE = re.compile(r"^(=+|-+|~+)\s*$")
_MARKED_HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*$")
_SECTION = re.compile(r"#{2,6}\s+\S")  # begins a block wherever it stands; after "#" alone may come a comment
_NUMBERED_HEADING = re.compile(r"^(\d{1,2}(?:\.\d{1,2})+)\.?\s+[A-Z].{0,78}$")  # one number alone may be a list's
_ENDS_SENTENCE = re.compile(r"[.!?:;,]$")
_RTF_TOKEN = re.compile(r"[{}]|\\(?P<word>[a-z]{1,32})(?P<number>-?\d{0,10}) ?|\\'..|\\.|[^{}\\]+", re.S)
_HIDES = re.compile(r"\\v(?![a-z]|0)")
_WRAPPED_CHARS = 50  # shorter lines were not broken for want of room: their ends mean something


def read_text(text: str, into: TextBuilder) -> None:
    """Adds the blocks of a plain text."""
    for lines in _groups(clean(text)):
        _add_group(lines, into)


def read_rtf(data: bytes, into: TextBuilder) -> None:
    """Adds a rich text: its words, and its tables, whose rows come as lines of cells that each end with a bar."""
    seen, hidden = _without_hidden(data.decode("latin-1"))
    if hidden:
        into.warn("Text that is hidden in the document was not read.")
    text: str = importlib.import_module("striprtf.striprtf").rtf_to_text(seen, errors="ignore")
    for is_table, lines in groupby(text.split("\n"), key=lambda line: line.endswith("|") and line.count("|") > 1):
        if is_table:
            into.table([line[:-1].split("|") for line in lines], header=None)
        else:
            read_text("\n".join(lines), into)


def _without_hidden(rtf: str) -> tuple[str, bool]:
    """A rich text without the words that it marks as hidden, and whether there were any."""
    if not _HIDES.search(rtf):
        return rtf, False
    kept: list[str] = []
    hides, had_words = [False], False
    for token in _RTF_TOKEN.finditer(rtf):
        word = token["word"]
        if token[0] == "{":
            hides.append(hides[-1])
        elif token[0] == "}":
            hides[-1:] = [] if len(hides) > 1 else hides
        elif word in ("v", "plain"):
            hides[-1] = word == "v" and token["number"] != "0"
        elif hides[-1] and word in (None, "u"):
            had_words = had_words or not token[0].isspace()
            continue
        kept.append(token[0])
    return "".join(kept), had_words


def _groups(text: str) -> Iterator[list[str]]:
    group: list[str] = []
    for line in text.expandtabs(4).split("\n"):
        if group and (not line.strip() or _SECTION.match(line)):
            yield group
            group = []
        if line.strip():
            group.append(line.rstrip())
    if group:
        yield group


def _add_group(lines: list[str], into: TextBuilder) -> None:
    level, rest = _heading(lines)
    if level:
        into.heading(lines[0].strip().strip("#"), level)
        if not rest:
            return
        lines = rest
    paragraph: list[str] = []
    item: tuple[str, int] | None = None
    for line in lines:
        if match := _ITEM.match(line):
            _flush(paragraph, item, into)
            marker = match.group(2)
            item = (marker if marker[-1] in ".)" else "-", 1 + len(match.group(1)) // 2)
            paragraph = [line[match.end() :]]
        else:
            paragraph.append(line.strip())
    _flush(paragraph, item, into)


def _flush(lines: list[str], item: tuple[str, int] | None, into: TextBuilder) -> None:
    words = _unwrapped(lines)
    if item is None:
        into.paragraph(words)
    else:
        into.item(words, marker=item[0], level=min(item[1], 6))


def _unwrapped(lines: list[str]) -> str:
    """Lines that were broken for want of room joined again; a line that ended early keeps its end."""
    joined = ""
    for place, line in enumerate(lines):
        joined += line
        if place < len(lines) - 1:
            joined += " " if len(line) + len(lines[place + 1].split()[0]) >= _WRAPPED_CHARS else "\n"
    return joined


def _heading(lines: list[str]) -> tuple[int, list[str]]:
    """The level of the heading that the group begins with, 0 for none, and the lines after it."""
    first = lines[0].strip()
    if match := _MARKED_HEADING.match(first):
        return len(match.group(1)), lines[1:]
    if len(lines) > 1 and _UNDERLINE.match(lines[1]) and len(lines[1].strip()) >= min(3, len(first)):
        return (1 if lines[1].startswith("=") else 2), lines[2:]
    if len(lines) > 1 or len(first) > 80 or _ENDS_SENTENCE.search(first):
        return 0, lines
    if match := _NUMBERED_HEADING.match(first):
        return min(6, 1 + match.group(1).count(".")), []
    letters = [c for c in first if c.isalpha()]
    if len(letters) >= 4 and all(c.isupper() for c in letters) and " | " not in first:
        return 2, []
    return 0, lines
