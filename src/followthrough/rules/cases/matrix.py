"""Tables of which the columns are cases too: weights down the side, "in the fridge" and "in cold water" over the top.

Invariant: a table is one only where a question offers what its columns are called; each of its cells is then a place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from followthrough.domain.documents import Passage
from followthrough.domain.outcome import ExtractKind
from followthrough.domain.pack import Pack
from followthrough.rules.cases.details import DetailReader
from followthrough.rules.cases.labels import Label, LabelKind, Place, places_of
from followthrough.rules.cases.named import Alternative, alternatives_of, place_of
from followthrough.rules.evidence.units import Unit, cell_spans, cells
from followthrough.rules.language.words import keys_of

_LEAST_COLUMNS = 3


def places_for(
    passages: Sequence[Passage], questions: Sequence[str], reader: DetailReader, pack: Pack
) -> list[Place]:
    """Every unit of the passages in reading order, of a table whose columns the questions offer every cell."""
    offers = [found for question in questions if (found := alternatives_of(question, reader, pack))]
    found = [cell for place in places_of(passages, pack) for cell in _cells_of(place, offers, reader)]
    return [replace(place, order=order) for order, place in enumerate(found)]


def _cells_of(place: Place, offers: Sequence[Sequence[Alternative]], reader: DetailReader) -> Iterator[Place]:
    unit, text = place.unit, place.passage.text
    names = cells(unit.header)
    spans = cell_spans(text, unit)
    is_table = unit.kind is ExtractKind.ROW and len(names) >= _LEAST_COLUMNS and len(names) == len(spans)
    if not is_table or not any(_are_columns(names[1:], offer, reader) for offer in offers):
        yield place
        return
    outer = tuple(label for label in place.labels if label.kind is not LabelKind.ROW)
    side = place.labels[len(outer)]
    for name, (start, end) in zip(names[1:], spans[1:], strict=True):
        over = Label(LabelKind.COLUMN, (*side.choice, "column"), name)
        cell = Unit(ExtractKind.ROW, start, end, start, unit.block, name)
        yield replace(place, unit=cell, labels=(*outer, side, over))


def _are_columns(names: Sequence[str], offer: Sequence[Alternative], reader: DetailReader) -> bool:
    """Whether several of the names are different alternatives."""
    found = {place_of(reader.stems_of(keys_of(name)), offer) for name in names} - {None}
    return len(found) > 1
