"""Words of a text as a question and a passage are compared by."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.said import PACK

from followthrough.rules.language.words import Stems, has_digit, keys_of, made_of, phrase_at, phrase_of, words_of


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("Member’s CO-29, F32.1!", ["member's", "co-29", "f32.1"]),
        ("1,000.50 and 99213,99214", ["1000.50", "and", "99213", "99214"]),
        ("30-day in-network 800-555-0100", ["30", "day", "in", "network", "800-555-0100"]),
        ("v2.1 8:30 ICD-10-CM set_up", ["v2.1", "8:30", "icd-10", "cm", "set", "up"]),
        ("Straße 中文", ["strasse", "中文"]),
    ],
)
def test_names_codes_and_numbers_are_one_word(text: str, keys: list[str]) -> None:
    assert keys_of(text) == keys
    assert [w.key for w in words_of(text)] == keys


def test_forms_of_a_word_have_one_stem() -> None:
    stems = Stems(PACK)

    assert len(set(stems.of(["authorise", "authorization", "authorised"]))) == 1
    assert len(set(stems.of(["pay", "paid", "payments"]))) == 1
    assert len(set(stems.of(["denied", "denial"]))) == 1
    assert len(set(stems.of(["copay", "coverage", "claim"]))) == 3


def test_a_language_without_a_stemmer_is_compared_as_it_is() -> None:
    stems = Stems(replace(PACK, language="xx", words=replace(PACK.words, families=())))

    assert stems.of(["payments", "pay"]) == ["payments", "pay"]


def test_a_phrase_is_its_words_joined() -> None:
    assert phrase_of("  What’s NEW? ") == "what's new"


def test_the_longest_phrase_is_taken() -> None:
    phrases = frozenset(("what", "what about", "what about it"))

    assert phrase_at(["and", "what", "about", "it"], 1, phrases) == 3
    assert phrase_at(["and", "what", "else"], 1, phrases) == 1
    assert phrase_at(["and", "what"], 0, phrases) == 0
    assert phrase_at([], 0, phrases) == 0


def test_a_word_knows_its_place() -> None:
    (first, second) = words_of(" H0036, paid")

    assert (first.text, first.start, first.end) == ("H0036", 1, 6)
    assert second.key == "paid"
    assert has_digit(first.text)
    assert not has_digit(second.text)


@pytest.mark.parametrize(
    ("text", "lists"),
    [
        ("thanks a lot please", [1, 0]),
        ("please thanks", [0, 1]),
        ("thanks for", []),
        ("", []),
        ("never mind", [0]),
    ],
)
def test_a_text_is_made_of_the_longest_phrases_or_of_none(text: str, lists: list[int]) -> None:
    asking, thanking = frozenset({"please", "never mind"}), frozenset({"thanks a lot", "thanks", "never mind"})
    assert made_of(keys_of(text), asking, thanking) == lists
