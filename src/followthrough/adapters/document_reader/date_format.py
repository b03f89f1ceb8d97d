"""Dates and times as a workbook shows them: 46086.375 under the format ``d mmm yyyy h:mm`` is ``5 Mar 2026 9:00``.

A format that follows the settings of whoever looks has no text here, nor has one with names in a language that is not
known here; the cell keeps its date as year, month and day.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache

BUILT_IN = {18: "h:mm AM/PM", 19: "h:mm:ss AM/PM", 20: "h:mm", 21: "h:mm:ss", 45: "mm:ss", 46: "[h]:mm:ss"}
"""Formats of times that a workbook names by number alone; those of dates follow the settings of whoever looks."""

_BEGINNINGS = {False: datetime.fromisoformat("1899-12-30"), True: datetime.fromisoformat("1904-01-01")}
_MOST_DAYS = 2_958_466  # the year 9999
_TOKEN = re.compile(
    r'"(?P<words>[^"]*)"|\\(?P<one>.)|_.|\*.|\[\$[^\]-]*-(?P<place>[0-9a-f]+)[^\]]*\]|\[(?P<whole>h+|m+|s+)\]'
    r"|\[(?P<mark>[^\]]*)\]|(?P<half>am/pm|a/p)|(?P<unit>y+|m+|d+|h+|s+)|(?P<part>\.0+)"
    r"|(?P<plain>[-/:. ,])|(?P<other>.)",
    re.IGNORECASE,
)
_NAMES = {
    "en": (
        "January February March April May June July August September October November December",
        "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    ),
    "es": (
        "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
        "lunes martes miércoles jueves viernes sábado domingo",
    ),
    "de": (
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
        "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    ),
}
_LANGUAGES = {0x07: "de", 0x09: "en", 0x0A: "es"}  # the lower byte of a place's number
_SHORT = {"en": 3, "es": 3, "de": 2}  # letters of a day's short name; a month's has three


@lru_cache(maxsize=200)
def is_of_time(code: str) -> bool:
    """Whether a number format is one of dates or times."""
    return any(token["unit"] or token["whole"] for token in _TOKEN.finditer(code.partition(";")[0]))


def formatted_time(days: float, code: str, *, from_1904: bool = False) -> str | None:
    """The moment or the duration as the format shows it; None where that depends on who looks, or is not known.

    Args:
        days: since the workbook's beginning of time, or of a duration.
        code: the format.
        from_1904: the workbook counts from 1904 on.
    """
    tokens = _tokens(code)
    if tokens is None or not 0 <= days < _MOST_DAYS:
        return None
    language, parts = tokens
    seconds = timedelta(seconds=round(days * 86_400, 3))
    moment = _BEGINNINGS[from_1904] + seconds
    half_day = any(kind == "half" for kind, _ in parts)
    said = "".join(_said(kind, text, moment, seconds, language, half_day=half_day) for kind, text in parts)
    return " ".join(said.split())


@lru_cache(maxsize=200)
def _tokens(code: str) -> tuple[str, tuple[tuple[str, str], ...]] | None:
    """The language of names and the parts of a format; None where it has what is not read here."""
    language, parts = "en", list[tuple[str, str]]()
    for token in _TOKEN.finditer(code.partition(";")[0]):
        kind = token.lastgroup or "plain"
        if kind == "place":
            language = _LANGUAGES.get(int(token["place"], 16) & 0xFF, "")
        elif kind == "other" or not language or int(token["place"] or "0", 16) >= 0xF000:
            return None
        elif kind != "mark":
            text = token[kind] if token.lastgroup else " "
            parts.append((kind, text.lower() if kind in ("unit", "whole", "half") else text))
    return language, tuple(_with_minutes(parts))


def _with_minutes(parts: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The parts with each ``m`` that is one of minutes named so: right behind hours, or right before seconds."""
    found = list(parts)
    units = [n for n, (kind, _) in enumerate(found) if kind in ("unit", "whole")]
    for at, n in enumerate(units):
        kind, text = found[n]
        before = found[units[at - 1]][1][0] if at else ""
        after = found[units[at + 1]][1][0] if at + 1 < len(units) else ""
        if kind == "unit" and text[0] == "m" and (before == "h" or after == "s"):
            found[n] = ("minutes", text)
    return found


def _said(kind: str, text: str, moment: datetime, since: timedelta, language: str, *, half_day: bool) -> str:
    match kind:
        case "unit":
            return _unit(text, moment, language, half_day=half_day)
        case "minutes":
            return str(moment.minute).zfill(len(text))
        case "whole":
            size = {"h": 3_600, "m": 60, "s": 1}[text[0]]
            return str(int(since.total_seconds()) // size).zfill(len(text))
        case "half":
            return ("PM" if moment.hour >= 12 else "AM")[: 2 if len(text) > 3 else 1]
        case "part":
            return f".{moment.microsecond:06d}"[: len(text)]
        case _:
            return text


def _unit(text: str, moment: datetime, language: str, *, half_day: bool) -> str:
    months, days = (names.split() for names in _NAMES[language])
    match text[0]:
        case "y":
            return str(moment.year) if len(text) > 2 else f"{moment.year % 100:02d}"
        case "m" if len(text) > 2:
            return months[moment.month - 1][: {3: 3, 5: 1}.get(len(text), 99)]
        case "d" if len(text) > 2:
            return days[moment.weekday()][: _SHORT[language] if len(text) == 3 else 99]
        case "h":
            return str((moment.hour - 1) % 12 + 1 if half_day else moment.hour).zfill(len(text))
        case unit:
            return str({"m": moment.month, "d": moment.day, "s": moment.second}[unit]).zfill(len(text))
