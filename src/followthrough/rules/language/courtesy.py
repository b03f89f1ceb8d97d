"""Greetings, thanks and acknowledgements: only as the whole utterance, never beside a question."""

from __future__ import annotations

from typing import Literal, TypeAlias

from followthrough.domain.pack import Phrases
from followthrough.rules.language.words import keys_of, made_of

Courtesy: TypeAlias = Literal["greeting", "thanks", "acknowledgement"]
_KINDS: tuple[Courtesy, ...] = ("thanks", "greeting", "acknowledgement")


def courtesies(text: str, phrases: Phrases) -> frozenset[Courtesy]:
    """Which courtesies the whole text is made of; empty when anything else is in it.

    Words of ``phrases.asides`` may stand between and after them.
    """
    lists = (phrases.thanks, phrases.greetings, phrases.acknowledgements, phrases.asides)
    return frozenset(_KINDS[place] for place in made_of(keys_of(text), *lists) if place < len(_KINDS))
