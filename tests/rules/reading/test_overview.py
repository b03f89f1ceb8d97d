"""A document that is asked about as a whole."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.said import PACK, answer, passage, texts

from followthrough.domain.outcome import PartAnswer
from followthrough.rules.reading.overview import asks_of_the_whole, beginning

LEASE = passage("This lease is for the workshop. It runs for three years.\n\nThe rent is 900 euros. Keys are extra.")
NOTHING: PartAnswer = replace(answer("what does it say", LEASE), extracts=(), complete=False)


@pytest.mark.parametrize(
    "text", ["what does it say", "What is this document about?", "whats in the file", "what is this"]
)
def test_openly_and_in_no_words_but_a_documents_is_of_the_whole(text: str) -> None:
    assert asks_of_the_whole(text, 0.0, 0.3, PACK)


@pytest.mark.parametrize(
    "text", ["how much is it", "when is it", "who approves it", "is it free", "what does it say on rent"]
)
def test_what_asks_for_one_thing_is_not(text: str) -> None:
    assert not asks_of_the_whole(text, 0.0, 0.3, PACK)


def test_a_summary_is_heard() -> None:
    assert asks_of_the_whole("key points of the rent", 0.3, 0.3, PACK)


def test_it_is_told_by_whole_sentences_while_there_is_room_and_the_first_in_any_case() -> None:
    assert texts(beginning(NOTHING, [LEASE], PACK, most=12)) == [
        "This lease is for the workshop.",
        "It runs for three years.",
    ]
    assert texts(beginning(NOTHING, [LEASE], PACK, most=0)) == ["This lease is for the workshop."]
    assert beginning(NOTHING, [LEASE], PACK, most=99).complete


def test_a_document_without_text_changes_nothing() -> None:
    assert beginning(NOTHING, [], PACK, most=99) == NOTHING
