"""What readers think of answers, with the answers."""

from __future__ import annotations

from followthrough.channels.wire.schema import Answer
from followthrough.channels.wire.thread import WireFeedback
from followthrough.domain.conversation import StoredTurn
from followthrough.domain.feedback import Feedback


class RatedTurn(WireFeedback):
    """A verdict on an answer, with what was asked and answered."""

    thread_id: str
    by: str
    """The owner of the key that it came with."""
    question: str
    answer: str
    """Empty while it is still being answered."""


class FeedbackPage(Answer):
    """Verdicts, newest first."""

    feedback: list[RatedTurn]
    next_cursor: str | None
    """Give it as `cursor` for the next page; null on the last page."""


def rated(one: Feedback, turn: StoredTurn) -> RatedTurn:
    """A verdict with its turn on the wire."""
    return RatedTurn(
        turn_id=one.turn_id,
        rating=one.rating,
        note=one.note,
        at=one.at,
        thread_id=one.thread_id,
        by=one.by,
        question=turn.message.text,
        answer="" if turn.record is None else turn.record.reply.text,
    )
