"""Words that stand for something said before, and words that look like them (F6, F7, F25)."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.rules.followups.references import references_in

PACK = load_pack("general")


@pytest.mark.parametrize(
    "text",
    [
        "Is it true that plans pay?",
        "Is it possible to appeal twice?",
        "I know that the plan pays.",
        "a provider that bills weekly",
        'the word "it" in a text',
        "If a claim is denied, can the member appeal it?",
        "Which is better, either copay or coinsurance?",
    ],
)
def test_f25_words_that_refer_to_nothing_before_the_message(text: str) -> None:
    assert references_in(text, PACK) == ()


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Does it expire?", "it"),
        ("Is that covered?", "that"),
        ("What is their fax number?", "their"),
        ("why them", "them"),
    ],
)
def test_a_reference_is_found_where_it_stands(text: str, word: str) -> None:
    (found,) = references_in(text, PACK)
    assert text[found.start : found.end] == word
