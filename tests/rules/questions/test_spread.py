"""A fragment behind several parts goes on with each, or with one, and never with all at once (F37, R2-3)."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, TUNING

from followthrough.domain.resolution import Exchange, RetrievalContext
from followthrough.rules.followups.kind import read_followup
from followthrough.rules.questions.plan import sub_objective
from followthrough.rules.questions.spread import hangs_on_parts, meant, resolve_for_parts

DEADLINE, PARKING = "What is the appeal deadline at Harborline", "what is the parking fee at the clinic?"
SAME = ("What is the filing limit for Pinecrest?", "What is the filing limit for Coralwood?")


def after(*queries: str) -> tuple[Exchange, ...]:
    return (Exchange(message=" ".join(queries), query=" ".join(queries), queries=queries),)


def context(text: str, history: tuple[Exchange, ...]) -> RetrievalContext:
    return RetrievalContext(last_refined_query=history[-1].asked, followup=read_followup(text, history, PACK, TUNING))


def searched(text: str, *queries: str) -> tuple[str, ...]:
    history = after(*queries)
    given = context(text, history)
    assert hangs_on_parts(text, given, history, PACK)
    return tuple(resolve_for_parts(sub_objective(text), given, history, PACK, TUNING))


@pytest.mark.parametrize(
    "text", ["and for Pinecrest?", "what about Pinecrest?", "and at Pinecrest", "how about Pinecrest"]
)
def test_a_name_goes_where_there_is_a_place_for_it(text: str) -> None:
    assert searched(text, DEADLINE, PARKING) == ("What is the appeal deadline at Pinecrest",)


def test_a_name_goes_into_each_part_that_has_a_place_for_it() -> None:
    found = searched("and for Plan Gold?", "What is the copay under Plan Silver?", "Who signs for Plan Silver?")

    assert found == ("What is the copay under Plan Gold?", "Who signs for Plan Gold?")


@pytest.mark.parametrize(
    "text", ["what about appeals", "and for appeals?", "and appeals?", "how about corrected claims?"]
)
def test_f37_behind_a_comparison_it_is_one_query_a_value(text: str) -> None:
    one, other = searched(text, *SAME)

    assert one.startswith(text)
    assert other.startswith(text)
    assert ("Pinecrest" in one, "Coralwood" in one) == (True, False)
    assert ("Pinecrest" in other, "Coralwood" in other) == (False, True)


@pytest.mark.parametrize(
    ("text", "queries", "with_"),
    [
        ("and the parking permit?", (PARKING, DEADLINE), PARKING),
        (
            "what about the form address",
            ("How long is the deadline at Harborline", "who signs the form?"),
            "who signs the form?",
        ),
        ("and on weekends?", ("When does the library open?", "Who fixes bikes?"), "Who fixes bikes?"),
    ],
)
def test_else_it_goes_on_with_the_part_that_it_speaks_of_or_the_last(
    text: str, queries: tuple[str, ...], with_: str
) -> None:
    assert meant(text, queries, (), PACK) == (with_,)


def test_what_stands_by_itself_and_what_follows_one_part_is_left_alone() -> None:
    assert not hangs_on("and for Pinecrest?", after(DEADLINE))
    assert not hangs_on("When does the swimming pool open on Sunday mornings?", after(*SAME))
    assert not hangs_on("ok thanks, and some baby faces are not recognised, why", after(*SAME))
    assert not hangs_on_parts("", RetrievalContext(), (), PACK)


def hangs_on(text: str, history: tuple[Exchange, ...]) -> bool:
    return hangs_on_parts(text, context(text, history), history, PACK)
