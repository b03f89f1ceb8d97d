"""Words that a conversation is found by, and the excerpt that shows them (issue 17, "a sidebar")."""

from __future__ import annotations

import pytest

from followthrough.migrations.versions import v0013_thread_list as revision
from followthrough.rules.records.finding import excerpt, fold, has_all, words_of

SAID = "The ferry leaves at noon. A parking permit costs 40 euros a month, and visitors park at the Überseehafen."


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Straße", "strasse"),
        ("CAFÉ\n", "cafe "),
        ("ｆｕｌｌ", "full"),
        ("a\x00b\u200bc", "a b c"),
        ("日本語", "日本語"),
        ("İ", "i"),
    ],
)
def test_case_accents_and_widths_make_no_difference(text: str, folded: str) -> None:
    assert fold(text) == folded
    assert revision.fold(text) == folded


def test_words_are_taken_once_and_not_without_end() -> None:
    assert words_of("  Ferry ferry  NOON ") == ("ferry", "noon")
    assert len(words_of(" ".join(map(str, range(100))))) == 8
    assert has_all(fold(SAID), words_of("noon FERRY"))
    assert not has_all(fold(SAID), words_of("noon train"))


def test_an_excerpt_shows_the_word_in_its_place() -> None:
    assert excerpt(SAID, words_of("uberseehafen"), 30) == "…at the Überseehafen."
    assert excerpt(SAID, words_of("ferry"), 30) == "The ferry leaves at noon. A…"
    assert excerpt(SAID, words_of("euros"), 30) == "…costs 40 euros a month, and…"
    assert excerpt("short", words_of("nothing"), 30) == "short"


def test_an_excerpt_of_text_without_spaces_still_ends() -> None:
    assert excerpt("x" * 500, ("x",), 30).startswith("xxx")
    assert len(excerpt("x" * 500, ("x",), 30)) <= 31
