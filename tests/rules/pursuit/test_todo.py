"""What answers ask of the user is kept, ticked off where it is said to be done, and told on request."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.pursuing import PACK, message, thread
from tests.rules.said import passage

from followthrough.domain.continuity import NO_CONTINUITY, Todo
from followthrough.domain.ids import PassageId
from followthrough.domain.outcome import Found, PartAnswer
from followthrough.domain.plan import SayText
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.rules.evidence.units import units_of
from followthrough.rules.pursuit.todo import todo_reply, with_todos
from followthrough.rules.questions.plan import sub_objective
from followthrough.rules.reading.answering import extract_of

FORM, PROOF = "Send the shed form by Friday to the secretary.", "You must bring proof of address."


def kept(*texts: str) -> list[str]:
    extracts = tuple(extract_of(found, units_of(found, PACK)[0]) for found in map(passage, texts))
    answer = PartAnswer(
        part_id=sub_objective("q").id,
        extracts=extracts,
        coverage=1.0,
        missing=(),
        complete=True,
        signal=RetrievalSignal.HIGH,
    )
    state = with_todos(NO_CONTINUITY, Found(retrievals=(), answers=(answer,)), 1, PACK)
    return [todo.text for todo in with_todos(state, Found(retrievals=(), answers=(answer,)), 2, PACK).todos]


def said(text: str, *todos: str) -> tuple[str, tuple[str, ...]] | None:
    state = replace(NO_CONTINUITY, todos=tuple(Todo(text=one, passage_id=PassageId("p"), turn=1) for one in todos))
    found = todo_reply(message(text), replace(thread(), continuity=state), PACK)
    return None if found is None or not isinstance(found.plan, SayText) else (found.plan.say, found.plan.values)


@pytest.mark.parametrize("text", [FORM, PROOF, "Pay the rent by May."])
def test_what_is_asked_of_the_user_is_kept_once(text: str) -> None:
    assert kept(text) == [text]


@pytest.mark.parametrize(
    "text",
    [
        "Sheds are 2 metres high.",
        "Report cards are sent in June.",
        "- Open the menu.",
        "For 1 day you must give 3 days notice.",
        "Dogs must be kept out.",
    ],
)
def test_what_only_tells_and_the_steps_of_a_procedure_are_not(text: str) -> None:
    assert kept(text) == []


@pytest.mark.parametrize("text", ["i have sent the form", "sent the shed form", "the form is sent"])
def test_what_is_said_to_be_done_is_ticked_off(text: str) -> None:
    assert said(text, FORM, PROOF) == ("todo_done", (FORM,))


@pytest.mark.parametrize(
    "text",
    ["i can't find the form", "i haven't sent the form", "i will send the form", "have i sent the form?", "done"],
)
def test_what_is_not_done_is_not(text: str) -> None:
    assert said(text, FORM, PROOF) is None


def test_of_two_that_may_be_meant_none_is_ticked_off() -> None:
    assert said("i sent the form", FORM, "Send the tax form to the office.") is None


@pytest.mark.parametrize("text", ["what do i still have to do", "what's left for me to do?", "what else should i do"])
def test_what_is_left_is_told_on_request(text: str) -> None:
    assert said(text, FORM, PROOF) == ("todo_list", (FORM, PROOF))
    assert said(text) is None


@pytest.mark.parametrize("text", ["what do i have to do", "what else can i have", "do i still have to send the form"])
def test_other_questions_are_searched(text: str) -> None:
    assert said(text, FORM, PROOF) is None
