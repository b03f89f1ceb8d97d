"""Which units make the answer, and in which order they are read.

The unit that carries the value comes first. Others join only for what they add: a part of the question that is still
open, the list that the first one announces, the steps it is one of, or the same fact about something else that the
question left open. What stands under the very question that is asked is its answer. A figure is no price because it
is a figure: money must be told, and not only what is taken off it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from followthrough.domain.outcome import ExtractKind
from followthrough.domain.pack import Pack
from followthrough.rules.evidence.coverage import Candidate, Evidence
from followthrough.rules.evidence.question import Question, TermKind
from followthrough.rules.language.kinds import Kind, wanted
from followthrough.rules.language.values import SHAPED, WHOLE, Shown, shows
from followthrough.rules.language.words import has_digit, keys_of, says
from followthrough.tuning import Tuning

_SHAPED_BONUS, _TOLD_BONUS, _DEFINES_BONUS, _ANNOUNCES_BONUS = 0.2, 0.06, 0.25, 0.2
_RANK_SHARE = 0.1  # of the retrieval's own score
_LOOK_BELOW = 0.4  # a unit that covers this much less than the best one is not looked at
_GAIN = 0.1  # least share of the question that a further unit must newly cover
_OPEN = 0.5  # a word that is covered less than this is still open
_PLACE_COST = 0.004  # a unit; sections say the main thing first
_ALIKE = 0.03  # how near to the first one's coverage a parallel fact must come
_LEADING_WORDS = 2  # before the first word of what is defined: "the", "a new"
_DEFINED_WITHIN = 8  # words before the verb of a definition
_SIGNS = "$€£¥%"
_REDUCED_WITHIN = 2  # words between a figure and what it is: "20 EUR off"


@dataclass(frozen=True, slots=True)
class Scored:
    """A candidate with its score.

    Attributes:
        candidate: the unit.
        score: higher is better; scores of different questions don't compare.
        shows_value: it shows the kind of value asked for.
        confirmed: that value has a shape that is not met by chance, or the unit announces the list that is asked
            for, defines what is asked about, or has the very code or number.
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
    chosen = [first]
    covered = [max(row) for row in zip(*(c.covers for c in chosen), strict=True)]
    for other in scored[1:]:
        if len(chosen) == tuning.answer_sentences_per_part:
            break
        candidate = other.candidate
        if candidate in chosen or any(candidate.keys == c.keys for c in chosen):
            continue  # the same words again, from another document
        if not speaks_of_the_same(candidate, first, evidence):
            continue
        if _adds(candidate, covered, evidence, tuning) or _is_parallel(other, scored[0], chosen):
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
    if leads_in or answers_the_same(candidate, evidence, pack):
        total += _ANNOUNCES_BONUS
    exact = _has_exact(candidate, evidence)
    if kind is Kind.DEFINITION:
        defines = _defines(candidate, evidence, pack)
        total += _DEFINES_BONUS * defines
        exact = defines or (exact and says(candidate.keys, pack.cues.meaning))
    return Scored(candidate, total, value, confirmed=leads_in or (value and kind in SHAPED) or exact)


def _shows_value(candidate: Candidate, evidence: Evidence, asked: frozenset[str], pack: Pack) -> bool:
    """Whether the unit shows the kind of value that is asked for, and of what it is asked for."""
    terms = evidence.question.terms
    own = frozenset(
        key for key, mark in zip(candidate.keys, candidate.marks, strict=True) if mark in range(len(terms))
    )
    shown = Shown(candidate.text, candidate.keys, asked | own, pack)
    return shows(evidence.question.kind, shown) and relates(candidate, evidence, pack)


def _has_exact(candidate: Candidate, evidence: Evidence) -> bool:
    """Whether the unit has a code or number of the question."""
    terms = enumerate(evidence.question.terms)
    return any(t.kind in (TermKind.CODE, TermKind.NUMBER) and i in candidate.marks for i, t in terms)


def _defines(candidate: Candidate, evidence: Evidence, pack: Pack) -> bool:
    """Whether a sentence begins with what is asked about and says right behind it what that is: "A roster is a"."""
    telling = evidence.question.telling_at
    wanted = {i for i in telling if i in candidate.marks or candidate.covers[i] < 1.0}  # a variant says several
    marks = candidate.marks[:_DEFINED_WITHIN]
    if candidate.unit.kind is ExtractKind.ROW or not wanted or not wanted <= set(marks):
        return False
    places = [marks.index(i) for i in wanted]
    verb, after = (*candidate.keys[max(places) + 1 : max(places) + 3], "", "")[:2]
    tells = has_digit(after) or after in pack.joining.determiners | pack.asking.question_words
    return min(places) <= _LEADING_WORDS and ((tells and verb in pack.asking.copulas) or verb in pack.cues.meaning)


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


def _is_parallel(other: Scored, first: Scored, chosen: Sequence[Candidate]) -> bool:
    """The same fact about something else: as much covered, as sure a value, in a document not yet used."""
    is_as_near = other.candidate.coverage >= first.candidate.coverage - _ALIKE
    documents = {one.passage.document_id for one in chosen}
    confirmed = first.confirmed and first.shows_value and other.confirmed and other.shows_value
    return confirmed and is_as_near and other.candidate.passage.document_id not in documents


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


WANT_ALL = frozenset((Kind.HOW_TO, Kind.ENUMERATION))  # kinds answered by a whole list
_LEADS_IN = ":"
_BLOCK_UNITS = 3  # of prose or code that a colon announces


def announces(candidate: Candidate) -> bool:
    """Whether the unit leads in to what stands behind it."""
    return candidate.unit.kind is ExtractKind.SENTENCE and candidate.text.endswith(_LEADS_IN)


def run_of(first: Candidate, evidence: Evidence) -> list[Candidate]:
    """The unit with what it announces, or the list around it where all is asked for; empty when it stands alone."""
    siblings = [c for c in evidence.candidates if c.rank == first.rank]
    if first.unit.kind is ExtractKind.SENTENCE:
        return _after(first, siblings, evidence)
    if evidence.question.kind not in WANT_ALL:
        return []
    before = [c for c in _block(siblings, first.unit.block - 1) if c.unit.kind is ExtractKind.SENTENCE][-1:]
    items = _block(siblings, first.unit.block)
    return [*(c for c in before if announces(c)), *items] if len(items) > 1 else []


def _after(first: Candidate, siblings: list[Candidate], evidence: Evidence) -> list[Candidate]:
    """What a lead-in announces; numbered steps may follow a sentence without a colon."""
    after = _block(siblings, first.unit.block + 1)
    items = [c for c in after if c.unit.kind is not ExtractKind.SENTENCE]
    if announces(first):
        return [first, *(items or after[:_BLOCK_UNITS])] if after else []
    wants_steps = evidence.question.kind in WANT_ALL and items and items[0].unit.kind is ExtractKind.STEP
    return [first, *items] if wants_steps and items[0].place == first.place + 1 else []


def _block(siblings: list[Candidate], block: int) -> list[Candidate]:
    return [c for c in siblings if c.unit.block == block]
