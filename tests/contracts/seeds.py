"""Rows as each revision of the schema left them, in the words of its time. They are never edited: what a user's
database holds does not change either, and today's code has to read it.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

NOON = datetime(2026, 7, 1, 12, 0, 0, 123_456, tzinfo=UTC)

THREAD_0001 = """{
  "id": "t-1", "owner": "ann", "collection": "default", "pack": "general",
  "created_at": "2026-07-01T12:00:00.123456Z", "updated_at": "2026-07-01T12:00:02Z", "version": 2,
  "title": "copay for Molina and Aetna", "language": "en", "user_id": null,
  "objectives": [{
    "id": "obj-1", "status": "active", "summary": "copay for Molina and Aetna", "origin_turn": "t-1/1",
    "created_at": "2026-07-01T12:00:00.123456Z", "updated_at": "2026-07-01T12:00:01Z", "attempts": 1,
    "subs": [
      {"id": "s-1", "text": "copay for Molina", "status": "answered", "answer": "$5 \\u0000", "source": "rag",
       "evidence": ["p-1"], "stuck_reason": null, "last_tried_turn": 1},
      {"id": "s-2", "text": "copay for Aetna", "status": "failed", "answer": null, "source": null,
       "evidence": [], "stuck_reason": "no_evidence", "last_tried_turn": 1}]}],
  "active_objective_id": "obj-1",
  "last_turn_sources": [{"document_id": "d-1", "document_name": "Manual", "passage_id": "p-1", "score": 0.5,
                         "page": 12}],
  "document_ids": ["d-1"], "turns": 1, "session_status": "active"}"""

MESSAGE_0001 = """{"turn_id": "t-1/1", "thread_id": "t-1", "index": 1, "text": "copay for Molina and Aetna?",
  "received_at": "2026-07-01T12:00:00.123456Z", "client_message_id": "c-1", "attachments": []}"""

PENDING_0001 = """{"turn_id": "t-1/2", "thread_id": "t-1", "index": 2, "text": "and Humana?",
  "received_at": "2026-07-01T12:00:09Z", "client_message_id": null, "attachments": ["d-1"]}"""

RECORD_0001 = (
    '{"kind": "turn", "turn": {"message": '
    + MESSAGE_0001
    + """, "status": "completed", "turn_class": "new_question",
  "query": {"message": "copay for Molina and Aetna?", "effective": ["copay for Molina", "copay for Aetna"],
            "is_followup": false, "previous_document_ids": []},
  "retrieval": {"searches": 2, "signal": "low", "passages": [
    {"document_id": "d-1", "document_name": "Manual", "passage_id": "p-1", "score": 0.5, "page": 12}]},
  "reply": {"text": "It is $5 [1].", "footer": null, "citations": [
    {"n": 1, "document_id": "d-1", "document_name": "Manual", "passage_id": "p-1", "quote": "$5", "page": 12,
     "heading": ["Copays"], "start": 10, "end": 12, "url": null}]},
  "decision": {"lane": "answer", "reason": "answered_in_part"}, "ended_at": "2026-07-01T12:00:01Z",
  "objective": null, "objective_status": "need_info", "closure_message": null, "dialog_state": "ANSWER_PROVIDED",
  "error_code": null, "timings_ms": [["load", 0.1], ["total", 12.3]]}}"""
)

RENAMED_0001 = '{"kind": "renamed", "title": "copays", "at": "2026-07-01T12:00:02Z"}'

METADATA_0001 = """{"title": "Manual", "effective_date": "2026-01-31", "payor": ["Molina"], "state": ["FL"],
  "program": "Medicaid", "language": "en", "source_url": null, "clarifying_questions": ["Which version?"],
  "requires_handoff": true, "supersedes": ["old.md"], "extra": [["owner", "\\"claims\\""]]}"""

#: revision -> table -> rows. Tables in the order in which they can be filled.
SEEDS: dict[str, dict[str, list[dict[str, Any]]]] = {
    "0001": {
        "threads": [{"id": "t-1", "owner": "ann", "created_at": NOON, "accepted": 2}],
        "thread_states": [{"thread_id": "t-1", "version": 2, "state": THREAD_0001}],
        "leases": [{"thread_id": "t-1", "worker": "w-1", "until": NOON}],
        "records": [
            {"thread_id": "t-1", "version": 1, "body": RECORD_0001},
            {"thread_id": "t-1", "version": 2, "body": RENAMED_0001},
        ],
        "turns": [
            {
                "id": "t-1/1",
                "thread_id": "t-1",
                "turn_index": 1,
                "client_message_id": "c-1",
                "received_at": NOON,
                "message": MESSAGE_0001,
                "attempt": 1,
                "stop_requested": False,
                "record_version": 1,
                "events": '[[1010000, "started", "{}"]]',
            },
            {
                "id": "t-1/2",
                "thread_id": "t-1",
                "turn_index": 2,
                "client_message_id": None,
                "received_at": NOON,
                "message": PENDING_0001,
                "attempt": 1,
                "stop_requested": True,
                "record_version": None,
                "events": None,
            },
        ],
        "documents": [
            {
                "id": "d-1",
                "identity": "d817d5907ab563f45b87fadfb880e3d1abe586f2ef48e619d428c73284f24cca",
                "collection": "default",
                "thread_id": None,
                "source": "/docs/manual.md",
                "name": "manual.md",
                "media_type": "text/markdown",
                "content_hash": "h",
                "pending_hash": None,
                "size_bytes": 3_000_000_000,
                "status": "ready",
                "reason": None,
                "metadata": METADATA_0001,
                "supersedes": True,
                "superseded_by": None,
                "created_at": NOON,
                "updated_at": NOON,
                "passages": 7,
                "embedded": 7,
                "pages": None,
                "claim_worker": "w-1",
                "claim_until": NOON,
            }
        ],
        "uploads": [{"document_id": "d-2", "data": b"\x00\xff"}],
        "vectors": [{"model_id": "m", "content_hash": "h", "vector": b"\x00\x00\x80?"}],
        "api_keys": [
            {
                "id": "k-1",
                "owner": "ann",
                "name": "laptop",
                "key_hash": "f" * 64,
                "hint": "wxyz",
                "created_at": NOON,
                "revoked_at": None,
            }
        ],
    }
}

HANDOFF_0002 = """{"id": "hnd_t-1/1", "thread_id": "t-1", "turn_id": "t-1/1", "owner": "ann", "reason": "document",
  "created_at": "2026-07-01T12:00:01Z", "due_at": "2026-07-01T12:15:01Z",
  "summary": {"objective": "copay for Molina", "parts": [{"text": "copay", "status": "answered", "answer": "$5"}],
              "pairs": [["Which version?", "12"], ["What do you see?", null]],
              "sources": [{"document_id": "d-1", "document_name": "Manual", "passage_id": "p-1", "page": 12,
                           "url": null}]}}"""

SEEDS["0002"] = {
    **SEEDS["0001"],
    "handoffs": [
        {
            "id": "hnd_t-1/1",
            "thread_id": "t-1",
            "owner": "ann",
            "created_at": NOON,
            "due_at": NOON,
            "body": HANDOFF_0002,
            "state": "taken",
            "taken_at": NOON,
            "ended_at": None,
            "delivery": "dead",
            "attempts": 3,
            "next_at": None,
            "delivered_at": None,
            "error": "answered 500",
            "claim_worker": None,
            "claim_until": None,
        }
    ],
}
SEEDS["0003"] = {
    **SEEDS["0002"],
    "chat_threads": [{"channel": "telegram:1", "thread_id": "t-1", "address": "7/5", "linked": 1, "seen_turns": 0}],
    "exchanges": [
        {
            "channel": "telegram:1",
            "key": "m:7:9",
            "address": "7/5",
            "sequence": 2**40,
            "received_at": NOON,
            "state": "taken",
            "payload": None,
            "thread_id": "t-1",
            "turn_id": "t-1/1",
            "notices": '["one"]',
            "sent": "[11]",
            "chosen_by": "c:1",
        }
    ],
    "channel_leases": [{"channel": "telegram:1", "worker": "w-1", "until": NOON}],
}
DECISION_0004 = """{"id": "t-1/1", "turn_id": "t-1/1", "thread_id": "t-1", "owner": "ann", "index": 1,
  "at": "2026-07-01T12:00:01Z", "lane": "selection", "reason": "deterministic_continuity_resolve",
  "turn_class": "selection", "status": "completed", "asked": null, "takes_back": [],
  "routed": {"provenance": "deterministic", "gates": {"failed": null, "winner_id": "a"},
             "candidates": [{"id": "a", "label_normalized": "manual"}], "winner_id": "a",
             "fingerprint_before": "00ff", "active_option_set_id": "s-1", "active_scope": "chat"},
  "acted": {"type": "open", "option_id": "a", "option_set_id": "s-1", "scope": "chat", "provenance": "deterministic"},
  "flags": {"grounding_continuity": "on", "selection_lane": "on"}, "rules": "0.1.0+abc", "latency_ms": 3.5,
  "chars": 4}"""

HOLD_0004 = """{"flag": "selection_lane_enabled", "at_most": {"mode": "on", "share": 0.1}, "why": "halted",
  "at": "2026-07-01T12:00:02Z"}"""

SEEDS["0004"] = {
    **SEEDS["0003"],
    "decisions": [
        {
            "id": "t-1/1",
            "thread_id": "t-1",
            "owner": "ann",
            "turn_index": 1,
            "at": NOON,
            "reason": "deterministic_continuity_resolve",
            "body": DECISION_0004,
            "wrong": "operator",
            "wrong_at": NOON,
        }
    ],
    "flag_holds": [{"flag": "selection_lane_enabled", "body": HOLD_0004}],
}

SEEDS["0005"] = {
    **SEEDS["0004"],
    "model_use": [
        {"day": NOON.date(), "calls": 3, "input_tokens": 900, "output_tokens": 90, "cost_usd": 0.25},
    ],
}

SEEDS["0006"] = {
    **SEEDS["0005"],
    "api_keys": [{**row, "rate_per_minute": 1_200} for row in SEEDS["0005"]["api_keys"]],
}

SEEDS["0007"] = {
    **SEEDS["0006"],
    "feedback": [
        {"thread_id": "t-1", "turn_id": "t-1/1", "by": "ann", "rating": "down", "note": '"old"', "at": NOON},
    ],
}
SEEDS["0009"] = {
    **SEEDS["0007"],
    "api_keys": [{**row, "role": "operator"} for row in SEEDS["0007"]["api_keys"]],
    "audit": [
        {"id": "a-1", "at": NOON, "by": "k-1", "action": "document.delete", "object": "d-9", "outcome": "done"},
    ],
}
SEEDS["0010"] = {**SEEDS["0009"], "lease_time": [{"id": 1, "at": NOON}]}
SEEDS["0011"] = {
    **SEEDS["0010"],
    "deletions": [{"thing": "document", "id": "d-9", "done": True}],
}
SEEDS["0013"] = {
    "threads": [{**row, "last_at": NOON, "pinned": True} for row in SEEDS["0011"]["threads"]],
    **{name: rows for name, rows in SEEDS["0011"].items() if name != "threads"},
    "thread_texts": [
        {"thread_id": "t-1", "turn_index": 0, "text": "copays"},
        {"thread_id": "t-1", "turn_index": 1, "text": "copay for molina and aetna? it is $5 [1]."},
    ],
}
SEEDS["0014"] = {
    **SEEDS["0013"],
    "turns": [{**row, "cut_off_alone": 2} for row in SEEDS["0013"]["turns"]],
}
