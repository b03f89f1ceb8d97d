"""Whether what was found can answer a part: a small fitted model over six signs that a person can read (issue 7).

Invariant: a part is answered or not by its evidence alone (architecture rule 4). The model only decides what becomes
of a part that is not: words that answer nothing are taken back, and those that come nearest are shown, as partial.
Codes, the user's own documents and sources that disagree are none of its business.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Protocol

from followthrough.domain.objective import SearchAngle, Source, SubObjective
from followthrough.domain.outcome import PartAnswer
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.resolution import FollowupKind
from followthrough.domain.retrieval import Retrieval, RetrievalSignal
from followthrough.rules.answer import answer_part
from followthrough.rules.evidence import weigh_evidence
from followthrough.rules.kinds import Kind
from followthrough.rules.question import TermKind, read_question
from followthrough.rules.words import Stems
from followthrough.tuning import Tuning


class Sign(IntEnum):
    """What is known of a part and of what was found for it; each from 0 to 1."""

    NEAR = 0
    """Similarity in meaning of the nearest passage."""
    SPOKEN = 1
    """Weighted share of the asked words that the best-ranked passage has."""
    UNSPOKEN = 2
    """Share of the telling words that no passage has."""
    POINTS_BACK = 3
    """The question can't be understood without the conversation."""
    YES_OR_NO = 4
    """It asks whether something is so."""
    SEVERAL = 5
    """It asks about several things at once."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How likely people would find that a part is answered, answered in part, or not at all; they add up to 1."""

    answered: float
    partly: float
    nothing: float


class Judge(Protocol):
    """Tells chances from signs."""

    def chances(self, signs: Sequence[float]) -> Chances:
        """The chances of a part with these signs, one for each ``Sign``."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """A multinomial logistic model: log odds of the three outcomes, each a constant and a weight for each sign.

    ``fitted_on`` are marks of the conversations that it was fitted on (``evals.retrieval.folds``).
    """

    answered: tuple[float, ...]
    partly: tuple[float, ...]
    nothing: tuple[float, ...]
    fitted_on: frozenset[str] = frozenset()

    def chances(self, signs: Sequence[float]) -> Chances:
        """The chances of a part with these signs."""
        odds = [
            row[0] + sum(weight * sign for weight, sign in zip(row[1:], signs, strict=True))
            for row in (self.answered, self.partly, self.nothing)
        ]
        shares = [math.exp(one - max(odds)) for one in odds]
        return Chances(*(share / sum(shares) for share in shares))


def signs_of(
    part: SubObjective, found: Retrieval, followup: FollowupKind | None, pack: Pack
) -> tuple[float, ...] | None:
    """The signs of a part, one for each ``Sign``; None where nothing tells how near its passages are."""
    passages = [p for p in found.passages if not p.superseded]
    near = [p.ranked.dense_raw for p in passages if p.ranked.dense_raw is not None]
    if not near:
        return None
    stems = Stems(pack)
    question = read_question(part, stems, pack)
    evidence = weigh_evidence(question, passages, stems, pack)
    anywhere = frozenset[int]().union(*evidence.passages)
    telling = [i for i, t in enumerate(question.terms) if not t.told and t.kind is not TermKind.LIGHT]
    signs = {
        Sign.NEAR: max(near),
        Sign.SPOKEN: sum(evidence.weights[i] for i in evidence.passages[0]),
        Sign.UNSPOKEN: sum(i not in anywhere for i in telling) / max(1, len(telling)),
        Sign.POINTS_BACK: float(followup is FollowupKind.DEICTIC),
        Sign.YES_OR_NO: float(question.kind is Kind.YES_NO),
        Sign.SEVERAL: float(question.joins),
    }
    return tuple(signs[sign] for sign in Sign)


def as_supported(
    asked: AnswerQuestion,
    parts: Sequence[SubObjective],
    found: Sequence[Retrieval],
    answers: Sequence[PartAnswer],
    *,
    judge: Judge,
    pack: Pack,
    tuning: Tuning,
) -> tuple[PartAnswer, ...]:
    """The answers as far as what was found supports them, in their order.

    A part that is looked for again in other ways is left as it is: what the model could say of it was said.

    Args:
        asked: how each part was looked for.
        parts: as they are to be answered.
        found: what was found for each.
        answers: what the passages say on each.
        judge: tells the chances.
        pack: the words to look for.
        tuning: the table of numbers.
    """
    judged: list[PartAnswer] = []
    for part, angle, retrieval, answer in zip(parts, asked.each_angle, found, answers, strict=True):
        is_judged = _may_be_judged(answer, angle, asked) and not _is_about_code(part, pack)
        signs = signs_of(part, retrieval, asked.followup.kind, pack) if is_judged else None
        if signs is None:
            judged.append(answer)
            continue
        chances = judge.chances(signs)
        weighed = _weighed(answer, chances, tuning)
        judged.append(weighed or nearest(part, retrieval, chances, pack, tuning) or answer)
    return tuple(judged)


def _may_be_judged(answer: PartAnswer, angle: SearchAngle, asked: AnswerQuestion) -> bool:
    usual = (RetrievalSignal.HIGH, RetrievalSignal.LOW, RetrievalSignal.NONE)
    is_plain = answer.doubt is None and answer.source is Source.RAG and answer.signal in usual
    return is_plain and angle is SearchAngle.AS_ASKED and not asked.given and not asked.stated


def _weighed(answer: PartAnswer, chances: Chances, tuning: Tuning) -> PartAnswer | None:
    """The answer by its chances; None where the words that come nearest are to be shown."""
    if answer.complete:
        return answer
    if chances.nothing < tuning.answerable_max_nothing:
        return answer if answer.extracts else None
    if not answer.extracts:
        return answer
    return replace(answer, extracts=(), coverage=0.0, missing=(), signal=RetrievalSignal.NONE)


def _is_about_code(part: SubObjective, pack: Pack) -> bool:
    terms = read_question(part, Stems(pack), pack).terms
    return any(term.kind is TermKind.CODE and not term.told for term in terms)


def nearest(part: SubObjective, found: Retrieval, chances: Chances, pack: Pack, tuning: Tuning) -> PartAnswer | None:
    """The words that come nearest to an answer, as partial; None where they would be no help.

    They are from a passage that speaks of all that is asked about, unless an answer is likely to be found: beside an
    asked word that is missing, what is said of other things only misleads.
    """
    read = answer_part(part, found, pack, replace(tuning, answer_min_sentence=tuning.nearest_min_sentence))
    is_likely = chances.answered >= tuning.nearest_min_answered
    if not read.extracts or (read.missing and not is_likely):
        return None
    return replace(read, complete=False, signal=RetrievalSignal.LOW)
