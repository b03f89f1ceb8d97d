"""What a model writes of the answer: which passages it gets, which of its sentences are said, and for which parts.

The rules have answered already. A model may say it better; it may not say more than its passages bear, and a part
whose answer is not in what it wrote is told in the rules' words. Invariants: what was said is never taken back; no
part gets a better status for what a model wrote than its passages give it (architecture rule 4).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, SubObjectiveId
from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import Extract, ExtractKind, Found, PartAnswer, Wording
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.reading import Chance
from followthrough.domain.retrieval import Retrieval, RetrievalSignal
from followthrough.rules.claims.check import ClaimCheck, Flaw, Weighed, unmarked
from followthrough.rules.evidence.answer import Theirs, answer_part, source_of
from followthrough.rules.evidence.coverage import leans_back
from followthrough.rules.language.asking import ends_as_question
from followthrough.rules.language.words import keys_of
from followthrough.rules.objective.unsolved import telling_stems
from followthrough.rules.proposals.premise import corrected
from followthrough.rules.proposals.speaking import Piece
from followthrough.rules.proposals.telling import Telling
from followthrough.tuning import Tuning


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """What a model is asked to write.

    Attributes:
        understood: what the message asks, a line each, where it asks several things or a model's rewrite was taken.
        passages: what it may use, by the numbers under which it gets them.
        parts: the parts that it may answer.
        own: what claims may take from the user: the question, and what they told.
        would_say: the rules' own answer, empty where they have none.
        is_sure: the rules settled a part, so that no word of a model that nothing answers it is said.
        may_offer: nothing is left open, so that the answer may end in an offer to tell more.
        may_quote: the documents' own words may stand in the place of a doubted claim.
        settled: what was asked in each part that the rules settled, with the words that settle it.
    """

    passages: Mapping[int, Passage]
    parts: tuple[SubObjective, ...]
    is_sure: bool
    understood: str = ""
    own: str = ""
    would_say: str = ""
    may_offer: bool = False
    may_quote: bool = True
    settled: tuple[tuple[str, tuple[Extract, ...]], ...] = ()


def writing_of(
    plan: AnswerQuestion,
    parts: Sequence[SubObjective],
    found: Found,
    tuning: Tuning,
    *,
    told: Collection[DocumentId] = (),
    own: Sequence[str] = (),
) -> Writing | None:
    """What a model is asked to write for what was found; None where there is nothing for it to use.

    Sources that disagree or are out of date are set side by side by the rules, and what failed is said by them.

    Args:
        plan: what was searched.
        parts: its parts as they are to be answered.
        found: what was found for them.
        tuning: the table of numbers.
        told: documents that asked for details before: which of their cases is the user's is the rules' to say.
        own: what the user said and told, beside the parts' own words.
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
    question = "\n".join(dict.fromkeys(part.query for part, _, _ in rows))
    settled = _settled((part, answer) for part, answer, _ in rows)
    return Writing(
        understood=_understood(plan, [part for part, _, _ in rows]),
        own="\n".join(dict.fromkeys((question, *own))),
        would_say="\n".join(extract.text for _, answer, _ in rows for extract in answer.extracts),
        passages=dict(enumerate(passages, start=1)),
        parts=tuple(part for part, _, _ in rows),
        is_sure=bool(settled),
        may_offer=all(answer.complete for answer in found.answers),
        settled=settled,
    )


def _settled(rows: Iterable[tuple[SubObjective, PartAnswer]]) -> tuple[tuple[str, tuple[Extract, ...]], ...]:
    """What was asked in each part that the rules settled, with what they show for it."""
    return tuple((part.query, answer.extracts) for part, answer in rows if answer.complete)


def _understood(plan: AnswerQuestion, parts: Sequence[SubObjective]) -> str:
    """What the message asks beside its own words; what rules only search with would mislead who reads it."""
    proposed = [planned.proposed for planned in plan.planned if planned.proposed]
    several = [part.query for part in parts] if len(parts) > 1 else []
    return "\n".join(dict.fromkeys(proposed or several))


def _may_be_written(
    part: SubObjective, answer: PartAnswer, found: Retrieval, plan: AnswerQuestion, tuning: Tuning
) -> bool:
    if answer.doubt is not None or any(extract.superseded for extract in answer.extracts) or found.failed:
        return False
    if answer.extracts:
        return part.id not in plan.again or answer.complete
    if part.id in plan.again or part.id in plan.stated:
        return False
    best = [p.ranked.dense_raw for p in found.passages if not p.superseded]
    if plan.followup.is_followup:  # its few words are near nothing: what they are about stands in the conversation
        return bool(best)
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
        is_broken: the model broke off.
    """

    def __init__(self, writing: Writing, pack: Pack, tuning: Tuning, *, trust: float = 1.0) -> None:
        self._trust = trust
        self._check = ClaimCheck(writing.own, writing.passages, pack, settled=writing.settled)
        self._pack = pack
        self._tuning = tuning
        self._lead: Wording | None = None
        self._opening = ""
        self._hangs = False
        self._refused = 0
        self._lost = self._quoted = 0
        self._is_sure = writing.is_sure
        self._may_offer = writing.may_offer
        self._may_quote = writing.may_quote
        self.said: list[Wording] = []
        self.flaws: list[Flaw] = []
        self.is_broken = False

    @property
    def is_lost(self) -> bool:
        """Whether the first claim was refused: what follows mostly leans on it, and the rules have an answer."""
        return not self.said and self._lost > 0

    @property
    def is_full(self) -> bool:
        """Whether it has as many sentences as an answer may have, or says the same over and over."""
        repeats = self.flaws.count(Flaw.REPEATED)
        words = sum(len(wording.text.split()) for wording in self.said)
        is_long = self._trust < self._tuning.written_proven and words >= self._tuning.written_unproven_words
        return is_long or len(self.said) >= self._tuning.written_max_sentences or repeats >= _PATIENCE

    def telling(self, parts: Sequence[SubObjective], chances: Mapping[SubObjectiveId, Chance]) -> Telling:
        """Which of the parts it tells, by how likely it answers them."""
        return Telling(
            [wording for wording in self.said if wording.extracts and not wording.is_offer],
            stands=not self.is_broken and len(self.said) > self._lost,
            chances=chances,
            trust=self._trust,
            is_only=len(parts) == 1,
            pack=self._pack,
            tuning=self._tuning,
        )

    @property
    def holds(self) -> bool:
        """Whether more was said than refused: what a model's record counts."""
        return len(self.said) - self._quoted > self._refused

    def weigh(self, piece: Piece) -> list[Weighed] | Flaw:
        """The next sentence beside what it cites; or why it is none that a judge must hear."""
        return Flaw.EMPTY if self.is_lost or self.is_full else self._check.weigh(piece.text)

    def take(self, piece: Piece, weighed: Sequence[Weighed] | Flaw, chances: Sequence[float]) -> tuple[Wording, ...]:
        """What the next sentence adds: itself, behind the line that announces it; nothing when it fails.

        What leans on a sentence that was left out is left out too. Of a sentence whose end is not borne the beginning
        is taken, where it can stand alone. A claim that no exact rule refuses and that a judge doubts gives way to
        the words that it is closest to in what it cites.

        Args:
            piece: the sentence.
            weighed: what ``weigh`` gave for it.
            chances: of each that what it cites bears it; none for a flaw.
        """
        if self.is_lost or self.is_full or self._opens(piece):
            return ()
        found = self._borne(weighed, chances)
        if isinstance(found, Weighed):
            self._hangs = not isinstance(weighed, Flaw) and found is not weighed[0]
            self._refused += self._hangs  # its end was left out
            return self._say(piece, found)
        return self._without(piece, found, () if isinstance(weighed, Flaw) else weighed)

    def _without(self, piece: Piece, found: Flaw, weighed: Sequence[Weighed]) -> tuple[Wording, ...]:
        """What takes the place of a sentence with this flaw."""
        if found is Flaw.NOT_SAID and not self._is_sure:
            return self._say_open(piece)
        if found is Flaw.NOT_CITED and self._check.announces(piece.text):
            self._lead = Wording(gap=self._gap(piece.gap), text=piece.text.strip(), extracts=(), is_lead=True)
            return ()
        if (offer := self._offer(piece)) is not None:
            self.said.append(offer)
            return (offer,)
        self._hangs = True
        self.flaws.append(found)
        is_refused = found not in (Flaw.EMPTY, Flaw.NOT_CITED, Flaw.NOT_SAID, Flaw.REPEATED)
        self._refused += is_refused
        quoted = self._instead(piece, weighed) if weighed and found is Flaw.NOT_SUPPORTED else ()
        self._lost += is_refused and not quoted
        self._quoted += len(quoted)
        self.said += quoted
        return quoted

    def _opens(self, piece: Piece) -> bool:
        """Whether it is a mere "Yes." or "Yes, that helps.", which stands before what says why or not at all."""
        text = " ".join(piece.text.split())
        settles = self._pack.values.rulings | self._pack.values.negations
        if self.said or self._opening or text[-1:] not in (".", "!") or not 0 < len(keys_of(text)) <= _FEW:
            return False
        first, comma, rest = text.partition(",")
        if not settles.issuperset(keys_of(first)) or (comma and not self._check.echoes(rest)):
            return False
        self._opening = text
        return True

    def _borne(self, weighed: Sequence[Weighed] | Flaw, chances: Sequence[float]) -> Weighed | Flaw:
        """The most of the sentence that may be said."""
        if isinstance(weighed, Flaw):
            return weighed
        likely = (w for w, chance in zip(weighed, chances, strict=True) if chance >= self._tuning.claim_least)
        found = next(likely, None)
        if found is None and not weighed[0].is_cited:
            return Flaw.NOT_CITED
        if found is None or (self._hangs and leans_back(keys_of(found.text), self._pack)):
            return Flaw.NOT_SUPPORTED
        if any(found.text == wording.text for wording in self.said):
            return Flaw.REPEATED
        return found

    def _say(self, piece: Piece, found: Weighed) -> tuple[Wording, ...]:
        text = f"{self._opening} {found.text}" if self._opening and not found.marker else found.text
        wording = Wording(gap=self._gap(piece.gap), text=text, extracts=found.extracts, marker=found.marker)
        lead, self._lead, self._opening = self._lead, None, ""
        added = (wording,)
        if lead is not None and wording.marker:
            added = (lead, replace(wording, gap="\n\n"))
        self.said += added
        return added

    def _say_open(self, piece: Piece) -> tuple[Wording, ...]:
        """The sentence that says that nothing answers: it stands before what comes closest, and lowers nothing."""
        self._hangs = False
        wording = Wording(gap=self._gap(piece.gap), text=unmarked(piece.text), extracts=())
        self.said.append(wording)
        return (wording,)

    def _instead(self, piece: Piece, weighed: Sequence[Weighed]) -> tuple[Wording, ...]:
        """The documents' own words for a claim that is doubted; none where they are far from it or said already."""
        doubted = weighed[0]
        if not (self._may_quote and doubted.is_close):
            return ()
        self._opening = ""
        added: list[Wording] = []
        for extract in doubted.extracts:
            is_new = not any(extract in wording.extracts for wording in (*self.said, *added))
            if is_new and _stands_alone(extract, doubted.marker):
                gap = " " if added else self._gap(piece.gap)
                added.append(Wording(gap=gap, text=extract.text, extracts=(extract,), marker=doubted.marker))
        return tuple(added)

    def _offer(self, piece: Piece) -> Wording | None:
        """The sentence as an offer, where it is one: the first one, behind an answer."""
        if not self._may_offer or not self.said or not ends_as_question(piece.text):
            return None
        text = " ".join(piece.text.split())
        extract = self._check.offer(text)
        self._may_offer = extract is None
        return None if extract is None else Wording(gap=" ", text=text, extracts=(extract,), is_offer=True)

    def _gap(self, gap: str) -> str:
        """One of the gaps that a reply knows."""
        if not self.said:
            return ""
        return "\n\n" if gap.count("\n") > 1 else "\n" if "\n" in gap else " "


def _stands_alone(extract: Extract, marker: str) -> bool:
    """Whether words of a document can be read without those before them, as an item can in a list alone."""
    return extract.kind in (ExtractKind.SENTENCE, ExtractKind.ROW) or (
        bool(marker) and extract.kind is ExtractKind.ITEM
    )


_PATIENCE = 3  # repeated claims
_FEW = 5  # words of a mere "yes"


def with_written(
    found: Found,
    writing: Writing,
    draft: Draft,
    telling: Telling,
    *,
    theirs: Theirs,
    pack: Pack,
    tuning: Tuning,
) -> Found:
    """What was found, with what a model wrote and the parts that it answers.

    A part that the rules did not answer has a partial answer in what was written of it, which is no reason to ask;
    none becomes a whole one. What was said stays, whatever it answers: the rules' words follow for what it does not,
    and nothing is asked for beside what speaks of the part.
    """
    cited = [wording for wording in draft.said if wording.extracts and not wording.is_offer]
    drafted = {answer.part_id: answer for answer in found.answers}
    told = tuple(part.id for part in writing.parts if telling.tells(part, drafted[part.id]))
    retrievals = {answer.part_id: one for answer, one in zip(found.answers, found.retrievals, strict=False)}
    answers: dict[SubObjectiveId, PartAnswer] = {}
    for part in writing.parts:
        if part.id in told and not drafted[part.id].complete:
            answer = _corrected(part, retrievals[part.id], cited, pack, tuning)
            answer = answer or _partly(drafted[part.id], part, cited, pack)
            answers[part.id] = replace(answer, source=source_of(answer, theirs.ever))
        elif telling.speaks_of(part, drafted[part.id]):
            answers[part.id] = replace(drafted[part.id], likely=True)
    return replace(
        found,
        written=tuple(draft.said),
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


def _partly(answer: PartAnswer, part: SubObjective, cited: Sequence[Wording], pack: Pack) -> PartAnswer:
    """The partial answer with what was written of it; words that it speaks of are not missing any more."""
    spoken = telling_stems(" ".join(w.text for w in cited), pack)
    missing = tuple(text for text in answer.missing if telling_stems(text, pack) - spoken)
    if answer.extracts:
        return replace(answer, missing=missing, likely=True)
    asked = telling_stems(part.text, pack)
    return replace(
        answer,
        extracts=tuple({(e.start, e.passage.id): e for w in cited for e in w.extracts}.values()),
        missing=missing,
        coverage=round(len(asked & spoken) / (len(asked) or 1), 4),
        signal=RetrievalSignal.LOW,
        likely=True,
        nearest=None,
    )
