"""A model's rewrite: a query in the user's own terms, or none (field reports 7, 10, 12 to 15; R1-3)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.said import PACK, TUNING

from followthrough.rules.language.facts import Known, facts_of
from followthrough.rules.proposals.check_rewrite import RewriteFlaw, Said, check_rewrite

IMAGING = Said(
    message="and imaging?",
    query="and imaging (copay, Plan Silver)?",
    users=("What is the copay on Plan Silver?",),
    replies=("The copay on Plan Silver is $30.",),
)
ABROAD = Said(
    message="and abroad?",
    query="and abroad (refunds)?",
    users=("How long do refunds take?",),
    replies=("Refunds take 5 days.",),
)
LIMIT = Said(
    message="the limit is 12 visits, not 20; and in 2025?",
    query="the limit is 12 visits, not 20; and in 2025 (physical therapy)?",
    users=("What is the visit limit for physical therapy?",),
    replies=("The limit is 20 visits.",),
)
CLINIC = Said(
    message="I need an in-network clinic",
    query="I need an in-network clinic (Plan Silver)",
    users=("What is the copay on Plan Silver?",),
)
CZECH = Said(message="Jaká je lhůta pro dítě?", query="Jaká je lhůta pro dítě?", users=("Jaká je lhůta odvolání?",))


@pytest.mark.parametrize(
    ("said", "rewrite"),
    [
        (IMAGING, "What is the imaging copay on Plan Silver?"),
        (IMAGING, "imaging copay Plan Silver"),
        (IMAGING, "What does imaging cost under Plan Silver?"),
        (ABROAD, "How long do refunds take abroad?"),
        (ABROAD, "refund time abroad"),
        (LIMIT, "Is the physical therapy limit 12 visits, not 20, in 2025?"),
        (CLINIC, "Which clinics are in-network on Plan Silver?"),
        (CLINIC, "I need an in-network clinic on Plan Silver"),
        (CZECH, "Jaká je lhůta odvolání pro dítě?"),
    ],
)
def test_a_query_in_the_users_terms_passes(said: Said, rewrite: str) -> None:
    assert check_rewrite(rewrite, said, PACK, TUNING) is None


@pytest.mark.parametrize(
    ("said", "rewrite", "flaw"),
    [
        (IMAGING, "", RewriteFlaw.EMPTY),
        (IMAGING, "?!", RewriteFlaw.EMPTY),
        (IMAGING, "imaging copay on Plan Silver " * 20, RewriteFlaw.TOO_LONG),
        (IMAGING, "Sure, here is the query: imaging copay on Plan Silver", RewriteFlaw.LEAD_IN),
        (IMAGING, '"imaging copay on Plan Silver"', RewriteFlaw.LEAD_IN),
        (IMAGING, "Query\nimaging copay on Plan Silver", RewriteFlaw.LEAD_IN),
        (IMAGING, "Certainly, what is the imaging copay on Plan Silver?", RewriteFlaw.NEW_FACT),
        (IMAGING, "What is the imaging copay on Plan Gold?", RewriteFlaw.NEW_FACT),
        (IMAGING, "What is the imaging copay for H0036 on Plan Silver?", RewriteFlaw.NEW_FACT),
        (IMAGING, "Imaging has a $30 copay on Plan Silver.", RewriteFlaw.NEW_FACT),
        (IMAGING, "Why is imaging not on Plan Silver?", RewriteFlaw.NEW_FACT),
        (IMAGING, "What is the copay on Plan Silver?", RewriteFlaw.LOST_WORDS),
        (IMAGING, "I can't help with imaging.", RewriteFlaw.SPEAKER),
        (IMAGING, "What imaging copay do you want to know for Plan Silver?", RewriteFlaw.SPEAKER),
        (IMAGING, "Imaging copay is listed on Plan Silver.", RewriteFlaw.NOT_A_QUERY),
        (IMAGING, "Which doctors, hospitals or pharmacies offer imaging?", RewriteFlaw.NEW_WORDS),
        (ABROAD, "Refunds abroad take 5 days.", RewriteFlaw.NEW_FACT),
        (ABROAD, "Refunds take abroad.", RewriteFlaw.NOT_A_QUERY),
        (LIMIT, "What is the physical therapy visit limit in 2025?", RewriteFlaw.LOST_FACT),
        (LIMIT, "Is the physical therapy limit 12 visits and 20 in 2025?", RewriteFlaw.LOST_NEGATION),
        (CLINIC, "Which in-network clinic do you need?", RewriteFlaw.SPEAKER),
        (CZECH, "What is the deadline for a child?", RewriteFlaw.LANGUAGE),
    ],
)
def test_what_is_no_query_in_the_users_terms_is_refused(said: Said, rewrite: str, flaw: RewriteFlaw) -> None:
    assert check_rewrite(rewrite, said, PACK, TUNING) is flaw


TOLD = (
    "what is the imaging copay on Plan Silver Gold 12 20 $30 H0036 not you need sure query : and 2025 limit visits ? "
)
WORDS = st.sampled_from(TOLD.split())


@given(rewrite=st.one_of(st.lists(WORDS, max_size=12).map(" ".join), st.text(max_size=80)))
@pytest.mark.parametrize("said", [IMAGING, LIMIT])
def test_no_rewrite_that_passes_loses_or_invents_a_fact(said: Said, rewrite: str) -> None:
    if check_rewrite(rewrite, said, PACK, TUNING) is not None:
        return
    told = facts_of(rewrite, PACK)
    assert not Known((rewrite,), PACK).lacks(facts_of(said.message, PACK))
    assert not Known((said.message, said.query, *said.users, *said.replies), PACK).lacks(told)
    own = Known((said.message, said.query, *said.users), PACK)
    assert not own.lacks(told) & (told.numbers | told.codes)
