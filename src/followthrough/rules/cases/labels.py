"""The cases that a document tells apart: the labels that its units stand under.

A case has a label: a heading, a cell of a table, the words of a list item before its colon, the condition of a
sentence. Labels that stand side by side are one choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from followthrough.domain.documents import Passage
from followthrough.domain.outcome import ExtractKind
from followthrough.domain.pack import Pack
from followthrough.rules.evidence.units import Unit, cells, units_of
from followthrough.rules.language.words import Word, keys_of, phrase_at, words_of

_ITEM_LABEL_WORDS = 8
_SHOWN_CHARS = 80


class LabelKind(StrEnum):
    """What a label is."""

    HEADING = "heading"
    ROW = "row"
    COLUMN = "column"
    ITEM = "item"
    CONDITION = "condition"
    SENTENCE = "sentence"


@dataclass(frozen=True, slots=True)
class Label:
    """What a case is called.

    Attributes:
        kind: what it is.
        choice: the labels with the same choice stand side by side.
        text: its words.
        header: what a cell's column is called.
        leans: it is a condition on something named before it: "if it is blue".
    """

    kind: LabelKind
    choice: tuple[str, ...]
    text: str
    header: str = ""
    leans: bool = False

    @property
    def shown(self) -> str:
        """The label as a reader is told of it."""
        line = " ".join(self.text.split()).rstrip(" ,;:.")
        return line if len(line) <= _SHOWN_CHARS else f"{line[: _SHOWN_CHARS - 1].rsplit(' ', 1)[0]}…"


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A unit of the document with the labels it stands under, the outermost first."""

    passage: Passage
    unit: Unit
    order: int
    labels: tuple[Label, ...]

    @property
    def text(self) -> str:
        """The unit's words, without a list marker."""
        return self.passage.text[self.unit.body : self.unit.end]

    @property
    def block(self) -> tuple[str, int]:
        """The paragraph, list or table it is in."""
        return self.passage.id, self.unit.block


def places_of(passages: Sequence[Passage], pack: Pack) -> list[Place]:
    """Every unit of the passages, in reading order."""
    places: list[Place] = []
    for passage in passages:
        units = units_of(passage, pack)
        named = _named_sentences(passage, units)
        for unit in units:
            labels = (*_headings(passage), *_own_labels(passage, unit, named, pack))
            places.append(Place(passage, unit, len(places), labels))
    return places


def _named_sentences(passage: Passage, units: Sequence[Unit]) -> frozenset[Unit]:
    """The sentences of paragraphs that name their cases as a list does: "Dark: ring the vet. Milk: wait a day."."""
    named = [
        unit
        for unit in units
        if unit.kind is ExtractKind.SENTENCE and _item_name(passage.text[unit.body : unit.end], (":",)) is not None
    ]
    beside = Counter(unit.block for unit in named)
    return frozenset(unit for unit in named if beside[unit.block] > 1)


def _headings(passage: Passage) -> Iterator[Label]:
    path = passage.heading
    for depth, heading in enumerate(path):
        yield Label(LabelKind.HEADING, (passage.document_id, *path[:depth]), heading)


def _own_labels(passage: Passage, unit: Unit, named: frozenset[Unit], pack: Pack) -> Iterator[Label]:
    text = passage.text[unit.body : unit.end]
    section = (passage.document_id, *passage.heading)
    match unit.kind:
        case ExtractKind.ROW:
            yield from _cell_labels(passage.text[unit.start : unit.end], unit.header, (*section, "row", unit.header))
        case ExtractKind.ITEM | ExtractKind.SENTENCE if (unit.kind is ExtractKind.ITEM or unit in named) and (
            name := _item_name(text)
        ) is not None:
            yield Label(LabelKind.ITEM, (*section, "item"), name)
        case _:
            yield sentence_label(text, (*section, "sentence"), pack)


def _cell_labels(row: str, header: str, choice: tuple[str, ...]) -> Iterator[Label]:
    """What tells the row apart: every cell but the last; of a row whose columns are not named the first."""
    values, names = cells(row), cells(header) if header else []
    if len(names) != len(values) or len(names) == 1:
        yield Label(LabelKind.ROW, choice, values[0])
        return
    for name, value in zip(names[:-1], values[:-1], strict=True):
        yield Label(LabelKind.ROW, (*choice, name), value, name)


def _item_name(text: str, marks: Sequence[str] = (":", " – ", " — ", " - ")) -> str | None:
    """The words of an item before its colon or dash, where they are few."""
    for mark in marks:
        name, found, rest = text.partition(mark)
        if found and rest.strip() and 0 < len(keys_of(name)) <= _ITEM_LABEL_WORDS:
            return name
    return None


def sentence_label(text: str, choice: tuple[str, ...], pack: Pack) -> Label:
    """The condition of a sentence, or the sentence where it has none."""
    words = words_of(text)
    keys = [w.key for w in words]
    for place in range(len(words)):
        length = phrase_at(keys, place, pack.clarifying.conditions | pack.clarifying.exceptions)
        if not length or (place and keys[place] not in pack.joining.subordinators):
            continue
        clause = _clause(text, words, place)
        if clause is None:
            continue
        leans = place + length < len(keys) and keys[place + length] in pack.asking.pronouns
        return Label(LabelKind.CONDITION, choice, clause, leans=leans)
    return Label(LabelKind.SENTENCE, choice, text)


def _clause(text: str, words: list[Word], place: int) -> str | None:
    """From the word to the comma that ends its clause; one that opens the sentence must have a comma."""
    start = words[place].start
    comma = text.find(",", start)
    while comma > 0 and _is_in_list(text, comma, words):
        comma = text.find(",", comma + 1)
    if comma < 0:
        return text[start:] if place else None
    return text[start:comma]


def _is_in_list(text: str, comma: int, words: list[Word]) -> bool:
    """Whether the comma stands between numbers: "on versions 8, 9 and 10, ..."."""
    before = [w for w in words if w.end <= comma]
    after = [w for w in words if w.start > comma]
    return bool(before and after) and before[-1].text[-1].isdigit() and after[0].text[0].isdigit()
