"""Which questions depend on slots, by the words of the pack."""

from __future__ import annotations

from followthrough.domain.pack import Need, Pack
from followthrough.rules.words import keys_of, phrase_at


def need_of(text: str, pack: Pack) -> Need | None:
    """The kind of question that the text is, None when it depends on no slot; the pack's first that fits."""
    keys = keys_of(text)
    for need in pack.slots.needs:
        if not _has(keys, need.unless) and any(
            all(_has(keys, frozenset((phrase,))) for phrase in together) for together in need.words
        ):
            return need
    return None


def _has(keys: list[str], phrases: frozenset[str]) -> bool:
    return any(phrase_at(keys, place, phrases) for place in range(len(keys)))
