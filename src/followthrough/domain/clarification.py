"""The loop over the questions that a document carries (document 003, R3-6, C24).

Invariant: the stored ``mode`` decides whether a message is an answer, never the text of earlier replies (R3-2).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, ObjectiveId, SubObjectiveId


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
class KnownDetails:
    """What a document asked and was told for an objective, after its loop: nothing is asked twice for it (S1, S3).

    ``parts`` are those that the loop's end answered from the document.
    """

    document_id: DocumentId
    answers: tuple[LoopAnswer, ...]
    parts: tuple[SubObjectiveId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClarificationContext:
    """A document's questions and what the user answered so far.

    Attributes:
        mode: where the loop stands; "active" of R3-6 is ``mode`` being RUNNING.
        questions: as the document's metadata has them, in that order, after those that the user's question answers
            itself; one may occur twice (C24).
        current_index: the question that waits, from 0; the number of questions once all are answered.
        answers: one for each question before ``current_index``, in their order.
        original_query: what the user asked, as it was searched.
        original_text: what the user asked, in their words.
        document_id: the document whose questions these are.
        document_name: its name, as citations show it.
        passages: what was found: the document's passages in reading order, then those of other documents that the
            question's other parts rest on. The end fetches nothing (R3-6). Empty once the loop is over (S3).
        objective_id: the objective that the answers belong to (S1).
        language: the user's language, an ISO 639-1 code, None where it is not known.
        requires_handoff: a person takes over after the answer.
        handoff_done: that has happened; it happens once (S3).
        begun_at_turn: index of the turn that asked the first question.
        strict: a message is one answer whatever it says; nothing in it changes or fills others (C37).
        offered_at_turn: index of the turn that offered to resume; the offer holds for the next turn (C39).
        to_offer: the next reply offers to resume: a person had the thread meanwhile.
        misfits: what was said to the question that waits and fitted none of the document's cases, or more than one.
        noted: what the user asked beside their answers; the end offers to look it up.
        paused: the loop of another objective that waits while this one goes on, and is offered again after it.
    """

    mode: LoopMode
    questions: tuple[str, ...]
    current_index: int
    answers: tuple[LoopAnswer, ...]
    original_query: str
    original_text: str
    document_id: DocumentId
    document_name: str
    passages: tuple[Passage, ...]
    objective_id: ObjectiveId
    begun_at_turn: int
    language: str | None = None
    requires_handoff: bool = False
    handoff_done: bool = False
    strict: bool = False
    offered_at_turn: int | None = None
    to_offer: bool = False
    misfits: tuple[str, ...] = ()
    noted: tuple[str, ...] = ()
    paused: ClarificationContext | None = None

    @property
    def resumable(self) -> ClarificationContext | None:
        """The loop that can be gone on with: this one where it is paused, the one behind it once this one is over."""
        if self.mode is LoopMode.PAUSED:
            return self
        return None if self.is_active else self.paused

    @property
    def question(self) -> str | None:
        """The question that waits, None once all are answered."""
        return self.questions[self.current_index] if self.current_index < len(self.questions) else None

    @property
    def is_open(self) -> bool:
        """Whether questions are still to be answered, now or after the loop is resumed."""
        return self.mode in (LoopMode.RUNNING, LoopMode.PAUSED)

    @property
    def is_active(self) -> bool:
        """Whether the next message is an answer."""
        return self.mode is LoopMode.RUNNING


@dataclass(frozen=True, slots=True, kw_only=True)
class ClarificationTask:
    """What a search leaves for the loop to begin with (R3-16); the search itself begins nothing.

    Attributes:
        document_id: the document that supports the answer best.
        document_name: its name.
        questions: its questions, never empty; those of ``told`` first.
        told: what the user's question says already of its case: it is not asked.
        requires_handoff: a person takes over after the answer.
        passages: as in ``ClarificationContext``.
        language: the language that the user asks in, None where it is not known.
    """

    document_id: DocumentId
    document_name: str
    questions: tuple[str, ...]
    told: tuple[LoopAnswer, ...] = ()
    requires_handoff: bool = False
    passages: tuple[Passage, ...] = ()
    language: str | None = None

    @property
    def is_told(self) -> bool:
        """Whether nothing is left to ask."""
        return len(self.told) == len(self.questions)


LoopSay: TypeAlias = Literal[
    "next", "again", "explain", "resume", "changed", "doubted", "unfit", "unsettled", "ahead"
]
"""What a turn of the loop says before the question that waits (``plan.AskLoop``)."""
