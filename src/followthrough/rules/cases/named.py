"""The cases that names tell apart: what a question offers, cells, headings; and which of them an answer names.

Invariant: a case is named only by words that no other case has; an answer means the one that it names and does not
deny, and where it names two, which of them holds is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from followthrough.domain.pack import Pack
from followthrough.rules.cases.alternatives import offered_words, place_named
from followthrough.rules.cases.clauses import Clause, clauses_of
from followthrough.rules.cases.details import AskedDetail, DetailReader
from followthrough.rules.cases.labels import Label, LabelKind
from followthrough.rules.cases.verdict import Verdict
from followthrough.rules.language.words import has_digit, keys_of, words_of

_TWO = 2
_NEVER = frozenset(("\0",))  # what nobody says
_Stems = frozenset[str]


@dataclass(frozen=True, slots=True)
class Alternative:
    """One thing that a question offers, or that labels name.

    Attributes:
        own: stems of its words that say something and that no other alternative has; may be empty.
        every: all of its stems: what must be said of one that has no such word ("in town" beside "outside town").
        labels: the labels that stand for it.
        denies: it says what is not so: "not covered".
    """

    own: _Stems
    every: _Stems
    labels: tuple[Label, ...] = ()
    denies: bool = False


def alternatives_of(question: str, reader: DetailReader, pack: Pack) -> tuple[Alternative, ...]:
    """The alternatives of the question; none where it offers amounts ("more than 10 kg or less?") or nothing."""
    if reader.measures.kinds(question):
        return ()
    offered = [" ".join(keys) for keys in offered_words(question, pack)]
    told = [(reader.spoken(text) | _codes(text), reader.stems_of(keys_of(text))) for text in offered]
    by_all = _apart([(every, every) for _, every in told])  # of "a first or a corrected claim" "first" says nothing
    found = tuple(one if one.own else small for one, small in zip(_apart(told), by_all, strict=True))
    return found if len({one.own or one.every for one in found}) == len(offered) else ()


def _codes(text: str) -> _Stems:
    return frozenset(key for key in keys_of(text) if has_digit(key))


def _apart(told: Sequence[tuple[_Stems, _Stems]]) -> tuple[Alternative, ...]:
    """Alternatives of what each says and of all its words, with what no other one has as their own."""
    return tuple(
        Alternative(say.difference(*(other for at, (_, other) in enumerate(told) if at != place)), every)
        for place, (say, every) in enumerate(told)
    )


def place_of(stems: _Stems, alternatives: Sequence[Alternative]) -> int | None:
    """The one alternative that the stems name."""
    found = places_in(stems, alternatives)
    return found[0] if len(found) == 1 else None


def places_in(stems: _Stems, alternatives: Sequence[Alternative]) -> list[int]:
    """Those that have words of their own among the stems, else those without any that stand there whole."""
    named = [at for at, one in enumerate(alternatives) if one.own & stems]
    return named or [at for at, one in enumerate(alternatives) if not one.own and one.every <= stems]


def shared_by_all(stems: Iterable[_Stems]) -> _Stems:
    """What all of several labels say: "ticket" of "student ticket" and "regular ticket"."""
    some = frozenset(stems)
    return frozenset[str]().union(*some).intersection(*some) if len(some) > 1 else frozenset()


def standing_for(stems: Mapping[Label, _Stems], offered: Sequence[Alternative]) -> dict[Label, int]:
    """The place of what the question offers for each label that stands for it; empty where all stand for one."""
    common = shared_by_all(stems.values())  # "chocolate" of "dark or milk chocolate" is of neither
    told = [replace(one, own=one.own - common) for one in offered]
    found = {label: at for label, some in stems.items() if (at := place_of(some, told)) is not None}
    return found if len(set(found.values())) > 1 else {}


class NamedCases:
    """Judges an answer against labels that are told apart by their names.

    Args:
        labels: what the question asks for.
        question: the question.
        reader: reads answers and labels.
        pack: the words to look for.
        silent: labels that an answer names by their place alone, not by their words.
    """

    def __init__(
        self,
        labels: Sequence[Label],
        question: str,
        reader: DetailReader,
        pack: Pack,
        silent: Sequence[Label] = (),
    ) -> None:
        self._silent = frozenset(silent)
        self._reader = reader
        self._pack = pack
        self._rest = tuple(label for label in labels if reader.is_otherwise(label.text))
        self._names = reader.telling(question)
        self._small = reader.stems_of(sorted(pack.joining.prepositions | pack.words.stop))
        offered = alternatives_of(question, reader, pack)
        self._asked = frozenset[str]().union(*(one.own for one in offered))
        self._offered, self._alternatives = self._found([x for x in labels if x not in self._rest], offered)
        self._whole = [frozenset[str]().union(*map(self._every, one.labels)) for one in self._alternatives]
        self._vocabulary = frozenset[str]().union(*(one.own | one.every for one in self._alternatives), *self._whole)

    def _found(self, labels: Sequence[Label], offered: Sequence[Alternative]) -> tuple[int, tuple[Alternative, ...]]:
        """How many the question offers that labels stand for, and all alternatives, those that it offers first."""
        stems = {label: self._every(label) for label in labels}
        places, cores = standing_for(stems, offered), self._cores(stems)
        groups: dict[int | _Stems, list[Label]] = {place: [] for place in range(len(offered)) if places}
        for label in labels:
            groups.setdefault(places.get(label, cores[label]), []).append(label)
        shared = shared_by_all(stems.values())
        told = [
            self._told(some, cores, offered[key] if isinstance(key, int) else None, shared)
            for key, some in groups.items()
        ]
        found = tuple(
            replace(one, labels=tuple(some), denies=any(self._denies(x, one) for x in some))
            for one, some in zip(_apart(told), groups.values(), strict=True)
        )
        return sum(isinstance(key, int) for key in groups), found

    def _told(
        self, labels: Sequence[Label], cores: Mapping[Label, _Stems], offer: Alternative | None, shared: _Stems
    ) -> tuple[_Stems, _Stems]:
        """What one alternative says, and all that must be said of it."""
        if not self._silent.isdisjoint(labels):
            return frozenset(), _NEVER
        own, every = (frozenset[str](), frozenset[str]()) if offer is None else (offer.own - shared, offer.every)
        said = own.union(*(cores[x] & self._vocabulary_of(x) for x in labels))
        return said, min((cores[x] for x in labels), key=len, default=every)

    def _cores(self, stems: Mapping[Label, _Stems]) -> dict[Label, _Stems]:
        """What tells each label from those beside it."""
        beside: dict[tuple[str, ...], list[_Stems]] = {}
        for label, every in stems.items():
            beside.setdefault(label.choice, []).append(every)
        return {x: self._core(x, every, shared_by_all(beside[x.choice])) for x, every in stems.items()}

    def _vocabulary_of(self, label: Label) -> _Stems:
        return self._reader.spoken(label.text) | _codes(label.text)

    def _core(self, label: Label, every: _Stems, common: _Stems) -> _Stems:
        """What tells the label from those beside it, and is not in the question; all of it where that is nothing."""
        return (every & self._vocabulary_of(label)) - common - self._names or every - common or every

    def _every(self, label: Label) -> _Stems:
        """What a label says; a sentence what it says of the thing asked for, "a red light", or of what is offered."""
        stems = self._reader.stems_of(keys_of(label.text))
        if label.kind is LabelKind.SENTENCE:
            return (self._reader.beside(label.text, self._names) - self._names) | (stems & self._asked)
        return stems

    def _denies(self, label: Label, one: Alternative) -> bool:
        """Whether the label says that its case is not so; "No coffee comes out on model K5" is about K5."""
        return self._reader.denies(label.text, one.own or one.every)

    def judge(self, detail: AskedDetail) -> Verdict:
        """The cases that are meant; more than one undecided, and none at all where the answer names none."""
        cases = (*(label for one in self._alternatives for label in one.labels), *self._rest)
        if detail.answer is None:
            return Verdict(cases=cases)
        meant = self._meant(detail.answer)
        fits = [label for place in meant for label in self._alternatives[place].labels]
        if not meant and self._reader.telling(detail.answer) - self._names:
            fits = list(self._rest)
        if len(meant) > 1:
            return Verdict(undecided=tuple(fits), cases=cases)
        return Verdict(fits=dict.fromkeys(fits, 1.0), conflicts=frozenset(cases) - frozenset(fits), cases=cases)

    def _meant(self, answer: str) -> frozenset[int]:
        """The places of the alternatives that hold by the answer."""
        count = self._offered or len(self._alternatives)
        if (place := place_named(answer, count, self._pack)) is not None:
            return frozenset((place,))
        said, denied = set[int](), set[int]()
        for clause in clauses_of(answer, self._pack):
            holds, fails = self._of_clause(clause)
            said |= holds
            denied |= fails
        if said & denied:
            return frozenset()
        if not said and len(denied) == 1 and len(self._alternatives) == _TWO and not self._rest:
            return frozenset(range(_TWO)) - denied
        return frozenset(said)

    def _of_clause(self, clause: Clause) -> tuple[set[int], set[int]]:
        """The places of the alternatives that a piece of an answer says hold, and of those that it says do not."""
        stems = self._stems(clause.text)
        if clause.denied:
            negative = {at for at, one in enumerate(self._alternatives) if self._is_denied(one, stems)}
            return negative, set() if negative else set(places_in(stems, self._alternatives))
        other = self._reader.telling(clause.text) - self._vocabulary - self._names - self._small
        named = places_in(stems, self._alternatives) or self._in_part(stems)
        return {at for at in named if self._is_named(at, stems, other)}, set()

    def _stems(self, text: str) -> _Stems:
        words = words_of(text)
        small = self._pack.words.stop
        stems = self._reader.stems_of(
            [w.key for w in words if len(w.key) > 1 or w.text.isupper() or w.key not in small or w is words[-1]]
        )  # "a" is no letter of a name, but where it stands last: "zone a"
        glued = frozenset(part for stem in stems - self._vocabulary for part in self._parts(stem))
        return self._reader.as_written(stems | glued, self._vocabulary)

    def _parts(self, stem: str) -> tuple[str, ...]:
        """The two words of the cases that are written as one: "hub5", "motorboat"."""
        cuts = range(_TWO, len(stem))
        return next(((stem[:c], stem[c:]) for c in cuts if {stem[:c], stem[c:]} <= self._vocabulary), ())

    def _in_part(self, stems: _Stems) -> list[int]:
        """The one without words of its own of which a part is said: "card" of "paid by card", beside a gift card."""
        told = stems - self._small
        found = [at for at, one in enumerate(self._alternatives) if not one.own and self._whole[at] & told]
        return found if len(found) == 1 else []

    def _is_denied(self, one: Alternative, stems: _Stems) -> bool:
        """Whether a clause that denies these words says what the alternative says: "no light"."""
        told = one.every - self._reader.stems_of(sorted(self._pack.values.negations))
        return one.denies and bool(told) and told <= stems

    def _is_named(self, place: int, stems: _Stems, other: _Stems) -> bool:
        """Whether the words name the case, and not another thing beside it: "solid green" is not "blinking green"."""
        one = self._alternatives[place]
        lacking = (one.own & one.every) - stems
        return not one.denies and (not lacking or not other or len(one.own & stems) > len(lacking))
