"""Whether what was chosen answers the question: the whole of it, a part, or nothing of it (R0-31)."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, TUNING, answer, part, passage, ranked

from followthrough.domain.retrieval import Retrieval, RetrievalSignal
from followthrough.rules.evidence.answer import answer_part
from followthrough.rules.evidence.coverage import weigh_evidence
from followthrough.rules.evidence.question import read_question
from followthrough.rules.evidence.selection import score, select
from followthrough.rules.evidence.settles import coverage_of, settles, speaks_to
from followthrough.rules.language.words import Stems

STEMS = Stems(PACK)
MEALS = "The daily meal allowance is 28 EUR. Mileage is paid at 0.38 EUR."


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is the phone number of the harbour desk?", "The harbour desk is open from 8:30 to 16:00."),
        ("What is the email address of the harbour desk?", "The harbour desk is open from 8:30 to 16:00."),
        ("What are the opening hours of the harbour desk?", "Call the harbour desk on 555-0124."),
        ("What is the fee of the harbour desk?", "The harbour desk is open from 8:30 to 16:00."),
        ("How much does the harbour desk charge?", "The harbour desk is open from 8:30 to 16:00."),
    ],
)
def test_another_value_is_not_even_a_part_of_the_answer(question: str, text: str) -> None:
    found = answer(question, passage(text))
    assert found.extracts == ()
    assert found.signal is RetrievalSignal.NONE


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("When is the harbour desk painted?", "The harbour desk is painted by members."),
        ("How do I file a complaint about the harbour?", "You can file a complaint about the harbour at any time."),
        ("Where are harbour complaints filed?", "Harbour complaints are filed by members."),
    ],
)
def test_r0_31_what_lacks_the_value_is_a_part_at_best(question: str, text: str) -> None:
    found = answer(question, passage(text))
    assert found.extracts
    assert not found.complete
    assert found.signal is RetrievalSignal.LOW


def test_the_checks_in_turn() -> None:
    evidence = weigh_evidence(
        read_question(part("Who paints the harbour desk?"), STEMS, PACK),
        [ranked(passage("The harbour desk is painted by members. The crane is green."))],
        STEMS,
        PACK,
    )
    scored = score(evidence, PACK)
    chosen = select(evidence, scored, PACK, TUNING)
    assert speaks_to(evidence, scored, TUNING)
    assert settles(evidence, scored, chosen, PACK, TUNING)
    assert coverage_of(evidence, scored[0].candidate, chosen) == pytest.approx(1.0)
    other = [c for c in evidence.candidates if c not in chosen]
    assert not settles(evidence, scored, other, PACK, TUNING)


@pytest.mark.parametrize(
    ("text", "context", "passage_text", "whole"),
    [
        ("and towels?", "pool lanes", "The pool has 20 lanes. Guests must not leave wet towels.", False),
        ("and mileage?", "parking permits", MEALS, False),
        ("and mileage?", "", MEALS, False),
        ("and Riverside?", "Northgate open on Christmas", "Northgate is open. Riverside is open all day.", False),
    ],
)  # fmt: skip
def test_what_a_fragment_goes_on_with_need_not_be_said_again(
    text: str, context: str, passage_text: str, whole: bool
) -> None:
    found = answer_part(
        part(text, context), Retrieval(query=text, passages=(ranked(passage(passage_text)),)), PACK, TUNING
    )
    assert found.complete is whole
