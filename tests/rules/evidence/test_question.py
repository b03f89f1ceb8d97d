"""What a part asks: its words, each as what it is."""

from __future__ import annotations

from tests.rules.said import PACK, part

from followthrough.rules.evidence.question import TermKind, read_question
from followthrough.rules.language.words import Stems


def test_the_words_of_a_question_are_told_apart() -> None:
    found = read_question(
        part("How many units of H0038 a day does Plan Silver allow for 3 adults?"), Stems(PACK), PACK
    )

    assert [(t.text, t.kind) for t in found.terms] == [
        ("units", TermKind.WORD),
        ("H0038", TermKind.CODE),
        ("day", TermKind.LIGHT),
        ("Plan", TermKind.NAME),
        ("Silver", TermKind.NAME),
        ("allow", TermKind.LIGHT),
        ("3", TermKind.NUMBER),
        ("adults", TermKind.WORD),
    ]


def test_f27_a_shouted_or_title_cased_question_has_no_names() -> None:
    for text in ("WHAT IS THE COPAY OF THE PLAN?", "What Is The Copay Of The Plan?"):
        found = read_question(part(text), Stems(PACK), PACK)
        assert [(t.text.casefold(), t.kind) for t in found.terms] == [
            ("copay", TermKind.WORD),
            ("plan", TermKind.WORD),
        ]


def test_what_was_told_around_a_question_is_no_part_of_it() -> None:
    found = read_question(part("I live in Tampa. What is the copay?", "Is it new?"), Stems(PACK), PACK)

    assert [(t.text, t.told) for t in found.terms] == [
        ("copay", False),
        ("new", True),
        ("live", True),
        ("Tampa", True),
    ]


def test_a_verb_of_the_asker_counts_less() -> None:
    found = read_question(part("Where do I mail paper claims?"), Stems(PACK), PACK)

    assert {t.text: t.kind for t in found.terms}["mail"] is TermKind.VERB


def test_words_of_a_request_and_of_the_kind_are_not_asked_about() -> None:
    found = read_question(part("Please tell me how long a session lasts."), Stems(PACK), PACK)

    assert [t.text for t in found.terms] == ["session", "lasts"]


def test_a_lead_in_without_a_name_was_only_told() -> None:
    told = read_question(part("According to the manual, what is the copay?"), Stems(PACK), PACK)
    asked = read_question(part("For Plan Silver, what is the copay?"), Stems(PACK), PACK)

    assert [(t.text, t.told) for t in told.terms] == [("copay", False), ("manual", True)]
    assert [(t.text, t.told) for t in asked.terms] == [("Plan", False), ("Silver", False), ("copay", False)]


def test_a_question_that_joins_things_says_so() -> None:
    assert read_question(part("What are the limits for children and adults?"), Stems(PACK), PACK).joins
    assert not read_question(part("What is the limit for children?"), Stems(PACK), PACK).joins


def test_a_word_in_a_language_unknown_to_the_pack_is_foreign() -> None:
    found = read_question(part("Kolik stojí vstupné?"), Stems(PACK), PACK)

    assert {t.kind for t in found.terms} == {TermKind.FOREIGN}


def test_a_stop_word_in_capital_letters_may_be_a_name() -> None:
    found = read_question(part("Who runs IT in the US?"), Stems(PACK), PACK)

    assert [t.text for t in found.terms] == ["runs", "US"]


def test_a_code_is_a_code_in_any_language() -> None:
    found = read_question(part("что значит H0038"), Stems(PACK), PACK)
    assert [(t.text, t.kind) for t in found.terms if t.kind is not TermKind.FOREIGN] == [("H0038", TermKind.CODE)]
