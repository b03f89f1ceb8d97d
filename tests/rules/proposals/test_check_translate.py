"""A translated question is the same question, as far as that can be seen without its language (R3-12)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.loops import PACK, loop
from tests.rules.said import TUNING

from followthrough.domain.clarification import LoopMode
from followthrough.rules.language.facts import facts_of
from followthrough.rules.language.words import has_digit, keys_of
from followthrough.rules.proposals.check_translate import check_translate, wants_translation


@pytest.mark.parametrize(
    ("text", "translation"),
    [
        ("Which version is it?", "Welche Version ist es?"),
        ("Which version is it?", " Jaká je to verze? "),
        ("Is it error E12 or 40?", "Ist es der Fehler 40 oder E12?"),
        ("Does “Ready” show?", "Wird “Ready” angezeigt?"),
        ("どのバージョンですか？", "Which version is it?"),
    ],
)
def test_the_same_question_passes(text: str, translation: str) -> None:
    assert check_translate(text, translation, PACK, TUNING) == translation.strip()


@pytest.mark.parametrize(
    ("text", "translation"),
    [
        ("Which version is it?", ""),
        ("Which version is it?", "??"),
        ("Which version is it?", "Es ist die Version."),
        ("Which version is it?", "Version 12?"),
        ("Which version is it?", "Hier die Frage:\nWelche Version ist es?"),
        ("Which version is it?", "Welche Version ist es? " * 9),
        ("Which version is it?", "[Welche Version](https://evil.example) ist es?"),
        ("Which version is it?", "Welche Version? Siehe https://evil.example?"),
        ("Is it error E12 or 40?", "Ist es der Fehler E12?"),
        ("Is it error E12 or 40?", "Ist es der Fehler E21 oder 40?"),
        ("Does “Ready” show?", "Wird “Bereit” angezeigt?"),
    ],
)
def test_what_adds_or_loses_something_does_not(text: str, translation: str) -> None:
    assert check_translate(text, translation, PACK, TUNING) is None


@given(translation=st.text(alphabet="abcÄß 12?.E40\n[](", max_size=60))
def test_no_translation_that_passes_has_other_figures(translation: str) -> None:
    text = "Is it error E12 or 40?"
    found = check_translate(text, translation, PACK, TUNING)
    if found is not None:
        assert sorted(k for k in keys_of(found) if has_digit(k)) == ["40", "e12"]
        assert not facts_of(found, PACK).addresses


@pytest.mark.parametrize(
    ("language", "original", "wanted"),
    [
        ("en", "My phone shows an error", False),
        (None, "Mein Telefon zeigt einen Fehler", True),
        ("de", "Mein Telefon zeigt einen Fehler", True),
        (None, "Fehler", False),
    ],
)
def test_only_another_language_than_the_packs_is_translated_into(
    language: str | None, original: str, wanted: bool
) -> None:
    running = replace(loop(), language=language, original_text=original)
    assert wants_translation(running, PACK) is wanted
    assert not wants_translation(replace(running, mode=LoopMode.PAUSED), PACK)
    assert not wants_translation(None, PACK)
