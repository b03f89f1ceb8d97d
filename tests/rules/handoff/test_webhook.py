"""What the outside is told, and how it knows that we said it."""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import UTC, datetime, timedelta

from followthrough.channels.wire.handoff import handoff as wire_handoff
from followthrough.domain.handoff import AnsweredPart, HandoffSummary
from followthrough.domain.ids import ThreadId, TurnId
from followthrough.domain.objective import SubStatus
from followthrough.rules.handoff.webhook import SIGNATURE, handoff_json, summary_json, webhook_body, webhook_headers
from followthrough.testing.contracts.handoff_store import a_handoff
from followthrough.testing.contracts.values import DIFFICULT

NOW = datetime(2026, 7, 1, tzinfo=UTC)
STORED = a_handoff(ThreadId("t"), TurnId("1"))


def verify(secret: str, header: str, body: bytes) -> bool:
    """As docs/how-to/hand-off.md shows it."""
    parts = dict(part.split("=", 1) for part in header.split(","))
    signed = hmac.new(secret.encode(), parts["t"].encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(signed, parts["v1"])


def test_the_signature_covers_time_and_body() -> None:
    body = webhook_body(STORED.handoff)
    header = webhook_headers(STORED.handoff, body, "secret", NOW)[SIGNATURE]
    assert header.startswith(f"t={int(NOW.timestamp())},v1=")
    assert verify("secret", header, body)
    assert not verify("other", header, body)
    assert not verify("secret", header, body + b" ")
    assert not verify("secret", header.replace("t=", "t=1"), body)


def test_every_try_has_the_same_body_and_key() -> None:
    first, second = webhook_body(STORED.handoff), webhook_body(STORED.handoff)
    assert first == second
    headers = [webhook_headers(STORED.handoff, first, "s", NOW + timedelta(hours=n)) for n in range(2)]
    assert headers[0]["Idempotency-Key"] == headers[1]["Idempotency-Key"] == "hnd_1"
    assert headers[0][SIGNATURE] != headers[1][SIGNATURE]


def test_the_body_says_what_a_person_needs() -> None:
    said = json.loads(webhook_body(STORED.handoff))
    assert (said["id"], said["event"], said["thread_id"], said["reason"]) == (
        "hnd_1",
        "handoff.requested",
        "t",
        "document",
    )
    assert said["created_at"] == "2026-07-01T12:00:00.123456Z"
    assert said["links"]["take"] == "/v1/threads/t/handoff"
    assert said["summary"] == {
        "objective": DIFFICULT,
        "answered": [{"text": "copay", "answer": "$5"}],
        "missing": [],
        "questions": [
            {"question": "Which version?", "answer": DIFFICULT},
            {"question": "Which version?", "answer": None},
        ],
        "sources": [{"document_id": "d", "document_name": "Manual", "page": 3, "link": "/v1/documents/d/passages/p"}],
    }


def test_over_http_a_handoff_says_the_same() -> None:
    told = handoff_json(STORED.handoff)
    assert {k: v for k, v in wire_handoff(STORED).model_dump(mode="json").items() if k in told} == told


def test_issue_4_a_part_stands_in_one_list_only() -> None:
    parts = (
        AnsweredPart(text="copay", status=SubStatus.ANSWERED, answer="$5"),
        AnsweredPart(text="limit", status=SubStatus.PARTIAL, answer="there is one"),
        AnsweredPart(text="address", status=SubStatus.FAILED),
    )
    said = summary_json(HandoffSummary(parts=parts))

    assert said["answered"] == [{"text": "copay", "answer": "$5"}]
    assert said["missing"] == [
        {"text": "limit", "status": "partial", "found": "there is one"},
        {"text": "address", "status": "failed", "found": ""},
    ]
