"""What is asked of the passage index and what comes back, with the reasons of each rank."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId, ThreadId


class RetrievalSignal(StrEnum):
    """How good the evidence of a turn is. ``infra_error`` is never a miss."""

    HIGH = "high"
    LOW = "low"
    NONE = "none"
    CONFLICTING = "conflicting"
    TOOL_OK = "tool_ok"
    TOOL_FAILED = "tool_failed"
    INFRA_ERROR = "infra_error"


@dataclass(frozen=True, slots=True, kw_only=True)
class PassageFilter:
    """Which passages may be found.

    A thread searches one collection plus its own documents: passages of ``collection`` that belong to no thread,
    and passages of ``thread_id``. ``document_ids`` narrows both to these documents; None means all. ``language``
    keeps passages in that language and passages whose language is unknown; None means all.
    """

    collection: str
    thread_id: ThreadId | None = None
    document_ids: tuple[DocumentId, ...] | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What was said before a question, as far as a search looks at it.

    Attributes:
        earlier: the user's earlier turns on this topic, oldest first.
        answer: the last answer; None without one.
        stands_alone: the question can be understood without them.
    """

    earlier: tuple[str, ...] = ()
    answer: str | None = None
    stands_alone: bool = False

    def behind(self, said: str) -> History:
        """The history of a question that stands behind this one in its message; the same where ``said`` is empty."""
        return replace(self, earlier=(*self.earlier, said), answer=None, stands_alone=False) if said else self


NO_HISTORY = History()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One row of one list of the index. Higher ``score`` is better, scores of different lists don't compare."""

    passage_id: PassageId
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A passage id in the fused order, with why it stands there.

    Attributes:
        passage_id: which passage.
        score: fused score, 0 to 1.
        lexical: full-text score scaled to 0..1 over the list, None when full text did not find it.
        dense: vector similarity scaled to 0..1 over the list, None when vectors did not find it.
        dense_raw: cosine similarity, -1 to 1, None as above.
        lexical_rank: place in the full-text list from 1, None as above.
        dense_rank: place in the vector list from 1, None as above.
        included: it stands here because its document was asked for (``include_document_ids``, R2-8).
        signals: with a conversation, what each signal brought over the average candidate, strongest first.
        heard: how near it is to the question together with the one before, 0 to 1, which a reader goes by; None
            where there is no conversation, so that ``score`` says it.
    """

    passage_id: PassageId
    score: float
    lexical: float | None = None
    dense: float | None = None
    dense_raw: float | None = None
    lexical_rank: int | None = None
    dense_rank: int | None = None
    included: bool = False
    signals: tuple[tuple[str, float], ...] = ()
    heard: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPassage:
    """A ranked passage with its text.

    ``superseded``: a newer document of the library replaces its document. ``scope`` is for whom its document speaks,
    as (key, value) of its metadata; ``expires`` is the last day on which it holds, None where it does not say.
    """

    passage: Passage
    ranked: Ranked
    superseded: bool = False
    scope: frozenset[tuple[str, str]] = frozenset()
    expires: date | None = None

    @property
    def score(self) -> float:
        """Fused score, 0 to 1."""
        return self.ranked.score

    @property
    def near(self) -> float:
        """How near it is to the question in its conversation, 0 to 1."""
        return self.ranked.score if self.ranked.heard is None else self.ranked.heard


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrieval:
    """What one query found.

    Attributes:
        query: the text that was searched.
        searched: every text whose words were sent to the index for it, ``query`` first.
        passages: best first, ties by passage id; those of included documents that got a place of their own last.
        failed: the index did not answer, so that nothing found means nothing.
        by_words_only: the embedder did not answer, so that only words were searched.
    """

    query: str
    searched: tuple[str, ...] = ()
    passages: tuple[RankedPassage, ...] = ()
    failed: bool = False
    by_words_only: bool = False
