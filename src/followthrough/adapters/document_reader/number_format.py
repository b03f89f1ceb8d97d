"""Numbers as a workbook shows them: 0.155 under the format ``0.0%`` is ``15.5%``.

Only formats whose figures are plain are read: digits, separators, signs, texts around them. For others (fractions,
powers, conditions) there is no text, and the cell keeps the number as it is.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias

BUILT_IN = {
    1: "0",
    2: "0.00",
    3: "#,##0",
    4: "#,##0.00",
    9: "0%",
    10: "0.00%",
    37: "#,##0;(#,##0)",
    38: "#,##0;(#,##0)",
    39: "#,##0.00;(#,##0.00)",
    40: "#,##0.00;(#,##0.00)",
}
"""Formats that a workbook names by number alone."""

_Section: TypeAlias = tuple[tuple[str, str], ...]
_NUMBERS = 3  # sections for numbers
_MOST_CHARS = 200
_TOKEN = re.compile(
    r'"(?P<words>[^"]*)"|\\(?P<one>.)|_.|\*.|\[\$(?P<sign>[^\]-]*)[^\]]*\]|\[(?P<mark>[^\]]*)\]|(?P<rest>.)'
)
_QUOTED = re.compile(r'"[^"]*"|\\.')
_NOT_ZERO = re.compile("[1-9]")
_PLACES = re.compile(r"(?P<whole>[0#?,]*)(?:\.(?P<part>[0#?]*))?(?P<scale>,*)")
_FIGURES = frozenset("0#?,.")
_PLAIN = frozenset("$€£¥+-() :")
_COLOURS = re.compile(r"(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d{1,2})", re.I)


def formatted(value: float, code: str) -> str | None:
    """The number as the format shows it; None where the format has more than plain figures."""
    sections = _sections(code)
    if sections is None:
        return None
    chosen = _chosen(value, len(sections))
    section = sections[chosen]
    kinds = [kind for kind, _ in section]
    is_blank = len(sections) > 1 and not section
    if kinds.count("figures") > 1 or not (chosen or is_blank or "figures" in kinds):
        return None
    try:
        said = _said(abs(Decimal(repr(value))), section)
    except InvalidOperation:
        return None
    return f"-{said}" if value < 0 and chosen == 0 and _NOT_ZERO.search(said) else said


def hides_texts(code: str) -> bool:
    """Whether a cell of this format shows nothing of a text, as ``;;;`` does."""
    parted = _QUOTED.sub("", code).split(";")
    return len(parted) > _NUMBERS and not parted[_NUMBERS].strip()


def _chosen(value: float, sections: int) -> int:
    if value < 0 and sections > 1:
        return 1
    return 2 if value == 0 and sections > 2 else 0


def _said(number: Decimal, section: _Section) -> str:
    percents = sum(len(text) for kind, text in section if kind == "percent")
    parts = (_figures(number * 100**percents, text) if kind == "figures" else text for kind, text in section)
    return " ".join("".join(parts).split())


@lru_cache(maxsize=200)
def _sections(code: str) -> tuple[_Section, ...] | None:
    """The parts of a format for numbers over, under and of 0, as figures, percent signs and the words around them."""
    sections: list[list[tuple[str, str]]] = [[]]
    for token in _TOKEN.finditer(code[:_MOST_CHARS]):
        if token["rest"] != ";":
            sections[-1].append(_part(token))
        elif len(sections) == _NUMBERS:
            break  # the fourth is for texts
        else:
            sections.append([])
    if any(not kind for section in sections for kind, _ in section):
        return None
    return tuple(
        tuple((kind, "".join(text for _, text in some)) for kind, some in groupby(section, key=lambda part: part[0]))
        for section in sections
    )


def _part(token: re.Match[str]) -> tuple[str, str]:
    """The kind of a token and what it says; no kind where it is of a format that is not read."""
    rest, mark = token["rest"], token["mark"]
    if rest is not None:
        kind = "figures" if rest in _FIGURES else "percent" if rest == "%" else "words" if rest in _PLAIN else ""
        return kind, rest
    if mark is not None:
        return ("words" if _COLOURS.fullmatch(mark) else ""), ""
    return "words", next((text for text in (token["words"], token["one"], token["sign"]) if text is not None), " ")


def _figures(number: Decimal, places: str) -> str:
    found = _PLACES.fullmatch(places)
    if found is None:
        return format(number.normalize(), "f")
    part, whole = found["part"] or "", found["whole"].rstrip(",")
    scale = len(found["scale"]) + len(found["whole"]) - len(whole)
    number = (number / 1000**scale).quantize(Decimal(1).scaleb(-len(part)), ROUND_HALF_UP)
    said, _, after = format(number, ",f" if "," in whole else "f").partition(".")
    said = ("" if said == "0" and "0" not in whole else said).zfill(whole.count("0"))
    kept = len(part.rstrip("#?"))
    after = after[:kept] + after[kept:].rstrip("0")
    return f"{said}.{after}" if after else said
