"""Whether a unit says of the question's subject what the question asks about it, and not something else.

A figure is no answer because it is a figure: it must count what is counted, be money where money is asked for, stand
beside the name of the value. What somebody does is told only where the doing is told, and a place, a person or a way
must be one that the question did not name itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from followthrough.domain.outcome import ExtractKind
from followthrough.domain.pack import Pack
from followthrough.rules.evidence.coverage import Candidate, Evidence
from followthrough.rules.evidence.question import NAMED, Term, TermKind
from followthrough.rules.language.kinds import Kind
from followthrough.rules.language.values import Shown, is_address, tells_time
from followthrough.rules.language.words import has_digit, phrase_at
from followthrough.tuning import Tuning

Check = Callable[[Candidate, Evidence, Pack], bool]


def relates(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether the value that the unit shows is the one that the question asks for."""
    return all(check(candidate, evidence, pack) for check in _CHECKS.get(evidence.question.kind, ()))


def relates_in_one_place(evidence: Evidence, chosen: Sequence[Candidate], pack: Pack, tuning: Tuning) -> bool:
    """Whether one unit has most of what is asked about those whom the question names, not only their names.

    Words that are met here and there are no answer; a question about several things at once may be answered apart.
    """
    terms = zip(evidence.question.terms, evidence.weights, strict=True)
    asked = [
        (i, weight)
        for i, (term, weight) in enumerate(terms)
        if not term.told and not term.names_value and term.kind not in NAMED | {TermKind.LIGHT}
    ]
    whole = sum(weight for _, weight in asked)
    if evidence.question.joins or not whole:
        return bool(chosen)
    told = (c for c in chosen if _is_about_the_very_one(c, evidence, pack))
    most = max((sum(weight for i, weight in asked if c.covers[i] > 0) for c in told), default=0.0)
    shaped = evidence.question.kind in _COUNTED
    return most >= (tuning.answer_shaped_relation if shaped else tuning.answer_min_relation) * whole


_COUNTED = frozenset((Kind.HOW_MANY, Kind.HOW_MUCH, Kind.HOW_LONG, Kind.PHONE, Kind.EMAIL, Kind.HOURS))


def _is_about_the_very_one(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether the unit has the codes and numbers of the question, and not as spans of time: "1 working day"."""
    exact = _where(evidence, lambda term: term.kind in (TermKind.CODE, TermKind.NUMBER))
    if any(candidate.covers[i] == 0 for i in exact):
        return False
    units = pack.values.time_units
    if any(term.text.casefold() in units for term in evidence.question.asked):
        return True
    here = {i: [place for place, mark in enumerate(candidate.marks) if mark == i] for i in exact}
    return all(
        not places or candidate.above[i] > 0 or any(not _is_span(candidate.keys[p + 1 : p + 3], pack) for p in places)
        for i, places in here.items()
    )


def _is_span(behind: list[str], pack: Pack) -> bool:
    """Whether a number before these words counts time: "days", "working days"."""
    units = pack.values.time_units
    return any(key in units for key in behind[: 1 if behind[:1] and has_digit(behind[0]) else 2])


def _where(evidence: Evidence, chosen: Callable[[Term], bool]) -> frozenset[int]:
    return frozenset(i for i, term in enumerate(evidence.question.terms) if not term.told and chosen(term))


def _counts(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether a figure stands beside what is counted; a unit that does not speak of that may count it elsewhere."""
    counted = _where(evidence, lambda term: term.counted)
    places = [place for place, mark in enumerate(candidate.marks) if mark in counted]
    if not places:
        return not counted or any(candidate.covers[i] >= _LED_IN for i in counted)
    figures = list(_figures(candidate, pack))
    if any(0 < place - figure <= _BEHIND for figure in figures for place in places):
        return True
    says = pack.asking.copulas | pack.values.limiting
    return any(
        0 < figure - place <= _BEHIND
        and (candidate.is_listed or any(phrase_at(candidate.keys, i, says) for i in range(place, figure)))
        for figure in figures
        for place in places
    )


_LED_IN = 0.9  # cover of a word that stands in the line leading in, not only in a heading
_BEHIND = 4  # words between a figure and what it counts: "24 one-way rides", "rides: up to 24"


def _figures(candidate: Candidate, pack: Pack) -> Iterator[int]:
    for place, key in enumerate(candidate.keys):
        if candidate.marks[place] < 0 and (has_digit(key) or key in pack.values.number_words):
            yield place


def _names_the_value(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether the unit, its column or what stands above it has the name of the value: not any limit is a rate."""
    named = _where(evidence, lambda term: term.names_value)
    if not named or any(candidate.covers[i] > 0 for i in named):
        return True
    if any(evidence.question.terms[i].text.casefold() in pack.values.limits for i in named):
        return any(phrase_at(candidate.keys, place, pack.values.limiting) for place in range(len(candidate.keys)))
    return evidence.question.priced and _money(candidate, pack)


def _is_paid(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether money is told where money is asked for; "no copay" tells it too."""
    if not evidence.question.priced or _money(candidate, pack):
        return True
    named = _where(evidence, lambda term: term.names_value)
    if any(key in pack.values.nothing for key in candidate.keys):
        return True
    marks = candidate.marks
    return any(named.intersection(marks[max(0, place - 1) : place + 2]) for place in _figures(candidate, pack))


def _is_no_reduction(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether a figure is more than what is taken from an amount: "20% off" is no price."""
    figures = list(_figures(candidate, pack))
    behind = [candidate.keys[place + 1 : place + 1 + _REDUCED_WITHIN] for place in figures]
    reduces = pack.values.reductions
    return evidence.question.reduces or not figures or any(reduces.isdisjoint(keys) for keys in behind)


_REDUCED_WITHIN = 2  # words between a figure and what it is: "20 EUR off"


def _money(candidate: Candidate, pack: Pack) -> bool:
    if any(sign in candidate.text for sign in _SIGNS):
        return True
    return any(key in pack.values.money for key in candidate.keys) and any(True for _ in _figures(candidate, pack))


_SIGNS = "$€£¥%"


def _stands_by_its_name(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether the identifier stands near the word that names it, or in a row or under a heading that does."""
    named = _where(evidence, lambda term: term.names_value)
    if not named:
        return True
    places = [place for place, mark in enumerate(candidate.marks) if mark in named]
    if not places or candidate.unit.kind is ExtractKind.ROW:
        return any(candidate.covers[i] > 0 for i in named)
    new = [
        place
        for place, key in enumerate(candidate.keys)
        if candidate.marks[place] < 0 and (has_digit(key) or _is_capital(candidate, key))
    ]
    return any(_is_named_by(candidate.keys, other, place, pack) for other in new for place in places)


def _is_named_by(keys: list[str], value: int, name: int, pack: Pack) -> bool:
    """Whether value and name stand side by side, or a verb joins them: "the ID of the harbour is HB7"."""
    if abs(value - name) <= _BESIDE:
        return True
    return 0 < value - name <= _JOINED and any(key in pack.asking.copulas for key in keys[name:value])


_BESIDE, _JOINED = 3, 6  # words between an identifier and its name


def _is_capital(candidate: Candidate, key: str) -> bool:
    return len(key) > 1 and key.upper() in candidate.text.split()


def _tells_the_doing(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether the unit, or what stands above it, tells what is done; a verb that only rules need not occur."""
    may_be_light = evidence.question.kind in (Kind.YES_NO, Kind.WHERE)  # "where do I *get* a badge"
    light = frozenset((TermKind.LIGHT,)) if may_be_light else frozenset[TermKind]()
    acts = _where(
        evidence,
        lambda term: term.acts and term.kind not in light and term.text.casefold() not in pack.values.rulings,
    )
    return all(candidate.covers[i] > 0 for i in acts)


def _tells_where(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether the doing is told, or an address: documents say "mail" in many ways, or leave it out beside one."""
    if is_address(candidate.text) or evidence.question.addressed:
        return is_address(candidate.text)
    return _tells_the_doing(candidate, evidence, pack)


def _tells_when(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether a time is told by itself, or of all that is asked about: "until it is renewed" of the renewal alone."""
    if tells_time(Shown(candidate.text, candidate.keys, frozenset(), pack)):
        return True
    asked = _where(evidence, lambda term: term.kind is not TermKind.LIGHT)
    return all(candidate.covers[i] > 0 for i in asked)


def _tells_how(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether the doing is what the unit is about, not what goes on beside it: "while it is connected"."""
    acts = _where(evidence, lambda term: term.acts)
    if any(candidate.above[i] > 0 for i in acts):
        return True
    places = [place for place, mark in enumerate(candidate.marks) if mark in acts]
    return not places or any(not _is_beside(candidate.keys[max(0, place - _NEAR) : place], pack) for place in places)


_NEAR = 3  # words before a verb in which it is put beside the main thing


def _is_beside(before: list[str], pack: Pack) -> bool:
    return any(key in pack.values.beside for key in before)


def _tells_itself(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether the unit tells it, and does not only say that it is told: "a summary of who can get it"."""
    keys, asking = candidate.keys, pack.asking.question_words
    told = [place for place, mark in enumerate(candidate.marks) if mark >= 0]
    announced = (
        place
        for place, (before, key) in enumerate(pairwise(keys), start=1)
        if key in asking and before in pack.values.announcing
    )
    return not any(sum(at > place for at in told) * 2 > len(told) for place in announced)


def _says_all_of_it(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether an item or row, which rules without a word, speaks of every word of the question that does not rule."""
    silent = pack.values.rulings
    asked = _where(evidence, lambda term: term.kind is not TermKind.LIGHT and term.text.casefold() not in silent)
    return not candidate.is_listed or all(candidate.covers[i] > 0 for i in asked)


_CHECKS: dict[Kind, tuple[Check, ...]] = {
    Kind.HOW_MANY: (_counts,),
    Kind.HOW_MUCH: (_counts, _names_the_value, _is_paid, _is_no_reduction),
    Kind.IDENTIFIER: (_stands_by_its_name,),
    Kind.WHEN: (_tells_the_doing, _tells_when),
    Kind.WHERE: (_tells_where, _tells_itself),
    Kind.WHO: (_tells_the_doing, _tells_itself),
    Kind.WHY: (_tells_itself,),
    Kind.HOW_TO: (_tells_the_doing, _tells_how, _tells_itself),
    Kind.YES_NO: (_tells_the_doing, _says_all_of_it),
}
