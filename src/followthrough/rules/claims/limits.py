"""The numbers that a condition names, and whether one is among them: "10 to 14", "11 or older", "not 12", "65+".

Invariant: a number is compared part by part, as far as both have parts: 12.3 is a 12, and lies within 10 to 14.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from followthrough.domain.pack import Pack
from followthrough.rules.language.words import LONGEST_PHRASE, Stems, Word, has_digit, phrase_at, words_of

Number = tuple[int, ...]
_NUMBER = re.compile(r"v?(\d+(?:\.\d+)*)(?:st|nd|rd|th)?")
_RANGE = re.compile(r"\s*(?:-|–|—|\.\.\.?|…)\s*(?:v\.?\s*)?")
_LEAST_SIGN, _MOST_SIGN = re.compile(r"(?:>=|≥)\s*$"), re.compile(r"(?:<=|≤)\s*$")
_ABOVE_SIGN, _BELOW_SIGN = re.compile(r">\s*$"), re.compile(r"<\s*$")
_MARK = re.compile(r"[,;:]")
_NAME_BEHIND = 2  # words behind a number that may name what it counts


@dataclass(frozen=True, slots=True)
class Limit:
    """The numbers from ``low`` to ``high``; None is no end. ``negated``: all but these."""

    low: Number | None = None
    high: Number | None = None
    low_open: bool = False
    high_open: bool = False
    negated: bool = False

    def holds(self, value: Number) -> bool:
        """Whether the number is among these."""
        if self.low is not None:
            side = _compare(value, self.low)
            if side < 0 or (side == 0 and self.low_open):
                return False
        if self.high is not None:
            side = _compare(value, self.high)
            if side > 0 or (side == 0 and self.high_open):
                return False
        return True


def _compare(value: Number, other: Number) -> int:
    parts = min(len(value), len(other))
    a, b = value[:parts], other[:parts]
    return (a > b) - (a < b)


class Limits:
    """Reads numbers and conditions in a pack's words."""

    def __init__(self, pack: Pack, stems: Stems) -> None:
        self._words = pack.clarifying
        self._joining = pack.joining
        self._stems = stems
        self._stop = pack.words.stop
        words = pack.clarifying
        bounds = (words.upward, words.downward, words.least, words.most, words.above, words.below, words.exceptions)
        self._comparing = frozenset(word for some in bounds for phrase in some for word in phrase.split())
        self._numerals: Mapping[str, str] = {pair[0]: pair[1] for pair in pack.values.numerals}

    def numbers(self, text: str, names: frozenset[str] = frozenset(), *, in_words: bool = True) -> tuple[Number, ...]:
        """The numbers of an answer; only those beside a name where any is.

        Args:
            text: the answer.
            names: stems of what is counted.
            in_words: whether numbers may be written as words: "the red one" counts nothing.
        """
        words = [w for w in words_of(text) if in_words or has_digit(w.text)]
        found = [(place, number) for place, word in enumerate(words) if (number := self._number(word)) is not None]
        keys = [w.key for w in words]
        named = [number for place, number in found if place and self._is_name(keys[place - 1], names)]
        return tuple(dict.fromkeys(named or [number for _, number in found]))

    def read(self, text: str, names: frozenset[str], *, bound: bool = False, aged: bool = False) -> tuple[Limit, ...]:
        """The condition's numbers that count what the names name.

        Args:
            text: the words of the condition.
            names: stems of what is counted: "version".
            bound: every number of the text counts it, as in a column of that name.
            aged: the numbers are times, so that "older than" is above them; else the words tell.
        """
        words = words_of(text)
        keys = [w.key for w in words]
        aged = aged or bool(self._words.ages & (names | set(keys)))
        found: list[Limit] = []
        place = 0
        last: tuple[int, Limit] | None = None  # the last limit and the word behind it
        while place < len(words):
            if self._number(words[place]) is None:
                place += 1
                continue
            limit, end = self._limit_at(text, words, place, aged=aged)
            follows = last is not None and self._is_list(words, last[0], place)
            if bound or follows or self._is_named(keys, place, end, names):
                if follows and last is not None and last[1].negated:
                    limit = replace(limit, negated=True)
                found.append(limit)
                last = (end, limit)
            place = end
        return tuple(found)

    def _number(self, word: Word) -> Number | None:
        digits = self._numerals.get(word.key, word.key)
        match = _NUMBER.fullmatch(digits)
        return tuple(int(part) for part in match[1].split(".")) if match and len(digits) <= _LONGEST else None

    def _limit_at(self, text: str, words: list[Word], place: int, *, aged: bool) -> tuple[Limit, int]:
        """The limit that begins with the number at ``place``, and the word behind its last number."""
        keys = [w.key for w in words]
        low = self._number(words[place]) or ()
        is_marked = bool(place and _MARK.search(text[words[place - 1].end : words[place].start]))
        negated = not is_marked and self._before(keys, place, self._words.exceptions)
        span = self._span_end(text, words, place)
        if span is not None:
            high = self._number(words[span]) or ()
            return Limit(low=low, high=high, negated=negated), span + 1
        behind = self._behind(text, words, place, aged=aged)
        if behind is not None:
            return replace(behind(low), negated=negated), place + 1
        return replace(self._by_words_before(text, words, place, low, aged=aged), negated=negated), place + 1

    def _span_end(self, text: str, words: list[Word], place: int) -> int | None:
        """The place of the number that ends a range begun here."""
        after = place + 1
        is_next = after < len(words) and self._number(words[after]) is not None
        if is_next and _RANGE.fullmatch(text[words[place].end : words[after].start]):
            return after
        keys = [w.key for w in words]
        joined = phrase_at(keys, after, self._words.spans)
        between = self._joining.coordinators if self._before(keys, place, self._words.between) else frozenset[str]()
        joined = joined or phrase_at(keys, after, between)
        end = after + joined
        return end if joined and end < len(words) and self._number(words[end]) is not None else None

    def _behind(self, text: str, words: list[Word], place: int, *, aged: bool) -> Callable[[Number], Limit] | None:
        """What the words behind a number make of it: "12 or newer", "18 years or older", "65+"."""
        if text[words[place].end : words[place].end + 1] == "+":
            return _at_least
        keys = [w.key for w in words]
        for start in (place + 1, place + 2):
            up, down = (phrase_at(keys, start, some) for some in (self._words.upward, self._words.downward))
            if up or down:
                phrase = " ".join(keys[start : start + max(up, down)])
                turned = aged and phrase in self._words.aging
                return _at_least if (up > down) != turned else _at_most
            if start < len(words) and self._number(words[start]) is not None:
                return None
        return None

    def _by_words_before(self, text: str, words: list[Word], place: int, number: Number, *, aged: bool) -> Limit:
        before = text[: words[place].start]
        keys = [w.key for w in words]
        cases = (
            (_LEAST_SIGN, self._words.least, Limit(low=number)),
            (_MOST_SIGN, self._words.most, Limit(high=number)),
            (_ABOVE_SIGN, self._words.above, Limit(low=number, low_open=True)),
            (_BELOW_SIGN, self._words.below, Limit(high=number, high_open=True)),
        )
        for sign, phrases, limit in cases:
            if sign.search(before) or self._before(keys, place, phrases):
                return self._turned(limit) if aged and self._turns(keys, place, phrases) else limit
        return Limit(low=number, high=number)

    def _turns(self, keys: list[str], place: int, phrases: frozenset[str]) -> bool:
        """Whether "older than 65" is above 65 where ages are compared, as "older than 12" is not of versions."""
        aging = phrases & self._words.aging
        return bool(aging) and self._before(keys, place, aging)

    @staticmethod
    def _turned(limit: Limit) -> Limit:
        return Limit(low=limit.high, high=limit.low, low_open=limit.high_open, high_open=limit.low_open)

    def _before(self, keys: list[str], place: int, phrases: frozenset[str]) -> bool:
        """Whether one of the phrases stands right before the number, or with one word between: "than version 12"."""
        for end in (place, place - 1):
            for length in range(1, min(end, LONGEST_PHRASE) + 1):
                if " ".join(keys[end - length : end]) in phrases:
                    return True
        return False

    def _is_list(self, words: list[Word], behind: int, place: int) -> bool:
        """Whether the number goes on with the list that the last one is in: "8, 9 and 10"."""
        between = [w.key for w in words[behind:place]]
        return len(between) <= 1 and all(key in self._joining.coordinators for key in between)

    def _is_named(self, keys: list[str], place: int, end: int, names: frozenset[str]) -> bool:
        """Whether the nearest word that says something is a name: "version", not "light", in "light, version 12"."""
        before = next((key for key in reversed(keys[:place]) if self._tells(key)), "")
        after = [key for key in keys[end:] if key not in self._comparing]
        behind = next((key for key in after[:_NAME_BEHIND] if self._tells(key)), "")
        return self._is_name(before, names) or self._is_name(behind, names)

    def _tells(self, key: str) -> bool:
        return key not in self._stop and not has_digit(key) and key not in self._comparing

    def _is_name(self, key: str, names: frozenset[str]) -> bool:
        return bool(key) and bool(names) and self._stems.of([key])[0] in names


def _at_least(number: Number) -> Limit:
    return Limit(low=number)


def _at_most(number: Number) -> Limit:
    return Limit(high=number)


_LONGEST = 12  # digits; a longer row of them is no number to compare
