"""Where sentences begin and end."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK

from followthrough.rules.language.sentences import sentence_spans


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


def test_a_sentence_in_another_language_is_cut_by_its_rules() -> None:
    text = "Das gilt z. B. für Kinder. Sonst nicht."

    assert [text[a:b] for a, b in sentence_spans(text, PACK, "de")] == ["Das gilt z. B. für Kinder.", "Sonst nicht."]
