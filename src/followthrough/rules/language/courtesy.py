"""Greetings, thanks and acknowledgements: only as the whole utterance, never beside a question."""

from __future__ import annotations

from typing import Literal, TypeAlias

from followthrough.domain.pack import Phrases
from followthrough.rules.language.words import keys_of, phrase_at

Courtesy: TypeAlias = Literal["greeting", "thanks", "acknowledgement"]


def courtesies(text: str, phrases: Phrases) -> frozenset[Courtesy]:
    """Which courtesies the whole text is made of; empty when anything else is in it.

    Longer phrases are taken first; words of ``phrases.asides`` may stand between and after them.
    """
    keys = keys_of(text)
    kinds: tuple[tuple[frozenset[str], Courtesy | None], ...] = (
        (phrases.thanks, "thanks"),
        (phrases.greetings, "greeting"),
        (phrases.acknowledgements, "acknowledgement"),
        (phrases.asides, None),
    )
    found: set[Courtesy] = set()
    place = 0
    while place < len(keys):
        length, kind = 0, None
        for known, of_kind in kinds:
            if (words := phrase_at(keys, place, known)) > length:
                length, kind = words, of_kind
        if length == 0:
            return frozenset()
        if kind is not None:
            found.add(kind)
        place += length
    return frozenset(found)
