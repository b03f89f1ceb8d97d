"""Whether a unit shows the kind of value that a question wants: a figure, a date, a telephone number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.rules.language.kinds import Kind
from followthrough.rules.language.words import Word, has_digit, keys_of, phrase_at, words_of

_PHONE = re.compile(
    r"(?<![\w-])\+?(?:\d{1,3}[-. ])?(?:\(?\d{3}\)?[-. ])?\d{3}[-. ]\d{4}(?![\w-])|\+\d[\d ().-]{6,}\d"
)
# Every run is bounded or begins once: a cell of 20,000 characters is read in proportion to its length.
_EMAIL = re.compile(r"[\w.+-]@[\w-]{1,63}\.[\w.-]{0,63}\w")
_ADDRESS = re.compile(r"\w://\S|\w-*+\.[a-z]{2,}+\b")
_MONEY = re.compile(r"[$€£¥]\s?\d|\d\s?[€£%]|\b\d[\d,.]{0,24}\s?(?:USD|EUR|GBP)\b")
_DATE = re.compile(r"\b(?:1[89]|20)\d\d\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|\b\d{1,2}:\d{2}\b")
_CLOCK = re.compile(r"\b\d{1,2}:\d{2}\b|\b\d{1,2} ?[ap]\.?m\b", re.IGNORECASE)
_IDENTIFIER = re.compile(r"\b(?=[\w.-]{0,63}\d)[\w.-]{0,63}\w\b|\b[A-Z]{2,}+\b")
_FIGURE = re.compile(r"(?<![\w.-])\d[\d,.]{0,32}(?![\w-]|\.\w)|\b\d++(?=-)")

# Kinds whose value has a shape: a unit either shows it or does not. Of the others some mark of a value is enough.
SHAPED = frozenset(
    (Kind.HOW_MANY, Kind.HOW_MUCH, Kind.HOW_LONG, Kind.HOW_OFTEN, Kind.WHEN, Kind.HOURS, Kind.PHONE, Kind.EMAIL)
)

# Kinds that nothing answers which does not show the value.
MUST_SHOW = SHAPED | {Kind.IDENTIFIER, Kind.WHO, Kind.WHERE, Kind.HOW_TO, Kind.YES_NO}


# Kinds of which nothing is found where the value is not.
WHOLE = frozenset((Kind.PHONE, Kind.EMAIL, Kind.HOURS))


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
    told = shown.pack.values.time_words | shown.pack.values.time_units
    return _tells_time(shown) or not told.isdisjoint(shown.keys)


def _is_month(place: int, shown: Shown) -> bool:
    """Whether the word is a month's name; one that may be another word has a capital letter or a figure beside it."""
    key = shown.keys[place]
    if key not in shown.pack.values.months or key not in shown.pack.words.stop:
        return key in shown.pack.values.months
    beside = shown.keys[max(0, place - 1) : place] + shown.keys[place + 1 : place + 2]
    return key.capitalize() in shown.text[1:] or any(map(has_digit, beside))


def _hours(shown: Shown) -> bool:
    """A time of the day, or a day of the week with something else than a date."""
    return _CLOCK.search(shown.text) is not None or any(key in shown.pack.values.weekdays for key in shown.keys)


def _instruction(shown: Shown) -> bool:
    """A clause or cell that begins with a verb of instruction, or with a word before an article: "Toggle the"."""
    return any(_commands(keys_of(clause)[:2], shown.pack) for clause in _CLAUSE.split(shown.text))


def _commands(begins: list[str], pack: Pack) -> bool:
    first, behind = (*begins, "", "")[:2]
    return first in pack.values.steps or (first not in pack.words.stop and behind in pack.joining.determiners)


_CLAUSE = re.compile(r"[:;|] ")


def _new(shown: Shown, before: frozenset[str]) -> Iterator[tuple[Word, bool]]:
    """The words that tell something and are not the question's, and whether one of ``before`` stands before each."""
    silent, placed = shown.asked | shown.pack.words.stop, False
    for word in words_of(shown.text):
        if word.key not in silent:
            yield word, placed
        placed = word.key in before or (placed and word.key in silent)


def _somebody(shown: Shown) -> bool:
    """A name, whoever the sentence begins with, or what stands behind a preposition: "by the night team"."""
    before = shown.pack.joining.prepositions
    begins = next((w.start for w in words_of(shown.text) if w.key not in shown.pack.words.stop), 0)
    return any(placed or word.start == begins or word.text[0].isupper() for word, placed in _new(shown, before))


def _place(shown: Shown) -> bool:
    """An address, a name behind a preposition, or what stands behind a word of place and is no time: "on level 2"."""
    values, before = shown.pack.values, shown.pack.joining.prepositions
    times = values.time_units | values.time_words | values.number_words
    told = (w.key not in times and not has_digit(w.key) for w, placed in _new(shown, values.locating) if placed)
    named = (word.text[0].isupper() for word, placed in _new(shown, before) if placed)
    return any(told) or any(named) or _ADDRESS.search(shown.text) is not None


def _ruling(shown: Shown) -> bool:
    return any(key in shown.pack.values.rulings for key in shown.keys)


def _tells_time(shown: Shown) -> bool:
    """Whether the text has a time by itself: a date, an hour, a span; not "until it is renewed"."""
    return (
        _DATE.search(shown.text) is not None
        or _CLOCK.search(shown.text) is not None
        or _duration(shown)
        or any(_is_month(place, shown) for place in range(len(shown.keys)))
        or any(key in shown.pack.values.weekdays for key in shown.keys)
    )


_CHECKS: dict[Kind, Callable[[Shown], bool]] = {
    Kind.PHONE: lambda shown: _PHONE.search(shown.text) is not None,
    Kind.EMAIL: lambda shown: _EMAIL.search(shown.text) is not None,
    Kind.IDENTIFIER: _identifier,
    Kind.HOW_MANY: _figure,
    Kind.HOW_MUCH: _amount,
    Kind.HOW_LONG: _duration,
    Kind.HOW_OFTEN: _frequency,
    Kind.WHEN: _time,
    Kind.HOURS: _hours,
    Kind.WHO: _somebody,
    Kind.WHERE: _place,
    Kind.HOW_TO: _instruction,
    Kind.YES_NO: _ruling,
}
