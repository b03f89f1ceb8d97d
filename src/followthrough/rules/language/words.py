"""Words of a text and their stems: what a question and a passage are compared by.

A name, code or number is one word with its hyphens and dots ("CO-29", "F32.1", "1,000.50"); a hyphen between plain
words, or between a number and a word, separates them ("in-network", "30-day").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

import Stemmer

from followthrough.domain.pack import Pack

_CLUSTER = re.compile(r"[^\W_]+(?:[-.,:/'’][^\W_]+)*")
_WORD = re.compile(
    r"""
    \d++(?:-\d++){2,}                                   # 800-555-0100, 2025-03-01
    | [^\W\d_]{1,5}-\d[^\W_]*(?:[.-]\d+)*               # CO-29, ICD-10
    | (?=[^\W\d_]*+\d)[^\W_]++(?:(?:,(?=\d{3}(?!\d))|[.:/](?=\d))[^\W_]++)+   # F32.1, v2.1, 8:30, 1,000.50
    | [^\W_]+(?:['’][^\W_]+)*                           # member's, H0036
    """,
    re.VERBOSE,
)


class Word(NamedTuple):
    """A word where it stands: ``key`` is its comparable form (``keys_of``), the span is in the source text."""

    text: str
    key: str
    start: int
    end: int


def words_of(text: str) -> list[Word]:
    """Every word of the text, in order."""
    return list(_long_text(text) if len(text) > _LONG else _short_text(text))


def _words(text: str) -> tuple[Word, ...]:
    return tuple(Word(m.group(), _key(m.group()), *m.span()) for m in _WORD.finditer(text))


@lru_cache(maxsize=4)
def _long_text(text: str) -> tuple[Word, ...]:
    """The words of a long message, which dozens of rules ask for one after the other."""
    return _words(text)


@lru_cache(maxsize=256)
def _short_text(text: str) -> tuple[Word, ...]:
    return _words(text)


def keys_of(text: str) -> list[str]:
    """The comparable forms of the text's words, in order: casefolded, one apostrophe, no thousands separators."""
    return list(_keys_again(text)) if len(text) <= _OFTEN else _keys_of(text)


@lru_cache(maxsize=1_024)
def _keys_again(text: str) -> tuple[str, ...]:
    """Those of a message or a sentence, for which dozens of rules ask one after the other."""
    return tuple(_keys_of(text))


def _keys_of(text: str) -> list[str]:
    clusters = _CLUSTER.findall(text.casefold())
    if all(map(str.isalnum, clusters)):  # most texts; the full pattern is several times slower
        return clusters
    keys: list[str] = []
    for cluster in clusters:
        if cluster.isalnum():
            keys.append(cluster)
        else:
            keys += [_key(word) for word in _WORD.findall(cluster)]
    return keys


def _key(word: str) -> str:
    return word.casefold() if word.isalnum() else word.casefold().replace(",", "").replace("’", "'")


def phrase_of(text: str) -> str:
    """The text's words joined by one space, as packs write phrases."""
    return " ".join(keys_of(text))


def has_digit(word: str) -> bool:
    """Whether a digit stands in the word."""
    return not word.isalpha() and any(map(str.isdigit, word))


def names_phrase(text: str, phrase: str) -> bool:
    """Whether the words of the phrase stand one after the other in the text."""
    keys, wanted = keys_of(text), keys_of(phrase)
    return any(keys[place : place + len(wanted)] == wanted for place in range(len(keys) - len(wanted) + 1))


def phrase_at(keys: Sequence[str], place: int, phrases: frozenset[str]) -> int:
    """How many words the longest of the phrases has that begins at ``place``; 0 when none does."""
    left = len(keys) - place
    for length in _lengths_by_opening(phrases).get(keys[place], ()) if left > 0 else ():
        if length == 1 or (length <= left and " ".join(keys[place : place + length]) in phrases):
            return length
    return 0


def phrases_at(keys: Sequence[str], phrases: frozenset[str]) -> list[tuple[int, int]]:
    """The places at which one of the phrases begins, in order, with the length of the longest (``phrase_at``)."""
    opening = _lengths_by_opening(phrases)
    if opening.keys().isdisjoint(keys):
        return []
    return [(place, length) for place in range(len(keys)) if (length := phrase_at(keys, place, phrases))]


@lru_cache(maxsize=512)
def either(*lists: frozenset[str] | tuple[str, ...]) -> frozenset[str]:
    """The phrases of all the lists, made once: the same set each time is looked up by its identity."""
    return frozenset[str]().union(*lists)


def behind(keys: Sequence[str], place: int, phrases: frozenset[str]) -> int:
    """The place behind all of the phrases that stand one after the other at ``place``."""
    while length := phrase_at(keys, place, phrases):
        place += length
    return place


def says(keys: list[str], phrases: frozenset[str]) -> bool:
    """Whether one of the phrases stands anywhere among the words."""
    return bool(phrases_at(keys, phrases))


def made_of(keys: Sequence[str], *lists: frozenset[str]) -> list[int]:
    """Of which list each phrase is that the words are made of; empty where any word belongs to none of them.

    Longer phrases are taken first; what stands in several lists is of the first of them.
    """
    found: list[int] = []
    place, known = 0, either(*lists)
    while place < len(keys):
        length = phrase_at(keys, place, known)
        if not length:
            return []
        said = " ".join(keys[place : place + length])
        found.append(next(n for n, phrases in enumerate(lists) if said in phrases))
        place += length
    return found


def phrases_in(keys: Sequence[str]) -> frozenset[str]:
    """Every run of words that a phrase could be: many phrases are looked for in a text by one pass over it."""
    return _runs(tuple(keys))


@lru_cache(maxsize=4)
def _runs(keys: tuple[str, ...]) -> frozenset[str]:
    places, lengths = range(len(keys)), range(1, LONGEST_PHRASE + 1)
    return frozenset([" ".join(keys[place : place + length]) for length in lengths for place in places])


@lru_cache(maxsize=2_048)
def _lengths_by_opening(phrases: frozenset[str]) -> dict[str, tuple[int, ...]]:
    """How many words the phrases have that begin with a word, the longest first: most words begin none."""
    found: dict[str, set[int]] = {}
    for phrase in phrases:
        opening, *rest = phrase.split(" ")
        found.setdefault(opening, set()).add(1 + len(rest))
    return {opening: tuple(sorted(lengths, reverse=True)) for opening, lengths in found.items()}


_LONG = 2_000  # characters; longer than a passage and than nearly every message
_OFTEN = 400  # characters
LONGEST_PHRASE = 6  # words; no phrase of a pack is longer


class Stems:
    """Stems of one language with a pack's word families. It keeps nothing between calls."""

    def __init__(self, pack: Pack) -> None:
        self._stemmer: _Algorithm | None = _stemmer(pack.language)
        self._heads = _heads(pack.language, pack.words.families)

    def of(self, keys: list[str]) -> list[str]:
        """One stem for each comparable form, in order."""
        heads = self._heads
        return [heads.get(stem, stem) for stem in _stemmed(keys, self._stemmer)]


def _stemmed(keys: Sequence[str], stemmer: _Algorithm | None) -> Sequence[str]:
    """The stems; that of "authorise" as that of "authorize": the two spellings meet."""
    if stemmer is None:
        return keys
    stems = stemmer.stemWords(list(keys))
    return [stem[:-2] if stem.endswith("is") and len(stem) > 5 else stem for stem in stems]


@lru_cache(maxsize=16)
def _heads(language: str, families: tuple[tuple[str, ...], ...]) -> dict[str, str]:
    """The stem that stands for each stem of a family."""
    stemmed = [_stemmed(family, _stemmer(language)) for family in families]
    return {stem: family[0] for family in stemmed for stem in family}


class _Algorithm(Protocol):
    def stemWords(self, words: list[str], /) -> list[str]:  # noqa: N802 - the library's name
        ...


def _stemmer(language: str) -> _Algorithm | None:
    """The language's stemmer without its cache: three times as fast for words that are seen once."""
    try:
        return Stemmer.Stemmer(language, 0)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - the library has no types
    except KeyError:  # a language without an algorithm: words are compared as they are
        return None
