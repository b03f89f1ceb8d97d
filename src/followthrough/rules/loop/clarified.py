"""The answer at the end of a loop: what the stored document says for the user's details, without a search (R3-14).

The details choose the cases; within them the question chooses what is said. What no case fits is said to be so.
Invariant: every extract stands in a stored passage, and none under a case that a detail rules out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from followthrough.domain.clarification import ClarificationContext, KnownDetails, LoopAnswer
from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId
from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import Clarified, Detail, Extract, ExtractKind, PartAnswer
from followthrough.domain.pack import Pack
from followthrough.domain.retrieval import Ranked, RankedPassage, Retrieval, RetrievalSignal
from followthrough.rules.cases.details import AskedDetail, DetailReader
from followthrough.rules.cases.fitting import Fitting, shown_cases
from followthrough.rules.cases.labels import Label, LabelKind, Place, places_of
from followthrough.rules.cases.matrix import places_for
from followthrough.rules.cases.verdict import Verdict
from followthrough.rules.cases.verdicts import Judge
from followthrough.rules.evidence.answer import answer_part
from followthrough.rules.evidence.coverage import leans_back
from followthrough.rules.evidence.units import extract_of as unit_as_words
from followthrough.rules.evidence.units import row_in_words
from followthrough.rules.language.asking import asks
from followthrough.rules.language.words import keys_of
from followthrough.tuning import Tuning


def answer_clarified(
    parts: Sequence[SubObjective], context: ClarificationContext, pack: Pack, tuning: Tuning
) -> Clarified:
    """What the document says on each part for the answers that were given."""
    told = _Told(context.document_id, context.answers, context.passages, context.original_query)
    found = _clarified(parts, told, pack, tuning)
    if not Fitting.of(context, pack).leaves_open(context.answers):
        return found
    return replace(found, answers=tuple(_partly(answer) if answer.complete else answer for answer in found.answers))


@dataclass(frozen=True, slots=True)
class _Told:
    """What a document was told, with what was found and was asked."""

    document_id: DocumentId
    answers: Sequence[LoopAnswer]
    passages: Sequence[Passage]
    query: str


def _clarified(parts: Sequence[SubObjective], told: _Told, pack: Pack, tuning: Tuning) -> Clarified:
    own = [p for p in told.passages if p.document_id == told.document_id]
    choice, used = _chosen(told.answers, own, pack)
    said = [p for p in parts if _by_question(p, own, pack, tuning).extracts] if len(parts) > 1 else []
    own_parts = said or parts  # it began its questions for one of them, whatever words it answers in
    answers = tuple(
        _answer(part, told, choice, used, is_own=part in own_parts, pack=pack, tuning=tuning) for part in parts
    )
    return Clarified(answers=answers, details=used, left=tuple(_without(choice)))


def answer_recalled(
    part: SubObjective, known: KnownDetails, passages: Sequence[Passage], pack: Pack, tuning: Tuning
) -> PartAnswer | None:
    """A part answered from the document with what it was told before; None where that makes no difference.

    A case that a later part names itself takes the place of what was told: "and with a green light?".
    """
    if part.id in known.parts:
        told = _Told(known.document_id, known.answers, passages, part.query)
        again = _clarified([part], told, pack, tuning)
        return _naming(again.answers[0], again.details)
    choice, used = _chosen(known.answers, passages, pack, part.query)
    if all(detail.fit == "unused" for detail in used):
        return None
    answer = _whole(_by_question(part, _without(choice), pack, tuning), choice)
    anyhow = _by_question(part, passages, pack, tuning)
    is_missed = any(d.fit == "missed" for d in used) and anyhow.extracts != answer.extracts
    is_open = is_missed or _is_by_chance(answer, choice, used, DetailReader(pack))
    return _naming(_partly(answer), used) if is_open else answer


def _is_by_chance(answer: PartAnswer, choice: _Choice, used: Sequence[Detail], reader: DetailReader) -> bool:
    """Whether what is cited holds for one of several cases that nothing chose between.

    A case is one that an open detail would decide, or a sentence beside others that say the same of other things.
    """
    if all(detail.fit not in ("unused", "open") for detail in used):
        return False
    cited = _cited(answer, choice.places)
    opened = {label for d, v in zip(used, choice.verdicts, strict=True) if d.fit == "open" for label in v.cases}
    return any(not opened.isdisjoint(place.labels) or _is_one_of(place, cited, choice, reader) for place in cited)


def _is_one_of(place: Place, cited: Sequence[Place], choice: _Choice, reader: DetailReader) -> bool:
    """Whether sentences that are not cited say the same of other things."""
    beside = (one for one in choice.places if one not in cited and one.labels)
    prose = (one for one in beside if one.labels[-1].kind is LabelKind.SENTENCE)
    return any(reader.is_parallel(place.text, one.text) for one in prose)


def _cited(answer: PartAnswer, places: Sequence[Place]) -> list[Place]:
    spans = {(e.passage.id, e.start - e.passage.start) for e in answer.extracts}
    return [place for place in places if (place.passage.id, place.unit.start) in spans]


def _naming(answer: PartAnswer, used: Sequence[Detail]) -> PartAnswer:
    """An answer that is not complete with the cases among which it depends."""
    open_cases = (case for detail in used if detail.fit in ("open", "missed") for case in detail.cases)
    return answer if answer.complete else replace(answer, cases=tuple(dict.fromkeys(open_cases)))


def _chosen(
    answers: Sequence[LoopAnswer], own: Sequence[Passage], pack: Pack, query: str = ""
) -> tuple[_Choice, tuple[Detail, ...]]:
    """What the answers leave of a document, and what came of each; a case that ``query`` names is the newest."""
    reader = DetailReader(pack)
    questions = [given.question for given in answers]
    places = places_for(own, questions, reader, pack)
    judge = Judge(places, reader, pack, questions)
    details = [_newest(given, query, judge, reader) if query else reader.read(given) for given in answers]
    choice = _Choice(places, [judge.judge(detail) for detail in details], pack)
    return choice, _used(details, choice, reader)


def _newest(given: LoopAnswer, query: str, judge: Judge, reader: DetailReader) -> AskedDetail:
    asked = reader.read(replace(given, answer=query))
    return asked if asked.is_yes is None and judge.names_case(asked) else reader.read(given)


def explained(text: str, context: ClarificationContext, pack: Pack) -> tuple[Extract, ...]:
    """What the document says of the thing that a question about its question is about: where to find it, what it is.

    That is what the text names of the loop's questions, else what the question that waits asks for.
    """
    reader = DetailReader(pack)
    asked = frozenset[str]().union(*(reader.telling(question) for question in context.questions))
    names = (reader.telling(text) & asked) or reader.telling(context.question or "")
    own = [p for p in context.passages if p.document_id == context.document_id]
    told = [
        place
        for place in places_of(own, pack)
        if place.labels
        and place.labels[-1].kind is LabelKind.SENTENCE
        and reader.says_of(place.text, names)
        and not asks(place.text, pack)
    ]
    return tuple(extract_of(place) for place in told[:_MOST_EXPLAINED])


_MOST_EXPLAINED = 2  # sentences beside a question that waits


class _Choice:
    """The places that the details leave, and how well each fits them."""

    def __init__(self, places: Sequence[Place], verdicts: Sequence[Verdict], pack: Pack) -> None:
        self.verdicts = verdicts
        self._scores: dict[Place, float] = {}
        self._ruled_out: set[Place] = set()
        self.places = places
        for place in places:
            scores = [_score(place, verdict) for verdict in verdicts]
            if None in scores:
                self._ruled_out.add(place)
            self._scores[place] = sum(s for s in scores if s)
        self._carry_on(pack)
        self.best = max((self._scores[p] for p in self.left), default=0.0)

    @property
    def left(self) -> list[Place]:
        """The places that no detail rules out."""
        return [p for p in self.places if p not in self._ruled_out]

    @property
    def fitting(self) -> list[Place]:
        """Those that fit most details."""
        return [p for p in self.left if self._scores[p] >= self.best - _SAME]

    def fits(self, place: Place) -> bool:
        """Whether the place is left and fits a detail."""
        return place not in self._ruled_out and self._scores[place] > 0

    def _carry_on(self, pack: Pack) -> None:
        """A sentence that says nothing of any detail goes with the sentence before it in its paragraph.

        After one that is ruled out only where it leans on it ("It restarts by itself.").
        """
        for before, place in zip(self.places, self.places[1:], strict=False):
            if place.block != before.block or place.unit.kind is not ExtractKind.SENTENCE or self._is_named(place):
                continue
            if place in self._ruled_out:
                continue
            if before in self._ruled_out:
                if leans_back(keys_of(place.text), pack):
                    self._ruled_out.add(place)
            elif self._scores[before] > self._scores[place]:
                self._scores[place] = self._scores[before]

    def _is_named(self, place: Place) -> bool:
        """Whether the place has a label of its own that a verdict speaks of."""
        own = place.labels[-1] if place.labels else None
        return own is not None and any(own in v.fits or own in v.conflicts or own in v.cases for v in self.verdicts)


_SAME = 0.01


def _score(place: Place, verdict: Verdict) -> float | None:
    """How well the place fits one detail; None where it is ruled out. An outer label that fits settles it."""
    best = 0.0
    for label in place.labels:
        if label in verdict.conflicts:
            return None
        best = max(best, verdict.fits.get(label, 0.0))
        if best >= 1.0:
            return best
    return best


def _used(details: Sequence[AskedDetail], choice: _Choice, reader: DetailReader) -> tuple[Detail, ...]:
    """What came of each detail. One that the document has no case for hides no case from the others."""
    verdicts = choice.verdicts
    has_case = [bool(v.fits) or not v.conflicts for v in verdicts]
    found: list[Detail] = []
    for place, (detail, verdict) in enumerate(zip(details, verdicts, strict=True)):
        others = [v for i, v in enumerate(verdicts) if i != place and has_case[i]]
        left = [p for p in choice.places if all(_score(p, v) is not None for v in others)]
        here = {label for p in left for label in p.labels}
        told = verdict.undecided if sum(c in here for c in verdict.undecided) > 1 else verdict.cases
        cases = shown_cases((c for c in told if c in here), detail.names, reader)
        found.append(
            Detail(question=detail.question, answer=detail.answer, fit=_fit(verdict, here, detail), cases=cases)
        )
    return tuple(found)


def _fit(verdict: Verdict, here: set[Label], detail: AskedDetail) -> Literal["fits", "open", "missed", "unused"]:
    """How one detail fits among the labels that the other details leave."""
    if detail.answer is None:
        return "open" if sum(c in here for c in verdict.cases) > 1 else "unused"
    if sum(label in here for label in verdict.undecided) > 1:
        return "open"
    if not here.isdisjoint(verdict.fits):
        return "fits"
    return "unused" if here.isdisjoint(verdict.conflicts) else "missed"


def _answer(
    part: SubObjective,
    told: _Told,
    choice: _Choice,
    used: Sequence[Detail],
    *,
    is_own: bool,
    pack: Pack,
    tuning: Tuning,
) -> PartAnswer:
    """One part: from another document that answered it before, else from the cases that fit, else what is general.

    The document says nothing on a part of several that is not its own, whatever case the details choose.
    """
    reader = DetailReader(pack)
    other = [p for p in told.passages if p.document_id != told.document_id]
    if other and (elsewhere := _by_question(part, other, pack, tuning)).complete:
        return elsewhere
    if not is_own:
        return _partly(_by_question(part, [], pack, tuning))
    query = reader.telling(f"{told.query} {part.query}")
    opened = [label for d, v in zip(used, choice.verdicts, strict=True) if d.fit == "open" for label in v.cases]
    missed = any(d.fit == "missed" for d in used)
    if choice.best > 0:
        chosen = _most_asked(_about_query(choice, query, reader), query, reader, tuning)
    elif opened:
        chosen = _one_each(choice.left, opened, query, reader)
    else:
        plain = _whole(_by_question(part, _without(choice), pack, tuning), choice)
        return _partly(plain) if missed or _is_by_chance(plain, choice, used, reader) else plain
    complete = bool(chosen) and not missed and not opened
    return PartAnswer(
        part_id=part.id,
        extracts=tuple(extract_of(p) for p in chosen),
        coverage=1.0 if complete else 0.5,
        missing=(),
        complete=complete,
        signal=RetrievalSignal.HIGH if complete else RetrievalSignal.LOW,
    )


def _by_question(part: SubObjective, passages: Sequence[Passage], pack: Pack, tuning: Tuning) -> PartAnswer:
    """What these passages say on the question alone. Their words stand in the whole passages again afterwards."""
    ranked = tuple(RankedPassage(passage=p, ranked=Ranked(passage_id=p.id, score=1.0)) for p in passages)
    return answer_part(part, Retrieval(query=part.query, passages=ranked), pack, tuning)


def _without(choice: _Choice) -> list[Passage]:
    """The passages with blanks for what is ruled out, so that every place stays where it is."""
    left = {id(p) for p in choice.left}
    texts: dict[str, tuple[Passage, str]] = {}
    for place in choice.places:
        passage, text = texts.get(place.passage.id, (place.passage, place.passage.text))
        if id(place) not in left:
            start, end = place.unit.start, place.unit.end
            text = text[:start] + " " * (end - start) + text[end:]
        texts[passage.id] = (passage, text)
    return [replace(passage, text=text) for passage, text in texts.values() if text.strip()]


def _whole(answer: PartAnswer, choice: _Choice) -> PartAnswer:
    """The answer with its extracts in the passages as they are."""
    passages = {p.passage.id: p.passage for p in choice.places}
    return replace(answer, extracts=tuple(replace(e, passage=passages[e.passage.id]) for e in answer.extracts))


def _partly(answer: PartAnswer) -> PartAnswer:
    """What is general is at best a part of the answer for a case that the document does not have."""
    signal = RetrievalSignal.LOW if answer.extracts else RetrievalSignal.NONE
    return replace(answer, complete=False, missing=(), signal=signal)


def _about_query(choice: _Choice, query: frozenset[str], reader: DetailReader) -> list[Place]:
    """The places that fit most details; where they say nothing of the question, those of sections with cases that do.

    "Is the repair free?" is answered by what fits the age under "Warranty", not by the model's red light.
    """
    fitting = choice.fitting
    sections = {place.passage.heading for place in fitting}
    if any(_shared([place], query, reader) for place in fitting):
        return fitting
    told_apart = {p.passage.heading for p in choice.places if p not in choice.left} - sections
    others = [p for p in choice.places if choice.fits(p) and p.passage.heading in told_apart]
    return [p for p in others if len(query & reader.telling(p.passage.text)) * 2 >= len(query)] or fitting


def _most_asked(places: Sequence[Place], query: frozenset[str], reader: DetailReader, tuning: Tuning) -> list[Place]:
    """The blocks that the question speaks of most, whole, as far as a reply holds them; in reading order."""
    blocks: dict[tuple[str, int], list[Place]] = {}
    for place in places:
        blocks.setdefault(place.block, []).append(place)
    chosen: list[Place] = []
    for block in sorted(blocks.values(), key=lambda b: (-_shared(b, query, reader), b[0].order)):
        room = tuning.loop_answer_units - len(chosen)
        if not chosen or len(block) <= room:
            chosen += block[: max(room, tuning.answer_list_items)]
    return sorted(chosen, key=lambda p: p.order)


def _shared(block: Sequence[Place], query: frozenset[str], reader: DetailReader) -> int:
    """How many of the question's words the block or its innermost heading has."""
    texts = [p.text for p in block] + list(block[0].passage.heading[-1:])
    return len(query & frozenset[str]().union(*(reader.telling(t) for t in texts)))


def _one_each(
    places: Sequence[Place], cases: Sequence[Label], query: frozenset[str], reader: DetailReader
) -> list[Place]:
    """For each case the place that the question speaks of most, in reading order."""
    chosen: dict[int, Place] = {}
    for label in dict.fromkeys(cases):
        under = [p for p in places if label in p.labels]
        if under:
            best = max(under, key=lambda p: (_shared([p], query, reader), -p.order))
            chosen[best.order] = best
    return [chosen[order] for order in sorted(chosen)]


def extract_of(place: Place) -> Extract:
    """The place as words of an answer; a cell of a table with what it is called at the side."""
    extract = unit_as_words(place.passage, place.unit)
    if not place.labels or place.labels[-1].kind is not LabelKind.COLUMN:
        return extract
    side = place.labels[-2]
    return replace(extract, text=f"{row_in_words(side.text, side.header)}; {extract.text}")
