"""A turn as lines of text: what it was given, and what rests on the user's word."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from followthrough.channels.terminal.render import given_lines, objective_lines
from followthrough.domain.conversation import (
    Decision,
    Lane,
    Message,
    Query,
    Reply,
    RetrievalSummary,
    TurnClass,
    TurnRecord,
    TurnStatus,
)
from followthrough.domain.given import Given, GivenKind, Material
from followthrough.domain.ids import DocumentId, ObjectiveId, ThreadId, TurnId
from followthrough.domain.objective import Objective, ObjectiveStatus, Source, SubStatus
from followthrough.rules.questions.plan import sub_objective

NOW = datetime(2026, 3, 1, tzinfo=UTC)
MESSAGE = Message(turn_id=TurnId("t"), thread_id=ThreadId("thr"), index=1, text="see", received_at=NOW)
TURN = TurnRecord(
    message=MESSAGE,
    status=TurnStatus.COMPLETED,
    turn_class=TurnClass.INFO_PROVIDED,
    query=Query(message="see"),
    retrieval=RetrievalSummary(),
    reply=Reply(text="ok"),
    decision=Decision(lane=Lane.ANSWER, reason="info_provided"),
    ended_at=NOW,
)


def test_what_was_read_and_what_was_not_is_said_line_by_line() -> None:
    given = (
        Given(kind=GivenKind.FILE, document_id=DocumentId("d"), name="fees.txt"),
        Given(kind=GivenKind.LINK, text="https://example.org/a", refused="needs_login"),
        Given(kind=GivenKind.STATEMENT, text="90 days"),
    )

    assert given_lines(replace(TURN, material=Material(given=given))) == [
        "Read: fees.txt",
        "Not read: https://example.org/a (needs login)",
    ]
    assert given_lines(TURN) == []


def test_c13_a_part_on_the_users_word_is_marked_unverified() -> None:
    part = replace(sub_objective("What is the fee?"), status=SubStatus.PARTIAL, source=Source.USER_PROVIDED)
    goal = Objective(
        id=ObjectiveId("o"),
        status=ObjectiveStatus.ACTIVE,
        summary="fee",
        subs=(part,),
        origin_turn=MESSAGE.turn_id,
        created_at=NOW,
        updated_at=NOW,
    )

    assert objective_lines(replace(TURN, objective=goal)) == ["[~] What is the fee? (partial, from you, unverified)"]
