"""What a shown answer tells the user to do becomes an action, in the document's words (R0-6)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.pursuing import PACK
from tests.rules.said import passage

from followthrough.domain.conversation import Reply
from followthrough.domain.outcome import Doubt, Found, PartAnswer
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.rules.evidence.units import units_of
from followthrough.rules.pursuit.actions import actions_of
from followthrough.rules.questions.plan import sub_objective
from followthrough.rules.reading.answering import extract_of
from followthrough.rules.replies.citing import Sources

FORM, PROOF = "Send the shed form by Friday to the secretary.", "You must bring proof of address."


def answer(*texts: str) -> PartAnswer:
    found = [extract_of(one, units_of(one, PACK)[0]) for one in map(passage, texts)]
    return PartAnswer(
        part_id=sub_objective("q").id,
        extracts=tuple(found),
        coverage=1.0,
        missing=(),
        complete=True,
        signal=RetrievalSignal.HIGH,
    )


def kept(told: PartAnswer, *, said: str | None = None) -> list[str]:
    sources = Sources()
    for extract in told.extracts:
        sources.number([extract])
    text = " ".join(extract.text for extract in told.extracts) if said is None else said
    reply = Reply(text=text, citations=sources.citations())
    found = actions_of(Found(retrievals=(), answers=(told,)), reply, PACK, turn=1)
    return [action.citation.quote for action in found]


@pytest.mark.parametrize(
    "text", [FORM, PROOF, "Pay the rent by May.", "You need to sign it twice.", "You have to return your badge."]
)
def test_an_order_to_the_reader_is_kept_as_it_stands(text: str) -> None:
    assert kept(answer(text)) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Sheds are 2 metres high.",
        "Report cards are sent in June.",
        "Copy of the passport is required.",
        "- Open the menu.",
        "For 1 day you must give 3 days notice.",
        "Send the form if you have moved.",
        "If you are a student, you must bring a card.",
        "You must not park a van on the gravel.",
        "You have 30 days.",
        "Dogs must be kept out.",
    ],
)
def test_what_tells_forbids_holds_in_a_case_or_is_a_step_is_none(text: str) -> None:
    assert kept(answer(text)) == []


def test_what_the_reply_does_not_show_or_does_not_stand_by_is_none() -> None:
    told = answer(FORM)
    assert kept(told, said="The secretary wants a form. [1]") == []
    assert kept(replace(told, complete=False)) == []
    assert kept(replace(told, doubt=Doubt.SUPERSEDED)) == []
    assert kept(answer(FORM, FORM)) == [FORM]
