"""A passage as claims are held against it: its sentences, items and rows, with what stands above them."""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.domain.documents import Passage
from followthrough.domain.pack import Pack
from followthrough.rules.claims.figures import read_figure
from followthrough.rules.evidence.units import Unit, units_of, words_of_unit
from followthrough.rules.language.facts import Known
from followthrough.rules.language.words import keys_of, words_of
from followthrough.rules.objective.unsolved import telling_stems


@dataclass(frozen=True, slots=True)
class Place:
    """A unit of a passage with its words in order, and the stems of those that tell something.

    Attributes:
        figures: its numbers and codes in their one form.
    """

    unit: Unit
    text: str
    words: tuple[str, ...]
    keys: frozenset[str]
    stems: frozenset[str]
    figures: frozenset[str]


class Cited:
    """A passage, read once for all the claims that cite it."""

    def __init__(self, passage: Passage, pack: Pack) -> None:
        dated = passage.effective_date.isoformat() if passage.effective_date else ""
        self.passage = passage
        self.above = tuple(t for t in (passage.document_name, *passage.heading, passage.context, dated) if t)
        self.heading = telling_stems(" ".join(self.above), pack)
        self.places = [_read(unit, passage, pack) for unit in _told(passage, pack)]
        self.stems = self.heading.union(*(place.stems for place in self.places))
        self.known = Known((*(place.text for place in self.places), *self.above), pack)

    def closest(self, told: frozenset[str]) -> Place | None:
        """The place that shares most words with a claim, the first of several; None where nothing is shared."""
        best = max(self.places, key=lambda place: len(place.stems & told), default=None)
        return None if best is None or not (best.stems | self.heading) & told else best


def _told(passage: Passage, pack: Pack) -> list[Unit]:
    """The passage's units but those behind an order to whoever answers, which is none: they mostly go on with it."""
    units = units_of(passage, pack)
    ends = [0, *(unit.end for unit in units)]
    between = [passage.text[end : unit.start].rpartition("\n")[2] for end, unit in zip(ends, units, strict=False)]
    return [unit for unit, gap in zip(units, between, strict=True) if len(words_of(gap)) < _ORDER]


_ORDER = 2  # words between two units of a line; one is a label or a mark


def _read(unit: Unit, passage: Passage, pack: Pack) -> Place:
    text = words_of_unit(passage, unit)
    words = tuple(keys_of(text))
    return Place(unit, text, words, frozenset(words), telling_stems(text, pack), figures_in(text, pack))


def figures_in(text: str, pack: Pack) -> frozenset[str]:
    """The text's numbers and codes in their one form."""
    return frozenset(one for word in words_of(text) for some in read_figure(word, pack) for one in some)
