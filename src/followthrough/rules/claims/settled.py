"""A claim beside the words that settle what was asked: it may not give the question another value than these do.

The rules have found the sentence, item or row that answers. Figures stand by themselves all over a passage, so each
value of a claim is held against the words beside it, clause by clause: a value of another unit is borne where that
unit has words of the clause that neither the settling words nor the question have, or lacks none of theirs.
Invariant: a claim that says what the settling words say, in their words, never differs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from followthrough.domain.outcome import Extract, ExtractKind
from followthrough.domain.pack import Pack
from followthrough.rules.claims.cited import Cited, Place, figures_in
from followthrough.rules.claims.figures import read_figure
from followthrough.rules.claims.limits import Limit, Limits
from followthrough.rules.claims.placed import clauses
from followthrough.rules.language.words import Stems, has_digit, words_of
from followthrough.rules.objective.unsolved import telling_words

_OF_ANYTHING = ("0", "1", "2", "3")  # said of anything: "both", "one of them"
_ALIKE = 0.5  # of the words of a unit that another one like it has: two rows, two sentences of a list
_KIN = 3  # letters that "lost" and "losing" begin with
_RATE_WITHIN = 3  # words behind a figure among which "per" stands


@dataclass(frozen=True, slots=True)
class _Said:
    """The words and the values of a clause or unit, those above it apart, and a row's column names."""

    text: str
    words: frozenset[str]
    values: frozenset[str]
    above: frozenset[str] = frozenset()
    header: str = ""


class Settled:
    """What settles one question: of what the rules show, the sentence, item or row with most of its words by rarity.

    Args:
        question: what was asked.
        shown: what the rules show for it.
        read: the passages that claims may rest on.
        pack: the words to look for.
    """

    def __init__(self, question: str, shown: Sequence[Extract], read: Sequence[Cited], pack: Pack) -> None:
        self._pack = pack
        reader = _Reader(pack)
        asked = reader.said(question)
        places = [(one, place) for one in read for place in one.places]
        units = [reader.place(place, one) for one, place in places]
        shown_at = [
            at for at, (one, place) in enumerate(places) if any(_is_of(place, one, extract) for extract in shown)
        ]
        self._each = [
            _Answer(asked, units[at], [*units, *_parts(places[at][1], units[at], reader, pack)], reader, pack)
            for at in _likeliest(asked, units, shown_at, pack)
        ]

    def differs(self, text: str) -> bool:
        """Whether a claim gives what was asked another value, limit or rate, or its value to something else."""
        each = clauses(text, self._pack)
        return bool(self._each) and all(any(map(one.differs, each)) for one in self._each)


def _likeliest(asked: _Said, units: Sequence[_Said], among: Sequence[int], pack: Pack) -> list[int]:
    """Those of the units that have most of what is asked about by rarity, with what stands above them, then alone."""
    about = asked.words - frozenset(Stems(pack).of(sorted(pack.cues.priced))) or asked.words  # "cost" is no subject
    held = {word: sum(word in unit.words for unit in units) for word in about}

    def worth(words: frozenset[str]) -> float:
        return math.fsum(math.log((len(units) + 2) / (held[word] + 1)) for word in words)

    shares = {
        at: (worth(about & (units[at].words | units[at].above)), worth(about & units[at].words)) for at in among
    }
    best = max(shares.values(), default=(0.0, 0.0))
    return [at for at, share in shares.items() if share == best and share[0] > 0.0]


def _is_of(place: Place, one: Cited, extract: Extract) -> bool:
    """Whether the place is of what the extract shows."""
    start = one.passage.start
    is_same = extract.passage.id == one.passage.id
    return is_same and extract.start < start + place.unit.end and start + place.unit.start < extract.end


def _parts(place: Place, unit: _Said, reader: _Reader, pack: Pack) -> list[_Said]:
    """The clauses of a sentence that settles with one of its values among several."""
    is_row = place.unit.kind is ExtractKind.ROW
    return [] if is_row else [reader.said(clause, unit.above) for clause in clauses(place.text, pack)]


class _Answer:
    """A sentence, item or row that settles what was asked, beside the others that claims may rest on."""

    def __init__(self, asked: _Said, answer: _Said, units: Sequence[_Said], reader: _Reader, pack: Pack) -> None:
        self._reader = reader
        self._asked, self._answer, self._pack = asked, answer, pack
        self._units = [unit for unit in units if unit.values]
        self._limits = Limits(pack, Stems(pack))

    def differs(self, text: str) -> bool:
        """Whether a clause gives what was asked another value, limit or rate, or its value to something else."""
        clause = self._reader.said(text)
        values = clause.values.difference(_OF_ANYTHING)
        if any(self._is_strange(value, clause) for value in values - self._answer.values - self._asked.values):
            return True
        held = values & self._answer.values
        if any(self._is_anothers(value, clause) for value in held):
            return True
        return bool(held) and (self._renames(clause) or self._bounds_or_rates(clause))

    def _renames(self, clause: _Said) -> bool:
        """Whether a word that was asked has another in its place before the same word: "found badge" for "lost"."""
        new = clause.words - self._answer.words - self._answer.above - self._asked.words
        gone = (self._answer.words & self._asked.words) - clause.words
        theirs = {after: word for word, after in self._pairs(self._answer) if word in gone}
        return any(
            word in new and word[:_KIN] != theirs.get(after, word)[:_KIN] for word, after in self._pairs(clause)
        )

    def _pairs(self, said: _Said) -> Iterator[tuple[str, str]]:
        """The stems of each word and the one behind it."""
        return pairwise(Stems(self._pack).of([word.key for word in words_of(said.text)]))

    def _is_strange(self, value: str, clause: _Said) -> bool:
        """Whether the clause gives the value to what was asked, which the value's own units don't speak of."""
        holders = [unit for unit in self._units if value in unit.values]
        if not holders:  # it follows from others, or is no figure
            kind = self._reader.kind(value)
            return bool(kind) and any(self._reader.kind(one) == kind for one in self._answer.values)
        return not any(self._bears(unit, clause) for unit in holders)

    def _bears(self, unit: _Said, clause: _Said) -> bool:
        spoken = unit.words | (unit.above - self._answer.above)  # what stands above both tells neither
        own = (clause.words & spoken) - self._answer.words - self._asked.words
        lacks = (clause.words if own else clause.words | self._asked.words) & self._answer.words - spoken
        return not any(map(has_digit, lacks)) if own else not lacks

    def _is_anothers(self, value: str, clause: _Said) -> bool:
        """Whether a unit like each that has the value, with other values, has more of the clause's words."""
        holders = [unit for unit in self._units if value in unit.values]
        others = [unit for unit in self._units if value not in unit.values]
        return all(any(_outdoes(other, unit, clause.words - {value}) for other in others) for unit in holders)

    def _bounds_or_rates(self, clause: _Said) -> bool:
        """Whether the clause sets a limit or names a rate that the settling words don't have."""
        known = self._limits.read(self._answer.text, frozenset(), bound=True)
        for limit in self._limits.read(clause.text, frozenset(), bound=True):
            if (limit.low is None) != (limit.high is None) and any(_bounds_otherwise(limit, one) for one in known):
                return True
        theirs = self._answer.words | self._answer.above | self._asked.words
        return not theirs.issuperset(self._rates(clause.text))

    def _rates(self, text: str) -> frozenset[str]:
        """The stems of what figures are given for: the month of "15 euros a month", the mile of "per mile"."""
        words, values = words_of(text), self._pack.values
        rated = values.frequency_words | self._pack.joining.determiners
        found: list[str] = []
        for place, word in enumerate(words):
            near = words[place + 1 : place + 1 + _RATE_WITHIN]
            if read_figure(word, self._pack)[0]:
                found += [b.key for a, b in pairwise(near) if a.key in rated and telling_words(b.text, self._pack)]
        return frozenset(Stems(self._pack).of(found))


def _outdoes(other: _Said, unit: _Said, told: frozenset[str]) -> bool:
    is_alike = bool(unit.header) and other.header == unit.header
    is_alike = is_alike or len(other.words & unit.words) >= _ALIKE * len(other.words)
    return is_alike and (told & unit.words) < (told & other.words)


def _bounds_otherwise(limit: Limit, known: Limit) -> bool:
    """Whether one has the other's number and another side of it."""
    ends = (known.low, known.high)
    return (limit.low or limit.high) in ends and (limit.low, limit.high) != ends


class _Reader:
    """Reads words and values with a pack."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._days = frozenset(Stems(pack).of(sorted(pack.values.weekdays | pack.values.months)))

    def place(self, place: Place, one: Cited) -> _Said:
        """A unit of a passage."""
        may_name = any(len(key) == 1 or key in self._days for key in (*place.words, *place.stems))
        values = self.values(place.text) if may_name else place.figures
        told = frozenset(stem for stem in place.stems if not has_digit(stem) or stem in place.figures)
        words = frozenset(word for word in told if word not in values or _is_code(word))
        return _Said(place.text, words, values, one.heading, place.unit.header)

    def said(self, text: str, above: frozenset[str] = frozenset()) -> _Said:
        """A clause, or the question."""
        values = self.values(text)
        telling = [word.key for word in telling_words(text, self._pack) if not read_figure(word, self._pack)[0]]
        words = frozenset(word for word in Stems(self._pack).of(telling) if word not in values or _is_code(word))
        return _Said(text, words, values, above)

    def values(self, text: str) -> frozenset[str]:
        """See ``values_in``."""
        capital = [word.key for word in words_of(text)[1:] if word.text[0].isupper()]
        stems = Stems(self._pack).of([key for key in capital if key not in self._pack.asking.speakers])
        return figures_in(text, self._pack).union(stem for stem in stems if self.kind(stem))

    def kind(self, value: str) -> str:
        """What a value without figures is; empty for one with them, and for other words."""
        if len(value) == 1 and value.isalpha():
            return "letter"
        return "day" if value in self._days else ""


def values_in(text: str, pack: Pack) -> frozenset[str]:
    """A text's figures and codes, and its days, months and single letters behind the first word, by their stems."""
    return _Reader(pack).values(text)


def _is_code(word: str) -> bool:
    return has_digit(word) and any(map(str.isalpha, word))
