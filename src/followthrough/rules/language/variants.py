"""Words and phrases that mean the same in the pack's field: "PA", "prior authorization", "precert".

Invariant: nobody's words are changed. A variant joins what is searched in the full text and counts where a passage
says it; the effective query stays as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.rules.language.words import keys_of, phrases_in

_COMMON = 2  # forms of a group that may join a search
_JOINED = 1  # of them; more would drown the rest of the question


def with_variants(text: str, pack: Pack) -> str:
    """The text with the commonest other forms of what it says, for a search; as it is where there are none."""
    said = phrases_in(keys_of(text))
    more = [form for group in pack.words.variants if not said.isdisjoint(group) for form in _others(said, group)]
    return f"{text} ({', '.join(more)})" if more else text


def _others(said: frozenset[str], group: tuple[str, ...]) -> list[str]:
    return [form for form in group[:_COMMON] if form not in said][:_JOINED]


@dataclass(frozen=True, slots=True)
class Meant:
    """A meaning that a question names, in all its forms.

    Attributes:
        forms: as the words of each.
        asked: the words of the form that the question has.
    """

    forms: tuple[tuple[str, ...], ...]
    asked: tuple[str, ...]

    def places_in(self, keys: list[str]) -> list[int]:
        """The places of the words of every form in a text."""
        found: set[int] = set()
        for form in self.forms:
            size = len(form)
            for place in range(len(keys) - size + 1):
                if keys[place] == form[0] and tuple(keys[place : place + size]) == form:
                    found.update(range(place, place + size))
        return sorted(found)


def meanings_in(keys: list[str], pack: Pack) -> list[Meant]:
    """What the words name that has other forms, each with the form that stands there."""
    said, found = phrases_in(keys), list[Meant]()
    for group in pack.words.variants:
        form = next((f for f in sorted(group, key=_size, reverse=True) if f in said), None)
        if form is not None:
            found.append(Meant(tuple(tuple(one.split()) for one in group), tuple(form.split())))
    return found


def _size(form: str) -> int:
    return len(form.split())
