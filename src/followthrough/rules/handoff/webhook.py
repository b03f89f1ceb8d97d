"""What the outside is told of a hand-off, and the signature by which it knows us.

Invariant: the same hand-off has the same body and the same idempotency key at every try; only time and signature
differ.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from datetime import UTC, datetime
from typing import Any

from followthrough.domain.handoff import AnsweredPart, Handoff, HandoffSource, HandoffSummary

SIGNATURE = "Followthrough-Signature"


def webhook_body(handoff: Handoff) -> bytes:
    """The request's body: JSON in UTF-8, keys in order."""
    return json.dumps(handoff_json(handoff), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def webhook_headers(handoff: Handoff, body: bytes, secret: str, now: datetime) -> dict[str, str]:
    """The request's headers, its signature among them."""
    return {
        "Content-Type": "application/json",
        "User-Agent": "followthrough",
        "Idempotency-Key": handoff.id,
        SIGNATURE: signature(secret, int(now.timestamp()), body),
    }


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """HMAC-SHA256 over the time in seconds, a dot and the body: ``t=1767225600,v1=<hex>``."""
    signed = hmac.new(secret.encode(), f"{timestamp}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={timestamp},v1={signed}"


def handoff_json(handoff: Handoff) -> dict[str, Any]:
    """The hand-off as callers see it."""
    return {
        "id": handoff.id,
        "event": "handoff.requested",
        "thread_id": handoff.thread_id,
        "turn_id": handoff.turn_id,
        "reason": handoff.reason.value,
        "created_at": _time(handoff.created_at),
        "due_at": _time(handoff.due_at),
        "summary": summary_json(handoff.summary),
        "links": {
            "thread": f"/v1/threads/{handoff.thread_id}",
            "turns": f"/v1/threads/{handoff.thread_id}/turns",
            "take": f"/v1/threads/{handoff.thread_id}/handoff",
        },
    }


def summary_json(summary: HandoffSummary) -> dict[str, Any]:
    """What the person reads first."""
    return {
        "objective": summary.objective,
        "answered": [{"text": p.text, "answer": p.answer} for p in summary.parts if not p.is_open],
        "missing": [_missing(part) for part in summary.parts if part.is_open],
        "questions": [{"question": question, "answer": answer} for question, answer in summary.pairs],
        "sources": [_source(source) for source in summary.sources],
        **({"words": summary.words} if summary.words else {}),
    }


def _missing(part: AnsweredPart) -> dict[str, Any]:
    """A part that stands in one list only, with what was found of it."""
    return {"text": part.text, "status": part.status.value, "found": part.answer}


def _source(source: HandoffSource) -> dict[str, Any]:
    return {
        "document_id": source.document_id,
        "document_name": source.document_name,
        "page": source.page,
        "link": source.url or f"/v1/documents/{source.document_id}/passages/{source.passage_id}",
    }


def _time(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")
