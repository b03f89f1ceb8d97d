"""Whether a unit shows the kind of value that a question wants: a figure, a date, a telephone number, a person."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from followthrough.domain.pack import Pack
from followthrough.domain.valuing import Values
from followthrough.rules.language.kinds import Kind
from followthrough.rules.language.words import has_digit, keys_of, phrase_at, words_of

_PHONE = re.compile(
    r"(?<![\w-])\+?(?:\d{1,3}[-. ])?(?:\(?\d{3}\)?[-. ])?\d{3}[-. ]\d{4}(?![\w-])|\+\d[\d ().-]{6,}\d"
)
# Every run is bounded or begins once: a cell of 20,000 characters is read in proportion to its length.
_EMAIL = re.compile(r"[\w.+-]@[\w-]{1,63}\.[\w.-]{0,63}\w")
_ADDRESS = re.compile(r"\w://\S|\w-*+\.[a-z]{2,}+\b|\b[A-Z]{2} \d{5}\b")
_MONEY = re.compile(r"[$€£¥]\s?\d|\d\s?[€£%]|\b\d[\d,.]{0,24}\s?(?:USD|EUR|GBP)\b")
_DATE = re.compile(r"\b(?:1[89]|20)\d\d\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b|\b\d{1,2}:\d{2}\b")
_CLOCK = re.compile(r"\b\d{1,2}:\d{2}\b|\b\d{1,2} ?[ap]\.?m\b", re.IGNORECASE)
_IDENTIFIER = re.compile(r"\b(?=[\w.-]{0,63}\d)[\w.-]{0,63}\w\b|\b[A-Z]{2,}+\b")
_FIGURE = re.compile(r"(?<![\w.-])\d[\d,.]{0,32}(?![\w-]|\.\w)|\b\d++(?=-)")

# Kinds whose value has a shape: a unit either shows it or does not. The others are told by words and only preferred.
SHAPED = frozenset(
    (Kind.HOW_MANY, Kind.HOW_MUCH, Kind.HOW_LONG, Kind.HOW_OFTEN, Kind.WHEN, Kind.HOURS, Kind.PHONE, Kind.EMAIL)
)

# Kinds that nothing answers which does not show the value.
MUST_SHOW = SHAPED | {Kind.IDENTIFIER, Kind.WHO, Kind.WHERE, Kind.WHY, Kind.HOW_TO, Kind.YES_NO}


# Kinds of which nothing is found where the value is not.
WHOLE = frozenset((Kind.PHONE, Kind.EMAIL, Kind.HOURS))


@dataclass(frozen=True, slots=True)
class Shown:
    """A unit's text with its words (``words.keys_of``), and the question's words: its figures are no answer to it.

    ``doing``: those of its words that are what the asker does: "how do I *cancel*".
    ``names``: those of its words that are names in the question.
    ``listed``: it is an item of a list or a row of a table, which says of what it names what the list is of.
    """

    text: str
    keys: list[str]
    asked: frozenset[str]
    pack: Pack
    listed: bool = False
    doing: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()


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
    return tells_time(shown) or not told.isdisjoint(shown.keys)


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
    """A verb that tells what to do, at the beginning of a sentence, clause or cell, or "must", "by" anywhere."""
    values = shown.pack.values
    if any(_instructs(place, shown) for place in range(len(shown.keys))):
        return True
    if shown.keys[:1] and shown.keys[0] in values.steps:
        return True
    first, *clauses = (keys_of(clause)[:2] for clause in _CLAUSE.split(shown.text))
    if _commands(first, shown) or (first[:1] and first[0] in shown.doing):
        return True
    verbs = values.steps - shown.pack.words.stop
    return any(_commands(begins, shown) or begins[0] in verbs for begins in clauses if begins)


def _instructs(place: int, shown: Shown) -> bool:
    """Whether the word tells the way: "by mail", "you must write"; that one can do what is asked about tells none."""
    if shown.keys[place] not in shown.pack.values.instructing:
        return False
    behind = next((key for key in shown.keys[place + 1 :] if key not in shown.pack.words.stop), "")
    return shown.keys[place] not in shown.pack.asking.auxiliaries or (behind != "" and behind not in shown.asked)


_CLAUSE = re.compile(r"[:;|] ")


def _commands(begins: list[str], shown: Shown) -> bool:
    """Whether a clause that begins so tells to do something: a noun has no article behind it, "Toggle the" has."""
    words, joining = shown.pack.words, shown.pack.joining
    return len(begins) > 1 and begins[0] not in words.stop and begins[1] in joining.determiners


def _person(shown: Shown) -> bool:
    """A word for people or a name that the question does not have, or one of its names that does what is asked.

    A name with a word of the question in it names the thing asked about ("the Software Shelf"), not a person.
    """
    words, people = words_of(shown.text), shown.pack.values.people
    if any(
        word.key not in shown.asked
        and (word.key in people or (place and word.text[0].isupper() and words[place - 1].key not in shown.asked))
        for place, word in enumerate(words)
    ):
        return True
    agents, determiners = shown.pack.values.agents, shown.pack.joining.determiners
    return any(
        (first.key in shown.names and after.key in shown.doing) or (first.key in agents and after.key in determiners)
        for first, after in pairwise(words)
    )


def _ruling(shown: Shown) -> bool:
    return shown.listed or any(key in shown.pack.values.rulings for key in shown.keys)


def tells_time(shown: Shown) -> bool:
    """Whether the text has a time by itself: a date, an hour, a span; not "until it is renewed"."""
    return (
        _DATE.search(shown.text) is not None
        or _CLOCK.search(shown.text) is not None
        or _duration(shown)
        or any(_is_month(place, shown) for place in range(len(shown.keys)))
        or any(key in shown.pack.values.weekdays for key in shown.keys)
    )


def is_address(text: str) -> bool:
    """Whether the text has an address, of the post or of the network."""
    return _ADDRESS.search(text) is not None


def _place(shown: Shown) -> bool:
    """An address, or a word of a place or before one; a place that the question names itself is none."""
    if is_address(shown.text):
        return True
    values = shown.pack.values
    return any(
        key not in shown.asked
        and (key in values.places or (key in values.locating and _is_place_behind(place, shown)))
        for place, key in enumerate(shown.keys)
    )


def _is_place_behind(place: int, shown: Shown) -> bool:
    """Whether what stands behind "in", "at" may be a place: a new word, not a time or a figure."""
    values, behind = shown.pack.values, shown.keys[place + 1 : place + 4]
    new = [key for key in behind if key not in shown.pack.words.stop and key not in shown.asked]
    times = (values.time_units, values.time_words, values.number_words)
    return bool(new) and not (has_digit(new[0]) or any(new[0] in words for words in times))


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
    Kind.HOURS: _hours,
    Kind.WHERE: _place,
    Kind.WHO: _person,
    Kind.WHY: _words(lambda values: values.reasons),
    Kind.HOW_TO: _instruction,
    Kind.YES_NO: _ruling,
    Kind.DEFINITION: _words(lambda values: values.defining),
}
