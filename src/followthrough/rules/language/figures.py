"""Numbers as people write them, in plain figures: "twenty-one", "1.200,50", "9 800", "10'500", "12,5 thousand".

Invariant: what may be read in two ways stays as it is written; who knows what was asked decides by ``whole``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

from text_to_num import alpha2digit  # pyright: ignore[reportMissingTypeStubs, reportUnknownVariableType] - the library has no types

_in_digits = cast("Callable[[str, str], str]", alpha2digit)
_SPELT = frozenset(("da", "de", "en", "es", "fr", "it", "nl", "pt"))  # what the library reads
_GROUPED = re.compile(
    r"""
    (?<![\w.,'’]) (\d{1,3}) ([.,'’]|[ \u00a0\u202f]) (\d{3}) (?!\d)   # 1.200, 9 800
    ((?:\2\d{3}(?!\d))*)                                             # .000
    (?:([.,])(\d+))? (?!\w|[.,'’]\d)                                 # ,50
    """,
    re.VERBOSE,
)
_DECIMAL = re.compile(r"(?<![\w.,])(\d+),(\d{1,2}|\d{4,})(?![\w]|[.,]\d)")
_ROUND = re.compile(r"(?<![\w.,])(\d+(?:\.\d+)?) (1000(?:000)*)(?![\w.,]\d|\w)")


def in_figures(text: str, language: str, *, whole: bool = False) -> str:
    """The text with its numbers in plain figures, a point before their decimals.

    Args:
        text: an answer.
        language: the ISO 639-1 code of its number words; those of a language that is not read stay.
        whole: a single "1.200" is twelve hundred, as of money and of what is counted; else it stays as it is written.
    """
    text = _DECIMAL.sub(r"\1.\2", _GROUPED.sub(lambda number: _joined(number, whole=whole), text))
    if language not in _SPELT:
        return text
    spelt = _in_digits(text, language)
    return _ROUND.sub(_times, spelt) if spelt != text else text


def _joined(number: re.Match[str], *, whole: bool) -> str:
    first, mark, group, more, point, decimals = number.groups()
    if point == mark:
        return number[0]
    if mark == "." and not (whole or more or point or group == "000"):
        return number[0]
    rest = "".join(filter(str.isdigit, more))
    return f"{first}{group}{rest}" + (f".{decimals}" if decimals else "")


def _times(number: re.Match[str]) -> str:
    """As of "12.5 thousand", of which the library reads the word alone."""
    whole, _, decimals = number[1].partition(".")
    zeros = len(number[2]) - 1
    return str(int(f"{whole}{decimals}".ljust(len(whole) + zeros, "0"))) if len(decimals) <= zeros else number[0]
