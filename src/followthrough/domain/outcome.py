"""What carrying out a plan brought, and what it means for the objective."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from followthrough.domain.clarification import ClarificationContext, ClarificationTask
from followthrough.domain.conversation import PendingOffer
from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, SubObjectiveId
from followthrough.domain.jurisdiction import OpenSlots
from followthrough.domain.objective import Ask, Objective, OutwardStatus, Source
from followthrough.domain.retrieval import Retrieval, RetrievalSignal
from followthrough.domain.tools import ToolUse, WebState


class ExtractKind(StrEnum):
    """What an extract is; a step is an item of a numbered list, code one line of a listing."""

    SENTENCE = "sentence"
    CODE = "code"
    ITEM = "item"
    STEP = "step"
    ROW = "row"


@dataclass(frozen=True, slots=True, kw_only=True)
class Extract:
    """Words taken from a passage as they stand.

    Attributes:
        kind: what it is, which decides how it is set.
        text: what is shown, whole sentences, a list item or a table row made legible.
        passage: where it stands.
        quote: the passage's own words that ``text`` shows; occurs in ``passage.text``.
        start: first character of ``quote`` in the document's text.
        end: one past its last character.
        superseded: a newer document of the library replaces the one it is from.
    """

    text: str
    passage: Passage
    quote: str
    start: int
    end: int
    kind: ExtractKind
    superseded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A sentence of a model that passed its check.

    Attributes:
        gap: the white space before it: none, a space, a line or a paragraph.
        marker: the list mark before it, empty outside a list.
        text: its words, without citations.
        extracts: the words of passages that it rests on, one for each cited passage; empty in a lead.
        is_lead: it announces the list that follows, and says nothing else.
        is_offer: it asks whether the user wants what ``extracts`` speak of, which are not cited then.
    """

    gap: str
    text: str
    extracts: tuple[Extract, ...]
    marker: str = ""
    is_lead: bool = False
    is_offer: bool = False


class Doubt(StrEnum):
    """Why an answer that covers its part does not settle it."""

    DISAGREEMENT = "disagreement"
    """Two sources give different values for the same thing."""
    SUPERSEDED = "superseded"
    """All it rests on has been replaced by a newer document that does not answer."""
    EXPIRED = "expired"
    """All it rests on is past its date."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartAnswer:
    """What was found for one part.

    Attributes:
        part_id: which part.
        extracts: in the order they are to be read; empty when nothing supports an answer.
        coverage: weighted share of the asked words that the cited passages cover, 0 to 1.
        missing: asked words that no cited passage has, as the user wrote them, in the order asked.
        complete: the cited passages cover what was asked (R0-31); False is at best partial.
        signal: how good the evidence is.
        source: what it rests on.
        doubt: why a complete answer does not settle the part; of a disagreement ``extracts`` has one from each
            source, the preferred one first. None where it does settle it.
        web: what became of the web for it; None where it was neither searched nor asked for.
        cases: those that a document tells apart and among which nothing chose, in its words.
        likely: what is shown more likely answers than not, so that no doubt is said.
        at_hand: some of what was found more likely answers than not, shown or not, so that nothing is asked for.
        left: how many items of a list are left out, where it is wanted shorter.
        nearest: where nothing is shown, the passage that came nearest to an answer; None where none is near.
    """

    part_id: SubObjectiveId
    extracts: tuple[Extract, ...]
    coverage: float
    missing: tuple[str, ...]
    complete: bool
    signal: RetrievalSignal
    source: Source = Source.RAG
    doubt: Doubt | None = None
    web: WebState | None = None
    cases: tuple[str, ...] = ()
    nearest: Passage | None = None
    likely: bool = False
    at_hand: bool = False
    left: int = 0

    @property
    def needs_nothing(self) -> bool:
        """Whether nothing is asked for where it is not complete."""
        return self.likely or self.at_hand


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """Nothing was searched. ``words`` are a model's for what the rules would say, checked; else empty."""

    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was searched and found: one retrieval for each part, one answer for each part, in the plan's order.

    ``tools`` are the calls to the web that it took, in their order.
    ``written`` is what a model made of the answers to the parts ``told``, checked sentence by sentence; it is shown
    in the place of their extracts, which stay what the answers rest on.
    ``task``: the document that supports the answer best has questions, which are asked instead of answering.
    ``person_after``: documents that answer a part, ask nothing and want a person to take over after the answer.
    ``unclear``: the question leaves open which of several is meant; this is asked instead of answering.
    """

    retrievals: tuple[Retrieval, ...]
    answers: tuple[PartAnswer, ...]
    tools: tuple[ToolUse, ...] = ()
    written: tuple[Wording, ...] = ()
    told: tuple[SubObjectiveId, ...] = ()
    task: ClarificationTask | None = None
    person_after: tuple[DocumentId, ...] = ()
    unclear: OpenSlots | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """One answer of a clarification loop, and what the document has to say on it.

    Attributes:
        question: the document's question.
        answer: as the user gave it; None where it is not known.
        fit: ``fits``: what is cited holds for it. ``open``: it is not known, and the document tells cases apart by
            it. ``missed``: the document tells cases apart by it, and none is this one. ``unused``: it makes no
            difference to the document.
        cases: for ``open`` and ``missed`` the cases that the document tells apart, in its words.
    """

    question: str
    answer: str | None
    fit: Literal["fits", "open", "missed", "unused"]
    cases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Clarified:
    """The answers from a clarified document: one for each part of the plan, and how each detail was used.

    ``left`` are the document's passages with blanks for what the details rule out, every other character in its
    place. ``written`` and ``told`` are as in ``Found``.
    """

    answers: tuple[PartAnswer, ...]
    details: tuple[Detail, ...]
    left: tuple[Passage, ...] = ()
    written: tuple[Wording, ...] = ()
    told: tuple[SubObjectiveId, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """What an action shows: the passage of the document that was opened; None where it is no longer there."""

    passage: Passage | None


Outcome: TypeAlias = Said | Found | Clarified | Opened


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Where the objective stands after the turn; all None when the turn had none.

    ``asks`` are this turn's entries of the ledger: the parts that the user is asked to help with, in one text.
    ``offer`` is a parked objective that the reply offers to pick up.
    ``clarification`` is the thread's loop over a document's questions as the turn leaves it.
    """

    objective: Objective | None = None
    objective_status: OutwardStatus | None = None
    signal: RetrievalSignal | None = None
    asks: tuple[Ask, ...] = ()
    offer: PendingOffer | None = None
    clarification: ClarificationContext | None = None
