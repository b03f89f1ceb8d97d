"""Sources that disagree, and sources that are out of date (R0-20). Where one cannot tell, there is no conflict."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from tests.rules.said import PACK, TUNING, part, passage, ranked, retrieval

from followthrough.domain.conversation import Decision, Lane, TurnClass
from followthrough.domain.ids import ThreadId
from followthrough.domain.objective import Source, StuckReason
from followthrough.domain.outcome import Doubt, PartAnswer
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.planned_part import as_it_stands
from followthrough.domain.retrieval import RankedPassage, RetrievalSignal
from followthrough.rules.evidence.answer import Theirs, answer_all
from followthrough.rules.evidence.conflict import can_differ
from followthrough.rules.objective.stuck import why_stuck

TODAY = date(2026, 3, 1)


def source(
    text: str, *, name: str = "Handbook", since: date | None = None, heading: str = "", **more: Any
) -> RankedPassage:
    found = replace(passage(text, name=name, heading=(heading,) if heading else ()), effective_date=since)
    return replace(ranked(found), **more)


def answered(
    question: str, *found: RankedPassage, theirs: Theirs | None = None, stuck: StuckReason | None = None
) -> PartAnswer:
    one = replace(part(question), stuck_reason=stuck)
    decision = Decision(lane=Lane.ANSWER, reason="r")
    plan = AnswerQuestion(
        turn_class=TurnClass.NEW_QUESTION, decision=decision, summary=question, planned=(as_it_stands(one),)
    )
    theirs = theirs or Theirs(today=TODAY)
    (answer,) = answer_all(plan, (one,), (retrieval(*found),), PACK, TUNING, theirs=theirs)
    return answer


LATE, NOTICE, VISITS = "What is the late fee?", "How long is the notice period?", "How many visits are covered?"
FAX, OFFICE = "What is the fax number for appeals?", "When does the office close?"
COPAY, NEEDLES = "What is the copay?", "Is acupuncture covered?"
ALLOWANCE = "What is the daily meal allowance?"
LIMIT = "What is the filing limit for claims?"

DISAGREE = [
    (LATE, "The late fee is 35 euros.", "The late fee is 50 euros."),
    (LATE, "The late fee is $35.", "A late fee of $50 is charged."),
    (NOTICE, "The notice period is 30 days.", "The notice period is 60 days."),
    (NOTICE, "The notice period is 2 weeks.", "A notice period of 4 weeks applies."),
    (
        LIMIT,
        "The filing limit for claims is 90 days from the date of service.",
        "The filing limit for claims is 120 days.",
    ),
    (VISITS, "12 visits are covered.", "20 visits are covered."),
    (FAX, "The fax number for appeals is 800-555-0100.", "Appeals fax number: 800-555-0199."),
    (OFFICE, "The office closes at 18:00.", "The office closes at 17:00."),
    ("When does the warranty end?", "The warranty ends on March 3, 2026.", "The warranty ends on June 1, 2026."),
    (NEEDLES, "Acupuncture is covered.", "Acupuncture is not covered."),
    (ALLOWANCE, "The daily meal allowance is 24 EUR.", "The daily meal allowance is 28 EUR."),
    (ALLOWANCE, "The daily meal allowance is $24.", "A daily meal allowance of $28 is paid."),
    ("What is the dosage?", "The dosage is 5 mg.", "The dosage is 10 mg."),
    ("What is the default port?", "The default port is 8080.", "The default port is 9090."),
    (
        "What is the stipend for books?",
        "The stipend for books is 90 dollars.",
        "The stipend for books is 80 dollars.",
    ),
    ("Are pets allowed in the office?", "Pets are allowed in the office.", "Pets are never allowed in the office."),
]

AGREE = [
    (LATE, "The late fee is 35 euros.", "The late fee is 35 euros."),
    (NOTICE, "The notice period is 2 weeks.", "The notice period is 14 days."),  # one cannot tell
    (NOTICE, "The notice period is 30 days.", "The notice period is 60 days unless agreed otherwise."),
    (LIMIT, "The filing limit for initial claims is 90 days.", "The filing limit for corrected claims is 120 days."),
    (COPAY, "The copay is $20.", "The copay is $5 for children."),
    (COPAY, "The copay of Plan Gold is $20.", "The copay of Plan Silver is $35."),
    (COPAY, "The copay is $20 in network and $40 out of network.", "The copay is $25."),
    (VISITS, "12 visits are covered.", "20 visits are covered with a referral."),
    (VISITS, "12 visits are covered.", "Between 10 and 20 visits are covered."),
    (NEEDLES, "Acupuncture is covered.", "Acupuncture is not covered if it is cosmetic."),
    (NEEDLES, "Acupuncture is covered.", "Acupuncture is not covered without a referral."),
    (OFFICE, "The office closes at 18:00.", "The office closes at 6 pm."),
    (FAX, "The fax number for appeals is 800-555-0100.", "The fax number for urgent appeals is 800-555-0199."),
    (ALLOWANCE, "The daily meal allowance is 24 EUR.", "The daily meal allowance is 28 EUR for managers."),
    (ALLOWANCE, "The daily meal allowance is 24 EUR.", "The daily meal allowance is paid by the travel desk."),
    ("What is a kit?", "A kit is a box with 3 tools.", "A kit is what 12 teams share."),
    ("What is the dosage?", "The dosage is 5 mg.", "The dosage is 1 tablet."),
    ("How much is the H0038 rate?", "The H0038 rate is $15.", "The H0038 rate with modifier HQ is $5."),
]


@pytest.mark.parametrize(("question", "one", "other"), DISAGREE)
def test_r0_20_two_sources_that_give_different_values_disagree(question: str, one: str, other: str) -> None:
    answer = answered(question, source(one), source(other, name="Bulletin"))

    assert answer.doubt is Doubt.DISAGREEMENT
    assert answer.signal is RetrievalSignal.CONFLICTING
    assert not answer.complete
    assert {e.passage.document_name for e in answer.extracts} == {"Handbook", "Bulletin"}
    assert why_stuck(part(question), answer, PACK) is StuckReason.CONFLICTING_INFO


@pytest.mark.parametrize(("question", "one", "other"), AGREE)
def test_values_of_different_things_or_forms_are_no_conflict(question: str, one: str, other: str) -> None:
    assert answered(question, source(one), source(other, name="Bulletin")).doubt is None
    assert answered(question, source(other), source(one, name="Bulletin")).doubt is None


FEE, MORE = "The late fee is 35 euros.", "The late fee is 50 euros."
QUESTION = "What is the late fee?"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (source(FEE, name="Lisbon office guide"), source(MORE, name="Porto office guide")),
        (source(FEE, name="Device A manual"), source(MORE, name="Device B manual")),
        (
            source(FEE, scope=frozenset({("payor", "molina")})),
            source(MORE, name="B", scope=frozenset({("payor", "aetna")})),
        ),
        (source(FEE), source(MORE, name="Bulletin", scope=frozenset({("state", "florida")}))),
        (source(FEE, heading="Corporate fee"), source(MORE, name="Bulletin", heading="Student fee")),
        (source(FEE), source(MORE, name="Bulletin", superseded=True)),
        (source(FEE), source(MORE, name="Bulletin", expires=date(2025, 12, 31))),
        (source(f"{FEE} {MORE}"), source("The office closes at 18:00.", name="Bulletin")),
    ],
)
def test_documents_for_others_and_replaced_ones_do_not_disagree(one: RankedPassage, other: RankedPassage) -> None:
    assert answered(QUESTION, one, other).doubt is None


def test_r0_20_the_newer_source_comes_first() -> None:
    old, new = source(FEE, since=date(2024, 1, 1)), source(MORE, name="Bulletin", since=date(2025, 1, 1))

    for found in ((old, new), (new, old)):
        assert [e.passage.document_name for e in answered(QUESTION, *found).extracts] == ["Bulletin", "Handbook"]


def test_r0_20_what_is_out_of_date_does_not_settle_a_part() -> None:
    replaced = answered(QUESTION, source(FEE, superseded=True))
    past = answered(QUESTION, source(FEE, expires=date(2026, 2, 28)))
    last_day = answered(QUESTION, source(FEE, expires=TODAY))

    assert (replaced.doubt, past.doubt, last_day.doubt) == (Doubt.SUPERSEDED, Doubt.EXPIRED, None)
    assert (replaced.signal, past.complete) == (RetrievalSignal.CONFLICTING, False)


def test_r0_20_a_source_given_after_it_was_asked_for_settles_the_part() -> None:
    own = source(MORE, name="Notice")
    own = replace(own, passage=replace(own.passage, thread_id=ThreadId("thr")))
    ids = frozenset({own.passage.document_id})
    theirs = Theirs(now=ids, ever=ids, today=TODAY)

    unasked = answered(QUESTION, source(FEE), own, theirs=theirs)
    asked_for = answered(QUESTION, source(FEE), own, theirs=theirs, stuck=StuckReason.CONFLICTING_INFO)
    assert unasked.doubt is Doubt.DISAGREEMENT
    assert (asked_for.complete, asked_for.source) == (True, Source.USER_PROVIDED)


def test_only_kinds_with_comparable_values_are_compared() -> None:
    assert can_differ(part("How long is the notice period?"), PACK)
    assert not can_differ(part("Who approves travel?"), PACK)
