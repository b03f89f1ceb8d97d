"""Whether a figure that a unit shows can be the price that is asked for.

A figure is no price because it is a figure: money must be told, and not only what is taken off it.
"""

from __future__ import annotations

from collections.abc import Iterator

from followthrough.domain.pack import Pack
from followthrough.rules.evidence.coverage import Candidate, Evidence
from followthrough.rules.language.kinds import Kind
from followthrough.rules.language.words import has_digit

_SIGNS = "$€£¥%"
_REDUCED_WITHIN = 2  # words between a figure and what it is: "20 EUR off"


def relates(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether the value that the unit shows can be the one that the question asks for; true unless a price is."""
    if evidence.question.kind is not Kind.HOW_MUCH:
        return True
    return _is_paid(candidate, evidence, pack) and _is_no_reduction(candidate, evidence, pack)


def _is_paid(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether money is told where money is asked for; "no copay" tells it too."""
    if not evidence.question.priced or _is_money(candidate, pack):
        return True
    if any(key in pack.values.nothing for key in candidate.keys):
        return True
    terms = enumerate(evidence.question.terms)
    named = frozenset(i for i, term in terms if term.names_value and not term.told)
    marks = candidate.marks
    return any(named.intersection(marks[max(0, place - 1) : place + 2]) for place in _figures(candidate, pack))


def _is_no_reduction(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether a figure is more than what is taken from an amount: "20% off" is no price."""
    figures = list(_figures(candidate, pack))
    behind = [candidate.keys[place + 1 : place + 1 + _REDUCED_WITHIN] for place in figures]
    reduces = pack.values.reductions
    return evidence.question.reduces or not figures or any(reduces.isdisjoint(keys) for keys in behind)


def _figures(candidate: Candidate, pack: Pack) -> Iterator[int]:
    for place, key in enumerate(candidate.keys):
        if candidate.marks[place] < 0 and (has_digit(key) or key in pack.values.number_words):
            yield place


def _is_money(candidate: Candidate, pack: Pack) -> bool:
    if any(sign in candidate.text for sign in _SIGNS):
        return True
    return any(key in pack.values.money for key in candidate.keys) and any(True for _ in _figures(candidate, pack))
