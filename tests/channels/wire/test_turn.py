"""Interface, "Turn": every field of the contract is there; what does not apply is null."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from followthrough.channels.wire.turn import turn
from followthrough.domain.conversation import (
    Citation,
    Decision,
    DialogState,
    Lane,
    Message,
    Query,
    Reply,
    RetrievalSummary,
    Thread,
    TurnClass,
    TurnRecord,
    TurnSource,
    TurnStatus,
)
from followthrough.domain.ids import DocumentId, ObjectiveId, OwnerId, PassageId, SubObjectiveId, ThreadId, TurnId
from followthrough.domain.model_calls import ModelCall, ModelFailure, ModelTask
from followthrough.domain.objective import (
    Objective,
    ObjectiveStatus,
    OutwardStatus,
    Source,
    StuckReason,
    SubObjective,
    SubStatus,
)
from followthrough.domain.retrieval import RetrievalSignal

NOW = datetime(2026, 7, 1, 9, 0, tzinfo=UTC)

#: interface.md, "Turn": the field tree; a list shows the fields of its elements
CONTRACT: dict[str, Any] = {
    "turn_id": None,
    "thread_id": None,
    "index": None,
    "status": None,
    "turn_class": None,
    "reply": {
        "text": None,
        "footer": None,
        "citations": [
            {
                "n": None,
                "document_id": None,
                "document_name": None,
                "page": None,
                "passage_id": None,
                "quote": None,
                "heading": None,
                "start": None,
                "end": None,
                "url": None,
            }
        ],
    },
    "query": {
        "message": None,
        "effective": None,
        "is_followup": None,
        "followup_kind": None,
        "rewritten_by": None,
        "previous_document_ids": None,
    },
    "retrieval": {
        "searches": None,
        "passages": [{"passage_id": None, "document_id": None, "score": None}],
        "signal": None,
    },
    "objective": {
        "id": None,
        "status": None,
        "summary": None,
        "attempts": None,
        "sub_objectives": [{"id": None, "text": None, "status": None, "source": None, "stuck_reason": None}],
    },
    "objective_status": None,
    "closure_message": None,
    "ask": None,
    "clarification": None,
    "dialog_state": None,
    "session_status": None,
    "handoff": None,
    "action": None,
    "option_set": None,
    "jurisdiction": {"payor": None, "state": None, "program": None},
    "decision": {
        "lane": None,
        "reason": None,
        "fallback_reason": None,
        "loop_cycle_id": None,
        "fingerprint_before": None,
        "fingerprint_after": None,
        "retry_attempt_index": None,
        "retry_budget_remaining": None,
        "active_option_set_id": None,
        "active_scope": None,
    },
    "model_calls": None,
    "timings_ms": None,
}


def record() -> TurnRecord:
    message = Message(
        turn_id=TurnId("turn_1"), thread_id=ThreadId("thr_1"), index=3, text="What is the copay?", received_at=NOW
    )
    sub = SubObjective(
        id=SubObjectiveId("sub_1"), text="copay", status=SubStatus.ANSWERED, source=Source.RAG, stuck_reason=None
    )
    open_sub = replace(
        sub,
        id=SubObjectiveId("sub_2"),
        status=SubStatus.FAILED,
        source=None,
        stuck_reason=StuckReason.NO_EVIDENCE,
    )
    return TurnRecord(
        message=message,
        status=TurnStatus.COMPLETED,
        turn_class=TurnClass.NEW_QUESTION,
        query=Query(message=message.text, effective=(message.text,)),
        retrieval=RetrievalSummary(
            searches=1,
            passages=(
                TurnSource(
                    document_id=DocumentId("doc_1"),
                    document_name="Handbook",
                    passage_id=PassageId("psg_1"),
                    score=0.71,
                    page=12,
                ),
            ),
            signal=RetrievalSignal.HIGH,
        ),
        reply=Reply(
            text="The copay is $25 [1].",
            citations=(
                Citation(
                    n=1,
                    document_id=DocumentId("doc_1"),
                    document_name="Handbook",
                    passage_id=PassageId("psg_1"),
                    quote="The copay is $25.",
                    page=12,
                    heading=("Costs", "Copays"),
                    start=10,
                    end=27,
                ),
            ),
        ),
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        ended_at=NOW + timedelta(milliseconds=12),
        objective=Objective(
            id=ObjectiveId("obj_1"),
            status=ObjectiveStatus.ACTIVE,
            summary="copay",
            subs=(sub, open_sub),
            origin_turn=message.turn_id,
            created_at=NOW,
            updated_at=NOW,
            attempts=1,
        ),
        objective_status=OutwardStatus.NEED_INFO,
        dialog_state=DialogState.ANSWER_PROVIDED,
        timings_ms=(("load", 0.4), ("retrieve", 4.1), ("total", 12.3)),
    )


def thread() -> Thread:
    return Thread(
        id=ThreadId("thr_1"),
        owner=OwnerId("local"),
        collection="default",
        pack="general",
        created_at=NOW,
        updated_at=NOW,
    )


def _missing(contract: Any, payload: Any, path: str = "turn") -> list[str]:
    """Paths of the contract that the payload has not."""
    if isinstance(contract, list):
        return [lost for element in payload for lost in _missing(contract[0], element, f"{path}[]")]
    if not isinstance(contract, dict):
        return []
    found: list[str] = []
    for key, inner in contract.items():
        here = f"{path}.{key}"
        found += [here] if key not in payload else _missing(inner, payload[key], here)
    return found


def test_a_turn_has_every_field_of_the_contract() -> None:
    assert _missing(CONTRACT, turn(record()).model_dump(mode="json")) == []


def test_a_turn_is_one_json_document_that_says_what_the_record_says() -> None:
    payload = json.loads(json.dumps(turn(record()).model_dump(mode="json")))
    assert payload["reply"]["citations"][0]["page"] == 12
    assert payload["reply"]["citations"][0]["heading"] == ["Costs", "Copays"]
    assert payload["retrieval"]["passages"][0]["score"] == 0.71
    assert payload["objective"]["sub_objectives"][1]["stuck_reason"] == "no_evidence"
    assert payload["objective_status"] == "need_info"
    assert payload["decision"]["lane"] == "answer"
    assert payload["decision"]["active_scope"] == "none"
    assert payload["jurisdiction"] == {"payor": [], "state": None, "program": None, "slots": {}}
    assert list(payload["timings_ms"]) == ["load", "retrieve", "total"]


def test_the_tries_of_a_model_are_counted_and_told() -> None:
    assert turn(record()).model_calls == 0
    failed = ModelCall(task=ModelTask.ANSWER, model="first", ms=800.0, failure=ModelFailure.TIMEOUT, prompt="p1")
    answered = ModelCall(task=ModelTask.ANSWER, model="second", input_tokens=90, output_tokens=9, cost_usd=0.001)
    payload = turn(replace(record(), model_calls=(failed, answered))).model_dump(mode="json")
    assert payload["model_calls"] == 2
    assert payload["model_usage"] == [
        {
            "task": "answer",
            "model": "first",
            "ms": 800.0,
            "input_tokens": 0,
            "output_tokens": 0,
            "cost_usd": None,
            "failure": "timeout",
            "prompt": "p1",
        },
        {
            "task": "answer",
            "model": "second",
            "ms": 0.0,
            "input_tokens": 90,
            "output_tokens": 9,
            "cost_usd": 0.001,
            "failure": None,
            "prompt": "",
        },
    ]


def test_parts_that_do_not_apply_are_null_and_query_and_retrieval_are_always_objects() -> None:
    said = replace(
        record(),
        query=Query(message="hi"),
        retrieval=RetrievalSummary(),
        objective=None,
        objective_status=None,
        turn_class=TurnClass.CHAT,
    )
    payload = turn(said).model_dump(mode="json")
    for name in ("ask", "clarification", "action", "option_set", "objective", "objective_status", "closure_message"):
        assert payload[name] is None, name
    assert payload["query"]["effective"] == []
    assert payload["query"]["rewritten_by"] == "none"
    assert payload["retrieval"] == {"searches": 0, "passages": [], "signal": None}


def test_times_are_utc_whatever_zone_they_come_in() -> None:
    elsewhere = record().ended_at.astimezone(timezone(timedelta(hours=5)))
    payload = turn(replace(record(), ended_at=elsewhere)).model_dump(mode="json")
    assert payload["ended_at"] == "2026-07-01T09:00:00.012000Z"


@pytest.mark.parametrize("status", [TurnStatus.COMPLETED, TurnStatus.STOPPED, TurnStatus.FAILED])
def test_the_status_is_one_of_three(status: TurnStatus) -> None:
    assert turn(replace(record(), status=status)).status == status.value


def test_a_turn_that_has_not_ended_is_not_shown_as_one() -> None:
    with pytest.raises(ValueError, match="not ended"):
        turn(replace(record(), status=TurnStatus.ACCEPTED))
