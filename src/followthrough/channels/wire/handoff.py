"""Hand-offs as callers see them; ``rules/handoff/webhook.py`` tells the outside the same, as a test checks."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from followthrough.channels.wire.schema import Answer, Time
from followthrough.domain.handoff import DeliveryState, HandoffReason, HandoffState, StoredHandoff
from followthrough.domain.objective import SubStatus
from followthrough.rules.handoff.webhook import handoff_json


class WireAnsweredPart(Answer):
    """A part of the objective with what was found for it."""

    text: str
    answer: str


class WireMissingPart(Answer):
    """A part that is not answered, or not wholly; ``found`` is what there is of it."""

    text: str
    status: SubStatus
    found: str = ""


class WireQuestionAnswer(Answer):
    """A document's question with the user's answer; null where the user had none."""

    question: str
    answer: str | None


class WireHandoffSource(Answer):
    """A passage that the conversation rests on."""

    document_id: str
    document_name: str
    page: int | None
    link: str
    """The source's own address, else where this server shows the passage."""


class WireHandoffSummary(Answer):
    """What the person reads first. Identifiers of people are left out of it."""

    objective: str | None
    words: str | None = Field(default=None, exclude_if=lambda words: words is None)
    """The whole in a few sentences of a model, as far as they hold; absent without one."""
    answered: list[WireAnsweredPart]
    missing: list[WireMissingPart]
    questions: list[WireQuestionAnswer]
    """Questions of a document, in order, with the answers."""
    sources: list[WireHandoffSource]


class WireHandoff(Answer):
    """A conversation that was passed to a person."""

    id: str
    """Also the idempotency key of what the outside is told."""
    event: str
    thread_id: str
    owner: str
    """Whose conversation it is: the owner of a key, `local`, or `telegram:` with the chat."""
    turn_id: str
    """The turn that handed over."""
    reason: HandoffReason
    created_at: Time
    due_at: Time
    """Until then a person is waited for."""
    summary: WireHandoffSummary
    links: dict[str, str]
    """Where to read the thread, and where to take it."""
    state: HandoffState
    taken_at: Time | None
    ended_at: Time | None
    delivery: DeliveryState
    """`none` where no webhook is configured; `dead` where it was given up."""
    attempts: int
    next_attempt_at: Time | None
    delivered_at: Time | None
    error: str | None
    """Why the last try failed."""


class HandoffPage(Answer):
    """Hand-offs, newest first."""

    handoffs: list[WireHandoff]
    next_cursor: str | None
    """Give it as `cursor` for the next page; null on the last page."""


def handoff(stored: StoredHandoff) -> WireHandoff:
    """A hand-off on the wire."""
    delivery = stored.delivery
    fields: dict[str, Any] = {
        **handoff_json(stored.handoff),
        "owner": stored.handoff.owner,
        "state": stored.state,
        "taken_at": stored.taken_at,
        "ended_at": stored.ended_at,
        "delivery": delivery.state,
        "attempts": delivery.attempts,
        "next_attempt_at": delivery.next_at,
        "delivered_at": delivery.delivered_at,
        "error": delivery.error,
    }
    return WireHandoff.model_validate(fields)
