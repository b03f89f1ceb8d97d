"""A pack's file as nodes that know their lines, so that every fault can be named with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from followthrough.rules.language.words import phrase_of

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


class Faulty(Exception):
    """Ends the reading of one file or one key; carries its fault to the list."""

    def __init__(self, fault: PackFault) -> None:
        super().__init__(str(fault))
        self.fault = fault


def read_file(path: Path) -> yaml.Node | None:
    """The file's root; None when it is empty.

    Raises:
        Faulty: the file can't be read, or is no YAML.
    """
    try:
        return _compose(path.read_text(encoding="utf-8"), Loader=_Loader)
    except FileNotFoundError:
        raise Faulty(PackFault(file=str(path), line=0, what="the file is missing")) from None
    except UnicodeDecodeError:
        raise Faulty(PackFault(file=str(path), line=0, what="the file is not UTF-8")) from None
    except OSError as error:
        raise Faulty(PackFault(file=str(path), line=0, what=f"can't be read: {error.strerror}")) from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise Faulty(PackFault(file=str(path), line=line, what=f"not YAML: {error.problem}")) from None
    except yaml.YAMLError as error:
        raise Faulty(PackFault(file=str(path), line=0, what=f"not YAML: {str(error).splitlines()[0]}")) from None


def entries(
    root: yaml.Node | None, path: Path, known: tuple[str, ...], faults: list[PackFault]
) -> Iterator[tuple[str, int, yaml.Node]]:
    """A mapping's keys with their lines and values; unknown and doubled keys become faults.

    Args:
        root: the mapping.
        path: its file, for faults.
        known: the keys it may have; none means any.
        faults: where they go.

    Raises:
        Faulty: it is no mapping.
    """
    pairs: Any = root.value if isinstance(root, yaml.MappingNode) else None
    if pairs is None:
        raise Faulty(PackFault(file=str(path), line=line_of(root), what="must be keys with values"))
    seen: set[str] = set()
    for key_node, node in pairs:
        key = str(key_node.value)
        if known and key not in known:
            what = f"unknown key {key!r}; known: {', '.join(known)}"
            faults.append(PackFault(file=str(path), line=line_of(key_node), what=what))
        elif key in seen:
            faults.append(PackFault(file=str(path), line=line_of(key_node), what=f"{key} stands here a second time"))
        else:
            seen.add(key)
            yield key, line_of(key_node), node


def line_of(node: yaml.Node | None) -> int:
    """The node's line, from 1."""
    return node.start_mark.line + 1 if node is not None and node.start_mark is not None else 1


def text_of(node: yaml.Node, path: Path) -> str:
    """The node's text.

    Raises:
        Faulty: it is none.
    """
    if not isinstance(node, yaml.ScalarNode):
        raise Faulty(PackFault(file=str(path), line=line_of(node), what="must be a text"))
    return str(node.value)


def items_of(node: yaml.Node, path: Path) -> list[yaml.Node]:
    """The list's items.

    Raises:
        Faulty: it is no list.
    """
    if not isinstance(node, yaml.SequenceNode):
        raise Faulty(PackFault(file=str(path), line=line_of(node), what="must be a list"))
    return list(node.value)


def phrases_of(node: yaml.Node, path: Path) -> tuple[str, ...]:
    """The list's texts as rules compare them."""
    found: list[str] = []
    for item in items_of(node, path):
        phrase = phrase_of(text_of(item, path))
        if not phrase:
            raise Faulty(PackFault(file=str(path), line=line_of(item), what="a list holds a text without a word"))
        found.append(phrase)
    return tuple(found)
