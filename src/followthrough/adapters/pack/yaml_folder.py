"""A domain pack from a folder of YAML files, one a section, checked before anything uses it.

A pack that is not ``general`` takes from ``general`` whatever it leaves out: a key, or a whole file. Every fault is
named with its file and line.
"""

from __future__ import annotations

import string
from dataclasses import fields
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, get_type_hints

import yaml

from followthrough import packs
from followthrough.adapters.hearer.parts_network import shipped_parts
from followthrough.adapters.pack.examples_yaml import examples_of, read_examples
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
from followthrough.adapters.pack.orders_npz import shipped_orders
from followthrough.adapters.pack.slots_yaml import read_slots
from followthrough.domain.ambiguity import Ambiguity
from followthrough.domain.chat import Chat
from followthrough.domain.clarifying import Clarifying
from followthrough.domain.giving import Giving
from followthrough.domain.hearing import ActExamples
from followthrough.domain.identifying import Identifiers
from followthrough.domain.lists import Lists
from followthrough.domain.online import Online
from followthrough.domain.pack import Asking, Cues, Following, Joining, Pack, Phrases, Words
from followthrough.domain.private import Private
from followthrough.domain.pursuit import Pursuit
from followthrough.domain.selecting import Selecting
from followthrough.domain.texts import Asks, Texts
from followthrough.domain.valuing import Values
from followthrough.errors import ConfigurationError
from followthrough.rules.language.identifiers import is_shape

DEFAULT = "general"
_SHIPPED = Path(packs.__file__).parent
_SECTIONS: tuple[type[Any], ...] = (
    Texts,
    Asks,
    Pursuit,
    Chat,
    Phrases,
    Asking,
    Joining,
    Cues,
    Values,
    Identifiers,
    Words,
    Following,
    Giving,
    Online,
    Private,
    Clarifying,
    Ambiguity,
    Selecting,
    Lists,
)
_SPOKEN = frozenset({Texts, Asks, Chat, Lists})
_HEAD = ("name", "language", "description")
_STRUCTURE = "pack.yaml"


def shipped_packs() -> tuple[str, ...]:
    """The names of the packs inside the package, in alphabetical order."""
    return tuple(sorted(p.name for p in _SHIPPED.iterdir() if (p / _STRUCTURE).is_file()))


def load_pack(name_or_path: str) -> Pack:
    """The pack of that name, or in that folder.

    Raises:
        ConfigurationError: there is none, or it has a fault; names file and line of the first one.
    """
    found = read_pack(folder_of(name_or_path))
    if isinstance(found, Pack):
        return found
    more = f" ({len(found) - 1} more)" if len(found) > 1 else ""
    raise ConfigurationError(
        f"The pack {name_or_path} has a fault: {found[0]}{more}.", fix="Correct it.", field="pack"
    )


def read_pack(folder: Path) -> Pack | list[PackFault]:
    """The pack in the folder, or every fault in it, in order of file and line. What has not changed is read once."""
    found = _read_pack(folder, _stamp(folder), _stamp(_SHIPPED / DEFAULT))
    return found if isinstance(found, Pack) else list(found)


def _stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """What changes when a file of the folder does: its files with their times and sizes."""
    files = ((str(path), path.stat()) for path in sorted(folder.rglob("*.y*ml")))
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in files)


@lru_cache(maxsize=16)
def _read_pack(folder: Path, stamp: object, base_stamp: object) -> Pack | tuple[PackFault, ...]:
    """Reads it. The stamps are for the cache alone."""
    base = None if folder == _SHIPPED / DEFAULT else load_pack(DEFAULT)
    faults: list[PackFault] = []
    head = _read_head(folder, faults)
    sections: dict[str, Any] = {s.__name__.lower(): _read_section(folder, s, base, faults) for s in _SECTIONS}
    sections["slots"] = read_slots(folder / "slots.yaml", None if base is None else base.slots, faults)
    sections["examples"] = ActExamples() if base is None else read_examples(folder, faults)
    known = {_STRUCTURE, *(f"{name}.yaml" for name in sections)}
    faults.extend(
        PackFault(file=str(path), line=0, what=f"no such section; a pack has {', '.join(sorted(known))}")
        for path in folder.glob("*.y*ml")
        if path.name not in known
    )
    if faults:
        return tuple(sorted(faults, key=lambda f: (f.file, f.line)))
    sections |= {"orders": shipped_orders(), "parts": shipped_parts()}
    return Pack(name=head["name"], language=head["language"], description=head["description"], **sections)


def folder_of(name_or_path: str) -> Path:
    """The folder of the pack of that name, or at that path.

    Raises:
        ConfigurationError: there is none.
    """
    shipped = shipped_packs()
    if name_or_path in shipped:
        return _SHIPPED / name_or_path
    folder = Path(name_or_path)
    if folder.is_dir():
        if (folder / _STRUCTURE).is_file():
            return folder
        raise ConfigurationError(
            f"The folder {name_or_path} is no pack: it has no {_STRUCTURE}.",
            fix="Give a pack's folder, or the name of a pack.",
            field="pack",
        )
    raise ConfigurationError(
        f"There is no pack {name_or_path!r}.",
        fix=f"Packs that ship: {', '.join(shipped)}. Or give the path of a pack's folder.",
        field="pack",
    )


def shipped_examples() -> ActExamples:
    """What messages do, as ``general`` says: the examples that the hearer's weights were fitted on and stay with."""
    return examples_of(_SHIPPED / DEFAULT)


def _read_head(folder: Path, faults: list[PackFault]) -> dict[str, str]:
    path = folder / _STRUCTURE
    found: dict[str, str] = {}
    try:
        for key, line, node in entries(read_file(path), path, _HEAD, faults):
            try:
                found[key] = text_of(node, path)
            except Faulty as faulty:
                faults.append(faulty.fault)
            else:
                if not found[key]:
                    faults.append(PackFault(file=str(path), line=line, what=f"{key} is empty"))
    except Faulty as faulty:
        faults.append(faulty.fault)
        return found
    faults.extend(PackFault(file=str(path), line=0, what=f"{key} is missing") for key in _HEAD if key not in found)
    return found


def _read_section(folder: Path, section: type[Any], base: Pack | None, faults: list[PackFault]) -> Any:
    """The section's value; None after a fault, which is then in ``faults``."""
    name = section.__name__.lower()
    path = folder / f"{name}.yaml"
    default = None if base is None else getattr(base, name)
    if default is not None and not path.is_file():
        return default
    types = _types(section)
    keys = tuple(f.name for f in fields(section))
    values: dict[str, Any] = {} if default is None else {key: getattr(default, key) for key in keys}
    before = len(faults)
    try:
        for key, line, node in entries(read_file(path), path, keys, faults):
            try:
                values[key] = _value(node, types[key], path)
                _check_fills(section, key, values[key], path, line)
            except Faulty as faulty:
                faults.append(faulty.fault)
    except Faulty as faulty:
        faults.append(faulty.fault)
    else:
        missing = [key for key in keys if key not in values]
        if len(faults) == before:
            faults.extend(PackFault(file=str(path), line=0, what=f"{key} is missing") for key in missing)
    return section(**values) if len(faults) == before else None


def _value(node: yaml.Node, kind: Any, path: Path) -> Any:
    if kind is str:
        return text_of(node, path)
    if kind == tuple[str, ...]:
        return tuple(_shape(item, path) for item in items_of(node, path))
    if kind == frozenset[str]:
        return frozenset(phrases_of(node, path))
    if kind == tuple[tuple[str, ...], ...]:
        return tuple(phrases_of(item, path) for item in items_of(node, path))
    raise TypeError(f"a pack has no values of type {kind}")


def _shape(node: yaml.Node, path: Path) -> str:
    shape = text_of(node, path)
    if not is_shape(shape):
        what = f"{shape!r} is no shape: write A for a letter, 9 for a digit, X for either, + after what repeats"
        raise Faulty(PackFault(file=str(path), line=line_of(node), what=what))
    return shape


def _check_fills(section: type[Any], key: str, value: Any, path: Path, line: int) -> None:
    """A text has exactly the places to fill in that its field names."""
    if section not in _SPOKEN:
        return
    wanted = frozenset(_fills(section)[key])
    try:
        found = frozenset(name for _, name, _, _ in string.Formatter().parse(value) if name is not None)
    except ValueError as error:
        raise Faulty(PackFault(file=str(path), line=line, what=f"{key}: {error}")) from None
    if found != wanted:
        must = ", ".join(f"{{{name}}}" for name in sorted(wanted)) or "nothing"
        raise Faulty(PackFault(file=str(path), line=line, what=f"{key} must have {must} to fill in"))


@cache
def _types(section: type[Any]) -> dict[str, Any]:
    return get_type_hints(section)


@cache
def _fills(section: type[Any]) -> dict[str, tuple[str, ...]]:
    return {f.name: f.metadata.get("fills", ()) for f in fields(section)}


def check_pack(name_or_path: str) -> Pack | list[str]:
    """The pack, or every fault in it as one line with its file and line.

    Raises:
        ConfigurationError: there is no such pack.
    """
    found = read_pack(folder_of(name_or_path))
    return found if isinstance(found, Pack) else [str(fault) for fault in found]
