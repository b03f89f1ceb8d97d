"""A passage as the sentences, items and rows that an answer is made of."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, passage

from followthrough.domain.documents import HEAD_MARK
from followthrough.domain.outcome import ExtractKind
from followthrough.rules.evidence.units import row_in_words, units_of


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


def test_a_row_that_its_reader_marked_names_the_columns_however_it_reads() -> None:
    long = "You meet the minimum active-duty service requirement if you served for at least this amount of time:"
    found = units_of(passage(f"When did you serve? | {long}{HEAD_MARK}\nBefore 1947 | 90 days"), PACK)

    assert [(u.header, row_in_words("Before 1947 | 90 days", u.header)) for u in found] == [
        (f"When did you serve? | {long}", f"When did you serve?: Before 1947; {long} 90 days")
    ]


def test_columns_are_known_from_the_context_of_a_passage_inside_a_table() -> None:
    found = units_of(passage("H0036 | $19.85", context="Fees > Rates\nCode | Rate"), PACK)

    assert [u.header for u in found] == ["Code | Rate"]


@pytest.mark.parametrize(
    ("row", "header", "words"),
    [
        ("H0036 | $19.85", "Code | Rate", "Code: H0036; Rate: $19.85"),
        ("H0036 | -", "Code | Rate", "Code: H0036"),
        ("Monday | 9 to 5", "- | Shop", "Monday; Shop: 9 to 5"),
        ("Hospital stay | $0", "", "Hospital stay | $0"),
        ("a | b | c", "Code | Rate", "a | b | c"),
    ],
)
def test_a_row_is_written_so_that_it_can_be_read(row: str, header: str, words: str) -> None:
    assert row_in_words(row, header) == words


def test_what_is_indented_by_itself_is_code_line_by_line() -> None:
    """Commands look like prose; their indent tells them from it, and deeper lines keep theirs."""
    text = "Stop it so:\n\n    docker stop kit\n\n    if up:\n      docker start kit\n\nThen wait."
    units = units_of(passage(text), PACK)
    assert [(unit.kind, text[unit.start : unit.end]) for unit in units] == [
        (ExtractKind.SENTENCE, "Stop it so:"),
        (ExtractKind.CODE, "docker stop kit"),
        (ExtractKind.CODE, "if up:"),
        (ExtractKind.CODE, "  docker start kit"),
        (ExtractKind.SENTENCE, "Then wait."),
    ]
    assert [unit.block for unit in units] == [0, 1, 1, 1, 2]


def test_a_deeper_item_that_stands_by_itself_is_no_code_and_an_item_within_code_is() -> None:
    text = "Run:\n\n    steps:\n    - one | two\n\n    - deeper item\n    - another"
    kinds = [(unit.kind, text[unit.start : unit.end]) for unit in units_of(passage(text), PACK)]
    assert kinds == [
        (ExtractKind.SENTENCE, "Run:"),
        (ExtractKind.CODE, "steps:"),
        (ExtractKind.CODE, "- one | two"),
        (ExtractKind.ITEM, "- deeper item"),
        (ExtractKind.ITEM, "- another"),
    ]


def test_a_passage_that_begins_in_code_has_lost_its_first_indent() -> None:
    units = units_of(passage("docker stop kit\n    docker start kit\n\nThen wait."), PACK)
    assert [unit.kind for unit in units] == [ExtractKind.CODE, ExtractKind.CODE, ExtractKind.SENTENCE]


def test_mere_links_and_what_announces_them_are_no_units() -> None:
    text = "Back up each night.\n\nSee also:\n\n⇢ Exporting\n⇢ Syncing\n\n1. Open it.\n  ⇢ Opening\n2. Close it."

    assert [text[u.start : u.end] for u in units_of(passage(text), PACK)] == [
        "Back up each night.",
        "1. Open it.",
        "2. Close it.",
    ]


def test_labels_of_values_name_no_columns() -> None:
    (first, _) = units_of(passage("Cinema: | Downtown\nContact: | Sarah Johnson"), PACK)

    assert row_in_words("Cinema: | Downtown", first.header) == "Cinema: Downtown"
