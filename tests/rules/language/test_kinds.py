"""Which kind of value a question wants."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, part

from followthrough.rules.evidence.question import read_question
from followthrough.rules.language.kinds import Kind, wanted
from followthrough.rules.language.words import Stems


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many visits are covered?", Kind.HOW_MANY),
        ("How much is the fee?", Kind.HOW_MUCH),
        ("What is the copay for imaging?", Kind.HOW_MUCH),
        ("What does Harborline pay for T1017?", Kind.HOW_MUCH),
        ("How fast is a ticket answered?", Kind.HOW_LONG),
        ("What is the filing deadline?", Kind.HOW_LONG),
        ("How often is it renewed?", Kind.HOW_OFTEN),
        ("Until when can I appeal?", Kind.WHEN),
        ("Who may deny a request?", Kind.WHO),
        ("Where do I send claims?", Kind.WHERE),
        ("Why is the claim denied?", Kind.WHY),
        ("How do I appeal?", Kind.HOW_TO),
        ("Which number to call is the night desk?", Kind.PHONE),
        ("What is the fax number of Pinecrest?", Kind.PHONE),
        ("What is the email address of the office?", Kind.EMAIL),
        ("What is the number of phone numbers per account?", Kind.HOW_MANY),
        ("What is the phone number of the office?", Kind.PHONE),
        ("What are the opening hours of the office?", Kind.HOURS),
        ("Which modifier is used?", Kind.IDENTIFIER),
        ("Which Python version does it need?", Kind.IDENTIFIER),
        ("Does the plan cover imaging?", Kind.YES_NO),
        ("What does reason code CO-29 mean?", Kind.DEFINITION),
        ("Which file formats can it read?", Kind.ENUMERATION),
        ("According to the manual, when does it open?", Kind.WHEN),
        ("Tell me the copay", Kind.HOW_MUCH),
        ("Denied claims of last year", Kind.OPEN),
    ],
)
def test_a_question_wants_a_kind_of_value(question: str, kind: Kind) -> None:
    assert read_question(part(question), Stems(PACK), PACK).kind is kind


def test_words_that_only_ask_are_spent() -> None:
    assert wanted(["how", "fast", "is", "it", "answered"], PACK).spent == {0, 1}
    assert wanted(["deadline", "for", "appeals"], PACK).spent == set()


def test_what_the_value_is_called_is_light() -> None:
    assert wanted(["which", "python", "version", "does", "it", "need"], PACK).light == {2}


def test_what_is_to_be_named_is_the_head() -> None:
    assert wanted(["which", "rural", "hospitals", "are", "in", "it"], PACK).head == 2
    assert wanted(["what", "are", "the", "types", "of", "it"], PACK).head is None


def test_no_words_want_nothing() -> None:
    assert wanted([], PACK).kind is Kind.OPEN
