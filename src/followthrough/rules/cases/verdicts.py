"""Which cases of a document a user's detail falls under.

Invariant: a label conflicts only where the question asks for its choice; a detail that is not known conflicts with
nothing, and one of which it is open which case it means fits none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from followthrough.domain.clarification import LoopAnswer
from followthrough.domain.pack import Pack
from followthrough.rules.cases.amounts import AmountCases
from followthrough.rules.cases.axes import Axes
from followthrough.rules.cases.details import AskedDetail, DetailReader
from followthrough.rules.cases.labels import Label, LabelKind, Place
from followthrough.rules.cases.named import NamedCases
from followthrough.rules.cases.verdict import Verdict, joined
from followthrough.rules.hearing.loop_reading import settles_yes_or_no, without_yes_or_no
from followthrough.rules.language.words import keys_of

_BY_CHANCE = 0.8  # how well a sentence fits that has an answer's words
_ENOUGH = 0.5  # of the words of an answer that nothing asks for
_PROSE = frozenset((LabelKind.CONDITION, LabelKind.SENTENCE))


class Judge:
    """Judges the labels of some places, for the questions that a document asks."""

    def __init__(
        self, places: Sequence[Place], reader: DetailReader, pack: Pack, questions: Sequence[str] = ()
    ) -> None:
        self._pack = pack
        self._reader = reader
        self._choices: dict[tuple[str, ...], list[Label]] = {}
        over_all = frozenset(places[0].labels).intersection(*(p.labels for p in places)) if len(places) > 1 else ()
        for label in dict.fromkeys(label for place in places for label in place.labels if label not in over_all):
            self._choices.setdefault(self._choice(label), []).append(label)
        self._choices = {
            (*choice, *some): part
            for choice, labels in self._choices.items()
            for some, part in _alike(labels, reader).items()
        }
        self._axes = Axes(self._choices, places, questions, reader, pack)
        self._known: dict[str, OwnCases | None] = {}

    def judge(self, detail: AskedDetail) -> Verdict:
        """The labels for one detail."""
        own = self._own(detail.question)
        return self._by_chance(detail) if own is None else own.judge(detail)

    def names_case(self, detail: AskedDetail) -> bool:
        """Whether the detail names one of several cases of what was asked."""
        verdict = self.judge(detail)
        return any(label.kind not in _PROSE or label in verdict.cases for label in verdict.fits)

    def _choice(self, label: Label) -> tuple[str, ...]:
        """What the label stands side by side with; in prose conditions, and those on amounts, by themselves."""
        if label.kind not in _PROSE:
            return label.choice
        kinds = self._reader.measures.kinds(label.text) if label.kind is LabelKind.CONDITION else ()
        return (*label.choice, label.kind.value, *sorted(kinds))

    def _own(self, question: str) -> OwnCases | None:
        """The cases of the choices that the question asks for; None where it is not known to ask for any."""
        if question not in self._known:
            labels = self._axes.of(question)
            self._known[question] = OwnCases(labels, question, self._reader, self._pack) if labels else None
        return self._known[question]

    def _by_chance(self, detail: AskedDetail) -> Verdict:
        """What an answer to a question without cases names of what no other question asks for."""
        if detail.answer is None or detail.is_yes is not None or detail.is_every:
            return Verdict()
        left = [labels for choice, labels in self._choices.items() if self._axes.is_left(choice)]
        prose = [label for labels in left if labels[0].kind in _PROSE for label in labels]
        return joined([*self._named_of(left, detail), self._mentioned(prose, detail)])

    def _named_of(self, left: Sequence[Sequence[Label]], detail: AskedDetail) -> Iterator[Verdict]:
        """The choices of which the answer names a case."""
        for labels in left:
            if labels[0].kind not in _PROSE and len(labels) > 1:
                verdict = OwnCases(labels, detail.question, self._reader, self._pack).judge(detail)
                if verdict.fits:
                    yield verdict

    def _mentioned(self, prose: Sequence[Label], detail: AskedDetail) -> Verdict:
        """The sentences that have most of the answer's words, and those beside them that have fewer."""
        words = detail.words - detail.names
        hits = {x: n for x in prose if (n := len(words & self._reader.spoken(x.text)))}
        best = max((_ENOUGH * len(words), 1, *hits.values()))
        fits = {x: _BY_CHANCE for x, n in hits.items() if n >= best}
        against = frozenset(x for x in prose if x not in fits and any(self._is_beside(x, one, hits) for one in fits))
        return Verdict(fits=fits, conflicts=against)

    def _is_beside(self, label: Label, other: Label, hits: Mapping[Label, int]) -> bool:
        """Whether a sentence says of another thing what the other says, or has fewer of the answer's words."""
        is_alike = label in hits or self._reader.is_parallel(label.text, other.text)
        return label.choice == other.choice and is_alike


def _alike(labels: Sequence[Label], reader: DetailReader) -> dict[tuple[str, ...], list[Label]]:
    """Headings side by side by what they share: "Red light" and "Blue light", "Version 11" and "Version 12"."""
    if labels[0].kind is not LabelKind.HEADING:
        return {(): list(labels)}
    told = [reader.telling(label.text) for label in labels]
    found: dict[tuple[str, ...], list[Label]] = {}
    for label, own in zip(labels, told, strict=True):
        shared = sorted(own, key=lambda word: (-sum(word in some for some in told), word))[:1]
        is_shared = shared and sum(shared[0] in some for some in told) > 1
        found.setdefault(tuple(shared) if is_shared else (), []).append(label)
    return found


class OwnCases:
    """The cases of the choices that a question asks for: amounts, a yes or no, else names."""

    def __init__(self, labels: Sequence[Label], question: str, reader: DetailReader, pack: Pack) -> None:
        self._labels = tuple(labels)
        self._reader = reader
        asked = reader.read(LoopAnswer(question=question, answer=None))
        self._amounts = AmountCases(labels, asked, reader, pack)
        self._are_counted = self._amounts.tell_apart and self._amounts.are_amounts
        counted = self._amounts.counted if self._are_counted else ()
        self._names = NamedCases(labels, question, reader, pack, counted)
        ruled = without_yes_or_no(question, pack)[-1:] if settles_yes_or_no(question, pack) else []
        self._ruled_on = reader.stems_of(ruled)

    def judge(self, detail: AskedDetail) -> Verdict:
        """The labels for one detail; an answer that is none of them is another case than all of them."""
        cases = self._labels
        if detail.answer is None:
            return Verdict(cases=cases)
        if detail.is_every:
            return Verdict(fits=dict.fromkeys(cases, 1.0), cases=cases)
        verdict = self._counted(detail) or self._ruled(detail) or self._names.judge(detail)
        if verdict.undecided:
            return Verdict(undecided=verdict.undecided, cases=cases)
        return Verdict(fits=verdict.fits, conflicts=frozenset(cases).difference(verdict.fits), cases=cases)

    def _counted(self, detail: AskedDetail) -> Verdict | None:
        """By amounts, where the cases have some and the answer has one."""
        verdict = self._amounts.judge(detail) if self._are_counted else Verdict()
        return verdict if verdict.cases else None

    def _ruled(self, detail: AskedDetail) -> Verdict | None:
        """A yes or no, plain or in the words of the question, against conditions on what it asks."""
        is_yes = detail.is_yes
        if is_yes is None and self._ruled_on & self._reader.stems_of(keys_of(detail.said)):
            is_yes = not self._reader.denies(detail.said, self._ruled_on)
        rules_out = {label: self._rules_out(label, detail) for label in self._labels}
        if len(set(rules_out.values())) == 1 or not (self._ruled_on or is_yes is not None):
            return None
        if is_yes is None:
            return Verdict()
        return Verdict(fits={label: 1.0 for label, denied in rules_out.items() if denied is not is_yes})

    def _rules_out(self, label: Label, detail: AskedDetail) -> bool:
        """Whether the label says no to what was asked; a heading may deny something else: "No sound: light on"."""
        if label.kind is LabelKind.HEADING:
            return self._reader.denies(label.text, detail.names | self._ruled_on)
        return self._reader.is_negative(label.text)
