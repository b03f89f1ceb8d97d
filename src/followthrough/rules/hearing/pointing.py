"""A message that only points, where there is nothing to point at: "12", "open the second one" (R3-17, C21).

Invariant: whatever says more than a place in a list is none: it is a question, an answer or information. So does a
code of the pack's field.
"""

from __future__ import annotations

import re

from followthrough.domain.pack import Pack
from followthrough.rules.followups.ellipsis import shape_of
from followthrough.rules.language.identifiers import has_shape
from followthrough.rules.language.names import is_number
from followthrough.rules.language.words import Word, phrase_at, words_of

_SAYS_MORE = re.compile(r"[^\w\s#.,!?)'’\"]|\d[.,]\d")  # "$12", "12%", "8:30", "3.5"
_LONGEST_PLACE = 4  # digits; a longer number names something


def points_at_nothing(text: str, last_asked: str, pack: Pack) -> bool:
    """Whether the text only points, and does not go on with the last question.

    A number goes on with a question that has one of its shape: "2025" behind "What was the fee in 2024?".
    """
    if not only_points(text, pack):
        return False
    own = {shape_of(word, pack) for word in words_of(text) if is_number(word)}
    return own.isdisjoint(shape_of(word, pack) for word in words_of(last_asked) if is_number(word))


def picks(text: str, pack: Pack) -> bool:
    """Whether the text only points, and is no bare figure that could be the value of something: "the second one"."""
    values = pack.values.number_words | pack.joining.determiners | pack.pursuit.around
    return only_points(text, pack) and not all(is_number(w) or w.key in values for w in words_of(text))


def only_points(text: str, pack: Pack) -> bool:
    """Whether the text names a place in a list, and nothing that the list could be of."""
    steer, lists = pack.pursuit, pack.selecting
    choosing = lists.chooses
    choices = lists.points | lists.ordinal_nouns | lists.lists | lists.list_names
    places = lists.lasts.union(*lists.ordinals) - lists.ordinal_nouns
    if _SAYS_MORE.search(text):
        return False
    words = words_of(text)
    keys = [word.key for word in words]
    beside = (choosing, choices, pack.joining.determiners, steer.around, steer.pleas, pack.joining.prepositions)
    found, place = False, 0
    while place < len(words):
        length = phrase_at(keys, place, places) or int(_is_place(words[place], pack))
        found = found or length > 0
        length = length or max(phrase_at(keys, place, some) for some in beside)
        if not length:
            return False
        place += length
    return found


def _is_place(word: Word, pack: Pack) -> bool:
    return is_number(word) and len(word.text) <= _LONGEST_PLACE and not has_shape(word.text, pack)
