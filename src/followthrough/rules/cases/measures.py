"""Amounts with their units, so that two days and 48 hours, $1,200 and 1.2k dollars are the same number.

Texts are compared as they are after ``in_smallest``: every amount of one kind stands there as a whole number of its
smallest unit before a word that no text has, and conditions on it are read like any other numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from followthrough.domain.pack import Pack
from followthrough.rules.language.words import Word, phrase_at, words_of

BASE = "xbase"
_NUMBER = re.compile(r"(\d+(?:\.\d+)?)(k?)")
_GLUED = re.compile(r"(\d+(?:\.\d+)?)([^\W\d_]+)")
_SIGNS = {"$": "dollar", "€": "euro", "£": "pound"}
_THOUSAND = 1000
_MOST = 10**12 - 1  # no more digits than a number may have


@dataclass(frozen=True, slots=True)
class UnitOf:
    """A unit: what it measures, and how many of the smallest unit of that it is."""

    kind: str
    size: Fraction


@dataclass(frozen=True, slots=True)
class _Amount:
    """A number of the text from character ``start`` to ``end``; no unit where none stands with it.

    ``shares``: its unit stands with the next number. ``until``: it may be any value up to this one.
    """

    value: Fraction
    unit: UnitOf | None
    start: int
    end: int
    first: int
    last: int
    shares: bool = False
    until: Fraction | None = None


class Measures:
    """Reads amounts in a pack's words."""

    def __init__(self, pack: Pack) -> None:
        words = pack.clarifying
        self._units = {name: UnitOf(kind, Fraction(size)) for kind, size, *names in words.units for name in names}
        self._kinds = {unit.kind for unit in self._units.values()}
        self._moments = {word: (Fraction(ago), UnitOf(kind, Fraction(1))) for word, ago, kind in words.moments}
        self._numerals = {word: digits for word, digits in pack.values.numerals}  # noqa: C416 - pairs of any length to the type checker
        self._joining = words.spans | pack.joining.coordinators | pack.following.alternatives
        self._articles = pack.joining.determiners - pack.following.definites - pack.following.demonstratives
        self._halves, self._coordinators = words.halves, pack.joining.coordinators
        self._ages = words.ages
        self._lasts = pack.selecting.lasts
        self._year = max((u for u in self._units.values() if u.kind == "time"), key=lambda u: u.size, default=None)

    @property
    def money(self) -> frozenset[str]:
        """The kinds that are currencies."""
        return frozenset(self._kinds & set(_SIGNS.values()))

    def unit_in(self, text: str) -> UnitOf | None:
        """The first unit that the text names; ages are in years where none is named."""
        keys = [word.key for word in words_of(text)]
        named = next((self._units[key] for key in keys if key in self._units), None)
        return named or (self._year if self._ages & set(keys) else None)

    def kinds(self, text: str) -> frozenset[str]:
        """What is measured by the amounts of the text that have a unit."""
        return frozenset(amount.unit.kind for amount in self._amounts(text) if amount.unit is not None)

    def units(self, text: str) -> frozenset[UnitOf]:
        """The units that the text's amounts are in."""
        return frozenset(amount.unit for amount in self._amounts(text) if amount.unit is not None)

    def in_smallest(self, text: str, kind: str, *, bare: UnitOf | None = None) -> str:
        """The text with its amounts of the kind as whole numbers of the smallest unit, each before ``BASE``.

        Args:
            text: an answer or a condition.
            kind: what is measured.
            bare: the unit of numbers without one.
        """
        amounts = self._amounts(text)
        shown, begin = "", 0
        for amount in amounts:
            unit = amount.unit or bare
            if unit is None or unit.kind != kind or amount.value * unit.size > _MOST:
                continue
            values = (amount.value,) if amount.until is None else (amount.value, amount.until)
            figures = "-".join(str(round(value * unit.size)) for value in values)
            shown += text[begin : amount.start] + figures + ("" if amount.shares else f" {BASE}")
            begin = amount.end
        return shown + text[begin:]

    def _amounts(self, text: str) -> list[_Amount]:
        words = words_of(text)
        found: list[_Amount] = []
        place = 0
        while place < len(words):
            amount = self._amount_at(text, words, place)
            if amount is None:
                place += 1
                continue
            place = amount.last + 1
            before = found[-1] if found else None
            if before is not None and (joined := self._joined(before, amount)) is not None:
                found[-1] = joined
            else:
                found.append(amount)
        return self._with_units_behind(text, words, found)

    def _amount_at(self, text: str, words: list[Word], place: int) -> _Amount | None:
        """The amount that begins with the word, else None."""
        key = words[place].key
        if (moment := self._moment_at(words, place)) is not None:
            return moment
        glued = _GLUED.fullmatch(key)
        if glued is not None and glued[2] in self._units:
            return _Amount(
                Fraction(glued[1]), self._units[glued[2]], words[place].start, words[place].end, place, place
            )
        half = key in self._halves
        number = Fraction(1, 2) if half else self._number(key)
        unit_at = place + 1
        while half and unit_at < len(words) and words[unit_at].key in self._articles:
            unit_at += 1
        if number is None:
            if key not in self._articles or self._unit_at(words, unit_at) is None:
                return None
            number = Fraction(1)
        return self._with_unit(text, words, place, unit_at, number)

    def _unit_at(self, words: list[Word], place: int) -> UnitOf | None:
        return self._units.get(words[place].key) if place < len(words) else None

    def _moment_at(self, words: list[Word], place: int) -> _Amount | None:
        """What a word says that is itself a time ago: "yesterday", "last week"."""
        key = words[place].key
        if key in self._moments:
            return self._moment(words[place], place, *self._moments[key])
        if key not in self._lasts or (unit := self._unit_at(words, place + 1)) is None:
            return None
        since = self._moment(words[place + 1], place + 1, unit.size, unit)
        return replace(since, start=words[place].start, first=place)

    @staticmethod
    def _moment(word: Word, place: int, ago: Fraction, unit: UnitOf) -> _Amount:
        """A moment of so long ago, as far as it is known: "yesterday" is up to two days ago, "today" no day."""
        until = 2 * ago or Fraction(_DAY)
        smallest = UnitOf(unit.kind, Fraction(1))
        return _Amount(Fraction(0), smallest, word.start, word.end, place, place, until=until - 1)

    def _with_unit(self, text: str, words: list[Word], place: int, unit_at: int, number: Fraction) -> _Amount:
        """The number with "and a half" and its unit, wherever they stand."""
        number, unit_at = self._with_half(words, unit_at, number)
        unit, last = None, unit_at - 1
        if unit_at < len(words) and words[unit_at].key in self._units:
            unit, last = self._units[words[unit_at].key], unit_at
            number, behind = self._with_half(words, last + 1, number)
            last = behind - 1
        start, end = words[place].start, words[last].end
        sign = text[:start].rstrip()[-1:]
        after = text[end:].lstrip()[:1]
        if unit is None and sign in _SIGNS:
            unit, start = self.largest(_SIGNS[sign]), text[:start].rindex(sign)
        elif unit is None and after in _SIGNS:
            unit, end = self.largest(_SIGNS[after]), text.index(after, end) + 1
        elif (
            unit is None and place and (before := self._units.get(words[place - 1].key)) and before.kind in self.money
        ):
            unit, start = before, words[place - 1].start
        return _Amount(number, unit, start, end, place, last)

    def _with_half(self, words: list[Word], place: int, number: Fraction) -> tuple[Fraction, int]:
        """The number and the place behind it, half more where "and a half" stands there."""
        keys = [word.key for word in words[place : place + 3]]
        is_half = len(keys) == _AND_A_HALF and keys[0] in self._coordinators and keys[2] in self._halves
        return (number + Fraction(1, 2), place + _AND_A_HALF) if is_half else (number, place)

    def largest(self, kind: str) -> UnitOf | None:
        """The largest unit of the kind: of money the currency."""
        return max((u for u in self._units.values() if u.kind == kind), key=lambda u: u.size, default=None)

    def _number(self, key: str) -> Fraction | None:
        match = _NUMBER.fullmatch(self._numerals.get(key, key))
        if match is None or len(key) > _LONGEST:
            return None
        return Fraction(match[1]) * (_THOUSAND if match[2] else 1)

    @staticmethod
    def _joined(before: _Amount, amount: _Amount) -> _Amount | None:
        """Both as one: "1 hour 30 minutes"."""
        if before.unit is None or amount.unit is None or before.unit.kind != amount.unit.kind:
            return None
        if amount.first - before.last > 1 or amount.unit.size >= before.unit.size:
            return None
        value = before.value + amount.value * amount.unit.size / before.unit.size
        return _Amount(value, before.unit, before.start, amount.end, before.first, amount.last)

    def _with_units_behind(self, text: str, words: list[Word], found: list[_Amount]) -> list[_Amount]:
        """Numbers that share the unit of the next one: "12 to 48 hours", "5-10 years", "2 or 3 days"."""
        shared: list[_Amount] = []
        following: _Amount | None = None
        for number in reversed(found):
            amount = number
            if amount.unit is None and following is not None:
                keys = [word.key for word in words[amount.last + 1 : following.first]]
                between = text[amount.end : following.start].strip()
                if (keys and phrase_at(keys, 0, self._joining) == len(keys)) or between in _DASHES:
                    amount = replace(amount, unit=following.unit, shares=True)
            shared.append(amount)
            following = amount
        return shared[::-1]


_DASHES = ("-", "–", "—")
_LONGEST = 12
_DAY = 1440  # minutes
_AND_A_HALF = 3  # words
