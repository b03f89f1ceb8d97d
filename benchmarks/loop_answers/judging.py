"""One loop from its first question to its end, through the rules that decide in the product."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from benchmarks.clarification.__main__ import NOW, PACK, thread_of

from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.parse import parse
from followthrough.domain.conversation import Message, Thread
from followthrough.domain.documents import Document, DocumentMetadata, DocumentStatus, Passage
from followthrough.domain.ids import DocumentId, TurnId
from followthrough.domain.plan import AskLoop, FinishLoop
from followthrough.ingest.identity import make_passages
from followthrough.ports.hearer import Hearer
from followthrough.rules.cutting.passages import cut_passages
from followthrough.rules.hearing.certainty import Hearing, said_at
from followthrough.rules.loop.clarified import answer_clarified
from followthrough.rules.loop.trigger import told_by
from followthrough.rules.pursuit.interrupt import interrupt
from followthrough.tuning import DEFAULT_TUNING

_MOST_TURNS = 12
_DOES_NOT_KNOW = "I don't know"


@dataclass(frozen=True, slots=True)
class Row:
    """What is said, and what is right: a case, cases joined with "&", "ask", "open" or "left"; any of several.

    ``asked``: the first message, where it tells more than the document's own.
    """

    document: str
    said: tuple[str, ...]
    right: tuple[str, ...]
    asked: str | None = None


@dataclass(frozen=True, slots=True)
class Judged:
    """A row with what came of it. ``complete``: the loop ended in an answer that is called complete."""

    row: Row
    came: str
    complete: bool

    @property
    def is_right(self) -> bool:
        """Whether one of the right outcomes came."""
        return self.came in self.row.right

    @property
    def is_wrong_and_complete(self) -> bool:
        """Whether a wrong answer was called complete."""
        return self.complete and not self.is_right


def passages_of(document: Mapping[str, Any]) -> tuple[Passage, ...]:
    """The document as it is read and cut."""
    parsed = parse(document["text"].encode(), "guide.md", Limits.of(DEFAULT_TUNING))
    stored = Document(
        id=DocumentId("doc"),
        collection="default",
        source="upload:guide.md",
        name=document["id"],
        media_type="text/markdown",
        content_hash="h",
        size_bytes=1,
        status=DocumentStatus.READY,
        metadata=DocumentMetadata(),
        created_at=NOW,
        updated_at=NOW,
    )
    cuts = cut_passages(
        parsed,
        title=document["id"],
        count=lambda texts: [len(text.split()) * 2 for text in texts],
        window=256,
        tuning=DEFAULT_TUNING,
    )
    return make_passages(stored, cuts)


def begun(document: Mapping[str, Any], asked_at_first: str) -> Thread:
    """A thread in which the document's first question waits."""
    thread = thread_of(document["id"], document["questions"], 0)
    loop, objective = thread.clarification, thread.objectives[0]
    if loop is None:
        raise ValueError("the thread has no loop")
    asked = replace(objective, subs=(replace(objective.subs[0], text=asked_at_first),))
    own = passages_of(document)
    told = told_by(asked_at_first, loop.questions, own, PACK)
    order = sorted(range(len(loop.questions)), key=lambda place: place not in told)
    loop = replace(
        loop,
        questions=tuple(loop.questions[place] for place in order),
        current_index=len(told),
        answers=tuple(told.values()),
        original_query=asked_at_first,
        original_text=asked_at_first,
        passages=own,
    )
    return replace(thread, objectives=(asked,), clarification=loop)


async def judge(row: Row, document: Mapping[str, Any], hearer: Hearer) -> Judged:
    """Says the row's messages; questions that are left are answered with not knowing."""
    thread, said = begun(document, row.asked or document["asks"]), list(row.said)
    for turn in range(2, _MOST_TURNS):
        text = said.pop(0) if said else _DOES_NOT_KNOW
        is_last = not said
        message = Message(turn_id=TurnId(f"t{turn}"), thread_id=thread.id, index=turn, text=text, received_at=NOW)
        hearing = Hearing(await hearer.hear(text, said_at(thread, ())), DEFAULT_TUNING)
        decided = interrupt(message, thread, (), PACK, DEFAULT_TUNING, hearing=hearing)
        plan = None if decided is None else decided.plan
        if isinstance(plan, FinishLoop):
            return _ended(row, plan, document)
        if not isinstance(plan, AskLoop):
            return Judged(row, "left", complete=False)
        if is_last and plan.say in ("unfit", "unsettled"):
            return Judged(row, "ask", complete=False)
        thread = replace(thread, clarification=plan.context)
    return Judged(row, "endless", complete=False)


def _ended(row: Row, plan: FinishLoop, document: Mapping[str, Any]) -> Judged:
    clarified = answer_clarified(plan.parts, plan.context, PACK, DEFAULT_TUNING)
    complete = all(answer.complete for answer in clarified.answers)
    told = " ".join(extract.text for answer in clarified.answers for extract in answer.extracts)
    shown = [case for case, phrase in document["cases"].items() if phrase in told]
    return Judged(row, _called(shown, complete=complete), complete)


def _called(shown: Sequence[str], *, complete: bool) -> str:
    """A complete answer is called by its cases, several count when they are told to be alternatives as well."""
    if complete:
        return "&".join(sorted(shown)) or "nothing"
    return "open"
