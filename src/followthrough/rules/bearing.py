"""Whether passages bear a sentence as a whole, not just its words: each value and ruling with what it is said of.

A sentence made of words that all stand in a passage may still say what the passage does not: another thing's value,
the cell of another row, a rule about something else. Invariant: a figure or ruling word counts only where it stands
in a unit about what the sentence says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from followthrough.domain.documents import Passage
from followthrough.domain.outcome import ExtractKind
from followthrough.domain.pack import Pack
from followthrough.rules.facts import Known, key_of
from followthrough.rules.units import Unit, cells, units_of
from followthrough.rules.unsolved import telling_stems
from followthrough.rules.words import Stems, has_digit, keys_of, words_of


@dataclass(frozen=True, slots=True)
class ReadUnit:
    """A unit of a passage with its words.

    ``measures`` are the telling stems right behind a word, ``behind`` all keys of the two words behind it.
    """

    unit: Unit
    text: str
    stems: frozenset[str]
    keys: frozenset[str]
    measures: dict[str, frozenset[str]]
    behind: dict[str, frozenset[str]]


class ReadPassage:
    """A passage with the words of each of its units, and of what stands above them."""

    def __init__(self, passage: Passage, pack: Pack) -> None:
        dated = passage.effective_date.isoformat() if passage.effective_date else ""
        above = (passage.document_name, *passage.heading, passage.context, dated)
        self.passage = passage
        self.above = frozenset(key_of(w.key) for text in above for w in words_of(text))
        self.heading = telling_stems(" ".join(above), pack)
        self.units = [_read(unit, passage, pack) for unit in units_of(passage, pack)]
        self.known = Known((*(unit.text for unit in self.units), *above), pack)

    def closest(self, told: frozenset[str]) -> ReadUnit | None:
        """The unit that shares most words with the sentence, None when neither it nor the headings share any."""
        best = max(self.units, key=lambda unit: len(unit.stems & told), default=None)
        return None if best is None or not (best.stems & told or self.heading & told) else best


def _read(unit: Unit, passage: Passage, pack: Pack) -> ReadUnit:
    text = f"{unit.header}\n{passage.text[unit.start : unit.end]}"
    words = words_of(text)
    keys = [key_of(w.key) for w in words]
    measures: dict[str, frozenset[str]] = {}
    for word, after in zip(keys, words[1:], strict=False):
        measures[word] = measures.get(word, frozenset()) | telling_stems(after.text, pack)
    behind = _behind(keys)
    return ReadUnit(unit, text, telling_stems(text, pack), frozenset(keys), measures, behind)


def _behind(keys: Sequence[str]) -> dict[str, frozenset[str]]:
    """The keys of the two words behind each word, of all its places together."""
    found: dict[str, frozenset[str]] = {}
    for place, key in enumerate(keys):
        found[key] = found.get(key, frozenset()) | frozenset(keys[place + 1 : place + 3])
    return found


def strong_negations(pack: Pack) -> frozenset[str]:
    """Words that deny the sentence they stand in: "not", "never"; none that only sets an exception: "unless"."""
    return pack.values.negations - pack.joining.subordinators - pack.joining.prepositions - pack.values.exceptions


class Bearing:
    """What the cited passages bear. ``asked`` are the question's words, which a sentence may leave unsaid."""

    def __init__(self, read: Sequence[ReadPassage], asked: frozenset[str], pack: Pack) -> None:
        self._read = read
        self._asked = asked
        self._pack = pack
        self._units = [unit for one in read for unit in one.units]
        self._above = frozenset[str]().union(*(one.heading for one in read))
        self._rulings = _rulings(pack)

    def bears(self, text: str, told: frozenset[str], figures: frozenset[str]) -> bool:
        """Whether the sentence's figures, rulings, cells and subject stand together as it says.

        Args:
            text: the sentence.
            told: the stems of its telling words.
            figures: its numbers and codes that stand in the passages.
        """
        main = max(self._units, key=lambda unit: len(unit.stems & told), default=None)
        if main is None:
            return False
        said = frozenset[str]().union(*(unit.stems for unit in self._units))
        return (
            all(self._stands(figure, text, told, is_figure=True) for figure in figures)
            and all(self._counts_the_same(figure, text) for figure in figures)
            and all(self._stands(stem, text, told, is_figure=False) for stem in told & self._rulings & said)
            and not self._replaces_ruling(main, told, said)
            and not self._mixes_rows(told, figures)
            and not self._changes_subject(text, main, told, figures)
            and not self._misnames_row(text, figures)
        )

    def _stands(self, fact: str, text: str, told: frozenset[str], *, is_figure: bool) -> bool:
        """Whether the fact stands in a unit about what the sentence says of it: not another thing's value.

        Of all units it is in one that shares most words with the sentence, or one that has a word right before or
        behind it which the best unit lacks. What a figure counts ("90 minutes") says nothing of what it is about.
        """
        holders = [unit for unit in self._units if fact in (unit.keys if is_figure else unit.stems)]
        counted = frozenset[str]().union(*(unit.measures.get(fact, frozenset()) for unit in holders))
        about = (told - {fact} - counted) or self._asked
        most = max((len(unit.stems & about) for unit in self._units), default=0)
        if is_figure and not most and about.isdisjoint(self._above):
            return any(fact in one.above for one in self._read)  # nothing here speaks of what the figure is said of
        best = frozenset[str]().union(*(u.stems for u in self._units if len(u.stems & about) == most))
        beside = self._beside(fact, text, is_figure=is_figure) - best - counted
        return any(len(unit.stems & about) == most or not beside.isdisjoint(unit.stems) for unit in holders) or (
            is_figure and any(fact in one.above for one in self._read)
        )

    def _counts_the_same(self, figure: str, text: str) -> bool:
        """Whether a time that the sentence gives is one of the passages': not 64 weeks where they have 64 GB."""
        units = self._pack.values.time_units
        told = _behind([key_of(w.key) for w in words_of(text)]).get(figure, frozenset()) & units
        holders = [unit for unit in self._units if figure in unit.keys]
        if not told or not holders:
            return True
        stems = Stems(self._pack)
        read = frozenset[str]().union(*(unit.behind.get(figure, frozenset()) for unit in holders))
        return not set(stems.of(sorted(told))).isdisjoint(stems.of(sorted(read)))

    def _beside(self, fact: str, text: str, *, is_figure: bool) -> frozenset[str]:
        """The telling words next to the fact, one on each side."""
        words = words_of(text)
        stems = [telling_stems(w.text, self._pack) for w in words]
        here = next((i for i, w in enumerate(words) if (key_of(w.key) == fact if is_figure else fact in stems[i])), 0)
        before = next((one for one in reversed(stems[:here]) if one), frozenset[str]())
        behind = next((one for one in stems[here + 1 :] if one), frozenset[str]())
        return before | behind

    def _replaces_ruling(self, main: ReadUnit, told: frozenset[str], said: frozenset[str]) -> bool:
        """Whether the sentence has a word of its own where the unit rules: "later claims are paid" for "denied"."""
        return bool((main.stems & self._rulings) - told) and bool(told - said - self._above)

    def _mixes_rows(self, told: frozenset[str], figures: frozenset[str]) -> bool:
        """Whether the sentence takes cells of different rows together."""
        rows = [unit for unit in self._units if unit.unit.kind is ExtractKind.ROW]
        others = [unit for unit in self._units if unit.unit.kind is not ExtractKind.ROW]
        if not rows:
            return False
        outside = self._above.union(*(u.stems for u in others), *(u.keys for u in others))
        headers = frozenset[str]().union(*(telling_stems(u.unit.header, self._pack) for u in rows))
        cells = frozenset[str]().union(*(u.stems | u.keys for u in rows)) - outside - headers
        wanted = (told | figures) & cells
        return bool(wanted) and not any(wanted <= row.stems | row.keys for row in rows)

    def _misnames_row(self, text: str, figures: frozenset[str]) -> bool:
        """Whether a figure of some row is in none of the rows that the sentence names: "Max costs 9 EUR"."""
        rows = [unit for unit in self._units if unit.unit.kind is ExtractKind.ROW]
        labels = [_label(row) for row in rows]
        words = [word.text for word in words_of(text)]
        named = [
            row.keys
            for row, label in zip(rows, labels, strict=True)
            if label and any(words[at : at + len(label)] == label for at in range(len(words)))
        ]
        measures = self._pack.values.time_units | self._pack.values.money
        behind = _behind([key_of(w.key) for w in words_of(text)])
        others = [unit for unit in self._units if unit.unit.kind is not ExtractKind.ROW]
        elsewhere = {
            figure
            for figure in figures
            for unit in others
            if figure in unit.keys and behind.get(figure, frozenset()) & measures <= unit.behind[figure]
        }
        kept = (frozenset[str]().union(*(row.keys for row in rows)) & figures) - elsewhere
        return bool(named) and not kept <= frozenset[str]().union(*named)

    def _changes_subject(self, text: str, main: ReadUnit, told: frozenset[str], figures: frozenset[str]) -> bool:
        """Whether words of another unit take the place of what this one is about, where one excludes that."""
        borrowed = told - main.stems - self._above
        lenders = [unit for unit in self._units if unit is not main and not borrowed.isdisjoint(unit.stems)]
        if not lenders:
            return False
        strong = strong_negations(self._pack)
        if not strong.isdisjoint(keys_of(text)):
            return False
        if all(self._rivals(unit, text, figures) for unit in lenders):
            return True
        only = self._pack.values.exclusives
        if not only.isdisjoint(main.keys) and only.isdisjoint(keys_of(text)):
            return True
        return all(not strong.isdisjoint(unit.keys) for unit in lenders)

    def _rivals(self, unit: ReadUnit, text: str, figures: frozenset[str]) -> bool:
        """Whether the unit gives a figure of its own for what those of the sentence measure: "abroad 7 days"."""
        own = {key for key in unit.keys if has_digit(key)}
        behind = _behind([key_of(w.key) for w in words_of(text)])
        measured = frozenset[str]().union(*(behind.get(figure, frozenset()) for figure in figures))
        measured &= self._pack.values.time_units | self._pack.values.money
        theirs = frozenset[str]().union(*(unit.behind.get(key, frozenset()) for key in own))
        return own.isdisjoint(figures) and not measured.isdisjoint(theirs)


def _label(row: ReadUnit) -> list[str]:
    """The words of a row's first cell."""
    return [word.text for word in words_of(cells(row.text.split("\n", 1)[-1])[0])]


@cache
def _ruling_words(rulings: frozenset[str], stop: frozenset[str], light: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(rulings - stop - light))


def _rulings(pack: Pack) -> frozenset[str]:
    """The stems of words that settle a yes or no by themselves: "covered", "denied"."""
    return frozenset(Stems(pack).of(list(_ruling_words(pack.values.rulings, pack.words.stop, pack.words.light))))
