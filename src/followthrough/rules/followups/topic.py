"""What a follow-up leaves out: the telling words of the question before it (R2-3, C15).

Which passages the conversation brings near is judged by fitted weights (``rules.retrieval.rank``); these words are
for what compares words alone. Invariant: only what users asked is taken, so nothing is added that nobody said.
"""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Exchange
from followthrough.rules.followups.phrases import without_rivals
from followthrough.rules.followups.told import Told
from followthrough.rules.language.names import is_name, trusts_capitals

_ENOUGH = 2  # words; a question that says fewer was about the one before it


def asked_before(history: Sequence[Exchange]) -> tuple[str, ...]:
    """What was asked, newest first: of each turn what it was searched with, then the user's own words."""
    said = (text for turn in reversed(history) for text in (turn.query, turn.message))
    return tuple(dict.fromkeys(filter(None, said)))


def topic_of(asked: Told, before: Sequence[Told], pack: Pack, *, gone: frozenset[str], most: int) -> list[str]:
    """The stems of the topic that a message leaves out, in the order of saying, newest question first.

    Args:
        asked: the message; its own words are not repeated.
        before: what was asked, newest first; read until two words were found.
        pack: the words to look for.
        gone: stems of values that no longer hold.
        most: how many are taken.
    """
    numbered = any(word.key.isdigit() for word in asked.words)  # "case 2?" is not about the 1 of the last question
    barred = gone.union(asked.stems)
    found: dict[str, None] = {}
    for told in before:
        for place in told.telling:
            stem = told.stems[place]
            is_number = numbered and stem.isdigit()
            if told.words[place].key not in pack.words.light and stem not in barred and not is_number:
                found[stem] = None
        if len(found) >= _ENOUGH:
            break
    return without_rivals(list(found), asked, before, pack)[:most]


def names_in(texts: Sequence[Told], pack: Pack) -> frozenset[str]:
    """The stems of names."""
    return frozenset(told.stems[place] for told in texts for place in told.telling if _is_name(told, place, pack))


def _is_name(told: Told, place: int, pack: Pack) -> bool:
    word = told.words[place]
    if place == 0 or word.text.islower():
        return False
    return is_name(word, place, pack, capitals=trusts_capitals(told.words, pack))
