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
from followthrough.domain.outcome import Extract, ExtractKind, PartAnswer
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.retrieval import RankedPassage, Retrieval, RetrievalSignal
from followthrough.rules.conflict import can_differ, disagreement, outdated
from followthrough.rules.evidence import Candidate, Evidence, weigh_evidence
from followthrough.rules.expand import proposed_reading, readings
from followthrough.rules.kinds import Kind
from followthrough.rules.names import is_code
from followthrough.rules.question import MUST_OCCUR, Term, TermKind, read_question
from followthrough.rules.relation import relates_in_one_place
from followthrough.rules.selection import Scored, only_defers, score, select
from followthrough.rules.statement import is_hedged
from followthrough.rules.units import row_in_words
from followthrough.rules.values import MUST_SHOW
from followthrough.rules.words import Stems, words_of
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
    proposed = plan.proposed or ("",) * len(parts)
    each = zip(parts, plan.each_angle, plan.queries or proposed, proposed, retrievals, strict=True)
    for part, angle, query, words, retrieval in each:
        read = (*readings(part, angle, pack), *proposed_reading(part, words, query, pack))
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
    used = answer.extracts[0].passage.document_id
    current = [p for p in found.passages if not p.superseded and p.passage.document_id not in expired]
    rest = dict.fromkeys(p.passage.document_id for p in current if p.passage.document_id != used)
    others = [
        answer_part(
            part, replace(found, passages=tuple(p for p in current if p.passage.document_id == one)), pack, tuning
        )
        for one in rest
    ]
    scopes = {p.passage.document_id: p.scope for p in current}
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
        stated=dict(plan.stated),
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
        if not scored or not _supports(scored[0], evidence, self._tuning):
            anywhere = frozenset[int]().union(*evidence.passages)
            return _nothing(self._part, RetrievalSignal.NONE, _missing(evidence, anywhere))
        best = scored[0]
        chosen = select(evidence, scored, self._pack, self._tuning)
        cited = frozenset[int]().union(*(evidence.passages[c.rank] for c in chosen))
        spoken_of = cited if evidence.question.joins else evidence.passages[best.candidate.rank]
        coverage = _coverage(evidence, best.candidate, chosen)
        complete = (
            coverage >= _needed(evidence, self._tuning)
            and _must_occur(evidence) <= spoken_of
            and _lacks_nothing_weighty(evidence, spoken_of, self._tuning)
            and (best.confirmed or _leaves_no_word_out(evidence, chosen, self._pack, self._tuning))
            and _says_enough(evidence, best)
            and relates_in_one_place(evidence, _giving(evidence, scored, chosen), self._tuning)
            and _is_near(evidence, best.candidate, self._tuning)
            and not only_defers(evidence, chosen, self._pack)
        )
        return PartAnswer(
            part_id=self._part.id,
            extracts=tuple(_extract(c) for c in chosen),
            coverage=round(coverage, 4),
            missing=() if complete else _missing(evidence, cited),
            complete=complete,
            signal=RetrievalSignal.HIGH if complete else RetrievalSignal.LOW,
        )


def _must_occur(evidence: Evidence) -> frozenset[int]:
    """What the cited passage must speak of: what was asked, and what was told where any passage knows it."""
    terms = zip(evidence.question.terms, evidence.weights, strict=True)
    return frozenset(
        i for i, (term, weight) in enumerate(terms) if term.kind in MUST_OCCUR and weight > 0 and not term.story
    )


def _lacks_nothing_weighty(evidence: Evidence, spoken_of: frozenset[int], tuning: Tuning) -> bool:
    """Whether every asked word occurs where the answer stands, but for light ones.

    A word of small weight may be absent there when other passages have it: documents say some things differently.
    """
    anywhere = frozenset[int]().union(*evidence.passages)
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


def _coverage(evidence: Evidence, best: Candidate, chosen: Sequence[Candidate]) -> float:
    """How much of the question is covered by one passage, or where it asks about several things by all together.

    Words scattered over passages that say other things are no answer, however many they are.
    """
    together = chosen if evidence.question.joins else [c for c in chosen if c.rank == best.rank]
    return evidence.weigh([max(c.covers[i] for c in (best, *together)) for i in range(len(evidence.weights))])


def _needed(evidence: Evidence, tuning: Tuning) -> float:
    telling = sum(t.kind is not TermKind.LIGHT for t in evidence.question.asked)
    return tuning.answer_min_coverage - tuning.answer_relief * max(0, min(telling, _LONG_QUESTION) - _PLAIN_QUESTION)


_PLAIN_QUESTION, _LONG_QUESTION = 4, 9  # telling words


def _is_near(evidence: Evidence, best: Candidate, tuning: Tuning) -> bool:
    """Whether the passage is about the question as the embedder sees it.

    A code of the question says so by itself; all of several asked words in one unit need less nearness.
    """
    similarity = best.ranked.ranked.dense_raw
    if similarity is None or similarity >= tuning.answer_min_similarity:
        return True
    asked = [(i, t) for i, t in enumerate(evidence.question.terms) if not t.told and t.kind is not TermKind.LIGHT]
    if any(t.kind is TermKind.CODE and i in best.marks for i, t in asked):
        return True
    says_it_all = len(asked) > 1 and all(i in best.marks or best.covers[i] == 1.0 for i, _ in asked)
    return says_it_all and similarity >= tuning.answer_least_similarity


def _giving(evidence: Evidence, scored: Sequence[Scored], chosen: Sequence[Candidate]) -> Sequence[Candidate]:
    """The chosen units that show the value asked for; all of them where answers of that kind show none."""
    if evidence.question.kind not in MUST_SHOW:
        return chosen
    return [s.candidate for s in scored if s.shows_value and s.candidate in chosen]


def _supports(best: Scored, evidence: Evidence, tuning: Tuning) -> bool:
    """Whether the best unit says enough, and its passage speaks of the names and codes asked about."""
    if best.candidate.coverage < tuning.answer_min_sentence or _asks_nothing_to_look_up(evidence):
        return False
    if _main_word_is_unknown(evidence, tuning):
        return False
    here = evidence.passages[best.candidate.rank]
    kinds = (TermKind.NAME, TermKind.CODE)
    named = [i for i, t in enumerate(evidence.question.terms) if t.kind in kinds and not t.told]
    return not named or any(i in here for i in named)


def _main_word_is_unknown(evidence: Evidence, tuning: Tuning) -> bool:
    """Whether no passage has the word that says most of what is asked: what is left answers another question."""
    anywhere = frozenset[int]().union(*evidence.passages)
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
    telling = [i for i, t in enumerate(evidence.question.terms) if t.kind is not TermKind.LIGHT and not t.told]
    if best.confirmed:
        return True
    if evidence.question.kind is Kind.DEFINITION:
        return len(telling) > _SHORT_NAME and all(i in best.candidate.marks for i in telling)
    if best.shows_value and evidence.question.kind in _TOLD_WHOLE:
        whole = [i for i, term in enumerate(evidence.question.terms) if not term.told]
        if len(whole) > 1 and all(i in best.candidate.marks for i in whole):
            return True
    return len(telling) > 1 or any(best.candidate.above[i] > 0 for i in telling)


_SHORT_NAME = 2  # telling words; of more, one sentence with all of them is about nothing else
_TOLD_WHOLE = frozenset((Kind.HOW_TO, Kind.WHERE, Kind.WHO))  # one that says all of the question tells it


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


def _extract(candidate: Candidate) -> Extract:
    passage, unit = candidate.passage, candidate.unit
    quote = candidate.text
    body = passage.text[unit.body : unit.end]
    text = row_in_words(quote, unit.header) if unit.kind is ExtractKind.ROW else " ".join(body.split())
    return Extract(
        text=text,
        passage=passage,
        quote=quote,
        start=passage.start + unit.start,
        end=passage.start + unit.end,
        kind=unit.kind,
        superseded=candidate.ranked.superseded,
    )
