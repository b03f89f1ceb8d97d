"""A turn as lines of text: what it was given, and what rests on the user's word."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from followthrough.channels.terminal.render import Rows, given_lines, objective_lines, parts_of
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


def test_rows_of_a_table_are_told_from_text_with_all_names_and_empty_cells() -> None:
    text = "Fees:\n\n- Plan: Gold; Fee: 5; 6 [1]\n- Plan: Free; Fee: 0; Note: to May [1]\n\n- plain\n- also: plain"
    assert parts_of(text) == [
        "Fees:\n",
        Rows(names=("Plan", "Fee", "Note"), cells=(("Gold", "5; 6 [1]", ""), ("Free", "0", "to May [1]"))),
        "\n- plain\n- also: plain",
    ]
    assert parts_of("- a | b\n- c | d | e") == [Rows(names=(), cells=(("a", "b", ""), ("c", "d", "e")))]
    assert parts_of("```\n- a: b; c: d\n```") == ["```\n- a: b; c: d\n```"]


def test_rows_without_the_same_names_stand_each_by_itself() -> None:
    found = parts_of("- Day: Monday; Opens: 8\n- Phone: 12; Mail: a@b.org")
    assert [row.names for row in found if isinstance(row, Rows)] == [("Day", "Opens"), ("Phone", "Mail")]
