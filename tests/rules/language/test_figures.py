"""Numbers as people write them, in plain figures."""

from __future__ import annotations

import pytest

from followthrough.rules.language.figures import in_figures


@pytest.mark.parametrize(
    ("text", "figures"),
    [
        ("twelve", "12"),
        ("she is twenty-one", "she is 21"),
        ("two thousand five hundred euros", "2500 euros"),
        ("12,5 thousand", "12500"),
        ("1.200,50 EUR", "1200.50 EUR"),
        ("1,200.50", "1200.50"),
        ("1.234.567,89", "1234567.89"),
        ("9 800 euros", "9800 euros"),
        ("10'500", "10500"),
        ("99,90", "99.90"),
        ("25.000 km", "25000 km"),
        ("the red one", "the red one"),
        ("version 12.1", "version 12.1"),
        ("v1.200", "v1.200"),
        ("8, 9 and 10", "8, 9 and 10"),
        ("3,5,7", "3,5,7"),
        ("12.05.2026", "12.05.2026"),
        ("", ""),
    ],
)
def test_a_number_is_read_as_it_is_meant(text: str, figures: str) -> None:
    assert in_figures(text, "en") == figures


@pytest.mark.parametrize(("text", "language"), [("zwölf", "de"), ("doce", "es"), ("douze", "fr")])
def test_number_words_are_those_of_the_language(text: str, language: str) -> None:
    assert in_figures(text, language) == "12"
    assert in_figures(text, "fi") == text


def test_thousands_or_decimals_are_told_apart_by_what_is_asked() -> None:
    assert in_figures("1.200", "en") == "1.200"
    assert in_figures("1.200", "en", whole=True) == "1200"
