"""How far each unit covers what was asked."""

from __future__ import annotations

from tests.rules.said import PACK, part, passage, ranked

from followthrough.domain.retrieval import RankedPassage
from followthrough.rules.evidence.coverage import Evidence, weigh_evidence
from followthrough.rules.evidence.question import read_question
from followthrough.rules.language.words import Stems


def weighed(question: str, *found: RankedPassage, context: str = "") -> Evidence:
    stems = Stems(PACK)
    return weigh_evidence(read_question(part(question, context), stems, PACK), found, stems, PACK)


def covers(evidence: Evidence) -> list[tuple[float, ...]]:
    return [candidate.covers for candidate in evidence.candidates]


def test_a_word_counts_fully_in_the_unit_and_in_its_columns_and_less_above() -> None:
    table = passage("Code | Rate\nH0036 | $5", name="Fees", heading=("Rates of Harborline",))
    evidence = weighed("rate for H0036 in fees?", ranked(table))

    (row,) = covers(evidence)
    assert row[:2] == (1.0, 1.0)
    assert 0 < row[2] < 1


def test_a_question_as_heading_counts_as_if_the_section_said_it() -> None:
    faq = passage("Write to us.", heading=("How do I dispute a payment?",))
    plain = passage("Write to us.", heading=("Dispute a payment",))

    assert covers(weighed("dispute a payment", ranked(faq))) == [(1.0, 1.0)]
    assert all(cover < 1 for cover in covers(weighed("dispute a payment", ranked(plain)))[0])


def test_a_list_leans_on_its_lead_in_and_it_on_the_sentence_before() -> None:
    items = passage("Reset the password:\n\n1. Open the page.\n2. Wait.")
    leaning = passage("The password is yours. It expires yearly. Lunch is free.")

    assert [c > 0 for (c,) in covers(weighed("password", ranked(items)))] == [True, True, True]
    assert [c > 0 for (c,) in covers(weighed("password", ranked(leaning)))] == [True, True, False]


def test_a_rare_word_weighs_more_than_a_frequent_one() -> None:
    many = passage(" ".join(f"The claim number {n} is here." for n in range(20)) + " The claim of llamas.")
    evidence = weighed("claim llamas", ranked(many))

    assert evidence.weights[1] > 2 * evidence.weights[0]
    assert abs(sum(evidence.weights) - 1) < 1e-9


def test_what_was_told_and_occurs_nowhere_weighs_nothing() -> None:
    evidence = weighed("What is the copay?", ranked(passage("The copay is $2.")), context="I drive a Volvo.")

    told = [w for t, w in zip(evidence.question.terms, evidence.weights, strict=True) if t.told]
    assert told
    assert set(told) == {0.0}


def test_where_a_word_occurs_is_known_for_each_passage() -> None:
    evidence = weighed(
        "copay of Molina", ranked(passage("The copay.", name="A")), ranked(passage("x", name="Molina"))
    )

    assert evidence.passages == (frozenset({0}), frozenset({1}))


def test_no_passages_no_evidence() -> None:
    evidence = weighed("copay of Molina")

    assert evidence.candidates == ()
    assert evidence.passages == ()
