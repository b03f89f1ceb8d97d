"""What a question offers to choose, and which of it an answer picks by its place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from followthrough.domain.pack import Pack
from followthrough.rules.language.words import Word, has_digit, keys_of, words_of

_MARK = re.compile(r"[,;:]")


def offered_words(question: str, pack: Pack) -> tuple[tuple[str, ...], ...]:
    """The keys of each alternative, no more of the earlier ones than the last has: "in town", "outside town"."""
    pieces = _pieces(question, pack)
    if not pieces or not all(_telling(piece, pack) for piece in pieces):
        return ()
    return tuple(tuple(word.key for word in piece[-len(pieces[-1]) :]) for piece in pieces)


def _pieces(question: str, pack: Pack) -> list[list[Word]]:
    """The question at its "or" and the marks before it; empty where it offers nothing."""
    words = words_of(question)
    cut = next((place for place, word in enumerate(words) if word.key in pack.following.alternatives), None)
    if cut is None or not 0 < cut < len(words) - 1:
        return []
    pieces: list[list[Word]] = [[]]
    for place, word in enumerate(words[:cut]):
        if place and _MARK.search(question[words[place - 1].end : word.start]):
            pieces.append([])
        pieces[-1].append(word)
    if len(pieces) > 1 and pieces[0][0].key in pack.asking.question_words:  # "Which model is it, 300A or 300B?"
        del pieces[0]
    return [*pieces, words[cut + 1 :]]


def place_named(answer: str, count: int, pack: Pack) -> int | None:
    """The place among so many that the answer names and nothing else, from 0: "the second one"."""
    keys = keys_of(answer)
    numerals = frozenset[str]().union(*pack.values.numerals)
    places = [frozenset(names) - numerals for names in pack.selecting.ordinals[:count]]
    silent = pack.words.stop | numerals
    told = [key for key in keys if key not in silent or key in pack.selecting.lasts or any(key in n for n in places)]
    if len(told) != 1:
        return None
    if told[0] in pack.selecting.lasts:
        return count - 1
    return next((place for place, names in enumerate(places) if told[0] in names), None)


def _telling(words: Sequence[Word], pack: Pack) -> list[Word]:
    silent = pack.words.stop | pack.asking.auxiliaries | pack.asking.question_words
    return [word for word in words if word.key not in silent or has_digit(word.key)]
