"""Answer a part from its passages, in their own words, or say that they don't answer it (R0-31).

What the user gave is heard first, and their word is looked for (R0-30, F19).

Invariants: every extract's quote stands in its passage; what rests on the user's documents is credited to the user,
and their word alone answers nothing; a part is complete only when what is cited covers what was
asked, with every name, code and number of the question, and shows the kind of value asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from followthrough.domain.conversation import Thread
from followthrough.domain.given import Material
from followthrough.domain.ids import DocumentId, SubObjectiveId
from followthrough.domain.objective import Source, StuckReason, SubObjective
from followthrough.domain.outcome import PartAnswer
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.retrieval import RankedPassage, Retrieval, RetrievalSignal
from followthrough.rules.evidence.conflict import can_differ, disagreement, outdated
from followthrough.rules.evidence.coverage import Evidence, weigh_evidence
from followthrough.rules.evidence.question import Term, TermKind, read_question
from followthrough.rules.evidence.selection import score, select
from followthrough.rules.evidence.settles import coverage_of, settles, speaks_to
from followthrough.rules.evidence.units import extract_of
from followthrough.rules.language.asking import is_hedged
from followthrough.rules.language.names import is_code
from followthrough.rules.language.words import Stems, words_of
from followthrough.rules.objective.expand import proposed_reading, readings
from followthrough.tuning import Tuning


def answer_all(
    plan: AnswerQuestion,
    parts: Sequence[SubObjective],
    retrievals: Sequence[Retrieval],
    pack: Pack,
    tuning: Tuning,
    *,
    theirs: Theirs,
) -> tuple[PartAnswer, ...]:
    """The answer to each part of the plan, in its order.

    Args:
        plan: how each part was looked for.
        parts: its parts as they are to be answered; an expanded one in other words too; the best counts.
        retrievals: what was found for each.
        pack: the words to look for.
        tuning: the table of numbers.
        theirs: what the user gave.
    """
    found: list[PartAnswer] = []
    for planned, part, retrieval in zip(plan.planned, parts, retrievals, strict=True):
        other = proposed_reading(part, planned.proposed, planned.query, pack)
        read = (*readings(part, planned.angle, pack), *other)
        answers = (answer_with_given(r, retrieval, theirs, pack, tuning) for r in read)
        best = max(answers, key=lambda answer: (answer.complete, bool(answer.extracts), answer.coverage))
        found.append(_unless_doubtful(part, best, retrieval, pack, tuning, theirs=theirs))
    return tuple(found)


def _unless_doubtful(
    part: SubObjective,
    answer: PartAnswer,
    found: Retrieval,
    pack: Pack,
    tuning: Tuning,
    *,
    theirs: Theirs,
) -> PartAnswer:
    """The answer, as one that does not settle the part where its source is out of date or another one disagrees.

    What the user gave after they were asked for a more recent source settles it.
    """
    asked_for = part.stuck_reason is StuckReason.CONFLICTING_INFO and answer.source is Source.USER_PROVIDED
    if not answer.complete or asked_for:
        return answer
    past = (p for p in found.passages if p.expires is not None and p.expires < theirs.today)
    expired = frozenset(p.passage.document_id for p in past)
    if (stale := outdated(answer, expired)) is not None:
        return stale
    if not can_differ(part, pack):
        return answer
    of_each: dict[DocumentId, list[RankedPassage]] = {}
    for passage in found.passages:
        if not passage.superseded and passage.passage.document_id not in expired:
            of_each.setdefault(passage.passage.document_id, []).append(passage)
    scopes = {document: passages[-1].scope for document, passages in of_each.items()}
    of_each.pop(answer.extracts[0].passage.document_id, None)
    others = (answer_part(part, replace(found, passages=tuple(own)), pack, tuning) for own in of_each.values())
    return disagreement(part, answer, [o for o in others if o.complete], scopes, pack) or answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Theirs:
    """What the user gave, as far as answers look at it.

    Attributes:
        now: documents that came with this message; one that answers wins.
        ever: documents that the user gave in this or an earlier message; what rests on them is credited to the user.
        stated: the user's word by part.
        unread: what came with this message could not be read, and nothing else came with it.
        today: the day on which the question is asked.
    """

    now: Collection[DocumentId] = ()
    ever: Collection[DocumentId] = ()
    stated: Mapping[SubObjectiveId, str] = field(default_factory=dict[SubObjectiveId, str])
    unread: bool = False
    today: date = date.min


def theirs_of(plan: AnswerQuestion, material: Material | None, thread: Thread, *, today: date) -> Theirs:
    """What the user gave with this message and before it."""
    given = material.given if material is not None else ()
    now = material.document_ids if material is not None else ()
    found = {use.document_id for use in thread.tools}
    return Theirs(
        now=now,
        ever=frozenset((*(i for i in thread.document_ids if i not in found), *now)),
        stated=plan.stated,
        unread=bool(plan.given) and bool(given) and all(one.refused is not None for one in given),
        today=today,
    )


def answer_with_given(part: SubObjective, found: Retrieval, theirs: Theirs, pack: Pack, tuning: Tuning) -> PartAnswer:
    """What the passages say on the part; the user's documents are heard first, and their word is looked for."""
    own = tuple(p for p in found.passages if p.passage.document_id in theirs.now)
    if own:
        answer = answer_part(part, replace(found, passages=own), pack, tuning)
        if answer.complete:
            return replace(answer, source=source_of(answer, theirs.ever))
    answer = answer_part(part, found, pack, tuning)
    stated = theirs.stated.get(part.id)
    if stated and not answer.complete:
        read = _with_code(part, answer, found, stated, pack=pack, tuning=tuning)
        if read is not None:
            return read
    return replace(answer, source=source_of(answer, theirs.ever))


def unread(part: SubObjective) -> PartAnswer:
    """No answer: what the user gave for the part could not be read, and nothing else is new for it."""
    return _nothing(part, RetrievalSignal.TOOL_FAILED)


def source_of(answer: PartAnswer, users: Collection[DocumentId]) -> Source:
    """What an answer rests on, by where its first words stand: the library, the user's document, a page of the web.

    A document of the thread that the user did not give was found on the web.
    """
    first = next(iter(answer.extracts), None)
    if first is None or first.passage.thread_id is None:
        return Source.RAG
    return Source.USER_PROVIDED if first.passage.document_id in users else Source.WEB


def _with_code(
    part: SubObjective, answer: PartAnswer, found: Retrieval, stated: str, *, pack: Pack, tuning: Tuning
) -> PartAnswer | None:
    """The part read with the user's code in the place of the words that no document has; None when that is no help.

    That the code is the right one is the user's word: after a guess the part stays open.
    """
    codes = [w.text for w in words_of(stated) if is_code(w)]
    if not codes or any(is_code(w) for missing in answer.missing for w in words_of(missing)):
        return None  # a code that was asked about is not what another code says
    text = part.text
    for place, missing in enumerate(answer.missing):
        text = text.replace(missing, codes[0] if place == 0 else "", 1)
    if codes[0] not in text:
        return None
    read = answer_part(replace(part, text=" ".join(text.split())), found, pack, tuning)
    if not read.complete:
        return None
    read = replace(read, part_id=part.id, source=Source.USER_PROVIDED)
    return replace(read, complete=False, signal=RetrievalSignal.LOW) if is_hedged(stated, pack) else read


def answer_part(part: SubObjective, retrieval: Retrieval, pack: Pack, tuning: Tuning) -> PartAnswer:
    """What the passages say on the part. A replaced document is heard only when no current one covers it."""
    if retrieval.failed:
        return _nothing(part, RetrievalSignal.INFRA_ERROR)
    reader = _Reader(part, pack, tuning)
    current = [p for p in retrieval.passages if not p.superseded]
    answer = reader.answer(current)
    if answer.coverage >= tuning.answer_min_coverage or len(current) == len(retrieval.passages):
        return answer
    with_older = reader.answer(retrieval.passages)
    return with_older if with_older.complete else answer


def _nothing(part: SubObjective, signal: RetrievalSignal, missing: tuple[str, ...] = ()) -> PartAnswer:
    return PartAnswer(part_id=part.id, extracts=(), coverage=0.0, missing=missing, complete=False, signal=signal)


class _Reader:
    """Reads passages with one question in mind."""

    def __init__(self, part: SubObjective, pack: Pack, tuning: Tuning) -> None:
        self._part = part
        self._pack = pack
        self._tuning = tuning
        self._stems = Stems(pack)
        self._question = read_question(part, self._stems, pack)

    def answer(self, passages: Sequence[RankedPassage]) -> PartAnswer:
        """What these passages say."""
        evidence = weigh_evidence(self._question, passages, self._stems, self._pack)
        scored = score(evidence, self._pack)
        if not scored or not speaks_to(evidence, scored, self._tuning):
            return _nothing(self._part, RetrievalSignal.NONE, _missing(evidence, evidence.anywhere))
        chosen = select(evidence, scored, self._pack, self._tuning)
        cited = frozenset[int]().union(*(evidence.passages[c.rank] for c in chosen))
        coverage = coverage_of(evidence, scored[0].candidate, chosen)
        complete = settles(evidence, scored, chosen, self._pack, self._tuning)
        return PartAnswer(
            part_id=self._part.id,
            extracts=tuple(extract_of(c.passage, c.unit, superseded=c.ranked.superseded) for c in chosen),
            coverage=round(coverage, 4),
            missing=() if complete else _missing(evidence, cited),
            complete=complete,
            signal=RetrievalSignal.HIGH if complete else RetrievalSignal.LOW,
        )


def _missing(evidence: Evidence, found: frozenset[int]) -> tuple[str, ...]:
    """The asked words that are not among ``found``, in the order asked; neighbours are one phrase."""
    lacking = [t for i, t in enumerate(evidence.question.terms) if i not in found and not t.told]
    telling = [t for t in lacking if t.kind is not TermKind.LIGHT] or lacking
    phrases: list[list[Term]] = []
    for term in sorted(telling, key=lambda t: t.place):
        if phrases and phrases[-1][-1].place == term.place - 1:
            phrases[-1].append(term)
        else:
            phrases.append([term])
    return tuple(" ".join(t.text for t in phrase) for phrase in phrases)
