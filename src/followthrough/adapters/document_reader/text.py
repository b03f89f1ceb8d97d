"""The one text of a document, grown block by block, so that every block knows its place in it.

Invariant: what is added is clean (no control characters, one space between words) and separated from what stands
before: rows and items of one run by a line end, everything else by an empty line.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from followthrough.adapters.document_reader.column_names import NO_VALUE, names_in_layout
from followthrough.adapters.document_reader.contents import without_contents
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.domain.documents import CODE_INDENT, HEAD_MARK, Block, BlockKind, DocumentMetadata, ParsedDocument

WARNINGS_KEY = "reader_warnings"
"""The key of a document's metadata under which stands what was not read of it."""
WARNING_WORDS_KEY = "reader_warning_words"
"""The key under which the same stands as words with places and what stands in them, to be said in other languages."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200b\u2060\ufeff\ufffe\uffff\ud800-\udfff\u00ad]")
_SPACES = re.compile(r"[^\S\n]+")
_PARTING = re.compile(r" (?=\|)|(?<=\|) |(?<=;) (?=.*: )")  # what would end a cell of a row, told as such or in words
_LINE_ENDS = re.compile(r"\r\n?|[\u2028\u2029\x85]")
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})


def clean(text: str) -> str:
    """Composed form, without control characters, lone surrogates and soft hyphens; every line end is a line feed."""
    text = _CONTROL.sub("", _LINE_ENDS.sub("\n", text)).translate(_LIGATURES)
    return unicodedata.normalize("NFC", text)


def one_line(text: str) -> str:
    """Clean text with every run of white space as one space."""
    return " ".join(clean(text).split())


def spans(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Rising numbers as the first and the last of those that follow one another."""
    found: list[tuple[int, int]] = []
    for number in numbers:
        follows = bool(found) and found[-1][1] == number - 1
        found[-1:] = [(found[-1][0], number)] if follows else [*found[-1:], (number, number)]
    return found


def prose(text: str) -> str:
    """Clean text with single spaces; its line ends stay, empty lines go."""
    lines = (_SPACES.sub(" ", line).strip() for line in clean(text).split("\n"))
    return "\n".join(line for line in lines if line)


class TextBuilder:
    """Collects blocks in reading order.

    Args:
        max_chars: how long the text may grow; beyond, ``Refusal`` with code ``too_large``.
    """

    def __init__(self, max_chars: int) -> None:
        self._max_chars = max_chars
        self._parts: list[str] = []
        self._blocks: list[Block] = []
        self._length = 0
        self._left = 0
        self._warnings: dict[str, tuple[str, dict[str, str]]] = {}
        self.deeper = 0  # by so much headings are lowered: a file in an archive stands under its name

    def warn(self, words: str, **places: str) -> None:
        """Takes note of something that was not read, as one line for people.

        Args:
            words: the line, with ``{name}`` where a place is.
            places: what stands in each.
        """
        self._warnings[one_line(words.format(**places))] = (words, places)

    def leave(self, level: int) -> None:
        """What comes next stands no longer under the headings of this level and deeper."""
        self._left = min(level, self._left or level)

    def heading(self, text: str, level: int, *, page: int | None = None) -> None:
        """A heading, on one line. An empty one is left out, as every empty block is."""
        self._add(BlockKind.HEADING, one_line(text), level=max(1, level) + self.deeper, page=page)

    def paragraph(self, text: str, *, page: int | None = None) -> None:
        """A paragraph; line ends in it are kept."""
        self._add(BlockKind.PARAGRAPH, prose(text), page=page)

    def item(self, text: str, *, level: int = 1, marker: str = "-", page: int | None = None) -> None:
        """A list item; ``marker`` is ``-`` or its number with its dot, ``level`` its nesting from 1."""
        if words := prose(text):
            self._add(BlockKind.LIST_ITEM, f"{marker} {words}", level=max(1, level), page=page)

    def code(self, text: str, *, page: int | None = None) -> None:
        """Code as it stands, empty lines at its ends left out; its lines are indented, which tells it from prose."""
        lines = clean(text).strip("\n").rstrip().split("\n")
        self._add(BlockKind.CODE, "\n".join(f"{CODE_INDENT}{line}" if line else "" for line in lines), page=page)

    def table(
        self,
        rows: Sequence[Sequence[str]],
        *,
        header: bool | None,
        page: int | None = None,
        carried: str | None = None,
        head_rows: int = 1,
    ) -> str:
        """A table as ``a | b`` rows; gives the header that its rows stand under, empty for none.

        Args:
            rows: the cells' texts, row by row.
            header: whether the first row names the columns; None guesses.
            page: the page it is on.
            carried: the header of the table that these rows go on with.
            head_rows: how many rows at the top name the columns together.
        """
        cells = [[_PARTING.sub("\N{NO-BREAK SPACE}", one_line(c)) or NO_VALUE for c in row] for row in rows]
        cells = _without_empty([row for row in cells if any(c != NO_VALUE for c in row)])
        if 1 < head_rows < len(cells):
            cells[:head_rows] = [_joined_names(cells[:head_rows])]
        while carried is None and cells and (len(cells[0]) == 1 or (len(set(cells[0])) == 1 and len(cells) > 1)):
            self.paragraph(cells.pop(0)[0], page=page)  # a title over the whole table, or a table of one column
        if not cells:
            return carried or ""
        named = carried is None and (names_in_layout(cells) if header is None else header and len(cells) > 1)
        title, mark = carried or "", ""
        if named:
            cells[0] = _told_apart(cells[0])
            title, mark = " | ".join(cells[0]), HEAD_MARK
        for place, row in enumerate(cells):
            is_head = place == 0 and carried is None
            self._add(
                BlockKind.TABLE_ROW,
                " | ".join(row),
                page=page,
                table_header="" if is_head else title,
                first=place == 0,
                mark=mark * (place == 1),
            )
        return title

    def build(
        self, media_type: str, metadata: DocumentMetadata | None = None, *, pages: int | None = None
    ) -> ParsedDocument:
        """The document so far."""
        text, blocks = without_contents(self._parts, self._blocks)
        return ParsedDocument(
            text=text,
            blocks=blocks,
            media_type=media_type,
            metadata=_with_warnings(metadata or DocumentMetadata(), self._warnings),
            pages=pages,
        )

    @property
    def announced(self) -> str:
        """The paragraph before what comes next where it ends in a colon; empty elsewhere."""
        last = self._parts[-1] if self._blocks and self._blocks[-1].kind is BlockKind.PARAGRAPH else ""
        return last if last.endswith(":") else ""

    @property
    def words(self) -> int:
        """How many words there are so far."""
        return sum(len(part.split()) for part in self._parts)

    def _add(
        self,
        kind: BlockKind,
        text: str,
        *,
        level: int = 0,
        page: int | None = None,
        table_header: str = "",
        first: bool = False,
        mark: str = "",
    ) -> None:
        """Adds a block; ``mark`` is what the one before it ends with outside of its span."""
        if not text.strip():
            return
        lead = mark + self._lead(kind, first=first, level=level)
        start = self._length + len(lead)
        self._length = start + len(text)
        if self._length > self._max_chars:
            raise Refusal("too_large", f"holds more than {self._max_chars:,} characters of text; split it.")
        self._parts += (lead, text)
        self._blocks.append(
            Block(
                kind=kind,
                start=start,
                end=self._length,
                level=level,
                page=page,
                table_header=table_header,
                outside=self._left,
            )
        )
        self._left = 0

    def _lead(self, kind: BlockKind, *, first: bool, level: int) -> str:
        """What separates a block from the one before; nested items are indented outside of their block."""
        if not self._blocks:
            return ""
        runs_on = kind is self._blocks[-1].kind and kind in (BlockKind.LIST_ITEM, BlockKind.TABLE_ROW) and not first
        indent = "  " * (level - 1) if kind is BlockKind.LIST_ITEM else ""
        return ("\n" if runs_on else "\n\n") + indent


def _without_empty(rows: list[list[str]]) -> list[list[str]]:
    """The rows without the columns in which nothing stands: they hold a page's layout apart."""
    used = [
        any(column < len(row) and row[column] != NO_VALUE for row in rows)
        for column in range(max(map(len, rows), default=0))
    ]
    return (
        rows if all(used) else [[cell for cell, is_used in zip(row, used, strict=False) if is_used] for row in rows]
    )


def _joined_names(rows: Sequence[Sequence[str]]) -> list[str]:
    """Names that stand on several rows, as one for each column: "2024" over "Copay" is "2024 Copay"."""
    width = max(len(row) for row in rows)
    names: list[str] = []
    for column in range(width):
        parts = [row[column] for row in rows if column < len(row) and row[column] != NO_VALUE]
        names.append(" ".join(dict.fromkeys(parts)) or NO_VALUE)
    return names


def _told_apart(names: Sequence[str]) -> list[str]:
    """Column names none of which is empty or there twice; the first column, which names the rows, may have none."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        named = f"column {number}" if name == NO_VALUE and number > 1 else name.replace(": ", ":\N{NO-BREAK SPACE}")
        found.append(f"{named} ({number})" if named in found else named)
    return found


def _with_warnings(
    metadata: DocumentMetadata, warnings: Mapping[str, tuple[str, Mapping[str, str]]]
) -> DocumentMetadata:
    if not warnings:
        return metadata
    told = {WARNINGS_KEY: list(warnings), WARNING_WORDS_KEY: list(warnings.values())}
    extra = dict(metadata.extra) | {key: json.dumps(lines, ensure_ascii=False) for key, lines in told.items()}
    return replace(metadata, extra=tuple(sorted(extra.items())))
