"""A document as it is read on a page: its blocks in order, each with its place in the document's text."""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.domain.documents import BlockKind


@dataclass(frozen=True, slots=True, kw_only=True)
class LaidBlock:
    """One block to be shown.

    Attributes:
        kind: what it is.
        text: its words, without the mark of a list item.
        start: the place of its first character in the document's text; None for a heading, which no passage holds.
        level: of a heading or a list item from 1; 0 elsewhere.
        marker: what stands before a list item: ``-``, or its number; empty elsewhere.
        page: the page that it begins on, from 1; None where there are no pages.
        opens_table: a row that is the first of its table.
        names_columns: a row that says what the columns are.
    """

    kind: BlockKind
    text: str
    start: int | None
    level: int = 0
    marker: str = ""
    page: int | None = None
    opens_table: bool = False
    names_columns: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLine:
    """Words on a page. ``box``: left, top, width and height as shares of the page's width and height."""

    text: str
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageImage:
    """A page as it looks.

    Attributes:
        png: the image.
        width: of the page in points.
        height: as above.
        lines: the words on it, in the order in which they are drawn.
    """

    png: bytes
    width: float
    height: float
    lines: tuple[PageLine, ...]
