"""Codes and numbers that things are named by: what they look like, and which questions ask for one (F18, F23).

Invariant: whether a question asks for a code is told by its own noun ("which modifier", "the CPT code for ..."),
never by letters inside a word nor by the plain word "code".
"""

from __future__ import annotations

import re
from functools import cache

from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import question_start
from followthrough.rules.language.kinds import Kind, wanted
from followthrough.rules.language.words import phrase_at, words_of

_SHAPE = re.compile(r"(?:[A9X][+]?|[-. /]|\[(?:[A9X][+]?|[-. /]|\[(?:[A9X][+]?|[-. /])+\])+\])+")
_SIGNS = {"A": "[A-Za-z]", "9": "[0-9]", "X": "[A-Za-z0-9]", "+": "+", "[": "(?:", "]": ")?"}


def is_shape(text: str) -> bool:
    """Whether the text describes a shape: "A9999", "A99[.X+]", "AA-9+"."""
    return _SHAPE.fullmatch(text) is not None


def has_shape(text: str, pack: Pack) -> bool:
    """Whether the whole text is a code of the pack's field."""
    return any(pattern.fullmatch(text) for pattern in _patterns(pack.identifiers.shapes))


@cache
def _patterns(shapes: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile("".join(_SIGNS.get(sign, re.escape(sign)) for sign in shape)) for shape in shapes)


def names_code(text: str, pack: Pack) -> bool:
    """Whether a word of the text is a code of the pack's field."""
    return any(has_shape(word.text, pack) for word in words_of(text))


def asks_for_code(text: str, pack: Pack) -> bool:
    """Whether the answer to the question is a code: "which modifier", "what is the CPT code for ..."."""
    words = words_of(text)
    keys = [w.key for w in words]
    if wanted(keys, pack).kind is Kind.PHONE:
        return False  # a telephone number names nothing
    place = question_start(words, text, pack) or 0
    if keys[place : place + 1] and keys[place] in pack.asking.auxiliaries:  # "can you tell me ..."
        place += 2 if phrase_at(keys, place + 2, pack.asking.requests) else 0
    place += phrase_at(keys, place, pack.asking.requests)
    if keys[place : place + 1] and keys[place] in pack.joining.prepositions:  # "under which code ..."
        place += 1
    direct = False
    if opened := phrase_at(keys, place, pack.identifiers.openers):
        place += opened
    elif place < len(keys) and keys[place] in pack.asking.question_words:
        if not _may_name(keys[place:], pack):
            return False
        direct = "'" not in keys[place]
        place += 1
        if place < len(keys) and keys[place] in pack.asking.copulas:
            direct = False
            place += 1
        if place < len(keys) and keys[place] in pack.asking.indefinites:
            return False  # "what is a modifier" asks what one is
    while place < len(keys) and keys[place] in pack.joining.determiners:
        place += 1
    return _names_identifier(keys, place, pack, direct=direct)


_NAMING = frozenset((Kind.IDENTIFIER, Kind.DEFINITION, Kind.ENUMERATION, Kind.OPEN))


def _names_identifier(keys: list[str], place: int, pack: Pack, *, direct: bool) -> bool:
    """Whether the noun that begins at ``place`` ends as an identifier's name."""
    for start in range(place, len(keys)):
        end = start + phrase_at(keys, start, pack.identifiers.names)
        if end > start and _ends_noun(keys, end, pack):
            return True
        if keys[start] in pack.words.stop:
            return False
        if start > place and keys[start] in pack.identifiers.behind and _ends_noun(keys, start + 1, pack):
            return True
        if direct and keys[start] in pack.identifiers.heads and _ends_head(keys, start + 1, pack):
            return True
    return False


def _ends_head(keys: list[str], end: int, pack: Pack) -> bool:
    """Whether the noun ends behind "which code", also where a verb with its object does: "opens the gate"."""
    has_object = end + 1 < len(keys) and keys[end + 1] in pack.joining.determiners
    return _ends_noun(keys, end, pack) or has_object


def _may_name(keys: list[str], pack: Pack) -> bool:
    """Whether a question, from its own word on, may want what a thing is named by: "which code" does."""
    kind = wanted(keys, pack).kind
    is_headed = not pack.identifiers.heads.isdisjoint(keys[1:2])
    return is_headed or kind in _NAMING or (kind is Kind.HOW_MANY and _numbers_one(keys, pack))


def _numbers_one(keys: list[str], pack: Pack) -> bool:
    """Whether a number of one thing is asked for, not how many there are: "module number of the pump", no plural."""
    place = next((n for n, key in enumerate(keys[:-2]) if key in pack.identifiers.behind), None)
    if place is None or keys[place - 1] in pack.words.stop or keys[place + 1] not in pack.joining.prepositions:
        return False
    return not keys[place + 2].endswith("s")


def _ends_noun(keys: list[str], end: int, pack: Pack) -> bool:
    return end == len(keys) or keys[end] in pack.words.stop or keys[end] in pack.asking.auxiliaries
