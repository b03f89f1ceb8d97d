"""What a model writes at the end of a clarification loop: from the stored document, for the user's details (R3-14).

It is asked with the document, each question with its answer, and the original question. Invariant: nothing that it
says rests on a case that a detail rules out; what the document has no case for, or leaves open, is the rules' to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from followthrough.domain.clarification import ClarificationContext
from followthrough.domain.documents import Passage
from followthrough.domain.outcome import Clarified, PartAnswer, Wording
from followthrough.domain.pack import Pack
from followthrough.domain.plan import FinishLoop
from followthrough.rules.objective.unsolved import telling_stems
from followthrough.rules.proposals.written import Writing
from followthrough.tuning import Tuning


@dataclass(frozen=True, slots=True, kw_only=True)
class LoopWriting:
    """What a model is asked to write.

    Attributes:
        writing: the question with its details, and of the document what no detail rules out, against which what it
            writes is checked.
        document: the whole stored document, under the same numbers.
    """

    writing: Writing
    document: dict[int, Passage]


def loop_writing(plan: FinishLoop, outcome: Clarified) -> LoopWriting | None:
    """What a model is asked to write; None unless every part has its answer and every detail its case or no use."""
    is_clear = all(detail.fit in ("fits", "unused") for detail in outcome.details)
    if not is_clear or not plan.parts or not all(answer.complete for answer in outcome.answers):
        return None
    loop = plan.context
    document = dict(enumerate((p for p in loop.passages if p.document_id == loop.document_id), start=1))
    left = {passage.id: passage for passage in outcome.left}
    allowed = {n: left[passage.id] for n, passage in document.items() if passage.id in left}
    cited = {extract.passage.id for answer in outcome.answers for extract in answer.extracts}
    if not cited <= {passage.id for passage in allowed.values()}:
        return None  # a part was answered from another document
    asked = _asked(loop)
    # which of the document's words hold for the case is the rules' to say
    writing = Writing(understood=asked, own=asked, passages=allowed, parts=plan.parts, is_sure=False, may_quote=False)
    return LoopWriting(writing=writing, document=document)


def _asked(loop: ClarificationContext) -> str:
    """The original question, then each question of the document with the user's answer."""
    details = (f"{pair.question} {pair.answer}" for pair in loop.answers if pair.answer is not None)
    return "\n".join((loop.original_text, *details))


def with_loop_written(
    outcome: Clarified, asked: LoopWriting, said: Sequence[Wording], pack: Pack, tuning: Tuning
) -> Clarified:
    """The answers with what a model wrote in their place, where it tells every part; else as they are."""
    whole = {passage.id: passage for passage in asked.document.values()}
    restored = tuple(
        replace(w, extracts=tuple(replace(e, passage=whole[e.passage.id]) for e in w.extracts))
        for w in said
        if w.extracts or w.is_lead
    )
    cited = [wording for wording in restored if wording.extracts]
    if not all(_says(answer, cited, pack, tuning) for answer in outcome.answers):
        return outcome
    return replace(outcome, written=restored, told=tuple(part.id for part in asked.writing.parts))


def _says(answer: PartAnswer, cited: Sequence[Wording], pack: Pack, tuning: Tuning) -> bool:
    """Whether what was written says most of what the rules found for the user's case."""
    found = telling_stems(" ".join(extract.text for extract in answer.extracts), pack)
    said = telling_stems(" ".join(w.text for w in cited), pack)
    return bool(cited) and len(found & said) >= tuning.written_min_cover * len(found)
