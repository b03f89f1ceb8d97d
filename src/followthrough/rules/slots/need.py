"""Which questions depend on slots, by the words of the pack."""

from __future__ import annotations

from followthrough.domain.pack import Need, Pack
from followthrough.rules.language.words import keys_of, phrases_in


def need_of(text: str, pack: Pack) -> Need | None:
    """The kind of question that the text is, None when it depends on no slot; the pack's first that fits."""
    said = phrases_in(keys_of(text))
    for need in pack.slots.needs:
        if said.isdisjoint(need.unless) and any(said.issuperset(together) for together in need.words):
            return need
    return None
