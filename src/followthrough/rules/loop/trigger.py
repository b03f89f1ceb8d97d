"""Whether a found document's questions are asked before its answer is given (R3-4, C44, S1).

The document must be the best support of a part's answer and near enough to the question: one that merely came up
starts nothing. A search only leaves a task; the loop begins it (R3-16).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from followthrough.domain.clarification import ClarificationTask, KnownDetails, LoopAnswer
from followthrough.domain.conversation import Thread
from followthrough.domain.documents import Document, Passage
from followthrough.domain.ids import DocumentId, SubObjectiveId
from followthrough.domain.objective import Objective
from followthrough.domain.outcome import PartAnswer
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, Begins, TriesAgain
from followthrough.domain.resolution import ResolvedQuery
from followthrough.domain.retrieval import RankedPassage, Retrieval
from followthrough.rules.cases.details import DetailReader
from followthrough.rules.cases.fitting import Fitting
from followthrough.rules.language.words import keys_of
from followthrough.rules.objective.lifecycle import COPIED
from followthrough.tuning import Tuning


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """The passage that supports the answer to a part best. ``is_answer``: it answers it, details or not."""

    part_id: SubObjectiveId
    query: str
    ranked: RankedPassage
    is_answer: bool


def supports(
    plan: AnswerQuestion, retrievals: Sequence[Retrieval], answers: Sequence[PartAnswer]
) -> tuple[Support, ...]:
    """The best support of each part, in the parts' order."""
    found: list[Support] = []
    for planned, retrieval, answer in zip(plan.planned, retrievals, answers, strict=True):
        part, query = planned.part, planned.query
        by_id = {p.passage.id: p for p in retrieval.passages}
        cited = [by_id[e.passage.id] for e in answer.extracts if e.passage.id in by_id and not e.superseded]
        current = [p for p in retrieval.passages if not p.superseded]
        best = max(cited, key=lambda p: p.score) if cited else next(iter(current), None)
        if best is not None:
            found.append(Support(part_id=part.id, query=query, ranked=best, is_answer=answer.complete))
    return tuple(found)


def asking_support(
    found: Sequence[Support],
    documents: Mapping[DocumentId, Document],
    already: Sequence[DocumentId],
    pack: Pack,
    tuning: Tuning,
) -> Support | None:
    """The first support whose document has questions that were not asked for the objective yet (S1)."""
    for support in found:
        document = documents.get(support.ranked.passage.document_id)
        if document is None or not questions_of(document) or document.id in already:
            continue
        if support.is_answer or _is_near(support, document, pack, tuning):
            return support
    return None


def wanting_person(
    found: Sequence[Support], documents: Mapping[DocumentId, Document], already: Sequence[DocumentId]
) -> tuple[DocumentId, ...]:
    """The documents that answer a part and want a person after it (R3-3), each once, in the parts' order.

    One that called for a person for the objective before does not again (S3).
    """
    ids = dict.fromkeys(s.ranked.passage.document_id for s in found if s.is_answer)
    return tuple(
        i for i in ids if i not in already and (known := documents.get(i)) and known.metadata.requires_handoff
    )


def asked_already(plan: AnswerQuestion, thread: Thread) -> tuple[DocumentId, ...]:
    """The documents whose questions were asked for the plan's objective (S1)."""
    known = _objective_of(plan, thread)
    return known.clarified_by if known is not None else ()


def details_known(plan: AnswerQuestion, thread: Thread) -> Mapping[DocumentId, KnownDetails]:
    """What the documents that asked for the plan's objective were told."""
    known = _objective_of(plan, thread)
    return {} if known is None else {details.document_id: details for details in known.details}


def _objective_of(plan: AnswerQuestion, thread: Thread) -> Objective | None:
    """The objective that the plan's parts belong to; None for a new one, as a fresh start on an ended one is."""
    aim = plan.aim
    if isinstance(aim, Begins) or (isinstance(aim, TriesAgain) and aim.copies):
        return None
    known = next((o for o in thread.objectives if o.id == aim.objective_id), None)
    return None if known is None or known.status in COPIED else known


def questions_of(document: Document) -> tuple[str, ...]:
    """The document's questions that ask anything, verbatim and in order."""
    return tuple(q for q in document.metadata.clarifying_questions if keys_of(q))


def _is_near(support: Support, document: Document, pack: Pack, tuning: Tuning) -> bool:
    """Whether the passage is about the question: near in meaning, and with enough of its words, or most of them."""
    reader = DetailReader(pack)
    asked = reader.telling(support.query)
    passage = support.ranked.passage
    has = reader.telling(" ".join((document.title, passage.indexed_text, *passage.heading)))
    share = len(asked & has) / len(asked) if asked else 0.0
    similarity = support.ranked.ranked.dense_raw
    if share < tuning.loop_min_shared:
        return False
    return share >= _MOST if similarity is None else similarity >= tuning.loop_min_similarity


_MOST = 0.6  # of the question's words, where nothing tells how near the meaning is


def told_by(text: str, questions: Sequence[str], own: Sequence[Passage], pack: Pack) -> Mapping[int, LoopAnswer]:
    """What a text says already of its case, by the place of the document's question that would ask for it.

    Args:
        text: what the user asked.
        questions: the document's questions.
        own: its passages in reading order.
        pack: the words to look for.
    """
    fitting, query = Fitting(questions, own, pack), ResolvedQuery.read(text)
    told = fitting.told(", ".join(query.beside)) | fitting.told(query.asked)
    return {place: LoopAnswer(question=questions[place], answer=said) for place, said in sorted(told.items())}


def task_of(
    support: Support,
    document: Document,
    passages: Sequence[Passage],
    answers: Sequence[PartAnswer],
    *,
    language: str | None,
    pack: Pack,
    tuning: Tuning,
) -> ClarificationTask:
    """What the loop begins with: the document's text around the support, and what other parts rest on.

    Its questions are first those that the user's question answers itself.
    """
    questions = questions_of(document)
    told = told_by(support.query, questions, passages or (support.ranked.passage,), pack)
    own = _within(passages or (support.ranked.passage,), support.ranked.passage, tuning.loop_text_chars)
    others = [e.passage for a in answers if a.complete for e in a.extracts if e.passage.document_id != document.id]
    return ClarificationTask(
        document_id=document.id,
        document_name=document.title,
        questions=tuple(questions[i] for i in sorted(range(len(questions)), key=lambda i: i not in told)),
        told=tuple(told.values()),
        requires_handoff=document.metadata.requires_handoff,
        passages=(*own, *dict.fromkeys(others)),
        language=language,
    )


def _within(passages: Sequence[Passage], centre: Passage, most: int) -> tuple[Passage, ...]:
    """The passages nearest to the centre that hold no more characters than allowed, in reading order."""
    left = most
    kept: list[Passage] = []
    for passage in sorted(passages, key=lambda p: (abs(p.ordinal - centre.ordinal), p.ordinal)):
        left -= len(passage.text)
        if left < 0 and kept:
            break
        kept.append(passage)
    return tuple(sorted(kept, key=lambda p: p.ordinal))


def language_of(text: str, pack: Pack) -> str | None:
    """The pack's language where enough of the text's words are small words of it, else None.

    A word or two that other languages have as well ("a", "me") say nothing.
    """
    keys = keys_of(text)
    return pack.language if sum(key in pack.words.stop for key in keys) > _SMALL * len(keys) else None


_SMALL = 0.25  # of a text's words
