"""Which units make the answer, and in which order they are read.

The unit that carries the value comes first. Others join only for what they add: a part of the question that is still
open, the list that the first one announces, the steps it is one of, or the same fact about something else that the
question left open. What stands under the very question that is asked is its answer. A figure is no price because it
is a figure: money must be told, and not only what is taken off it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from followthrough.domain.outcome import ExtractKind
from followthrough.domain.pack import Pack
from followthrough.rules.evidence.announced import WANT_ALL, announces, run_of, steps_after
from followthrough.rules.evidence.coverage import Candidate, Evidence
from followthrough.rules.evidence.question import Question, TermKind
from followthrough.rules.language.kinds import Kind, wanted
from followthrough.rules.language.values import SHAPED, WHOLE, Shown, shows
from followthrough.rules.language.words import has_digit, keys_of
from followthrough.tuning import Tuning

_SHAPED_BONUS, _TOLD_BONUS, _DEFINES_BONUS, _ANNOUNCES_BONUS = 0.2, 0.06, 0.25, 0.2
_RANK_SHARE = 0.1  # of the retrieval's own score
_ADJACENT_BONUS = 0.1  # for words that stand side by side in the question and in the unit
_LOOK_BELOW = 0.4  # a unit that covers this much less than the best one is not looked at
_GAIN = 0.1  # least share of the question that a further unit must newly cover
_OPEN = 0.5  # a word that is covered less than this is still open
_PLACE_COST = 0.004  # a unit; sections say the main thing first
_ALIKE = 0.03  # how near to the first one's coverage a parallel fact must come
_DEFINES = 0.8  # strength from which a unit is a definition
_LEADING_WORDS = 2  # before the first word of what is defined: "the", "a new"
_DEFINED_WITHIN = 6  # words before the verb of a definition
_SIGNS = "$€£¥%"
_REDUCED_WITHIN = 2  # words between a figure and what it is: "20 EUR off"


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with its score.

    Attributes:
        candidate: the unit.
        score: higher is better; scores of different questions don't compare.
        shows_value: it shows the kind of value asked for.
        confirmed: that value has a shape that is not met by chance, or the unit defines what is asked about,
            announces the list that is asked for, or has the very code or number; where its meaning is asked, with a
            verb that tells it.
    """

    candidate: Candidate
    score: float
    shows_value: bool
    confirmed: bool


def score(evidence: Evidence, pack: Pack) -> list[Scored]:
    """Candidates worth looking at, best first, ties by passage rank and place.

    Only passages count that are about those whom the question names; a question about several things at once may
    find them apart. Where only the value answers, those that show it come first, however much else is told.
    """
    heard = [evidence.question.joins or evidence.is_about_the_named(rank) for rank in range(len(evidence.passages))]
    eligible = [c for c in evidence.candidates if heard[c.rank]]
    best = max((c.coverage for c in eligible), default=0.0)
    asked = frozenset(key for term in evidence.question.terms for key in (term.text.casefold(), term.stem))
    floor = max(0.0, best - _LOOK_BELOW)
    if not is_nothing_without(evidence.question):
        scored = [_score(c, evidence, asked, pack) for c in eligible if c.coverage > floor]
        return sorted(scored, key=lambda s: (-s.score, s.candidate.rank, s.candidate.place))
    scored = [_score(c, evidence, asked, pack) for c in eligible]
    scored = [s for s in scored if s.candidate.coverage > floor or s.shows_value]
    return sorted(scored, key=lambda s: (not s.shows_value, -s.score, s.candidate.rank, s.candidate.place))


def is_nothing_without(question: Question) -> bool:
    """Whether nothing is even a part of the answer but the value: a number to call, an address, hours, a price."""
    return question.kind in WHOLE or question.priced


def select(evidence: Evidence, scored: Sequence[Scored], pack: Pack, tuning: Tuning) -> list[Candidate]:
    """The answer's units in reading order. ``scored`` is not empty; a long paragraph may end before its first."""
    first = scored[0].candidate
    run = run_of(first, evidence)
    if run:
        return run[: tuning.answer_list_items + 1]
    if told := whole_answer(first, evidence, pack):
        return told[: tuning.answer_sentences_per_part]
    chosen = [first, *steps_after(first, evidence, pack)][: tuning.answer_sentences_per_part]
    covered = [max(row) for row in zip(*(c.covers for c in chosen), strict=True)]
    for other in scored[1:]:
        if len(chosen) == tuning.answer_sentences_per_part:
            break
        candidate = other.candidate
        if candidate in chosen or any(candidate.keys == c.keys for c in chosen):
            continue  # the same words again, from another document
        if not speaks_of_the_same(candidate, first, evidence):
            continue
        if _adds(candidate, covered, evidence, tuning) or _is_parallel(other, scored[0], chosen, evidence):
            chosen.append(candidate)
            covered = [max(a, b) for a, b in zip(covered, candidate.covers, strict=True)]
    return chosen


def _score(candidate: Candidate, evidence: Evidence, asked: frozenset[str], pack: Pack) -> Scored:
    kind = evidence.question.kind
    value = _shows_value(candidate, evidence, asked, pack)
    total = candidate.coverage + _RANK_SHARE * candidate.ranked.score - _PLACE_COST * candidate.place
    if value:
        total += _SHAPED_BONUS if kind in SHAPED else _TOLD_BONUS
    leads_in = kind in WANT_ALL and announces(candidate)
    if leads_in:
        total += _ANNOUNCES_BONUS
    defines = _definition(candidate, evidence, pack) if kind is Kind.DEFINITION else 0.0
    total += _DEFINES_BONUS * defines
    total += _ADJACENT_BONUS * _adjacent_share(candidate, evidence)
    exact = _has_exact(candidate, evidence) and (kind is not Kind.DEFINITION or _says_what(candidate, pack))
    confirmed = leads_in or defines >= _DEFINES or (value and kind in SHAPED) or exact
    return Scored(candidate, total, value, confirmed)


def _shows_value(candidate: Candidate, evidence: Evidence, asked: frozenset[str], pack: Pack) -> bool:
    """Whether the unit shows the kind of value that is asked for, and of what it is asked for."""
    terms = evidence.question.terms
    shown = Shown(
        candidate.text,
        candidate.keys,
        asked | _keys_of_terms(candidate, set(range(len(terms)))),
        pack,
        listed=candidate.is_listed,
        doing=_keys_of_terms(candidate, {i for i, term in enumerate(terms) if term.acts}),
        names=_keys_of_terms(candidate, {i for i, term in enumerate(terms) if term.kind is TermKind.NAME}),
    )
    return shows(evidence.question.kind, shown) and relates(candidate, evidence, pack)


def _keys_of_terms(candidate: Candidate, terms: set[int]) -> frozenset[str]:
    """The unit's words that are one of the terms."""
    return frozenset(key for key, mark in zip(candidate.keys, candidate.marks, strict=True) if mark in terms)


def _adjacent_share(candidate: Candidate, evidence: Evidence) -> float:
    """Of the question's neighbouring words, the share that are neighbours in the unit too."""
    asked = [(i, t) for i, t in enumerate(evidence.question.terms) if not t.told]
    pairs = [(i, j) for (i, a), (j, b) in pairwise(asked) if b.place == a.place + 1]
    if not pairs:
        return 0.0
    here = set(pairwise(candidate.marks))
    return sum(pair in here for pair in pairs) / len(pairs)


def _has_exact(candidate: Candidate, evidence: Evidence) -> bool:
    """Whether the unit has a code or number of the question."""
    terms = enumerate(evidence.question.terms)
    return any(t.kind in (TermKind.CODE, TermKind.NUMBER) and i in candidate.marks for i, t in terms)


def _says_what(candidate: Candidate, pack: Pack) -> bool:
    """Whether a verb says what something is: "0 means done and 2 wrong usage". Where a code only occurs none does."""
    return any(key in pack.values.defining and key not in pack.asking.copulas for key in candidate.keys)


def _definition(candidate: Candidate, evidence: Evidence, pack: Pack) -> float:
    """How much the unit looks like a definition of what is asked about, 0 to 1.

    Its first words are the thing's own, and right after them a verb says what it is; a row is none.
    """
    wanted = set(evidence.question.telling_at)
    if not wanted or any(candidate.covers[i] == 0.0 for i in wanted):
        return 0.0
    if candidate.unit.kind is ExtractKind.ROW:
        return 0.0
    if candidate.place == 0 and wanted <= candidate.titled and _tells_what_it_is(candidate, pack):
        return _DEFINES  # what a section named so says first
    wanted = {i for i in wanted if i in candidate.marks or candidate.covers[i] < 1.0}  # a variant says several
    return _begins_as_defined(candidate, wanted, pack)


def _begins_as_defined(candidate: Candidate, wanted: set[int], pack: Pack) -> float:
    """How much the sentence begins with what is asked about and a verb that defines: "A roster is ..."."""
    marks = candidate.marks[: _DEFINED_WITHIN + len(wanted)]
    if not wanted or not wanted <= set(marks) or min(marks.index(i) for i in wanted) > _LEADING_WORDS:
        return 0.0
    named = max(marks.index(i) for i in wanted) + 1
    return _verb_strength(candidate.keys[named : named + 3], pack)


def _tells_what_it_is(candidate: Candidate, pack: Pack) -> bool:
    """Whether the sentence is no instruction and has a verb that says what something is among its first words."""
    first = candidate.keys[:_DEFINED_WITHIN]
    return first[:1] != [] and first[0] not in pack.values.steps and any(key in pack.values.defining for key in first)


def _verb_strength(keys: list[str], pack: Pack) -> float:
    """1 for "means" and for "is" before "a", "the", "what" or a figure; 0.5 for anything else ("is required")."""
    asking, joining = pack.asking, pack.joining
    for verb, after in pairwise((*keys, "")):
        if verb in asking.copulas:
            says_what = after in joining.determiners or after in asking.question_words or has_digit(after)
            return 1.0 if says_what else 0.5
        if verb in pack.values.defining:
            return 1.0
    return 0.5


def speaks_of_the_same(candidate: Candidate, first: Candidate, evidence: Evidence) -> bool:
    """Whether the unit's passage has every name and code of the question that the first one's has."""
    terms = evidence.question.terms
    named = {i for i in evidence.passages[first.rank] if terms[i].kind in (TermKind.NAME, TermKind.CODE)}
    return named <= evidence.passages[candidate.rank]


def _adds(candidate: Candidate, covered: list[float], evidence: Evidence, tuning: Tuning) -> bool:
    """Whether the unit answers part of the question that is still open, and enough of it to be no chance hit."""
    terms, only_asked = evidence.question.terms, is_nothing_without(evidence.question)
    gained = [
        c if old < _OPEN and t.kind is not TermKind.LIGHT and not (t.told and only_asked) else 0.0
        for c, old, t in zip(candidate.covers, covered, terms, strict=True)
    ]
    if candidate.text.endswith("?"):
        return False
    return evidence.weigh(gained) >= _GAIN and candidate.coverage >= tuning.answer_min_sentence


def _is_parallel(other: Scored, first: Scored, chosen: list[Candidate], evidence: Evidence) -> bool:
    """The same fact about something else: as much covered, a value shown, in a document not yet used."""
    kind = evidence.question.kind
    return (
        kind in SHAPED
        and first.shows_value
        and other.shows_value
        and other.candidate.coverage >= first.candidate.coverage - _ALIKE
        and all(c.passage.document_id != other.candidate.passage.document_id for c in chosen)
    )


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
