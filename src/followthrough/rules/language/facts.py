"""What a text states that must not be made up: numbers, codes, names, addresses and negations.

A model's words count only where these stand in the sources or in the user's own words. Both sides are compared by
``key_of``, so that "$1,000.00" is 1000 and "Humana's" is Humana.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.rules.language.names import is_code, is_name, is_number
from followthrough.rules.language.words import Stems, Word, keys_of, words_of

_ADDRESS = re.compile(r"\w{1,30}://[^\s)\]>\"']+|\bwww\.[^\s)\]>\"']+|[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]*\w")
_ENDS = re.compile(r"[.?!:;]\s*$|\n")
_ZEROS = re.compile(r"(?<=\d)\.0+$")


@dataclass(frozen=True, slots=True)
class Facts:
    """What a text states.

    Attributes:
        numbers: figures and words for them, as ``key_of`` writes them.
        codes: letters and figures together, and long numbers.
        names: words with a capital letter that are not explained by their place, months and weekdays; stems.
        addresses: of pages and mail, as they stand.
    """

    numbers: frozenset[str]
    codes: frozenset[str]
    names: frozenset[str]
    addresses: frozenset[str]


def facts_of(text: str, pack: Pack) -> Facts:
    """What the text states."""
    addresses = frozenset(m.group().rstrip(".,;:") for m in _ADDRESS.finditer(text))
    plain = _ADDRESS.sub(" ", text)
    words = words_of(plain)
    stems = Stems(pack)
    numbers = {key_of(w.key) for w in words if is_number(w) or w.key in _number_words(pack)}
    numbers |= {w.key for place, w in enumerate(words) if _counts_off(words, place, plain, pack)}
    codes = {key_of(w.key) for w in words if is_code(w)}
    named = [key_of(w.key) for place, w in enumerate(words) if _names(words, place, plain, pack)]
    return Facts(frozenset(numbers), frozenset(codes), frozenset(stems.of(named)), addresses)


def key_of(key: str) -> str:
    """A word's key as facts are compared by: without a possessive, without decimals that say nothing."""
    return _ZEROS.sub("", key.removesuffix("'s"))


def _counts_off(words: list[Word], place: int, text: str, pack: Pack) -> bool:
    """Whether the word says which one of a row it is ("the fourth day"), not in which order things are said."""
    if (
        place == 0
        or place + 1 == len(words)
        or all(words[place].key != names[0] for names in pack.selecting.ordinals)
    ):
        return False
    is_joined = not text[words[place].end : words[place + 1].start].strip()
    return is_joined and words[place + 1].key not in pack.words.stop


def _number_words(pack: Pack) -> frozenset[str]:
    """Words for numbers that stand for nothing else: not "one of them", not "no"."""
    other = pack.asking.anaphors | pack.asking.pronouns | pack.asking.persons
    other |= pack.values.negations | pack.words.stop
    return pack.values.number_words - other


def _names(words: list[Word], place: int, text: str, pack: Pack) -> bool:
    """Whether the word is (part of) a name; the first word of a sentence may be one as any other."""
    word = words[place]
    if word.key in pack.values.weekdays or (word.key in pack.values.months and word.text[0].isupper() and place):
        return True
    begins = place == 0 or _ENDS.search(text[words[place - 1].end : word.start]) is not None
    if begins and any(word.key in some for some in _openings(pack)):
        return False
    return _is_name(word, 0 if begins else place, pack)


def _openings(pack: Pack) -> tuple[frozenset[str], ...]:
    """Words that begin a sentence without being anybody's name: "Yes", "If", "Within"."""
    values, phrases = pack.values, pack.phrases
    opens = (pack.joining.subordinators, pack.joining.prepositions, pack.asking.joiners, pack.asking.question_words)
    return (*opens, values.rulings, values.time_words, values.number_words, phrases.asides, phrases.acknowledgements)


def _is_name(word: Word, place: int, pack: Pack) -> bool:
    return not is_code(word) and is_name(word, place, pack, capitals=True)


class Known:
    """What some texts hold: their words and stems, to look facts up in."""

    def __init__(self, texts: Iterable[str], pack: Pack) -> None:
        kept = tuple(texts)
        keys = [key_of(key) for text in kept for key in keys_of(text)]
        self._keys = frozenset(keys)
        self.stems = frozenset(Stems(pack).of(keys))
        self._text = "\n".join(kept)

    def lacks(self, facts: Facts) -> frozenset[str]:
        """The facts that the texts do not hold."""
        absent = (facts.numbers | facts.codes) - self._keys
        return absent | (facts.names - self.stems) | {a for a in facts.addresses if a not in self._text}
