"""What choosing an option does: what its maker bound to it, and nothing else (requirements 2.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.listed import a_moment
from tests.rules.pursuing import objective, sub

from followthrough.domain.continuity import (
    ActionType,
    ContinuityState,
    Option,
    OptionSet,
    Provenance,
    Scope,
    SetOrigin,
)
from followthrough.domain.conversation import Decision, Lane, TurnClass
from followthrough.domain.decisions import RoutedDecision
from followthrough.domain.plan import AnswerQuestion, Decided, SayText, TakeAction
from followthrough.rules.lanes.perform import Choice, Passed, action_of, document_of, perform


def chosen(pool: OptionSet, option: Option, *, verb: ActionType | None = None, explains: bool = False) -> Choice:
    return Choice(
        option=option,
        pool=pool,
        why="ordinal",
        provenance=Provenance.DETERMINISTIC,
        routed=RoutedDecision(),
        continuity=ContinuityState(),
        verb=verb,
        explains=explains,
    )


def own(origin: SetOrigin, ref: str, *, scope: Scope = Scope.WIDGET) -> OptionSet:
    return OptionSet(id="own", scope=scope, origin=origin, options=(Option(id="o1", label="One", execution_ref=ref),))


@pytest.mark.parametrize(
    ("origin", "verb", "type_"),
    [
        (SetOrigin.HOST, None, ActionType.SELECT),
        (SetOrigin.HOST, ActionType.OPEN, ActionType.OPEN),
        (SetOrigin.HOST, ActionType.USE, ActionType.USE),
        (SetOrigin.SOURCES, None, ActionType.OPEN),
        (SetOrigin.SOURCES, ActionType.USE, ActionType.USE),
        (SetOrigin.DOCUMENTS, ActionType.RERUN, ActionType.OPEN),
        (SetOrigin.RECENTS, ActionType.OPEN, ActionType.RERUN),
        (SetOrigin.SLOTS, ActionType.OPEN, ActionType.SELECT),
    ],
)
def test_the_verb_counts_where_the_list_allows_it(
    origin: SetOrigin, verb: ActionType | None, type_: ActionType
) -> None:
    pool = own(origin, "x")
    assert action_of(chosen(pool, pool.options[0], verb=verb)).type is type_


def test_a_host_gets_its_reference_back_and_it_means_nothing_here() -> None:
    pool = own(SetOrigin.HOST, "document:secret/p1")
    found = perform(chosen(pool, pool.options[0]), a_moment("1"))
    assert isinstance(found, Decided)
    assert isinstance(found.plan, TakeAction)
    assert (found.plan.document_id, found.plan.passage_id) == (None, None)
    assert found.action is not None
    assert found.action.execution_ref == "document:secret/p1"


def test_a_source_is_opened_at_its_passage() -> None:
    pool = own(SetOrigin.SOURCES, "source:doc-1/doc-1#3")
    found = perform(chosen(pool, pool.options[0]), a_moment("1"))
    assert isinstance(found, Decided)
    assert isinstance(found.plan, TakeAction)
    assert (found.plan.document_id, found.plan.passage_id) == ("doc-1", "doc-1#3")
    assert document_of(Option(id="a", label="A"), SetOrigin.DOCUMENTS) == (None, None)


def test_a_document_is_used_for_the_question_that_is_open() -> None:
    pool = own(SetOrigin.DOCUMENTS, "document:doc-1", scope=Scope.WORKSPACE)
    asked = objective(sub("What is the fee?"))
    moment = a_moment("use one")
    moment = replace(moment, thread=replace(moment.thread, objectives=(asked,), active_objective_id=asked.id))
    found = perform(chosen(pool, pool.options[0], verb=ActionType.USE), moment)
    assert isinstance(found, Decided)
    assert isinstance(found.plan, AnswerQuestion)
    assert (found.plan.within, found.plan.turn_class) == (("doc-1",), TurnClass.SELECTION)
    assert [p.text for p in found.plan.parts] == ["What is the fee?"]


def test_one_part_is_tried_again() -> None:
    asked = objective(sub("What is the fee?"), sub("Who signs?"))
    part = asked.subs[1]
    pool = replace(
        own(SetOrigin.PARTS, "part"), options=(Option(id=part.id, label=part.text, execution_ref=f"part:{part.id}"),)
    )
    moment = a_moment("1")
    moment = replace(moment, thread=replace(moment.thread, objectives=(asked,), active_objective_id=asked.id))
    found = perform(chosen(pool, pool.options[0]), moment)
    assert isinstance(found, Decided)
    assert isinstance(found.plan, AnswerQuestion)
    assert [p.id for p in found.plan.parts] == [part.id]


def test_a_slot_value_is_said_and_decided_as_one() -> None:
    pool = own(SetOrigin.SLOTS, "", scope=Scope.CHAT)
    found = perform(chosen(pool, pool.options[0]), a_moment("1"))
    assert isinstance(found, Passed)
    assert (found.message.text, found.decision) == ("o1", None)
    noted = Decided(
        plan=SayText(
            turn_class=TurnClass.SLOT_FILL, decision=Decision(lane=Lane.ANSWER, reason="slot_fill"), say="thanks"
        )
    )
    marked = found.mark(noted)
    assert (marked.plan, marked.action) == (noted.plan, found.action)


def test_a_choice_says_its_text_and_belongs_to_the_lane() -> None:
    option = Option(id="c", label="Fee", says="What is the fee?")
    pool = replace(own(SetOrigin.CHOICES, "c", scope=Scope.CHAT), options=(option,))
    found = perform(chosen(pool, pool.options[0]), a_moment("1"))
    assert isinstance(found, Passed)
    assert found.message.text == "What is the fee?"
    decision = Decision(lane=Lane.CHAT, reason="thanks")
    marked = found.mark(Decided(plan=SayText(turn_class=TurnClass.ACK, decision=decision, say="thanks")))
    assert (marked.plan.turn_class, marked.plan.decision.lane) == (TurnClass.SELECTION, Lane.SELECTION)


def test_a_past_question_of_another_thread_is_asked_here() -> None:
    pool = replace(
        own(SetOrigin.RECENTS, "", scope=Scope.DASHBOARD),
        options=(Option(id="t9", label="What …", execution_ref="recent:other/t9", says="What is the fee?"),),
    )
    found = perform(chosen(pool, pool.options[0]), a_moment("1"))
    assert isinstance(found, Passed)
    assert (found.message.text, found.message.retry_of) == ("What is the fee?", None)
    assert found.action is not None
    assert found.action.type is ActionType.RERUN
