"""A domain pack from a folder of YAML files, one a section, checked before anything uses it.

A pack that is not ``general`` takes from ``general`` whatever it leaves out: a key, or a whole file. Every fault is
named with its file and line.
"""

from __future__ import annotations

import string
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import yaml

from followthrough import packs
from followthrough.domain.pack import Asking, Cues, Following, Joining, Pack, Phrases, Texts, Values, Words
from followthrough.errors import ConfigurationError
from followthrough.rules.words import phrase_of

DEFAULT = "general"
_SHIPPED = Path(packs.__file__).parent
_SECTIONS: tuple[type[Any], ...] = (Texts, Phrases, Asking, Joining, Cues, Values, Words, Following)
_HEAD = ("name", "language", "description")
_STRUCTURE = "pack.yaml"

# Scalars stay texts: in a list of words `no`, `on` and `yes` are words. The C reader is several times faster.
_Loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_compose: Any = getattr(yaml, "compose")  # noqa: B009 - the stubs leave its type unknown


@dataclass(frozen=True, slots=True, kw_only=True)
class PackFault:
    """What is wrong with a pack, and where. ``line`` counts from 1; 0 speaks of the whole file."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}" if self.line else f"{self.file}: {self.what}"


class _Faulty(Exception):
    """Ends the reading of one file or one key; carries its fault to the list."""

    def __init__(self, fault: PackFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def shipped_packs() -> tuple[str, ...]:
    """The names of the packs inside the package, in alphabetical order."""
    return tuple(sorted(p.name for p in _SHIPPED.iterdir() if (p / _STRUCTURE).is_file()))


def load_pack(name_or_path: str) -> Pack:
    """The pack of that name, or in that folder.

    Raises:
        ConfigurationError: there is none, or it has a fault; names file and line of the first one.
    """
    found = read_pack(_folder_of(name_or_path))
    if isinstance(found, Pack):
        return found
    more = f" ({len(found) - 1} more)" if len(found) > 1 else ""
    raise ConfigurationError(
        f"The pack {name_or_path} has a fault: {found[0]}{more}.", fix="Correct it.", field="pack"
    )


def read_pack(folder: Path) -> Pack | list[PackFault]:
    """Reads a pack's folder: the pack, or every fault in it, in order of file and line."""
    base = None if folder == _SHIPPED / DEFAULT else load_pack(DEFAULT)
    faults: list[PackFault] = []
    head = _read_head(folder, faults)
    sections: dict[str, Any] = {s.__name__.lower(): _read_section(folder, s, base, faults) for s in _SECTIONS}
    known = {_STRUCTURE, *(f"{name}.yaml" for name in sections)}
    faults.extend(
        PackFault(file=str(path), line=0, what=f"no such section; a pack has {', '.join(sorted(known))}")
        for path in folder.glob("*.y*ml")
        if path.name not in known
    )
    if faults:
        return sorted(faults, key=lambda f: (f.file, f.line))
    return Pack(name=head["name"], language=head["language"], description=head["description"], **sections)


def _folder_of(name_or_path: str) -> Path:
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


def _read_head(folder: Path, faults: list[PackFault]) -> dict[str, str]:
    path = folder / _STRUCTURE
    found: dict[str, str] = {}
    try:
        for key, line, node in _entries(path, _HEAD, faults):
            try:
                found[key] = _text(node, path)
            except _Faulty as faulty:
                faults.append(faulty.fault)
            else:
                if not found[key]:
                    faults.append(PackFault(file=str(path), line=line, what=f"{key} is empty"))
    except _Faulty as faulty:
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
    types = get_type_hints(section)
    keys = tuple(f.name for f in fields(section))
    values: dict[str, Any] = {} if default is None else {key: getattr(default, key) for key in keys}
    before = len(faults)
    try:
        for key, line, node in _entries(path, keys, faults):
            try:
                values[key] = _value(node, types[key], path)
                _check_fills(section, key, values[key], path, line)
            except _Faulty as faulty:
                faults.append(faulty.fault)
    except _Faulty as faulty:
        faults.append(faulty.fault)
    else:
        missing = [key for key in keys if key not in values]
        if len(faults) == before:
            faults.extend(PackFault(file=str(path), line=0, what=f"{key} is missing") for key in missing)
    return section(**values) if len(faults) == before else None


def _entries(path: Path, known: tuple[str, ...], faults: list[PackFault]) -> Iterator[tuple[str, int, yaml.Node]]:
    """The file's keys with their lines and values; unknown and doubled keys become faults."""
    try:
        root: Any = _compose(path.read_text(encoding="utf-8"), Loader=_Loader)
    except FileNotFoundError:
        raise _Faulty(PackFault(file=str(path), line=0, what="the file is missing")) from None
    except UnicodeDecodeError:
        raise _Faulty(PackFault(file=str(path), line=0, what="the file is not UTF-8")) from None
    except OSError as error:
        raise _Faulty(PackFault(file=str(path), line=0, what=f"can't be read: {error.strerror}")) from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise _Faulty(PackFault(file=str(path), line=line, what=f"not YAML: {error.problem}")) from None
    except yaml.YAMLError as error:
        raise _Faulty(PackFault(file=str(path), line=0, what=f"not YAML: {str(error).splitlines()[0]}")) from None
    if not isinstance(root, yaml.MappingNode):
        raise _Faulty(PackFault(file=str(path), line=_line(root), what="must be keys with values"))
    seen: set[str] = set()
    for key_node, node in root.value:
        key = str(key_node.value)
        if key not in known:
            what = f"unknown key {key!r}; known: {', '.join(known)}"
            faults.append(PackFault(file=str(path), line=_line(key_node), what=what))
        elif key in seen:
            faults.append(PackFault(file=str(path), line=_line(key_node), what=f"{key} stands here a second time"))
        else:
            seen.add(key)
            yield key, _line(key_node), node


def _line(node: yaml.Node | None) -> int:
    return node.start_mark.line + 1 if node is not None and node.start_mark is not None else 1


def _value(node: yaml.Node, kind: Any, path: Path) -> Any:
    if kind is str:
        return _text(node, path)
    if kind == frozenset[str]:
        return frozenset(_phrases(node, path))
    if kind == tuple[tuple[str, ...], ...]:
        return tuple(_phrases(item, path) for item in _items(node, path))
    raise TypeError(f"a pack has no values of type {kind}")


def _text(node: yaml.Node, path: Path) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise _Faulty(PackFault(file=str(path), line=_line(node), what="must be a text"))
    return str(node.value)


def _items(node: yaml.Node, path: Path) -> list[yaml.Node]:
    if not isinstance(node, yaml.SequenceNode):
        raise _Faulty(PackFault(file=str(path), line=_line(node), what="must be a list"))
    return list(node.value)


def _phrases(node: yaml.Node, path: Path) -> tuple[str, ...]:
    """The list's texts as rules compare them."""
    found: list[str] = []
    for item in _items(node, path):
        phrase = phrase_of(_text(item, path))
        if not phrase:
            raise _Faulty(PackFault(file=str(path), line=_line(item), what="a list holds a text without a word"))
        found.append(phrase)
    return tuple(found)


def _check_fills(section: type[Any], key: str, value: Any, path: Path, line: int) -> None:
    """A text has exactly the places to fill in that its field names."""
    if section is not Texts:
        return
    wanted = frozenset(_fills()[key])
    try:
        found = frozenset(name for _, name, _, _ in string.Formatter().parse(value) if name is not None)
    except ValueError as error:
        raise _Faulty(PackFault(file=str(path), line=line, what=f"{key}: {error}")) from None
    if found != wanted:
        must = ", ".join(f"{{{name}}}" for name in sorted(wanted)) or "nothing"
        raise _Faulty(PackFault(file=str(path), line=line, what=f"{key} must have {must} to fill in"))


@cache
def _fills() -> dict[str, tuple[str, ...]]:
    return {f.name: f.metadata.get("fills", ()) for f in fields(Texts)}
