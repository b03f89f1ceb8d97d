"""Questions that the documents ask themselves: what stands under the very question is its answer."""

from __future__ import annotations

from followthrough.domain.pack import Pack
from followthrough.rules.evidence.coverage import Candidate, Evidence
from followthrough.rules.evidence.question import TermKind
from followthrough.rules.language.kinds import wanted
from followthrough.rules.language.words import keys_of


def answers_the_same(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether the unit stands under a question that asks what is asked: the same kind of value of the same thing."""
    asked = _asked(evidence)
    if not candidate.asking or not asked or not asked <= candidate.titled:
        return False
    return wanted(keys_of(candidate.asking), pack).kind is evidence.question.kind


def _asked(evidence: Evidence) -> set[int]:
    """The telling words of the question; of what was told before it where it has none ("..., what should I do?")."""
    terms = evidence.question.terms
    return set(evidence.question.telling_at) or {i for i, t in enumerate(terms) if t.kind is not TermKind.LIGHT}


def whole_answer(first: Candidate, evidence: Evidence, pack: Pack) -> list[Candidate]:
    """The paragraph under the very question, in reading order; empty where ``first`` is in none, or is of a list."""
    if first.is_listed or not answers_the_same(first, evidence, pack):
        return []
    return [
        c
        for c in evidence.candidates
        if c.rank == first.rank and c.asking == first.asking and c.unit.block == first.unit.block
    ]
