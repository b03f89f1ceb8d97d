"""Where sentences begin and end.

Invariant: the spans are in order, don't overlap, begin and end at a character that is no white space, and cover every
such character of the text.
"""

from __future__ import annotations

from typing import cast

from sentencex import segment  # pyright: ignore[reportMissingTypeStubs, reportAttributeAccessIssue, reportUnknownVariableType] - the library has no types

from followthrough.domain.pack import Pack
from followthrough.rules.language.words import phrase_of


def sentence_spans(text: str, pack: Pack, language: str | None = None) -> list[tuple[int, int]]:
    """Start and end of each sentence; empty for a text of white space.

    Args:
        text: any text.
        pack: its abbreviations end no sentence.
        language: ISO 639-1 code of the text; None takes the pack's.
    """
    pieces = cast("list[str]", segment(language or pack.language, text))
    if "".join(pieces) != text:  # the library gave up on this text: one sentence rather than lost words
        pieces = [text]
    spans: list[tuple[int, int]] = []
    place = 0
    for piece in pieces:
        start, end = _trimmed(text, place, place + len(piece))
        place += len(piece)
        if start == end:
            continue
        within_word = bool(spans) and spans[-1][1] == start and text[start - 1] == "."  # "Passwort.Tresor", ".NET"
        if within_word or (spans and _goes_on(text[slice(*spans[-1])], text[start:end], pack)):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return end - len(piece.lstrip()), start + len(piece.rstrip()) if piece.strip() else end


def _goes_on(before: str, after: str, pack: Pack) -> bool:
    """Whether the dot between the two belongs to an abbreviation ("5 p.m. Monday", "approx. 30")."""
    last = before.rsplit(None, 1)[-1]
    if not last.endswith(".") or phrase_of(last) not in pack.values.abbreviations:
        return False
    first = after.split(None, 1)[0]
    return not first[0].isupper() or phrase_of(first) in pack.values.followers | pack.values.weekdays
