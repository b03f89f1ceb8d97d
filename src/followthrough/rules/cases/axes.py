"""Which question asks for which of the choices that a document tells apart: each choice is asked for by one.

Labels that stand side by side, the cells of a column, the headings under one heading, are a choice. A question asks
for a choice whose cases it offers, whose amounts it counts, or that it names; the one question that is left asks for
what is left, if that is of its kind.
Invariant: a choice belongs to at most one question.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from followthrough.domain.clarification import LoopAnswer
from followthrough.domain.pack import Pack
from followthrough.rules.cases.amounts import AmountCases
from followthrough.rules.cases.details import COUNTED, DetailReader
from followthrough.rules.cases.labels import Label, LabelKind, Place
from followthrough.rules.cases.named import alternatives_of, standing_for
from followthrough.rules.hearing.loop_reading import settles_yes_or_no
from followthrough.rules.language.kinds import wanted
from followthrough.rules.language.words import has_digit, keys_of

_Choice = tuple[str, ...]
_OFFERS, _COUNTS, _NAMES = 100, 40, 3  # an offer tells more than an amount, that more than a word
_MOST_NAMES = 5
_STRUCTURED = frozenset((LabelKind.HEADING, LabelKind.ROW, LabelKind.COLUMN, LabelKind.ITEM))


class Axes:
    """The choices of a document by the question that asks for them.

    Args:
        choices: labels side by side.
        places: the document.
        questions: the document's questions.
        reader: reads labels and questions.
        pack: the words to look for.
    """

    def __init__(
        self,
        choices: Mapping[_Choice, Sequence[Label]],
        places: Sequence[Place],
        questions: Sequence[str],
        reader: DetailReader,
        pack: Pack,
    ) -> None:
        self._reader = reader
        self._intro = _introductions(places, reader)
        asked = [_Asked(question, reader, pack) for question in dict.fromkeys(questions)]
        self._of: dict[str, dict[_Choice, Sequence[Label]]] = {one.question: {} for one in asked}
        left: dict[_Choice, Sequence[Label]] = {}
        for choice, labels in sorted(choices.items(), key=lambda one: one[1][0].kind is LabelKind.SENTENCE):
            scores = [self._score(one, labels) if len(labels) > 1 else 0 for one in asked]
            best = max(scores, default=0)
            if best > 0 and scores.count(best) == 1:
                one = asked[scores.index(best)]
                self._of[one.question][choice] = one.about(labels)
            else:
                left[choice] = labels
        self._taken = frozenset(choice for some in self._of.values() for choice in some)
        self._join_prose(asked, left)
        self._give_left(asked, left)
        self._taken = frozenset(choice for some in self._of.values() for choice in some)

    def of(self, question: str) -> tuple[Label, ...]:
        """The labels that the question asks for; empty where none is known to be."""
        return tuple(label for some in self._of.get(question, {}).values() for label in some)

    def is_left(self, choice: _Choice) -> bool:
        """Whether no question is known to ask for the choice."""
        return choice not in self._taken

    def _join_prose(self, asked: Sequence[_Asked], left: Mapping[_Choice, Sequence[Label]]) -> None:
        """A sentence that stands alone goes with those of other sections: "a red light" where others are blue too."""
        for one in asked:
            if any(x.kind is LabelKind.SENTENCE for x in self.of(one.question)):
                alone = {choice: x for choice, x in left.items() if x[0].kind is LabelKind.SENTENCE}
                self._of[one.question] |= {choice: told for choice, x in alone.items() if (told := one.about(x))}

    def _give_left(self, asked: Sequence[_Asked], left: Mapping[_Choice, Sequence[Label]]) -> None:
        """The one question without a choice asks for the columns, lists or headings of one depth that are left.

        Headings only if each has the cases of another question below it.
        """
        free = [one for one in asked if not self._of[one.question]]
        if len(free) != 1 or free[0].is_ruling:
            return
        kinds: dict[tuple[LabelKind, object], dict[_Choice, Sequence[Label]]] = {}
        for choice, labels in left.items():
            if len(labels) > 1 and self._is_structured(labels) and free[0].may_count(labels):
                depth = labels[0].header if labels[0].kind is LabelKind.ROW else len(choice)
                kinds.setdefault((labels[0].kind, depth), {})[choice] = labels
        if len(kinds) == 1:
            self._of[free[0].question] = next(iter(kinds.values()))

    def _is_structured(self, labels: Sequence[Label]) -> bool:
        if labels[0].kind is LabelKind.HEADING:
            below = [(*label.choice, label.text) for label in labels]
            return all(any(one[: len(path)] == path for one in self._taken) for path in below)
        return labels[0].kind in _STRUCTURED and bool(labels[0].header or labels[0].kind is not LabelKind.ROW)

    def _score(self, asked: _Asked, labels: Sequence[Label]) -> int:
        """How plainly the question asks for the labels; 0 where it does not."""
        if (offered := asked.offered_in(labels)) > 1:
            return _OFFERS * offered
        score = _COUNTS * asked.counts(labels)
        if labels[0].kind is LabelKind.SENTENCE:
            return score or _NAMES * (asked.tells_apart(labels) and not self._of[asked.question])
        if not score and not asked.may_count(labels):
            return 0
        headers = self._reader.telling(" ".join({label.header for label in labels}))
        above = self._reader.spoken(" ".join(labels[0].choice[2:]))
        named = len((headers or self._shared(labels) - above) & asked.names)
        is_measured = any(self._reader.measures.kinds(label.text) for label in labels)
        intro = frozenset[str]() if is_measured else self._intro.get(labels[0].choice, frozenset[str]())
        announced = len(intro & asked.names)
        return score + _NAMES * min(_MOST_NAMES, named) + (not named) * min(_NAMES - 1, announced)

    def _shared(self, labels: Iterable[Label]) -> frozenset[str]:
        """The words that several labels have, or one on which others lean: "if the light is red", "if it is"."""
        told = [self._reader.telling(label.text) for label in labels]
        if any(label.leans for label in labels):
            return frozenset[str]().union(*told)
        return frozenset(word for some in told for word in some if sum(word in t for t in told) > 1)


class _Asked:
    """A question, and what it says of the choice that it asks for."""

    def __init__(self, question: str, reader: DetailReader, pack: Pack) -> None:
        self.question = question
        self.is_ruling = settles_yes_or_no(question, pack)
        self._detail = reader.read(LoopAnswer(question=question, answer=None))
        self.names = self._detail.names
        self._reader = reader
        self._pack = pack
        self._is_counted = self._detail.unit is not None or wanted(keys_of(question), pack).kind in COUNTED
        self._alternatives = alternatives_of(question, reader, pack)

    def offered_in(self, labels: Sequence[Label]) -> int:
        """How many of what the question offers the labels stand for."""
        stems = {label: self._reader.stems_of(keys_of(label.text)) for label in labels}
        return len(set(standing_for(stems, self._alternatives).values()))

    def counts(self, labels: Sequence[Label]) -> bool:
        """Whether the question asks for the amounts that the labels have."""
        if self._alternatives:
            return False
        amounts = AmountCases(labels, self._detail, self._reader, self._pack)
        return amounts.tell_apart and amounts.are_asked_for

    def tells_apart(self, labels: Sequence[Label]) -> bool:
        """Whether sentences say different things of what is asked: "a red light", "a blue light"; or yes and no."""
        return len({self._said(label) for label in labels} - {None}) > 1

    def _said(self, label: Label) -> tuple[frozenset[str], bool] | None:
        """What a sentence says of what is asked, and whether it denies it; None where it says nothing of it."""
        shared = self._reader.telling(label.text) & self.names
        if self.is_ruling:
            is_about = 2 * len(shared) >= max(1, len(self.names))
            return (frozenset(), self._reader.is_negative(label.text)) if is_about else None
        beside = self._reader.beside(label.text, self.names) - self.names
        return (beside, False) if beside else None

    def about(self, labels: Sequence[Label]) -> Sequence[Label]:
        """Those of the labels that are cases of what is asked; where it offers some, these."""
        is_sentence = labels[0].kind is LabelKind.SENTENCE
        if is_sentence and self.counts(labels):
            return AmountCases(labels, self._detail, self._reader, self._pack).cases
        if not is_sentence and labels[0].kind is not LabelKind.HEADING:
            return labels
        if offered := self._all_offered(labels):
            return offered
        return [label for label in labels if self._said(label) is not None] if is_sentence else labels

    def _all_offered(self, labels: Sequence[Label]) -> list[Label]:
        """The labels that stand for what is offered, and what holds otherwise; none unless all of it stands there."""
        if not self._alternatives or self.offered_in(labels) < len(self._alternatives):
            return []
        stems = {label: self._reader.stems_of(keys_of(label.text)) for label in labels}
        offered = standing_for(stems, self._alternatives)
        return [label for label in labels if label in offered or self._reader.is_otherwise(label.text)]

    def may_count(self, labels: Sequence[Label]) -> bool:
        """Whether an amount is asked for and the labels have figures, or none is."""
        has_figures = any(has_digit(key) for label in labels for key in keys_of(label.text))
        return has_figures or not self._is_counted


def _introductions(places: Sequence[Place], reader: DetailReader) -> dict[_Choice, frozenset[str]]:
    """What the sentence right before a list of named items speaks of: "its light tells why:"."""
    found: dict[_Choice, frozenset[str]] = {}
    for before, place in pairwise(places):
        own = place.labels[-1] if place.labels else None
        if own is not None and own.kind is LabelKind.ITEM and before.labels[-1:] != place.labels[-1:]:
            found.setdefault(own.choice, reader.telling(before.text))
    return found
