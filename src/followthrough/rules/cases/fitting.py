"""How a text fits the questions of a loop: as one of the cases that the document tells apart, as none, or freely."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Self

from followthrough.domain.clarification import ClarificationContext, LoopAnswer
from followthrough.domain.documents import Passage
from followthrough.domain.pack import Pack
from followthrough.rules.cases.clauses import Clause, clauses_of
from followthrough.rules.cases.details import COUNTED, AskedDetail, DetailReader
from followthrough.rules.cases.labels import Label, LabelKind
from followthrough.rules.cases.matrix import places_for
from followthrough.rules.cases.verdicts import Judge
from followthrough.rules.language.kinds import wanted
from followthrough.rules.language.utterance import as_typed
from followthrough.rules.language.words import has_digit, keys_of, says


class Fit(StrEnum):
    """How a text fits a question.

    ``case``: it is one of the cases, or says that it is all of them. ``several``: it names more than one, and which
    holds is not said. ``unfit``: there are cases and it is none. ``free``: there are no cases.
    """

    CASE = "case"
    SEVERAL = "several"
    UNFIT = "unfit"
    FREE = "free"


_MOST_READ = 1_000  # characters of an answer; what is longer tells a story behind them, and each reading is dear
OPEN = frozenset((Fit.SEVERAL, Fit.UNFIT))  # what leaves open which case holds


class Fitting:
    """The cases that a document tells apart by its questions.

    Args:
        questions: the questions.
        own: the document's passages in reading order.
        pack: the words to look for.
    """

    def __init__(self, questions: Sequence[str], own: Sequence[Passage], pack: Pack) -> None:
        self._questions = questions
        self._pack = pack
        self._reader = DetailReader(pack)
        places = places_for(own, questions, self._reader, pack)
        self._judge = Judge(places, self._reader, pack, questions)
        self._asked = [self._judge.judge(self._read(at, None)).cases for at in range(len(questions))]

    @classmethod
    def of(cls, context: ClarificationContext, pack: Pack) -> Self:
        """The cases of a loop's document."""
        own = [p for p in context.passages if p.document_id == context.document_id]
        return cls(context.questions, own, pack)

    def told(self, text: str) -> dict[int, str]:
        """What of a text that is no answer says of a case of each question, beyond its words."""
        named = [place for place in range(len(self._questions)) if self._names_more(place, text)]
        return {place: said for place in named if (said := self._said_of(place, text)) is not None}

    def _names_more(self, place: int, text: str) -> bool:
        """Whether the text names a case in more than the words of the question."""
        detail = self._read(place, text)
        is_answer = detail.is_yes is None and not detail.is_every and self._judge.names_case(detail)
        if not any(self._speaks_of(label, detail) for label in self._judge.judge(detail).fits):
            return False  # "error 408" says nothing of "All versions", though it is none of the others
        return is_answer and bool(detail.words - self._reader.asked_for(detail.question) or has_digit(detail.said))

    def _speaks_of(self, label: Label, detail: AskedDetail) -> bool:
        """Whether the detail has an amount for the label's, or a word of it."""
        is_counted = has_digit(label.text) or self._is_amount(label.text)
        return is_counted or not self._reader.telling(label.text).isdisjoint(detail.words)

    def _said_of(self, place: int, text: str) -> str | None:
        verdict = self._judge.judge(self._read(place, text))
        if self.fit(place, text) is not Fit.CASE or len(verdict.fits) == len(verdict.cases):
            return None  # what speaks of all cases alike tells none
        naming = [clause.text for clause in self._affirmed(place, text)]
        return naming[0] if len(naming) == 1 else text if naming else None

    def fit(self, place: int, text: str) -> Fit:
        """How the text fits the question at this place."""
        detail = self._read(place, text)
        if detail.answer is None or not self._asked[place]:
            return Fit.FREE
        verdict = self._judge.judge(detail)
        if verdict.undecided:
            return Fit.SEVERAL
        return Fit.CASE if verdict.fits else Fit.UNFIT

    def names_case(self, place: int, text: str) -> bool:
        """Whether the text names one of the cases of the question."""
        return self._judge.names_case(self._read(place, text))

    def may_begin(self, key: str) -> bool:
        """Whether an answer may begin with the word rather than with the one behind it: "with a red light"."""
        return key in self._pack.joining.prepositions

    def clauses(self, place: int, text: str) -> tuple[Clause, ...]:
        """The pieces of the text that may each be a case of the question."""
        said = self._read(place, text).said or text
        return clauses_of(said, self._pack, of_amounts=self.is_counted(place) or self._is_amount(said))

    def is_case(self, place: int, text: str) -> bool:
        """Whether the text is one of the question's cases."""
        return self.fit(place, text) is Fit.CASE

    def _affirmed(self, place: int, text: str) -> list[Clause]:
        """The pieces that are cases of the question and say that they hold."""
        return [c for c in self.clauses(place, text) if not c.denied and self.is_case(place, c.text)]

    def cases(self, place: int) -> tuple[str, ...]:
        """The cases that the question tells apart, as a reader is told of them."""
        return shown_cases(self._asked[place], self._read(place, None).names, self._reader)

    def is_doubted(self, place: int, text: str) -> bool:
        """Whether the text says beside a case that it is not known, or not so: "my friend is a student, I'm not"."""
        keys = keys_of(text)
        if self._read(place, text).is_yes is None and not as_typed(self._pack.values.negations).isdisjoint(keys[-1:]):
            return True
        doubts = frozenset(phrase for phrase in as_typed(self._pack.clarifying.unknowns) if " " in phrase)
        return says(keys, doubts)

    def leaves_open(self, answers: Sequence[LoopAnswer]) -> bool:
        """Whether an answer is none of the cases that its question tells apart: what holds is then not known."""
        return any(
            given.answer is not None and self.fit(place, given.answer) in OPEN for place, given in enumerate(answers)
        )

    def is_counted(self, place: int) -> bool:
        """Whether the question asks for an amount."""
        detail = self._read(place, None)
        return detail.unit is not None or wanted(keys_of(detail.question), self._pack).kind in COUNTED

    def same(self, place: int, text: str, other: str | None) -> bool:
        """Whether both texts are the same case."""
        one, two = (self._judge.judge(self._read(place, some)) for some in (text, other))
        return one.fits.keys() == two.fits.keys()

    def _is_amount(self, text: str) -> bool:
        return bool(self._reader.measures.kinds(text))

    def _read(self, place: int, text: str | None) -> AskedDetail:
        answer = None if text is None else text[:_MOST_READ]
        return self._reader.read(LoopAnswer(question=self._questions[place], answer=answer))


def shown_cases(labels: Iterable[Label], names: frozenset[str], reader: DetailReader) -> tuple[str, ...]:
    """The labels as a reader is told of them; of a sentence what names the case: "red light"."""
    told = (
        (label.kind is LabelKind.SENTENCE and reader.phrase_beside(label.text, names)) or label.shown
        for label in labels
    )
    return tuple(dict.fromkeys(told))
