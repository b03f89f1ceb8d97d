"""Names and codes in a user's words, without a list of names."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK

from followthrough.rules.language.names import is_code, is_name, is_number, trusts_capitals
from followthrough.rules.language.words import words_of


@pytest.mark.parametrize("text", ["H0036", "F32.1", "CO-29", "90837", "v2.1", "802.1x"])
def test_a_code_has_letters_and_digits_or_many_digits(text: str) -> None:
    (word,) = words_of(text)

    assert is_code(word)
    assert not is_number(word)


@pytest.mark.parametrize("text", ["12", "2025", "3.5", "8:30"])
def test_a_short_number_is_no_code(text: str) -> None:
    (word,) = words_of(text)

    assert is_number(word)
    assert not is_code(word)


def names_in(text: str) -> list[str]:
    words = words_of(text)
    capitals = trusts_capitals(words, PACK)
    return [w.text for place, w in enumerate(words) if is_name(w, place, PACK, capitals=capitals)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("What does Plan Silver of Molina cost?", ["Plan", "Silver", "Molina"]),
        ("Molina copay in March on Monday", ["Molina"]),
        ("Need the iPhone rule for macOS", ["iPhone", "macOS"]),
        ("Copay for molina", []),
        ("WHAT DOES MOLINA PAY?", []),
        ("What Does The Plan Pay?", []),
        ("DOES H0036 NEED AUTH?", ["H0036"]),
    ],
)
def test_capital_letters_mean_names_where_they_can(text: str, names: list[str]) -> None:
    assert names_in(text) == names
