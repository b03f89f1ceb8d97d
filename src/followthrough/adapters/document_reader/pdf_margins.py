"""What stands at the edge of every page and is no part of the text: running heads, running feet, page numbers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

from followthrough.adapters.document_reader.pdf_page import Run

_MARGIN = 0.105  # share of the page's height at its top and at its bottom
_PAGE_NUMBER = re.compile(
    r"(?:page|p\.|seite|página|pagina)?\s*[-–|]?\s*(?:\d{1,4}|[ivxlc]{1,7})\s*[-–|]?(?:\s*(?:of|/|von|de)\s*\d{1,4})?",
    re.I,
)


def without_margins(pages: Sequence[Sequence[Run]], heights: Sequence[float]) -> list[list[Run]]:
    """The pages' runs without those lines at their edges that are no part of the text.

    These are page numbers, lines that stand on most pages, and lines that come more than once (a chapter's running
    head) at a height where most pages have a line.
    """
    lines = [_edge_lines(runs, height) for runs, height in zip(pages, heights, strict=True)]
    texts = Counter(text for page in lines for text in {_pattern(line) for line in page})
    places = Counter(place for page in lines for place in {_height(line) for line in page})
    most = max(2, (len(pages) + 1) // 2)
    kept: list[list[Run]] = []
    for runs, page in zip(pages, lines, strict=True):
        dropped = {
            id(run)
            for line in page
            if _PAGE_NUMBER.fullmatch(_text(line))
            or texts[_pattern(line)] >= (2 if places[_height(line)] >= most else most)
            for run in line
        }
        kept.append([run for run in runs if id(run) not in dropped])
    return kept


def _edge_lines(runs: Sequence[Run], height: float) -> list[list[Run]]:
    """The lines at the top and at the bottom of the page, each as its runs from left to right."""
    by_line: dict[int, list[Run]] = defaultdict(list)
    for run in runs:
        if run.y > height * (1 - _MARGIN) or run.y < height * _MARGIN:
            by_line[round(run.y)].append(run)
    return [sorted(line, key=lambda run: run.x0) for line in by_line.values()]


def _height(line: Sequence[Run]) -> int:
    return round(line[0].y / 2)


def _text(line: Sequence[Run]) -> str:
    return " ".join(run.text for run in line).strip()


def _pattern(line: Sequence[Run]) -> str:
    """The line's text with its numbers left open, so that "Page 3" and "Page 4" are the same."""
    return re.sub(r"\d+", "#", _text(line)).casefold()
