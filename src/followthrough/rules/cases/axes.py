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
_TWO = 2
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
        for choice, labels in choices.items():
            scores = [self._score(one, labels) for one in asked]
            best = max(scores, default=0)
            if best > 0 and scores.count(best) == 1:
                self._of[asked[scores.index(best)].question][choice] = labels
            else:
                left[choice] = labels
        self._give_left(asked, left)
        self._taken = frozenset(choice for some in self._of.values() for choice in some)

    def of(self, question: str) -> tuple[Label, ...]:
        """The labels that the question asks for; empty where none is known to be.

        Of headings those that name what is asked, where several do: "Red light", "Blue light", not "Contact".
        """
        return tuple(label for some in self._of.get(question, {}).values() for label in self._about(some, question))

    def is_left(self, choice: _Choice) -> bool:
        """Whether no question is known to ask for the choice."""
        return choice not in self._taken

    def _about(self, labels: Sequence[Label], question: str) -> Sequence[Label]:
        names = self._reader.telling(question)
        named = [x for x in labels if self._reader.spoken(x.text) & names or self._reader.is_otherwise(x.text)]
        return named if len(named) > 1 and labels[0].kind is LabelKind.HEADING else labels

    def _give_left(self, asked: Sequence[_Asked], left: Mapping[_Choice, Sequence[Label]]) -> None:
        """The one question without a choice asks for the columns, or the headings, of one depth that are left."""
        free = [one for one in asked if not self._of[one.question]]
        if len(free) != 1 or free[0].is_ruling:
            return
        kinds: dict[tuple[LabelKind, object], list[_Choice]] = {}
        for choice, labels in left.items():
            if len(labels) > 1 and labels[0].kind in _STRUCTURED and free[0].may_count(labels):
                depth = labels[0].header if labels[0].kind is LabelKind.ROW else len(choice)
                kinds.setdefault((labels[0].kind, depth), []).append(choice)
        if len(kinds) == 1:
            self._of[free[0].question] = {choice: left[choice] for some in kinds.values() for choice in some}

    def _score(self, asked: _Asked, labels: Sequence[Label]) -> int:
        if len(labels) < _TWO:
            return 0
        if (offered := asked.offered_in(labels)) > 1:
            return _OFFERS * offered
        score = _COUNTS * asked.counts(labels)
        if not score and (labels[0].kind is LabelKind.SENTENCE or not asked.may_count(labels)):
            return 0
        headers = self._reader.telling(" ".join({label.header for label in labels}))
        named = len((headers or self._shared(labels)) & asked.names)
        announced = len(self._intro.get(labels[0].choice, frozenset[str]()) & asked.names)
        return score + _NAMES * min(_MOST_NAMES, named) + (not named) * min(_NAMES - 1, announced)

    def _shared(self, labels: Iterable[Label]) -> frozenset[str]:
        """The words that several labels have."""
        told = [self._reader.telling(label.text) for label in labels]
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
