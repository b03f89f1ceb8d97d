"""The loop over the questions that a document carries (document 003, R3-6, C24).

Invariant: the stored ``mode`` decides whether a message is an answer, never the text of earlier replies (R3-2).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from followthrough.domain.ids import DocumentId, ObjectiveId


class LoopMode(StrEnum):
    """``running``: the next message is an answer. ``paused``: another question came between; it can be resumed."""

    RUNNING = "running"
    PAUSED = "paused"
    DONE = "done"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopAnswer:
    """One question with its answer, verbatim; ``answer`` is None where the user skipped it or does not know (C35)."""

    question: str
    answer: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClarificationContext:
    """A document's questions and what the user answered so far.

    Attributes:
        mode: where the loop stands; "active" of R3-6 is ``mode`` being RUNNING.
        questions: as the document's metadata has them, in that order; one may occur twice (C24).
        current_index: the question that waits, from 0; the number of questions once all are answered.
        answers: one for each question before ``current_index``, in their order.
        original_query: what the user asked, as it was searched.
        original_text: what the user asked, in their words.
        document_id: the document whose questions these are.
        document_name: its name, as citations show it.
        document_text: its content as it was found, so that the end fetches nothing (R3-6).
        objective_id: the objective that the answers belong to (S1).
        language: the user's language, an ISO 639-1 code, None where it is not known.
        requires_handoff: a person takes over after the answer.
        handoff_done: that has happened; it happens once (S3).
        begun_at_turn: index of the turn that asked the first question.
    """

    mode: LoopMode
    questions: tuple[str, ...]
    current_index: int
    answers: tuple[LoopAnswer, ...]
    original_query: str
    original_text: str
    document_id: DocumentId
    document_name: str
    document_text: str
    objective_id: ObjectiveId
    begun_at_turn: int
    language: str | None = None
    requires_handoff: bool = False
    handoff_done: bool = False

    @property
    def is_active(self) -> bool:
        """Whether the next message is an answer."""
        return self.mode is LoopMode.RUNNING
