"""A passage as sentences, items and rows, and a question as the words and the value it wants."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, part, passage

from followthrough.domain.outcome import ExtractKind
from followthrough.rules.kinds import Kind
from followthrough.rules.question import TermKind, read_question
from followthrough.rules.sentences import sentence_spans
from followthrough.rules.units import row_in_words, units_of
from followthrough.rules.words import Stems, keys_of, words_of


def test_a_passage_is_read_as_sentences_items_steps_and_rows() -> None:
    text = (
        "First one. Second one.\n\nA list:\n\n- an item\nthat goes on\n- another\n\n1. Do this.\n2) Do that.\n\n"
        "Code | Rate\nH0036 | $19.85\nH0038 | $14.60"
    )
    found = passage(text)

    assert [(u.kind.value, text[u.start : u.end], text[u.body : u.end], u.header) for u in units_of(found, PACK)] == [
        ("sentence", "First one.", "First one.", ""),
        ("sentence", "Second one.", "Second one.", ""),
        ("sentence", "A list:", "A list:", ""),
        ("item", "- an item\nthat goes on", "an item\nthat goes on", ""),
        ("item", "- another", "another", ""),
        ("step", "1. Do this.", "Do this.", ""),
        ("step", "2) Do that.", "Do that.", ""),
        ("row", "H0036 | $19.85", "H0036 | $19.85", "Code | Rate"),
        ("row", "H0038 | $14.60", "H0038 | $14.60", "Code | Rate"),
    ]


def test_a_first_row_with_values_names_no_columns() -> None:
    found = units_of(passage("Hospital stay | $0\nOffice visit | $2"), PACK)

    assert [(u.kind, u.header) for u in found] == [(ExtractKind.ROW, ""), (ExtractKind.ROW, "")]


def test_columns_are_known_from_the_context_of_a_passage_inside_a_table() -> None:
    found = units_of(passage("H0036 | $19.85", context="Fees > Rates\nCode | Rate"), PACK)

    assert [u.header for u in found] == ["Code | Rate"]


@pytest.mark.parametrize(
    ("row", "header", "words"),
    [
        ("H0036 | $19.85", "Code | Rate", "Code: H0036; Rate: $19.85"),
        ("H0036 | -", "Code | Rate", "Code: H0036"),
        ("Hospital stay | $0", "", "Hospital stay | $0"),
        ("a | b | c", "Code | Rate", "a | b | c"),
    ],
)
def test_a_row_is_written_so_that_it_can_be_read(row: str, header: str, words: str) -> None:
    assert row_in_words(row, header) == words


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "Open 8 a.m. to 5 p.m. Monday through Friday. Call now.",
            ["Open 8 a.m. to 5 p.m. Monday through Friday.", "Call now."],
        ),
        ("It costs approx. 30 dollars. Pay Dr. Smith.", ["It costs approx. 30 dollars.", "Pay Dr. Smith."]),
        ("  One.\n\n Two.  ", ["One.", "Two."]),
        (" \n ", []),
    ],
)
def test_an_abbreviation_ends_no_sentence(text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_spans(text, PACK)] == sentences


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


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many visits are covered?", Kind.HOW_MANY),
        ("How much is the fee?", Kind.HOW_MUCH),
        ("What is the copay for imaging?", Kind.HOW_MUCH),
        ("What does Harborline pay for T1017?", Kind.HOW_MUCH),
        ("How fast is a ticket answered?", Kind.HOW_LONG),
        ("What is the filing deadline?", Kind.HOW_LONG),
        ("What is a filing deadline?", Kind.DEFINITION),
        ("How often is it renewed?", Kind.HOW_OFTEN),
        ("Until when can I appeal?", Kind.WHEN),
        ("Who may deny a request?", Kind.WHO),
        ("Where do I send claims?", Kind.WHERE),
        ("Why is the claim denied?", Kind.WHY),
        ("How do I appeal?", Kind.HOW_TO),
        ("What is the fax number of Pinecrest?", Kind.PHONE),
        ("What is the email address of the office?", Kind.EMAIL),
        ("Which modifier is used?", Kind.IDENTIFIER),
        ("Which Python version does it need?", Kind.IDENTIFIER),
        ("Does the plan cover imaging?", Kind.YES_NO),
        ("What does reason code CO-29 mean?", Kind.DEFINITION),
        ("Can you explain what a roster is?", Kind.DEFINITION),
        ("Which file formats can it read?", Kind.ENUMERATION),
        ("According to the manual, when does it open?", Kind.WHEN),
        ("Tell me the copay", Kind.HOW_MUCH),
        ("Denied claims of last year", Kind.OPEN),
    ],
)
def test_a_question_wants_a_kind_of_value(question: str, kind: Kind) -> None:
    assert read_question(part(question), Stems(PACK), PACK).kind is kind


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
        assert TermKind.NAME not in {t.kind for t in found.terms}


def test_what_was_told_around_a_question_is_no_part_of_it() -> None:
    found = read_question(part("I live in Tampa. What is the copay?", "Is it new?"), Stems(PACK), PACK)

    assert [(t.text, t.told) for t in found.terms] == [
        ("copay", False),
        ("new", True),
        ("live", True),
        ("Tampa", True),
    ]
