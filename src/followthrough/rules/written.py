"""What a model writes of the answer: which passages it gets, which of its sentences are said, and for which parts.

The rules have answered already. A model may say it better; it may not say more than its passages bear, and a part
whose answer is not in what it wrote is told in the rules' words. Invariants: what was said is never taken back; no
part gets a better status for what a model wrote than its passages give it (architecture rule 4).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, SubObjectiveId
from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import Found, PartAnswer, Wording
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.retrieval import Retrieval, RetrievalSignal
from followthrough.rules.answer import Theirs, answer_part, source_of
from followthrough.rules.asking import ends_as_question
from followthrough.rules.check_answer import AnswerCheck, Flaw
from followthrough.rules.evidence import leans_back
from followthrough.rules.facts import facts_of
from followthrough.rules.kinds import wanted
from followthrough.rules.premise import corrected
from followthrough.rules.speaking import Piece
from followthrough.rules.unsolved import shows_value, telling_stems
from followthrough.rules.values import SHAPED
from followthrough.rules.words import keys_of
from followthrough.tuning import Tuning


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """What a model is asked to write.

    Attributes:
        question: the message's parts as they are to be understood, a line each.
        passages: what it may use, by the numbers under which it gets them.
        parts: the parts that it may answer.
        is_sure: the rules settled a part, so that what passes is said at once; else it is said only when it turns
            out to be about what was asked.
        may_offer: nothing is left open, so that the answer may end in an offer to tell more.
    """

    question: str
    passages: Mapping[int, Passage]
    parts: tuple[SubObjective, ...]
    is_sure: bool
    may_offer: bool = False


def writing_of(
    plan: AnswerQuestion,
    parts: Sequence[SubObjective],
    found: Found,
    tuning: Tuning,
    *,
    told: Collection[DocumentId] = (),
) -> Writing | None:
    """What a model is asked to write for what was found; None where there is nothing for it to use.

    Sources that disagree or are out of date are set side by side by the rules, and what failed is said by them.

    Args:
        plan: what was searched.
        parts: its parts as they are to be answered.
        found: what was found for them.
        tuning: the table of numbers.
        told: documents that asked for details before: which of their cases is the user's is the rules' to say.
    """
    if found.task is not None or found.unclear is not None:
        return None
    rows = [
        (part, answer, retrieval)
        for part, answer, retrieval in zip(parts, found.answers, found.retrievals, strict=False)
        if _may_be_written(part, answer, retrieval, plan, tuning)
        and all(extract.passage.document_id not in told for extract in answer.extracts)
    ]
    each = [_passages_for(answer, retrieval, told) for _, answer, retrieval in rows]
    passages = list(islice(_in_turn(each), tuning.written_passages))
    if not passages:
        return None
    return Writing(
        question="\n".join(dict.fromkeys(text for part, _, _ in rows for text in (part.query,))),
        passages=dict(enumerate(passages, start=1)),
        parts=tuple(part for part, _, _ in rows),
        is_sure=any(answer.complete for _, answer, _ in rows),
        may_offer=all(answer.complete for answer in found.answers),
    )


def _may_be_written(
    part: SubObjective, answer: PartAnswer, found: Retrieval, plan: AnswerQuestion, tuning: Tuning
) -> bool:
    if answer.doubt is not None or any(extract.superseded for extract in answer.extracts) or found.failed:
        return False
    if answer.extracts:
        return part.id not in plan.again or answer.complete
    if part.id in plan.again or part.id in dict(plan.stated):
        return False
    best = [p.ranked.dense_raw for p in found.passages if not p.superseded]
    return any(similarity is None or similarity >= tuning.answer_min_similarity for similarity in best)


def _passages_for(answer: PartAnswer, found: Retrieval, told: Collection[DocumentId]) -> list[Passage]:
    """What the rules' answer rests on, then what else was found."""
    own = [extract.passage for extract in answer.extracts]
    rest = [p.passage for p in found.passages if not p.superseded and p.passage.document_id not in told]
    return list({p.id: p for p in (*own, *rest)}.values())


def _in_turn(each: Sequence[Sequence[Passage]]) -> list[Passage]:
    """The first of every part, then the second of every part; each passage once."""
    longest = max((len(one) for one in each), default=0)
    ordered = (one[place] for place in range(longest) for one in each if place < len(one))
    return list({p.id: p for p in ordered}.values())


class Draft:
    """The sentences of one answer, checked as they come.

    Attributes:
        said: the sentences that passed, in order.
        flaws: why the others did not, in order.
    """

    def __init__(self, writing: Writing, pack: Pack, tuning: Tuning) -> None:
        self._check = AnswerCheck(writing.question, writing.passages, pack, tuning)
        self._pack = pack
        self._most = tuning.written_max_sentences
        self._lead: Wording | None = None
        self._hangs = False
        self._may_offer = writing.may_offer
        self.said: list[Wording] = []
        self.flaws: list[Flaw] = []

    @property
    def is_lost(self) -> bool:
        """Whether its first sentence failed: what follows would hang in the air. A mere "Sure!" is none."""
        return not self.said and any(flaw not in (Flaw.EMPTY, Flaw.NOT_CITED) for flaw in self.flaws)

    @property
    def is_full(self) -> bool:
        """Whether it has as many sentences as an answer may have."""
        return len(self.said) >= self._most

    def take(self, piece: Piece) -> tuple[Wording, ...]:
        """What the next sentence adds: itself, behind the line that announces it; nothing when it fails.

        What leans on a sentence that was left out is left out too.
        """
        if self.is_lost or self.is_full:
            return ()
        checked = self._check.check(piece.text)
        leans = self._hangs and not isinstance(checked, Flaw) and leans_back(keys_of(checked.text), self._pack)
        if isinstance(checked, Flaw) or leans:
            if piece.text.rstrip().endswith(":") and self._announces(piece.text):
                self._lead = Wording(gap=self._gap(piece.gap), text=piece.text.strip(), extracts=(), is_lead=True)
                return ()
            if (offer := self._offer(piece)) is not None:
                self.said.append(offer)
                return (offer,)
            self._hangs = True
            self.flaws.append(checked if isinstance(checked, Flaw) else Flaw.NOT_SUPPORTED)
            return ()
        gap = piece.gap if self._lead is not None else self._gap(piece.gap)
        wording = Wording(gap=gap, text=checked.text, extracts=checked.extracts, marker=checked.marker)
        lead, self._lead, self._hangs = self._lead, None, False
        if lead is not None and wording.marker:
            wording = replace(wording, gap="\n\n")
            added = (lead, wording)
        else:
            added = (replace(wording, gap=self._gap(piece.gap)),)
        self.said += added
        return added

    def _offer(self, piece: Piece) -> Wording | None:
        """The sentence as an offer, where it is one: the first one, behind an answer."""
        if not self._may_offer or not self.said or not ends_as_question(piece.text):
            return None
        text = " ".join(piece.text.split())
        extract = self._check.offer(text)
        self._may_offer = extract is None
        return None if extract is None else Wording(gap=" ", text=text, extracts=(extract,), is_offer=True)

    def _announces(self, text: str) -> bool:
        """Whether a line that ends in a colon says nothing that a source would have to say."""
        return not self._check.beyond(text)

    def _gap(self, gap: str) -> str:
        """One of the gaps that a reply knows."""
        if not self.said:
            return ""
        return "\n\n" if gap.count("\n") > 1 else "\n" if "\n" in gap else " "


def with_written(
    found: Found, writing: Writing, said: Sequence[Wording], *, theirs: Theirs, pack: Pack, tuning: Tuning
) -> Found:
    """What was found, with what a model wrote and the parts that it answers.

    A part that the rules did not answer has a partial answer in what was written of it; none becomes a whole one.
    What was said already stays, whatever it answers; what was not is left away where it answers nothing.
    """
    cited = [wording for wording in said if wording.extracts and not wording.is_offer]
    drafted = {answer.part_id: answer for answer in found.answers}
    told = tuple(part.id for part in writing.parts if _tells(part, drafted[part.id], cited, pack, tuning))
    if not told and not writing.is_sure:
        return found
    retrievals = {answer.part_id: one for answer, one in zip(found.answers, found.retrievals, strict=False)}
    answers: dict[SubObjectiveId, PartAnswer] = {}
    for part in writing.parts:
        if part.id in told and not drafted[part.id].complete:
            answer = _corrected(part, retrievals[part.id], cited, pack, tuning)
            answer = answer or _partly(drafted[part.id], part, cited, pack)
            answers[part.id] = replace(answer, source=source_of(answer, theirs.ever))
    return replace(
        found,
        written=tuple(said),
        told=told,
        answers=tuple(answers.get(answer.part_id, answer) for answer in found.answers),
    )


def _corrected(
    part: SubObjective, retrieval: Retrieval, cited: Sequence[Wording], pack: Pack, tuning: Tuning
) -> PartAnswer | None:
    """The rules' answer to the part without what it wrongly takes for granted; None where that is no whole one."""
    right = corrected(part, cited, pack)
    if right is None:
        return None
    answer = answer_part(right, retrieval, pack, tuning)
    return replace(answer, part_id=part.id) if answer.complete else None


def _tells(part: SubObjective, answer: PartAnswer, cited: Sequence[Wording], pack: Pack, tuning: Tuning) -> bool:
    """Whether what was written answers the part: it speaks of it, and has the value that the rules found."""
    asked = telling_stems(part.text, pack)
    texts = [w.text for w in cited]
    quotes = [e.quote for w in cited for e in w.extracts]
    above = [" ".join((e.passage.document_name, *e.passage.heading)) for w in cited for e in w.extracts]
    spoken = telling_stems(" ".join((*texts, *quotes, *above)), pack)
    if not cited or len(asked & spoken) < tuning.written_min_cover * len(asked):
        return False
    shaped = wanted(keys_of(part.text), pack).kind in SHAPED
    if shaped and not any(shows_value(text, part, pack) for text in texts):
        return False
    if not answer.extracts:
        return len(asked) > 1
    used = {e.passage.id for e in answer.extracts}
    if not any(e.passage.id in used for w in cited for e in w.extracts):
        return False
    values = facts_of(" ".join(e.text for e in answer.extracts), pack)
    figures = values.numbers | values.codes
    if not shaped or not answer.complete or not figures:
        return True
    return not figures.isdisjoint(facts_of(" ".join(texts), pack).all)


def _partly(answer: PartAnswer, part: SubObjective, cited: Sequence[Wording], pack: Pack) -> PartAnswer:
    """The partial answer with what was written of it; words that it speaks of are not missing any more."""
    spoken = telling_stems(" ".join(w.text for w in cited), pack)
    missing = tuple(text for text in answer.missing if telling_stems(text, pack) - spoken)
    if answer.extracts:
        return replace(answer, missing=missing)
    asked = telling_stems(part.text, pack)
    return replace(
        answer,
        extracts=tuple({(e.start, e.passage.id): e for w in cited for e in w.extracts}.values()),
        missing=missing,
        coverage=round(len(asked & spoken) / (len(asked) or 1), 4),
        signal=RetrievalSignal.LOW,
    )
