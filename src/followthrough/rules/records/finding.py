"""Finding words in what was said: upper and lower case, accents and widths of letters make no difference.

Enters: texts and a query. Leaves: the form that is compared, the words of a query, and an excerpt with its place.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from itertools import accumulate

_WORDS_AT_MOST = 8
"""More words than anyone types to find a conversation; each is another look at every text."""


def fold(text: str) -> str:
    """The text as it is compared; one line, without what a database can't keep."""
    return "".join(map(_fold, text))


def words_of(query: str) -> tuple[str, ...]:
    """The words of a query, folded, each once."""
    return tuple(dict.fromkeys(fold(query).split()))[:_WORDS_AT_MOST]


def has_all(folded: str, words: tuple[str, ...]) -> bool:
    """Whether a folded text has every word."""
    return all(word in folded for word in words)


def excerpt(text: str, words: tuple[str, ...], chars: int) -> str:
    """About ``chars`` characters of the text around the first of the words that is in it; whole words, one line."""
    pieces = [_fold(char) for char in text]
    folded = "".join(pieces)
    places = [place for word in words if (place := folded.find(word)) >= 0]
    ends = list(accumulate(map(len, pieces)))
    found = next((n for n, end in enumerate(ends) if places and end > min(places)), 0)
    start = max(0, found - chars // 3)
    start = 0 if start == 0 else _next_word(text, start, found)
    end = min(len(text), start + chars)
    cut = text[start:end] if end == len(text) else text[start:end].rsplit(None, 1)[0]
    line = " ".join(cut.split())
    return f"{'…' if start else ''}{line}{'…' if end < len(text) else ''}"


@lru_cache(maxsize=4_096)
def _fold(char: str) -> str:
    bare = [c for c in unicodedata.normalize("NFKD", char) if not unicodedata.combining(c)]
    return "".join(" " if c.isspace() or not c.isprintable() else c for c in bare).casefold()


def _next_word(text: str, start: int, latest: int) -> int:
    """Where the next word begins; not behind ``latest``."""
    for place in range(start, latest):
        if text[place - 1].isspace():
            return place
    return start
