"""The terminal shows a document's question as the page does: its place, the answers so far, the ways on."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.loops import NOW, loop, message

from followthrough.channels.terminal.render import pending_lines
from followthrough.domain.clarification import LoopMode
from followthrough.domain.conversation import (
    Decision,
    Lane,
    Query,
    Reply,
    RetrievalSummary,
    TurnClass,
    TurnRecord,
    TurnStatus,
)

RECORD = TurnRecord(
    message=message("12"),
    status=TurnStatus.COMPLETED,
    turn_class=TurnClass.LOOP_ANSWER,
    query=Query(message="12"),
    retrieval=RetrievalSummary(),
    reply=Reply(text="Which light is on?"),
    decision=Decision(lane=Lane.CLARIFICATION, reason="answer_captured"),
    ended_at=NOW,
    clarification=loop("12", None),
)


def test_answers_place_and_ways_are_shown() -> None:
    first, second, ways = pending_lines(RECORD)
    assert first == "1. Which version is it? 12"
    assert second == "2. Which light is on? (not known)"
    assert ways.startswith("Question 3 of 3:")
    assert "correction to question 1" in ways


def test_strict_offers_no_change_and_a_pause_how_to_go_on() -> None:
    assert "correction" not in pending_lines(replace(RECORD, clarification=loop("12", strict=True)))[-1]
    assert "continue" in pending_lines(replace(RECORD, clarification=loop("12", mode=LoopMode.PAUSED)))[-1]


def test_without_a_question_nothing_is_shown() -> None:
    assert pending_lines(replace(RECORD, clarification=None)) == []
    assert pending_lines(replace(RECORD, clarification=loop("12", mode=LoopMode.DONE))) == []
