"""Whether what was chosen answers the question, in part or whole (R0-31): words, names, and the value asked for.

Invariant: the checks only take away; what no check was made for is not more complete than the words that it covers.
"""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.pack import Pack
from followthrough.rules.evidence.coverage import Candidate, Evidence
from followthrough.rules.evidence.question import MUST_OCCUR, TermKind
from followthrough.rules.evidence.selection import Scored, answers_the_same, is_nothing_without
from followthrough.rules.language.kinds import Kind
from followthrough.rules.language.values import MUST_SHOW
from followthrough.tuning import Tuning


def speaks_to(evidence: Evidence, scored: Sequence[Scored], tuning: Tuning) -> bool:
    """Whether the best unit is worth showing for the question at all. ``scored`` is not empty."""
    return _supports(scored[0], evidence, tuning) and not _lacks_value(evidence, scored)


def settles(
    evidence: Evidence, scored: Sequence[Scored], chosen: Sequence[Candidate], pack: Pack, tuning: Tuning
) -> bool:
    """Whether the chosen units answer the whole question.

    Args:
        evidence: the question and what was weighed against it.
        scored: the units, best first.
        chosen: those that are cited, the best among them.
        pack: the words to look for.
        tuning: the table of numbers.
    """
    best = scored[0]
    if answers_the_same(best.candidate, evidence, pack):
        return _is_near(evidence, best.candidate, tuning)
    cited = frozenset[int]().union(*(evidence.passages[c.rank] for c in chosen))
    spoken_of = cited if evidence.question.joins else evidence.passages[best.candidate.rank]
    return (
        _covers(evidence, best.candidate, chosen, tuning)
        and _must_occur(evidence) <= spoken_of
        and _lacks_nothing_weighty(evidence, spoken_of, tuning)
        and (best.confirmed or _leaves_no_word_out(evidence, chosen, pack, tuning))
        and _says_enough(evidence, best)
        and bool(_giving(evidence, scored, chosen))
        and _is_near(evidence, best.candidate, tuning)
        and _knows_what_it_goes_on_with(evidence)
    )


def _covers(evidence: Evidence, best: Candidate, chosen: Sequence[Candidate], tuning: Tuning) -> bool:
    return coverage_of(evidence, best, chosen) >= _needed(evidence, tuning) or goes_on(best, evidence)


def goes_on(best: Candidate, evidence: Evidence) -> bool:
    """Whether the unit begins with all that a fragment asks, in a passage of what it goes on with: "and mileage?".

    What is carried from the question before tells where to look; it need not be said again with the answer.
    """
    terms = evidence.question.terms
    asked = evidence.question.asked_at
    carried = [i for i, term in enumerate(terms) if term.told and not term.story]
    if evidence.question.kind is not Kind.OPEN or not 0 < len(asked) <= _FRAGMENT or not carried:
        return False
    if asked != evidence.question.telling_at or not best.marks_all(asked):
        return False
    first = next((mark for mark in best.marks if mark >= 0), -1)
    begins = best.marks.index(first) <= _SUBJECT_WITHIN
    return begins and first in asked and not evidence.passages[best.rank].isdisjoint(carried)


_FRAGMENT = 2  # telling words
_SUBJECT_WITHIN = 1  # words before the subject: "the mileage"


def _knows_what_it_goes_on_with(evidence: Evidence) -> bool:
    """Whether the documents have each name that a fragment goes on with: "and Riverside?" after "on Christmas?"."""
    if evidence.question.kind is not Kind.OPEN or len(evidence.question.asked) > _FRAGMENT:
        return True
    return not any(
        term.told and not term.story and term.kind is TermKind.NAME and i not in evidence.anywhere
        for i, term in enumerate(evidence.question.terms)
    )


def _must_occur(evidence: Evidence) -> frozenset[int]:
    """What the cited passage must speak of: what was asked, and what was told where any passage knows it."""
    terms = zip(evidence.question.terms, evidence.weights, strict=True)
    loose = TermKind.NUMBER if is_nothing_without(evidence.question) else None  # 18:00 of the answer before
    return frozenset(
        i
        for i, (term, weight) in enumerate(terms)
        if term.kind in MUST_OCCUR and weight > 0 and not term.story and not (term.told and term.kind is loose)
    )


def _lacks_nothing_weighty(evidence: Evidence, spoken_of: frozenset[int], tuning: Tuning) -> bool:
    """Whether every asked word occurs where the answer stands, but for light ones.

    A word of small weight may be absent there when other passages have it: documents say some things differently.
    """
    anywhere = evidence.anywhere
    return not any(
        term.kind is TermKind.WORD and not term.told and (i not in anywhere or weight > tuning.answer_max_lacking)
        for i, (term, weight) in enumerate(zip(evidence.question.terms, evidence.weights, strict=True))
        if i not in spoken_of
    )


def _leaves_no_word_out(evidence: Evidence, chosen: Sequence[Candidate], pack: Pack, tuning: Tuning) -> bool:
    """Whether what is cited speaks of every asked word of some weight; that its passage does so is not enough.

    Words that rule ("does it *cover*", "is it *allowed*") don't count: a list of covered things may omit them.
    """
    terms = zip(evidence.question.terms, evidence.weights, strict=True)
    return not any(
        term.kind in (TermKind.WORD, TermKind.HEAD) and not term.told and weight > tuning.answer_max_unsaid
        for i, (term, weight) in enumerate(terms)
        if not any(c.covers[i] > 0 for c in chosen) and term.text.casefold() not in pack.values.rulings
    )


def coverage_of(evidence: Evidence, best: Candidate, chosen: Sequence[Candidate]) -> float:
    """How much of the question is covered by one passage, or where it asks about several things by all together.

    Words scattered over passages that say other things are no answer, however many they are.
    """
    together = chosen if evidence.question.joins else [c for c in chosen if c.rank == best.rank]
    return _share(evidence, [max(c.covers[i] for c in (best, *together)) for i in range(len(evidence.weights))])


def _share(evidence: Evidence, covers: Sequence[float]) -> float:
    """The weighted share that is covered; where only the value answers, of what is asked without what was told."""
    asked = evidence.question.asked_at
    whole = sum(evidence.weights[i] for i in asked)
    if is_nothing_without(evidence.question) and whole and evidence.question.telling_at:
        return sum(evidence.weights[i] * covers[i] for i in asked) / whole
    return evidence.weigh(covers)


def _needed(evidence: Evidence, tuning: Tuning) -> float:
    telling = len(evidence.question.telling_at)
    return tuning.answer_min_coverage - tuning.answer_relief * max(0, min(telling, _LONG_QUESTION) - _PLAIN_QUESTION)


_PLAIN_QUESTION, _LONG_QUESTION = 4, 9  # telling words


def _is_near(evidence: Evidence, best: Candidate, tuning: Tuning) -> bool:
    """Whether the passage is about the question as the embedder sees it.

    A code of the question says so by itself; all of several asked words in one unit need less nearness.
    """
    similarity = best.ranked.ranked.dense_raw
    if similarity is None or similarity >= tuning.answer_min_similarity:
        return True
    asked = evidence.question.telling_at
    if any(evidence.question.terms[i].kind is TermKind.CODE and i in best.marks for i in asked):
        return True
    says_it_all = len(asked) > 1 and all(i in best.marks or best.covers[i] == 1.0 for i in asked)
    return says_it_all and similarity >= tuning.answer_least_similarity


def _lacks_value(evidence: Evidence, scored: Sequence[Scored]) -> bool:
    """Whether no unit shows the value, of a kind of which nothing else is even a part: a number to call, a price."""
    return is_nothing_without(evidence.question) and not any(s.shows_value for s in scored)


def _giving(evidence: Evidence, scored: Sequence[Scored], chosen: Sequence[Candidate]) -> Sequence[Candidate]:
    """The chosen units that show the value asked for; all of them where answers of that kind show none."""
    if evidence.question.kind not in MUST_SHOW:
        return chosen
    return [s.candidate for s in scored if s.shows_value and s.candidate in chosen]


def _supports(best: Scored, evidence: Evidence, tuning: Tuning) -> bool:
    """Whether the best unit says enough, and its passage speaks of the names and codes asked about."""
    if _share(evidence, best.candidate.covers) < tuning.answer_min_sentence or _asks_nothing_to_look_up(evidence):
        return False
    if _main_word_is_unknown(evidence, tuning):
        return False
    here = evidence.passages[best.candidate.rank]
    kinds = (TermKind.NAME, TermKind.CODE)
    named = [i for i in evidence.question.asked_at if evidence.question.terms[i].kind in kinds]
    return not named or any(i in here for i in named)


def _main_word_is_unknown(evidence: Evidence, tuning: Tuning) -> bool:
    """Whether no passage has the word that says most of what is asked: what is left answers another question."""
    anywhere = evidence.anywhere
    return any(
        weight > tuning.answer_max_unknown and term.kind in (TermKind.WORD, TermKind.HEAD) and not term.told
        for i, (term, weight) in enumerate(zip(evidence.question.terms, evidence.weights, strict=True))
        if i not in anywhere
    )


def _asks_nothing_to_look_up(evidence: Evidence) -> bool:
    """Whether only small words or bare numbers are asked about, and no value: "I want a person", "What is 2+2?"."""
    asked = {t.kind for t in evidence.question.asked}
    return evidence.question.kind in (Kind.OPEN, Kind.DEFINITION) and asked <= {TermKind.LIGHT, TermKind.NUMBER}


def _says_enough(evidence: Evidence, best: Scored) -> bool:
    """Whether the question has words enough to tell an answer by them.

    One telling word ("Is it paid?") is met by chance, and what something is is not said wherever it is mentioned:
    then the value, the definition, or the headings must confirm it.
    """
    question, candidate = evidence.question, best.candidate
    telling, whole = question.telling_at, question.asked_at
    if best.confirmed or goes_on(candidate, evidence):
        return True
    if question.kind is Kind.DEFINITION:
        return len(telling) > _SHORT_NAME and candidate.marks_all(telling)
    if best.shows_value and question.kind in _TOLD_WHOLE and len(whole) > 1 and candidate.marks_all(whole):
        return True
    return len(telling) > 1 or any(candidate.above[i] > 0 for i in telling)


_SHORT_NAME = 2  # telling words; of more, one sentence with all of them is about nothing else
_TOLD_WHOLE = frozenset((Kind.HOW_TO, Kind.WHERE, Kind.WHO))  # one that says all of the question tells it
