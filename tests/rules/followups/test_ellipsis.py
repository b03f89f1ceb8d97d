"""A fragment's one item in place of the one of the last question (field report 5, F14, F26)."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.rules.followups.ellipsis import put_behind, put_in_place

PACK = load_pack("general")


def placed(text: str, last: str, *replaced: str) -> str | None:
    return put_in_place(text, last, replaced, PACK)


@pytest.mark.parametrize(
    ("last", "text", "query"),
    [
        ("When was v1 released?", "of v2?", "When was v2 released?"),
        ("What is the copay on Plan Silver?", "and on Plan Gold?", "What is the copay on Plan Gold?"),
        ("Is H0036 covered, not H0037?", "and what about 90837", None),
        ("What does section 4 say?", "and 12?", "What does section 12 say?"),
        ("When does Northgate open on Saturday?", "and Wednesday?", "When does Northgate open on Wednesday?"),
        ("When does Northgate open on Saturday?", "and on sunday?", "When does Northgate open on sunday?"),
        ("When does Northgate open on Saturday?", "what about Riverside?", "When does Riverside open on Saturday?"),
        ("Is Northgate open on Christmas?", "what about Riverside?", None),
        ("Is it open at Christmas? (Northgate)", "what about Riverside?", None),
        ("Who works at Northgate?", "and on Monday?", None),
    ],
)
def test_an_item_goes_where_its_kind_stands(last: str, text: str, query: str | None) -> None:
    assert placed(text, last) == query


@pytest.mark.parametrize("text", ["and imaging?", "v2", "and is v2 out?", "of v2 and v3?", "and", ""])
def test_anything_but_one_item_behind_an_opening_is_put_nowhere(text: str) -> None:
    assert placed(text, "When was v1 released?") is None


def test_the_preposition_decides_between_two_names() -> None:
    assert placed("and in Georgia?", "Does Molina pay for Sunshine members in Florida?") == (
        "Does Molina pay for Sunshine members in Georgia?"
    )


def test_a_value_that_no_longer_holds_is_what_is_replaced() -> None:
    last = "What does Sunshine Health pay in Florida?"
    assert placed("I meant Molina, not Sunshine", last, "Sunshine Health") == "What does Molina pay in Florida?"


@pytest.mark.parametrize(
    ("last", "text", "query"),
    [
        ("what do visitors from spain need", "from morocco", "what do visitors from morocco need"),
        ("when does the train to ghent leave", "i meant to bruges", "when does the train to bruges leave"),
        ("what is the fee for dogs?", "sorry, for children", "what is the fee for children?"),
        ("what is the fee?", "for children", None),
        ("and for contractors? (notice period)", "no i meant agents", "and for agents? (notice period)"),
        ("and levy groups?", "design teams, not levy groups", "and design teams?"),
        ("what do levy groups get", "design teams", None),
        ("is the bus from ghent or from bruges", "from spain", None),
        ("what do visitors from spain need", "morocco", None),
        ("what do visitors from spain need", "from the far north of the country", None),
    ],
)
def test_f26_what_stands_behind_the_same_preposition_is_exchanged(last: str, text: str, query: str | None) -> None:
    assert put_behind(text, last, PACK) == query
