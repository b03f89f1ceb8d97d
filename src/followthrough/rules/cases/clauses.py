"""An answer in the pieces of which each may name a case of its own: "lost or stolen", "wool, not cotton".

Invariant: a negation reaches to the next mark or joining word, over an "or" as well: "not lost or damaged" denies
both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.rules.language.utterance import as_typed
from followthrough.rules.language.words import Word, phrase_at, words_of

_MARK = re.compile(r"[,;:?!–—/]|\.(?=\s)|\s-\s|\n")


@dataclass(frozen=True, slots=True)
class Clause:
    """A piece of an answer, without what joins or denies it. ``denied``: it says what is not so."""

    text: str
    denied: bool = False


def clauses_of(text: str, pack: Pack, *, of_amounts: bool = False) -> tuple[Clause, ...]:
    """The pieces of the text, in order; one that has no words is none.

    Args:
        text: an answer.
        pack: the words to look for.
        of_amounts: "and" joins the parts of an amount: "a year and a half".
    """
    words = words_of(text)
    found: list[Clause] = []
    begin, denied = 0, False
    for place, (length, opens, denies) in _cuts(text, words, pack, of_amounts=of_amounts):
        if begin < place:
            found.append(Clause(text[words[begin].start : words[place - 1].end], denied))
        begin, denied = place + length, denies or (denied and not opens)
    if begin < len(words):
        found.append(Clause(text[words[begin].start : words[-1].end], denied))
    return tuple(found)


def _cuts(
    text: str, words: list[Word], pack: Pack, *, of_amounts: bool
) -> Iterator[tuple[int, tuple[int, bool, bool]]]:
    """Where pieces end: how many words join them, whether a negation ends there, and whether one begins."""
    joiners = frozenset[str]() if of_amounts else pack.asking.joiners | pack.joining.coordinators
    denials = as_typed(pack.values.negations) | pack.clarifying.exceptions
    keys = [word.key for word in words]
    for place, word in enumerate(words):
        is_marked = bool(place and _MARK.search(text[words[place - 1].end : word.start]))
        joined = phrase_at(keys, place, joiners) or int(word.key in pack.following.alternatives)
        denying = phrase_at(keys, place + joined, denials)
        opens = is_marked or (bool(joined) and word.key not in pack.following.alternatives)
        if is_marked or joined or denying:
            yield place, (joined + denying, opens, bool(denying))
