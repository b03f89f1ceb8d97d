"""The section ``slots.yaml`` of a pack: slots with their values, and which kinds of question need them.

A name or alias stands for one value: a doubled one is a fault, and so is an alias that is another value's name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from followthrough.adapters.pack.nodes import (
    Faulty,
    PackFault,
    entries,
    items_of,
    line_of,
    phrases_of,
    read_file,
    text_of,
)
from followthrough.domain.pack import Need, Slot, Slots, SlotValue
from followthrough.rules.language.words import phrase_of

#: keys of documents' metadata that can name a slot's values
METADATA = ("payor", "state", "program")
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_HOST = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}")
_NAME_LISTS = ("aliases", "guarded", "codes", "strict", "rare")
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}

Reader = Callable[[yaml.Node], Any]


def read_slots(path: Path, base: Slots | None, faults: list[PackFault]) -> Slots | None:
    """The section's value, what it leaves out from ``base``; None after a fault, which is then in ``faults``."""
    if base is not None and not path.is_file():
        return base
    file = _File(path, faults)
    before = len(faults)
    readers: dict[str, Reader] = {
        "slots": file.slots,
        "needs": file.needs,
        "negations": file.words,
        "comparisons": file.words,
        "declines": file.words,
    }
    values = {f.name: getattr(base, f.name) for f in fields(Slots)} if base is not None else {}
    try:
        values |= file.mapping(read_file(path), readers)
    except Faulty as faulty:
        faults.append(faulty.fault)
        return None
    if len(faults) == before:
        faults.extend(file.fault(0, f"{key} is missing") for key in readers if key not in values)
    if len(faults) == before:
        file.check(values["slots"], values["needs"])
    return Slots(**values) if len(faults) == before else None


class _File:
    """One file being read; faults are noted and reading goes on, so that one run names them all."""

    def __init__(self, path: Path, faults: list[PackFault]) -> None:
        self._path = path
        self._faults = faults
        self._slot_lines: dict[str, int] = {}
        self._value_lines: dict[tuple[str, str], int] = {}
        self._need_lines: list[int] = []

    def fault(self, line: int, what: str) -> PackFault:
        """A fault at a line of this file."""
        return PackFault(file=str(self._path), line=line, what=what)

    def mapping(self, root: yaml.Node | None, readers: dict[str, Reader]) -> dict[str, Any]:
        """The mapping's values by key."""
        found: dict[str, Any] = {}
        for key, _, node in entries(root, self._path, tuple(readers), self._faults):
            try:
                found[key] = readers[key](node)
            except Faulty as faulty:
                self._faults.append(faulty.fault)
        return found

    def words(self, node: yaml.Node) -> frozenset[str]:
        """A list of words and phrases."""
        return frozenset(phrases_of(node, self._path))

    def slots(self, node: yaml.Node) -> tuple[Slot, ...]:
        """Every slot, by its name."""
        readers: dict[str, Reader] = {
            "ask": self._text,
            "dimensions": self._dimensions,
            "metadata": self._metadata,
            "many": self._truth,
            "searched": self._truth,
            "resets": self._names,
            **dict.fromkeys(("kinds", "context", "never", "not_before", "not_after", "tails", "verbs"), self.words),
        }
        found: list[Slot] = []
        for name, line, body in entries(node, self._path, (), self._faults):
            self._slot_lines[name] = line
            own = {**readers, "values": partial(self._values, name)}
            values = self.mapping(body, own)
            if not _NAME.fullmatch(name):
                self._faults.append(self.fault(line, f"the slot {name!r} must be small letters, digits and _"))
            elif "ask" not in values:
                self._faults.append(self.fault(line, f"the slot {name} needs ask, the question for it"))
            else:
                dimensions: Any = values.pop("dimensions", (name,))
                found.append(Slot(name=name, dimensions=dimensions, **values))
        return tuple(found)

    def _values(self, slot: str, node: yaml.Node) -> tuple[SlotValue, ...]:
        found: list[SlotValue] = []
        readers: dict[str, Reader] = {**dict.fromkeys(_NAME_LISTS, self.words), "site": self._site}
        for name, line, body in entries(node, self._path, (), self._faults):
            self._value_lines[slot, name] = line
            empty = isinstance(body, yaml.ScalarNode) and not body.value
            if not phrase_of(name):
                self._faults.append(self.fault(line, "a value needs a name with a word"))
            found.append(SlotValue(name=name, **({} if empty else self.mapping(body, readers))))
        return tuple(found)

    def needs(self, node: yaml.Node) -> tuple[Need, ...]:
        """Every kind of question that needs slots."""
        readers: dict[str, Reader] = {
            "slots": self._names,
            "ask": self._text,
            "words": self._together,
            "unless": self.words,
        }
        found: list[Need] = []
        for item in items_of(node, self._path):
            values = self.mapping(item, readers)
            missing = [key for key in ("slots", "ask", "words") if not values.get(key)]
            if missing:
                self._faults.append(self.fault(line_of(item), f"a need must have {', '.join(missing)}"))
            else:
                self._need_lines.append(line_of(item))
                found.append(Need(**values))
        return tuple(found)

    def _together(self, node: yaml.Node) -> tuple[tuple[str, ...], ...]:
        """Phrases; those of one item that are joined by + must all be there."""
        found: list[tuple[str, ...]] = []
        for item in items_of(node, self._path):
            phrases = tuple(phrase_of(piece) for piece in text_of(item, self._path).split("+"))
            if not all(phrases):
                raise Faulty(self.fault(line_of(item), "a list holds a text without a word"))
            found.append(phrases)
        return tuple(found)

    def _text(self, node: yaml.Node) -> str:
        text = text_of(node, self._path).strip()
        if not text:
            raise Faulty(self.fault(line_of(node), "must not be empty"))
        return text

    def _site(self, node: yaml.Node) -> str:
        host = self._text(node)
        if not _HOST.fullmatch(host):
            raise Faulty(self.fault(line_of(node), f"site must be a host, such as example.org, not {host!r}"))
        return host

    def _names(self, node: yaml.Node) -> tuple[str, ...]:
        return tuple(text_of(item, self._path) for item in items_of(node, self._path))

    def _dimensions(self, node: yaml.Node) -> tuple[str, ...]:
        names = self._names(node)
        if not names or not all(_NAME.fullmatch(name) for name in names):
            raise Faulty(self.fault(line_of(node), "dimensions must be names of small letters, digits and _"))
        return names

    def _metadata(self, node: yaml.Node) -> str:
        key = self._text(node)
        if key not in METADATA:
            raise Faulty(self.fault(line_of(node), f"metadata must be one of {', '.join(METADATA)}"))
        return key

    def _truth(self, node: yaml.Node) -> bool:
        text = text_of(node, self._path)
        if text not in _TRUTHS:
            raise Faulty(self.fault(line_of(node), "must be true or false"))
        return _TRUTHS[text]

    def check(self, slots: tuple[Slot, ...], needs: tuple[Need, ...]) -> None:
        """What only the whole shows: names that are no slots, and words that stand for two values."""
        known = {slot.name for slot in slots}
        wanted = [(self._slot_lines.get(slot.name, 0), "resets", slot.resets) for slot in slots]
        lines = self._need_lines or [0] * len(needs)
        wanted += [(line, "slots", need.slots) for line, need in zip(lines, needs, strict=True)]
        for line, key, names in wanted:
            for name in names:
                if name not in known:
                    self._faults.append(self.fault(line, f"{key} names {name!r}, which is no slot of this pack"))
        dimensions: dict[str, str] = {}
        for slot in slots:
            for dimension in slot.dimensions:
                if dimensions.setdefault(dimension, slot.name) != slot.name:
                    what = f"the slots {dimensions[dimension]} and {slot.name} have the same dimension {dimension!r}"
                    self._faults.append(self.fault(self._slot_lines.get(slot.name, 0), what))
            self._check_values(slot)

    def _check_values(self, slot: Slot) -> None:
        names = {phrase_of(value.name): value.name for value in slot.values}
        owners: dict[str, str] = {}
        for value in slot.values:
            line = self._value_lines.get((slot.name, value.name), 0)
            others = value.aliases | value.guarded | value.codes | value.strict | value.rare
            for alias in sorted(others - {phrase_of(value.name)}):
                if alias in names:
                    what = f"the alias {alias!r} of {value.name} is the name of another value, {names[alias]}"
                    self._faults.append(self.fault(line, what))
                elif owners.setdefault(alias, value.name) != value.name:
                    self._faults.append(
                        self.fault(line, f"{owners[alias]} and {value.name} have the same alias {alias!r}")
                    )
