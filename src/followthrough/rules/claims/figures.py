"""The figures of a text, in one form, and what follows from them by one step of arithmetic.

Invariant: a figure of a claim is known only where it stands in what is cited or in the user's own words, or follows
from two of these; a code never follows from anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice, product

from followthrough.domain.pack import Pack
from followthrough.rules.language.facts import key_of
from followthrough.rules.language.words import Stems, Word, has_digit, words_of

_PLAIN = re.compile(r"\d+(?:\.\d+)?")
_WITH_UNIT = re.compile(r"(\d+(?:\.\d+)?)([^\W\d_]{1,3})")  # "50k", "5gb", "8pm"
_THOUSAND = "k"
_IN_PARTS = re.compile(r"\d+(?:[-:/.]\d+)+")  # a date, a time, a range, a telephone number
_FEW = ("0", "1", "2", "3")  # said of anything: "both", "one of them"
_RATIOS = (7, 12, 24, 30, 60)  # days of a week, months, hours, days of a month, minutes and seconds
_MONTHS = 12
_MOST, _SUMMED = 24, 8  # figures that are combined, those of one sum
_BESIDE = 3  # words behind a figure among which its unit stands
_LAST_DAY = 31
_LARGE = 1_000  # from here on a result is rounded to a whole number
_COUNTS = frozenset(("4", "5", "6"))  # how many there are may be counted; more is seldom said


@dataclass(frozen=True, slots=True)
class Figures:
    """What a text gives in figures.

    Attributes:
        numbers: plain ones, number words among them, and the parts of dates, times and ranges.
        codes: letters and figures together, and long numbers.
        dated: the numbers that stand beside the name of a month.
        timed: the numbers of a unit of time.
        units: for each number the stems of units of time and money beside it.
    """

    numbers: frozenset[str]
    codes: frozenset[str]
    dated: frozenset[str]
    timed: frozenset[str]
    units: dict[str, frozenset[str]]


def figures_of(texts: Iterable[str], pack: Pack) -> Figures:
    """The figures of all these texts together."""
    numbers, codes, dated, timed = set[str](), set[str](), set[str](), set[str]()
    times = frozenset(Stems(pack).of(sorted(pack.values.time_units)))
    units: dict[str, frozenset[str]] = {}
    for text in texts:
        words = words_of(text)
        for place, word in enumerate(words):
            found, code = read_figure(word, pack)
            numbers.update(found)
            codes.update(code)
            near = [w.key for w in words[max(0, place - 1) : place + 2]]
            if any(key in pack.values.months for key in near):
                dated.update(found)
            for number in found:
                units[number] = units.get(number, frozenset()) | (unit := _units(words, place, pack))
                timed.update((number,) if unit & times else ())
    return Figures(frozenset(numbers), frozenset(codes), frozenset(dated), frozenset(timed), units)


def read_figure(word: Word, pack: Pack) -> tuple[list[str], list[str]]:
    """A word's numbers and codes in their one form."""
    key = key_of(word.key)
    if key in (numerals := _by_word(pack.values.numerals)):
        return [numerals[key]], []
    if not has_digit(key):
        return [], []
    if _PLAIN.fullmatch(key):
        return [_short(key)], []
    if (glued := _WITH_UNIT.fullmatch(key)) is not None:
        whole = [_short(str(float(glued[1]) * 1_000))] if glued[2] == _THOUSAND else []
        return [_short(glued[1]), *whole], []
    if _IN_PARTS.fullmatch(key):
        return [_short(part) for part in re.findall(r"\d+", key)], []
    return [], [key]


def is_count(key: str, pack: Pack) -> bool:
    """Whether a word is a number that counts a few things: how many there are shows in what follows."""
    return _by_word(pack.values.numerals).get(key, key) in _COUNTS.union(_FEW)


@cache
def _by_word(numerals: tuple[tuple[str, ...], ...]) -> dict[str, str]:
    return {pair[0]: pair[1] for pair in numerals}


def _short(number: str) -> str:
    """Without zeros that say nothing: "02" is 2, "15.0" is 15."""
    return f"{float(number):.12g}"


def _units(words: list[Word], place: int, pack: Pack) -> frozenset[str]:
    """The first unit of time or money that stands right behind a number."""
    values = pack.values
    behind = [w.key for w in words[place + 1 : place + 1 + _BESIDE]]
    units = [key for key in behind if key in values.time_units or key in values.money]
    return frozenset(Stems(pack).of(units[:1]))


def unknown_figures(claim: Figures, cited: Figures, own: Figures, near: Figures) -> frozenset[str]:
    """The claim's figures and codes that nothing gives.

    Args:
        claim: of the claim.
        cited: of all that is cited, with titles and headings.
        own: of the question and of what the user said.
        near: of the places that the claim is closest to; what is combined is from there and from ``own``.
    """
    known = cited.numbers | own.numbers | frozenset(_FEW)
    absent = claim.numbers - known
    if absent:
        given = near.numbers | own.numbers
        absent -= _following(given) | _summed((claim.numbers & known) | own.numbers)
        absent -= (_in_other_units(given) & claim.timed) | _rounded(absent, given)
        absent -= frozenset(n for n in absent & _COUNTS if not claim.units[n])
    if cited.dated or own.dated:  # a date that was counted from another one: no month says how long it is
        absent -= frozenset(n for n in absent & claim.dated if float(n) <= _LAST_DAY)
    return absent | (claim.codes - cited.codes - own.codes)


def _following(known: Iterable[str]) -> frozenset[str]:
    """What two of these give together, and each so many times as a year has months."""
    numbers = [float(n) for n in islice(sorted(known), _MOST)]
    found = [n for a, b in product(numbers, repeat=2) for n in (a + b, a - b, a * b, a / b if b else 0.0)]
    return frozenset(f"{n:.12g}" for n in (*found, *(n * _MONTHS for n in numbers)))


def _rounded(absent: frozenset[str], known: Iterable[str]) -> frozenset[str]:
    """Large numbers that are what two of these give together, to the next whole one."""
    whole = {round(float(n)) for n in _following(known)}
    return frozenset(n for n in absent if float(n) >= _LARGE and float(n) in whole)


def _in_other_units(known: Iterable[str]) -> frozenset[str]:
    """A time in another unit, and how often something happens in it."""
    numbers = [float(n) for n in islice(sorted(known), _MOST)]
    found = [n for a, b in product(numbers, _RATIOS) for n in (a * b, a / b, b / a if a else 0.0)]
    return frozenset(f"{n:.12g}" for n in found)


def _summed(known: Iterable[str]) -> frozenset[str]:
    """What some of these give one after the other: a sum, the last of them several times."""
    numbers = [float(n) for n in islice(sorted(known), _SUMMED)]
    sums = [sum(some) for size in (2, 3, 4) for some in combinations(numbers, size)]
    sums += [a + times * b for a, b in product(numbers, repeat=2) for times in (2, 3, 4)]
    return frozenset(f"{n:.12g}" for n in sums)


def counts_otherwise(claim: Figures, cited: Figures, own: Figures) -> bool:
    """Whether a figure of the claim has a unit that it never has where it stands: not 64 weeks for 64 dollars."""
    for number, said in claim.units.items():
        held = cited.units.get(number, frozenset()) | own.units.get(number, frozenset())
        if said and held and said.isdisjoint(held) and number not in _FEW:
            return True
    return False
