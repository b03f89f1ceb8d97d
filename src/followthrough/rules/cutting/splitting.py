"""Text that is too long for one passage, split where it hurts least: lines, sentences, words, characters.

Invariant: the pieces of a span are in order, don't overlap, and cover every character of it that is no white space.
"""

from __future__ import annotations

import importlib
import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

_sentencex: Any = importlib.import_module("sentencex")  # ships no type stubs

Split = Callable[[str], Iterable[tuple[int, int]]]
CountTokens = Callable[[Sequence[str]], list[int]]
"""How many tokens each text takes in the embedder's window."""

MAX_PASSAGE_CHARS = 4_000  # a "word" without end is one token to some tokenizers, and still no passage
_CHARS_PER_CALL = 500_000  # bounds what the tokenizer holds at once
_LINE = re.compile(r"[^\n]+")
_CELL = re.compile(r"(?:(?! \| )[^\n])+(?: \| )?")
_PHRASE = re.compile(r"(?:\S{1,400}\s*){1,24}")
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class Piece:
    """A span of the document's text and its length in tokens, or what its characters take of a passage if more."""

    start: int
    end: int
    tokens: int


def count_all(texts: Sequence[str], count: CountTokens) -> list[int]:
    """``count`` over any number of texts, in calls of bounded size."""
    counts: list[int] = []
    batch: list[str] = []
    chars = 0
    for text in texts:
        batch.append(text)
        chars += len(text)
        if chars > _CHARS_PER_CALL:
            counts += count(batch)
            batch, chars = [], 0
    return counts + count(batch) if batch else counts


def fit(
    text: str, spans: Sequence[tuple[int, int]], *, budget: int, language: str, count: CountTokens
) -> list[list[Piece]]:
    """For each span its pieces, each within ``budget`` tokens; a span that fits is one piece."""
    found = [[piece] for piece in _measured(text, spans, budget, count)]
    levels: tuple[Split, ...] = (
        _lines,
        _cells,
        partial(_sentences, language),
        _phrases,
        _words,
        partial(_characters, budget),
    )
    for split in levels:
        large = [(place, piece) for place, pieces in enumerate(found) for piece in pieces if piece.tokens > budget]
        if not large:
            break
        parts = [_joined(_split(text, piece, split), budget) for _, piece in large]
        measured = iter(_measured(text, [span for spans in parts for span in spans], budget, count))
        smaller = {piece: [next(measured) for _ in part] for (_, piece), part in zip(large, parts, strict=True)}
        for place in {place for place, _ in large}:
            found[place] = [part for piece in found[place] for part in smaller.get(piece, [piece])]
    return found


def _measured(text: str, spans: Sequence[tuple[int, int]], budget: int, count: CountTokens) -> list[Piece]:
    """The spans with their lengths; those that are split anyway for their characters are not counted."""
    by_chars = [math.ceil((end - start) * budget / MAX_PASSAGE_CHARS) for start, end in spans]
    counted = [text[a:b] for (a, b), least in zip(spans, by_chars, strict=True) if least <= budget]
    counts = iter(count_all(counted, count))
    return [
        Piece(start, end, max(least, next(counts)) if least <= budget else least)
        for (start, end), least in zip(spans, by_chars, strict=True)
    ]


def _joined(spans: list[tuple[int, int]], chars: int) -> list[tuple[int, int]]:
    """Neighbours put together while they are at most ``chars`` long: a million tiny pieces take long to pack."""
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and end - joined[-1][0] <= chars:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _split(text: str, piece: Piece, split: Split) -> list[tuple[int, int]]:
    """The piece's parts as spans of the document, white space at their edges left out."""
    part = text[piece.start : piece.end]
    spans: list[tuple[int, int]] = []
    for start, end in split(part):
        first, last = trim(part, start, end)
        if first < last:
            spans.append((piece.start + first, piece.start + last))
    return spans or [(piece.start, piece.end)]


def trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without white space at its edges; empty where there is nothing else."""
    inner = text[start:end]
    first = start + len(inner) - len(inner.lstrip())
    return first, max(first, start + len(inner.rstrip()))


def _lines(part: str) -> Iterable[tuple[int, int]]:
    return (m.span() for m in _LINE.finditer(part))


def _cells(part: str) -> Iterable[tuple[int, int]]:
    return (m.span() for m in _CELL.finditer(part)) if " | " in part else [(0, len(part))]


def _sentences(language: str, part: str) -> Iterable[tuple[int, int]]:
    pieces: list[str] = _sentencex.segment(language, part)
    if "".join(pieces) != part:  # the library gave up on this text
        return [(0, len(part))]
    places = [0]
    for piece in pieces:
        places.append(places[-1] + len(piece))
    return pairwise(places)


def _phrases(part: str) -> Iterable[tuple[int, int]]:
    return (m.span() for m in _PHRASE.finditer(part))


def _words(part: str) -> Iterable[tuple[int, int]]:
    return (m.span() for m in _WORD.finditer(part))


def _characters(budget: int, part: str) -> Iterable[tuple[int, int]]:
    """Runs so short that few tokenizers make more than ``budget`` tokens of one."""
    step = max(1, min(budget // 4, MAX_PASSAGE_CHARS))
    return ((at, min(at + step, len(part))) for at in range(0, len(part), step))
