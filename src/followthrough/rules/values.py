"""Whether a unit shows the kind of value that a question wants: a figure, a date, a telephone number, a person."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from followthrough.domain.pack import Pack, Values
from followthrough.rules.kinds import Kind
from followthrough.rules.words import phrase_at

_PHONE = re.compile(r"(?<![\w-])\+?(?:\d{1,3}[-. ])?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?![\w-])|\+\d[\d ().-]{6,}\d")
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]*\w")
_ADDRESS = re.compile(r"\b\w+://\S+|\b(?:[\w-]+\.){1,4}[a-z]{2,}\b(?:/\S*)?|\b[A-Z]{2} \d{5}\b")
_MONEY = re.compile(r"[$€£¥]\s?\d|\d\s?[€£%]|\b\d[\d,.]*\s?(?:USD|EUR|GBP)\b")
_DATE = re.compile(r"\b(?:1[89]|20)\d\d\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|\b\d{1,2}:\d{2}\b")
_IDENTIFIER = re.compile(r"\b(?=[\w.-]*\d)[\w.-]*\w\b|\b[A-Z]{2,}\b")
_FIGURE = re.compile(r"(?<![\w.-])\d[\d,.]*(?![\w-]|\.\w)|\b\d+(?=-)")

# Kinds whose value has a shape: a unit either shows it or does not. The others are told by words and only preferred.
SHAPED = frozenset((Kind.HOW_MANY, Kind.HOW_MUCH, Kind.HOW_LONG, Kind.HOW_OFTEN, Kind.WHEN, Kind.PHONE, Kind.EMAIL))


@dataclass(frozen=True, slots=True)
class Shown:
    """A unit's text with its words (``words.keys_of``), and the question's words: its figures are no answer to it."""

    text: str
    keys: list[str]
    asked: frozenset[str]
    pack: Pack


def shows(kind: Kind, shown: Shown) -> bool:
    """Whether the text shows a value of the kind; never for a kind without one."""
    check = _CHECKS.get(kind)
    return check is not None and check(shown)


def _figure(shown: Shown) -> bool:
    number_words = shown.pack.values.number_words
    if any(key in number_words and key not in shown.asked for key in shown.keys):
        return True
    figures = (m.group().rstrip(".,") for m in _FIGURE.finditer(shown.text))
    return any(f.replace(",", "") not in shown.asked and not _is_another_code(f, shown) for f in figures)


def _is_another_code(figure: str, shown: Shown) -> bool:
    """Whether a figure looks like a code that the question names: "90834" is no value of "90837"."""
    digits = len(figure)
    return (
        digits >= _CODE_DIGITS
        and figure.isdigit()
        and any(key.isdigit() and len(key) == digits for key in shown.asked)
        and not any(f"{sign}{figure}" in shown.text for sign in "$€£¥")
    )


_CODE_DIGITS = 5  # four are a year or an amount


def _amount(shown: Shown) -> bool:
    return _figure(shown) or _MONEY.search(shown.text) is not None


def _identifier(shown: Shown) -> bool:
    """A word with a figure, or of capital letters only, that was not in the question."""
    return any(m.group().casefold() not in shown.asked for m in _IDENTIFIER.finditer(shown.text))


def _duration(shown: Shown) -> bool:
    units = shown.pack.values.time_units
    return _prompt(shown) or (any(key in units for key in shown.keys) and _figure(shown))


def _prompt(shown: Shown) -> bool:
    """A time without a figure: "immediately", "overnight"."""
    return any(key in shown.pack.values.prompt_words for key in shown.keys)


def _frequency(shown: Shown) -> bool:
    words = shown.pack.values.frequency_words
    return any(phrase_at(shown.keys, place, words) for place in range(len(shown.keys)))


def _time(shown: Shown) -> bool:
    values = shown.pack.values
    if _DATE.search(shown.text):
        return True
    told = (values.months, values.weekdays, values.time_words, values.time_units, values.prompt_words)
    return any(key in words for words in told for key in shown.keys)


def _instruction(shown: Shown) -> bool:
    """A verb that tells what to do, at the beginning, or "must", "by" anywhere."""
    values = shown.pack.values
    return shown.keys[:1] != [] and (
        shown.keys[0] in values.steps or any(key in values.instructing for key in shown.keys)
    )


def _place(shown: Shown) -> bool:
    return _ADDRESS.search(shown.text) is not None or any(k in shown.pack.values.places for k in shown.keys)


def _words(choose: Callable[[Values], frozenset[str]]) -> Callable[[Shown], bool]:
    def told(shown: Shown) -> bool:
        words = choose(shown.pack.values)
        return any(key in words for key in shown.keys)

    return told


_CHECKS: dict[Kind, Callable[[Shown], bool]] = {
    Kind.PHONE: lambda shown: _PHONE.search(shown.text) is not None,
    Kind.EMAIL: lambda shown: _EMAIL.search(shown.text) is not None,
    Kind.IDENTIFIER: _identifier,
    Kind.HOW_MANY: _figure,
    Kind.HOW_MUCH: _amount,
    Kind.HOW_LONG: _duration,
    Kind.HOW_OFTEN: _frequency,
    Kind.WHEN: _time,
    Kind.WHERE: _place,
    Kind.WHO: _words(lambda values: values.people),
    Kind.WHY: _words(lambda values: values.reasons),
    Kind.HOW_TO: _instruction,
    Kind.YES_NO: _words(lambda values: values.rulings),
    Kind.DEFINITION: _words(lambda values: values.defining),
}
