"""A model's plan: it covers the message and invents nothing (R1-3, R2-5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.said import PACK, TUNING

from followthrough.rules.language.facts import Known, facts_of
from followthrough.rules.proposals.check_plan import PlanFlaw, check_plan
from followthrough.rules.proposals.check_rewrite import Said

MESSAGE = "What is the copay on Plan Silver and does H0036 need a referral, if it is not urgent?"
SAID = Said(message=MESSAGE, query=MESSAGE, users=("Who covers therapy in Florida?",))


@pytest.mark.parametrize(
    "texts",
    [
        ("What is the copay on Plan Silver?", "Does H0036 need a referral if it is not urgent?"),
        ("Does H0036 need a referral on Plan Silver if not urgent?", "What is the copay on Plan Silver in Florida?"),
        (MESSAGE,),
    ],
)
def test_a_plan_that_covers_the_message_passes(texts: tuple[str, ...]) -> None:
    assert check_plan(texts, SAID, PACK, TUNING) is None


@pytest.mark.parametrize(
    ("texts", "flaw"),
    [
        ((), PlanFlaw.EMPTY),
        (tuple(f"What is the copay of Plan Silver {'so ' * n}?" for n in range(20)), PlanFlaw.TOO_MANY),
        (("What is the copay on Plan Silver?", "what is the copay on plan silver"), PlanFlaw.TWICE),
        (("What is the copay on Plan Silver?",), PlanFlaw.LOST),
        (("What is the copay on Plan Silver?", "Does H0036 need a referral if urgent?"), PlanFlaw.LOST),
        (("What is the copay on Plan Silver?", "H0036 needs a referral if not urgent."), PlanFlaw.NO_QUESTION),
        (("What is it?", "Does H0036 need a referral on Plan Silver if not urgent?"), PlanFlaw.NO_QUESTION),
        (("What is the copay on Plan Gold?", "Does H0036 need a referral if not urgent?"), PlanFlaw.INVENTED),
        (("What are the 30 dollars?", "Does H0036 need a referral if not urgent?"), PlanFlaw.INVENTED),
        (("What is your copay on Plan Silver?", "Does H0036 need a referral if not urgent?"), PlanFlaw.SPEAKER),
    ],
)
def test_a_plan_that_does_not_is_refused(texts: tuple[str, ...], flaw: PlanFlaw) -> None:
    assert check_plan(texts, SAID, PACK, TUNING) is flaw


TOLD = "what is the copay on Plan Silver Gold does H0036 need a referral if not urgent 30 ?"
WORDS = st.sampled_from(TOLD.split())


@given(texts=st.lists(st.lists(WORDS, max_size=12).map(" ".join), max_size=3))
def test_no_plan_that_passes_loses_or_invents_a_fact(texts: list[str]) -> None:
    if check_plan(texts, SAID, PACK, TUNING) is not None:
        return
    assert not Known(texts, PACK).lacks(facts_of(MESSAGE, PACK))
    assert all(not Known((MESSAGE, *SAID.users), PACK).lacks(facts_of(text, PACK)) for text in texts)
