"""Which cases of a document a user's detail falls under.

Invariant: a label conflicts only where it speaks of what was asked, or stands beside the one that fits and says
something else; a detail that is not known conflicts with nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from followthrough.domain.clarification import LoopAnswer
from followthrough.domain.pack import Pack
from followthrough.rules.cases.details import AskedDetail, DetailReader, vocabulary_of
from followthrough.rules.cases.labels import Label, LabelKind, Place
from followthrough.rules.cases.limits import Limit, admits
from followthrough.rules.cases.measured import MeasuredCases, column_of
from followthrough.rules.cases.offered import OfferedCases
from followthrough.rules.cases.verdict import Verdict, joined
from followthrough.rules.evidence.units import cells
from followthrough.rules.hearing.loop_reading import settles_yes_or_no
from followthrough.rules.language.words import keys_of, phrase_at

_GLUED = re.compile(r"([^\W\d_]{2,})(\d+)")
_PLAIN_SENTENCE = 0.8  # a sentence without a condition may mention a word by chance
_ENOUGH = 0.5  # of an answer's words that the document knows


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
            self._choices.setdefault(label.choice, []).append(label)
        self._vocabulary = vocabulary_of(
            (label.text for labels in self._choices.values() for label in labels), reader
        )
        self._intro = _introductions(places, reader)
        self._measured = MeasuredCases(self._choices, reader, pack)
        self._offered = OfferedCases(self._choices, reader, pack)
        self._telling = {label: reader.spoken(label.text) for labels in self._choices.values() for label in labels}
        self._columns: dict[str, frozenset[str]] = {}
        self._columns = self._left_over(questions)

    def judge(self, detail: AskedDetail) -> Verdict:
        """The labels for one detail."""
        detail = self._with_column(detail)
        if detail.is_every:
            return self._all_of(detail)
        measured = self._by_measure(detail)
        if measured is not None:
            return measured
        offered = self._offered.judge(detail)
        if offered is not None:
            return offered
        verdict = self._by_words_and_numbers(detail)
        return verdict if verdict.fits else self._offered.none_of(detail) or verdict

    def _by_words_and_numbers(self, detail: AskedDetail) -> Verdict:
        detail = self._unglued(detail)
        if detail.is_yes is not None:
            return joined(self._by_ruling(labels, detail) for labels in self._choices.values())
        named = joined(self._by_number(labels, detail) for labels in self._choices.values())
        if named.cases and (detail.numbers or detail.answer is None):
            return named
        if detail.numbers and not detail.words:
            bare = joined(self._by_number(labels, detail, bound=True) for labels in self._choices.values())
            if bare.fits:
                return bare
        return self._unless_by_chance(
            joined(self._by_words(labels, detail) for labels in self._choices.values()), detail
        )

    def called(self, label: Label, detail: AskedDetail) -> str:
        """What the label calls its case, by what was asked: rows that differ elsewhere are the same case."""
        return self._case(label, self._with_column(detail))

    def _with_column(self, detail: AskedDetail) -> AskedDetail:
        return replace(detail, names=detail.names | self._columns.get(detail.question, frozenset()))

    def _left_over(self, questions: Sequence[str]) -> dict[str, frozenset[str]]:
        """The one question without cases, with the words of the one column that no other question asks for.

        "Who makes the noise?" asks for the column "Source" where all else that tells the rows apart is asked for.
        """
        rows = [x for labels in self._choices.values() for x in labels if x.kind is LabelKind.ROW and x.header]
        headers = {label.header for label in rows}
        asked = [self._reader.read(LoopAnswer(question=question, answer=None)) for question in questions]
        free = [d for d in asked if not self.judge(d).cases and not settles_yes_or_no(d.question, self._pack)]
        if len(headers) != 1 or len(free) != 1:
            return {}
        names = cells(rows[0].header)
        sides = names[:-1] or names
        left = [name for at, name in enumerate(sides) if not any(self._asks_for(d, rows, at) for d in asked)]
        return {free[0].question: self._reader.spoken(left[0])} if len(left) == 1 else {}

    def _asks_for(self, detail: AskedDetail, rows: Sequence[Label], at: int) -> bool:
        """Whether the question names the column, or offers what its cells say."""
        found = self._column(rows[0], detail)
        if found is not None and found == cells(rows[0].text)[at : at + 1][0]:
            return True
        return self._offered.tells_apart(detail.question, [cells(row.text)[at] for row in rows])

    def _all_of(self, detail: AskedDetail) -> Verdict:
        """Every case of what was asked, as "both" means them."""
        cases = self.judge(replace(detail, is_every=False, answer=None)).cases
        return Verdict(fits=dict.fromkeys(cases, 1.0), cases=cases)

    def _by_measure(self, detail: AskedDetail) -> Verdict | None:
        """The cases that tell amounts apart, compared in one unit; None where none does so by what was asked.

        An answer of which some cases hold a part ("last month") is none of them.
        """
        verdict = self._measured.judge(detail)
        if verdict is not None or not self._measured.is_amount(detail):
            return verdict
        named = joined(self._by_number(labels, detail) for labels in self._choices.values())
        return None if named.cases else Verdict()

    def _unglued(self, detail: AskedDetail) -> AskedDetail:
        """The detail with a name and its number apart where the document writes them so: "hub5"."""
        apart = {word: m for word in detail.words - self._vocabulary if (m := _GLUED.fullmatch(word))}
        apart = {word: m for word, m in apart.items() if m[1] in self._vocabulary}
        if len(apart) != 1:
            return detail
        ((word, m),) = apart.items()
        return replace(detail, words=detail.words - {word} | {m[1]}, numbers=((int(m[2]),),))

    def _unless_by_chance(self, verdict: Verdict, detail: AskedDetail) -> Verdict:
        """A sentence that has the answer's words is no case where others tell apart what was asked."""
        kinds = {label.kind for label in verdict.fits}
        if kinds != {LabelKind.SENTENCE} or any(x.kind is LabelKind.SENTENCE for x in verdict.conflicts):
            return verdict
        for labels in self._choices.values():
            about = tuple(x for x in labels if x.kind is not LabelKind.SENTENCE and self._speaks_of(x, detail))
            if len(about) > 1:
                return Verdict(conflicts=frozenset(about), cases=about)
        return verdict

    def names_case(self, detail: AskedDetail) -> bool:
        """Whether the detail names one of several cases of what was asked, beyond the words of the question."""
        detail = self._with_column(detail)
        if (measured := self._by_measure(detail)) is not None:
            return bool(measured.fits) and bool(measured.conflicts)
        if (offered := self._offered.judge(detail)) is not None:
            return bool(offered.fits)
        named = joined(self._by_number(labels, detail) for labels in self._choices.values())
        if named.cases:
            return bool(named.fits) and bool(named.conflicts)
        for labels in self._choices.values():
            verdict = self._by_words(labels, detail)
            if verdict.fits and verdict.conflicts and sum(self._speaks_of(label, detail) for label in labels) > 1:
                return True
        return False

    def _by_number(self, labels: Sequence[Label], detail: AskedDetail, *, bound: bool = False) -> Verdict:
        limits = {label: found for label in labels if (found := self._limits(label, detail, bound=bound))}
        if not limits:
            return Verdict()
        if not detail.numbers:
            return Verdict(cases=tuple(limits)) if len(limits) > 1 else Verdict()
        fits = {label: 1.0 for label, found in limits.items() if any(admits(found, n) for n in detail.numbers)}
        conflicts = set(limits) - set(fits)
        rest = [label for label in labels if label not in limits and self._is_rest(label, limits)]
        if rest and not fits:
            fits = dict.fromkeys(rest, 1.0)
        elif rest:
            conflicts |= set(rest)
        return Verdict(fits=fits, conflicts=frozenset(conflicts), cases=tuple(limits))

    def _limits(self, label: Label, detail: AskedDetail, *, bound: bool) -> tuple[Limit, ...]:
        """The numbers of the label that count what was asked; ``bound``: any number of a heading or first cell."""
        if label.kind is LabelKind.ROW:
            column = self._column(label, detail)
            if column is not None:
                return self._reader.limits.read(column, detail.names, bound=True)
            if bound and self._measured.measures(label):
                return ()
            text = cells(label.text)[0] if bound else label.text
            return self._reader.limits.read(text, detail.names, bound=bound)
        if bound and (label.kind not in (LabelKind.HEADING, LabelKind.ITEM) or self._measured.measures(label)):
            return ()
        return self._reader.limits.read(label.text, detail.names, bound=bound)

    def _column(self, label: Label, detail: AskedDetail) -> str | None:
        """The row's cell under the column that the question names."""
        found = column_of(label, detail, self._reader)
        return None if found is None else found[1]

    def _is_rest(self, label: Label, limits: Mapping[Label, object]) -> bool:
        """Whether the label names every other number: "otherwise", or "older ones" right behind "younger than 24"."""
        if self._is_otherwise(label):
            return True
        is_beside = label.kind is LabelKind.SENTENCE and any(one.choice == label.choice for one in limits)
        return is_beside and bool(keys_of(label.text)[:1]) and keys_of(label.text)[0] in self._pack.clarifying.rest

    def _is_otherwise(self, label: Label) -> bool:
        keys = keys_of(cells(label.text)[0] if label.kind is LabelKind.ROW else label.text)
        return any(phrase_at(keys, place, self._pack.clarifying.otherwise) for place in range(len(keys)))

    def _by_words(self, labels: Sequence[Label], detail: AskedDetail) -> Verdict:
        about = [label for label in labels if self._speaks_of(label, detail)]
        cases = tuple(about) if len(about) > 1 else ()
        if detail.answer is None:
            return Verdict(cases=cases)
        said = self._reader.as_written(detail.words, self._vocabulary)
        words = said & self._vocabulary
        hits = {label: self._hits(label, words, detail) for label in labels}
        hits = {label: 0 if n and self._says_otherwise(label, n, said, detail) else n for label, n in hits.items()}
        if (numbered := self._by_name_and_number(labels, hits, detail)) is not None:
            return numbered
        best = max(hits.values(), default=0)
        least = len(words) if len(labels) == 1 else _ENOUGH * len(words)
        if not words or best < least:
            return self._without_hit(labels, cases, detail)
        fits = {label: n / len(words) * _weight(label) for label, n in hits.items() if n == best}
        whole = {x: how for x, how in fits.items() if not self._telling_case(x, detail) - said}
        fits = whole or fits
        against = frozenset(
            label for label in labels if label not in fits and self._is_against(label, hits, detail, fits)
        )
        alternatives = tuple(label for label in fits if label.kind in _ALTERNATIVES)
        return Verdict(
            fits=fits,
            conflicts=against,
            cases=cases or (*fits, *against),
            undecided=alternatives if len(alternatives) > 1 else (),
        )

    def _by_name_and_number(
        self, labels: Sequence[Label], hits: Mapping[Label, int], detail: AskedDetail
    ) -> Verdict | None:
        """Labels that share their name and differ by a number, "Hub 3" and "Hub 5": the number chooses."""
        best = max(hits.values(), default=0)
        tied = [label for label in labels if best and hits[label] == best and label.kind in _ALTERNATIVES]
        own = {label: self._reader.limits.numbers(self._case(label, detail)) for label in tied}
        said = detail.numbers or self._reader.limits.numbers(detail.answer or "")
        if len(tied) < 2 or not said or not all(own.values()) or len(set(own.values())) < 2:
            return None
        fits = [label for label in tied if set(own[label]) & set(said)]
        against = frozenset(label for label in tied if label not in fits)
        return Verdict(fits=dict.fromkeys(fits, 1.0), conflicts=against, cases=tuple(tied))

    def _without_hit(self, labels: Sequence[Label], cases: tuple[Label, ...], detail: AskedDetail) -> Verdict:
        """No case has the answer's words: "all others" fits, else every case of what was asked is another one."""
        rest = [label for label in labels if self._is_otherwise(label)]
        if not cases or not (detail.words or detail.numbers):
            return Verdict()
        if rest:
            against = frozenset(c for c in cases if c not in rest)
            return Verdict(fits=dict.fromkeys(rest, 1.0), conflicts=against, cases=cases)
        return Verdict(conflicts=frozenset(cases), cases=cases)

    def _hits(self, label: Label, words: frozenset[str], detail: AskedDetail) -> int:
        """How many of the answer's words the label has; none where one of them denies what the other says."""
        shared = len(self._telling[label] & words)
        if not shared or label.kind is LabelKind.SENTENCE:
            return shared
        denied = self._reader.denies(self._case(label, detail), words | detail.names)
        return shared if denied == detail.is_negated else 0

    def _says_otherwise(self, label: Label, shared: int, said: frozenset[str], detail: AskedDetail) -> bool:
        """Whether the label and the answer each say as much that the other does not: "blinking green" and red."""
        lacking = self._case_words(label, detail) - said
        return bool(lacking) and bool(said - self._telling[label]) and shared <= len(lacking)

    def _case_words(self, label: Label, detail: AskedDetail) -> frozenset[str]:
        """The words that name the case; of a sentence those beside the thing that was asked for: "a red light"."""
        if label.kind in _ALTERNATIVES:
            return self._reader.telling(self._case(label, detail)) - detail.names
        return self._reader.beside(label.text, detail.names) - detail.names

    def _case(self, label: Label, detail: AskedDetail) -> str:
        """The words of the label that name the case: of a row the cell that was asked for, else the first."""
        if label.kind is not LabelKind.ROW:
            return label.text
        return self._column(label, detail) or cells(label.text)[0]

    def _telling_case(self, label: Label, detail: AskedDetail) -> frozenset[str]:
        """What of a label an answer must say to be this case and no other; nothing of a sentence."""
        if label.kind is LabelKind.SENTENCE:
            return frozenset()
        return self._reader.telling(self._case(label, detail)) - detail.names

    def _is_against(
        self, label: Label, hits: Mapping[Label, int], detail: AskedDetail, fits: Mapping[Label, float]
    ) -> bool:
        """Whether a label beside the fitting one is another case."""
        if label.kind in (LabelKind.ROW, LabelKind.ITEM) or label.leans:
            return True
        if any(one.kind is label.kind and self._stands_beside(one, label) for one in fits):
            return True
        telling = self._telling[label]
        return (
            bool(telling & detail.opposites)
            or self._speaks_of(label, detail)
            or hits[label] > 0
            or (bool(telling & detail.words))
        )

    def _stands_beside(self, one: Label, other: Label) -> bool:
        """Whether two sentences, or two conditions, are built alike: each is a case of its own."""
        if one.kind is LabelKind.SENTENCE:
            return self._reader.is_parallel(one.text, other.text)
        return one.kind is LabelKind.CONDITION and keys_of(one.text)[:2] == keys_of(other.text)[:2]

    def _speaks_of(self, label: Label, detail: AskedDetail) -> bool:
        """Whether the label is about what the question asks for."""
        if label.kind is LabelKind.ROW:
            return self._column(label, detail) is not None
        if label.kind is LabelKind.SENTENCE:
            return bool(self._reader.beside(label.text, detail.names) - detail.names)
        if label.kind is LabelKind.ITEM and not self._telling[label] & detail.names:
            return bool(self._intro.get(label.choice, frozenset[str]()) & detail.names)
        return bool(self._telling[label] & detail.names)

    def _by_ruling(self, labels: Sequence[Label], detail: AskedDetail) -> Verdict:
        """A yes or no against conditions on what the question asks."""
        named = [
            label for label in labels if len(self._telling[label] & detail.names) * 2 >= max(1, len(detail.names))
        ]
        rulings = {self._rules_out(label, detail) for label in named}
        about = [label for label in named if label.kind is not LabelKind.SENTENCE or len(rulings) > 1]
        fits: dict[Label, float] = {}
        for label in about:
            if self._rules_out(label, detail) != detail.is_yes:
                fits[label] = 1.0
        return Verdict(fits=fits, conflicts=frozenset(about) - set(fits), cases=tuple(about))

    def _rules_out(self, label: Label, detail: AskedDetail) -> bool:
        """Whether the label says no to what was asked; a heading may deny something else: "No sound: light on"."""
        if label.kind is LabelKind.HEADING:
            return self._reader.denies(label.text, detail.names)
        return self._reader.is_negative(label.text)


def _introductions(places: Sequence[Place], reader: DetailReader) -> dict[tuple[str, ...], frozenset[str]]:
    """What the sentence right before a list of named items speaks of: "its light tells why:"."""
    found: dict[tuple[str, ...], frozenset[str]] = {}
    for before, place in pairwise(places):
        own = place.labels[-1] if place.labels else None
        if own is not None and own.kind is LabelKind.ITEM and before.labels[-1:] != place.labels[-1:]:
            found.setdefault(own.choice, reader.telling(before.text))
    return found


# Each is a case of its own.
_ALTERNATIVES = frozenset((LabelKind.HEADING, LabelKind.ROW, LabelKind.COLUMN, LabelKind.ITEM))


def _weight(label: Label) -> float:
    return _PLAIN_SENTENCE if label.kind is LabelKind.SENTENCE else 1.0
