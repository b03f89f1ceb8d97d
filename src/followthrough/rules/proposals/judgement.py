"""Which answer a model is asked to judge, and what its verdict changes (issue 7).

One part a turn: the first that the rules could not settle. Invariants: a verdict raises a part only with a quote that
stands in the passage and shows what was asked; it never settles what sources disagree on or what the rules found
nothing for; it lowers nothing: a model's lone "no" is worth less than what was read.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId
from followthrough.domain.model_results import Judged, Verdict
from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import Extract, Found, PartAnswer
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.retrieval import Retrieval, RetrievalSignal
from followthrough.rules.evidence.answer import Theirs, source_of
from followthrough.rules.proposals.check_judge import check_judge
from followthrough.tuning import Tuning


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """Whether this passage answers this part, which the rules did not settle."""

    part: SubObjective
    passage: Passage


def judging_of(
    plan: AnswerQuestion,
    parts: Sequence[SubObjective],
    found: Found,
    tuning: Tuning,
    *,
    told: Collection[DocumentId] = (),
) -> Judging | None:
    """What a model is asked to judge of what was found; None where there is nothing.

    The user's word on a part is theirs to confirm, parts that are tried again beside the message wait their turn, and
    which case of a document that was ``told`` details is the user's is the rules' to say.
    """
    spared = {*plan.again, *plan.stated}
    if found.task is not None or found.unclear is not None:
        return None
    rows = [
        Judging(part=part, passage=passage)
        for part, answer, retrieval in zip(parts, found.answers, found.retrievals, strict=False)
        if part.id not in spared
        and not answer.complete
        and (passage := _passage_for(answer, retrieval, tuning)) is not None
        and passage.document_id not in told
    ]
    return next(iter(rows), None)


def _passage_for(answer: PartAnswer, found: Retrieval, tuning: Tuning) -> Passage | None:
    """The passage that the answer rests on, else the best one that is near; none where sources are in doubt."""
    if answer.doubt is not None or found.failed:
        return None
    if answer.extracts:
        first = answer.extracts[0]
        return None if first.superseded else first.passage
    near = (
        p
        for p in found.passages
        if not p.superseded and (p.ranked.dense_raw is None or p.ranked.dense_raw >= tuning.answer_min_similarity)
    )
    best = next(near, None)
    return None if best is None else best.passage


def judged(
    found: Found, judging: Judging, verdict: Judged | None, *, theirs: Theirs, pack: Pack, tuning: Tuning
) -> Found:
    """What was found, as the verdict leaves it; as it was where that counts for nothing."""
    checked = None if verdict is None else check_judge(verdict, judging.part, judging.passage, pack, tuning)
    if checked is None:
        return found
    level, quoted = checked
    return replace(
        found,
        answers=tuple(
            _after(answer, level, quoted, theirs) if answer.part_id == judging.part.id else answer
            for answer in found.answers
        ),
    )


def _after(answer: PartAnswer, level: Verdict, quoted: tuple[Extract, ...], theirs: Theirs) -> PartAnswer:
    match level:
        case Verdict.YES if answer.extracts and not answer.complete:
            return replace(
                answer,
                extracts=_with(answer.extracts, quoted),
                complete=True,
                missing=(),
                signal=answer.signal if answer.signal is RetrievalSignal.TOOL_OK else RetrievalSignal.HIGH,
            )
        case Verdict.YES | Verdict.PARTLY if not answer.extracts:
            found = replace(answer, extracts=quoted, complete=False, signal=RetrievalSignal.LOW)
            return replace(found, source=source_of(found, theirs.ever))
        case _:
            return answer


def _with(extracts: tuple[Extract, ...], quoted: tuple[Extract, ...]) -> tuple[Extract, ...]:
    """The quoted words first, then what else was found, each once."""
    places = {(extract.passage.id, extract.start): extract for extract in (*quoted, *extracts)}
    return tuple(places.values())
