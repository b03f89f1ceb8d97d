"""A text that arrives in pieces, sentence by sentence: what is whole can be checked and said, the rest waits.

Invariant: the sentences joined by their gaps are the text, however it was cut into pieces; citation marks belong to
the sentence before them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.rules.language.sentences import sentence_spans

_MARKS = re.compile(r"(?:\s*[\[【][\d,;\s]{1,40}[\]】])+")
_MARKER = re.compile(r"(?:[-*•]|\d{1,2}[.)])")
_OPEN_MARK = re.compile(r"\s*[\[【][^\]】\n]{0,40}$")


@dataclass(frozen=True, slots=True)
class Piece:
    """A sentence of the text, and the white space before it."""

    gap: str
    text: str


def whole_sentences(text: str, pack: Pack, *, is_all: bool) -> tuple[list[Piece], str]:
    """The sentences that are complete, and the rest; of a text that goes on the last sentence may still grow.

    Args:
        text: what has arrived and was not taken yet.
        pack: its abbreviations end no sentence.
        is_all: nothing more will come.
    """
    spans = _spans(text, pack)
    if not is_all:
        spans = spans[:-1]
    found: list[Piece] = []
    place = 0
    for start, end in spans:
        found.append(Piece(text[place:start], text[start:end]))
        place = end
    return found, text[place:]


def _spans(text: str, pack: Pack) -> list[tuple[int, int]]:
    """Sentences within lines; marks at the beginning of one belong to the one before it."""
    spans: list[tuple[int, int]] = []
    for line in re.finditer(r"[^\n]+", text):
        begins = True
        for a, b in sentence_spans(line.group(), pack):
            start, end = line.start() + a, line.start() + b
            if spans and not begins and _MARKER.fullmatch(text, *spans[-1]):
                spans[-1] = (spans[-1][0], end)  # "1." and what it numbers are one item
                continue
            begins = False
            marks = _MARKS.match(text, start, end) if spans else None
            if marks is not None and "\n" not in text[spans[-1][1] : start]:
                spans[-1] = (spans[-1][0], marks.end())
                start = _after_space(text, marks.end(), end)
            if start < end:
                spans.append((start, end))
    if spans and _OPEN_MARK.fullmatch(text[slice(*spans[-1])]) and len(spans) > 1:
        spans[-2:] = [(spans[-2][0], spans[-1][1])]  # a mark that has not closed yet
    return spans


def _after_space(text: str, start: int, end: int) -> int:
    while start < end and text[start].isspace():
        start += 1
    return start
