"""Words and phrases that mean the same in the pack's field: "PA", "prior authorization", "precert".

Invariant: nobody's words are changed. A variant joins what is searched in the full text and counts where a passage
says it; the effective query stays as it is.
"""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.rules.words import keys_of, phrase_at

_COMMON = 2  # forms of a group that may join a search
_JOINED = 1  # of them; more would drown the rest of the question


def with_variants(text: str, pack: Pack) -> str:
    """The text with the commonest other forms of what it says, for a search; as it is where there are none."""
    keys = keys_of(text)
    more = [form for group in pack.words.variants if _has(keys, group) for form in _others(keys, group)]
    return f"{text} ({', '.join(more)})" if more else text


def _others(keys: list[str], group: tuple[str, ...]) -> list[str]:
    return [form for form in group[:_COMMON] if not _has(keys, (form,))][:_JOINED]


def _has(keys: list[str], phrases: tuple[str, ...]) -> bool:
    known = frozenset(phrases)
    return any(phrase_at(keys, place, known) for place in range(len(keys)))


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
    found: list[Meant] = []
    for group in pack.words.variants:
        form = next((f for f in sorted(group, key=_size, reverse=True) if _has(keys, (f,))), None)
        if form is not None:
            found.append(Meant(tuple(tuple(one.split()) for one in group), tuple(form.split())))
    return found


def _size(form: str) -> int:
    return len(form.split())
