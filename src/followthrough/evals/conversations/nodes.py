"""YAML with line numbers: every value knows where it stands, so that every refusal can name its line.

Invariant: a file gives a tree of plain JSON values or a ``Fault``; no other error leaves this module. Times and
dates stay the text that was written, because expectations compare JSON.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

import yaml

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

MAX_DEPTH = 40
MAX_NODES = 200_000

_WORDS = {
    "tag:yaml.org,2002:null": "nothing",
    "tag:yaml.org,2002:bool": "true or false",
    "tag:yaml.org,2002:int": "a number",
    "tag:yaml.org,2002:float": "a number",
    "tag:yaml.org,2002:str": "a text",
    "tag:yaml.org,2002:seq": "a list",
    "tag:yaml.org,2002:map": "a mapping",
}
_NUMBER = re.compile(r"[-+]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?")
_NOT_PLAIN = frozenset(f"tag:yaml.org,2002:{name}" for name in ("timestamp", "merge", "value"))


class Fault(Exception):
    """Something in the file is wrong; caught where the file is read, never seen by callers.

    Args:
        line: where, from 1.
        reason: one plain line.
    """

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line = line
        self.reason = reason


@dataclass(frozen=True, slots=True)
class At:
    """A value of the file together with its place."""

    node: yaml.Node

    @property
    def line(self) -> int:
        """The line it starts on, from 1."""
        return int(self.node.start_mark.line) + 1

    @property
    def kind(self) -> str:
        """What it is, in words for a refusal."""
        return _WORDS.get(self.node.tag, f"a {self.node.tag}")

    @property
    def is_null(self) -> bool:
        """Whether nothing, ``null`` or ``~`` stands here."""
        return self.node.tag == "tag:yaml.org,2002:null"

    @property
    def is_mapping(self) -> bool:
        """Whether it is a mapping."""
        return isinstance(self.node, yaml.MappingNode)

    @property
    def is_list(self) -> bool:
        """Whether it is a list."""
        return isinstance(self.node, yaml.SequenceNode)

    def fields(self, what: str) -> dict[str, Field]:
        """The entries of a mapping, in the order written."""
        if not isinstance(self.node, yaml.MappingNode):
            raise Fault(self.line, f"{what} must be a mapping, not {self.kind}")
        found: dict[str, Field] = {}
        for key, value in self.node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise Fault(At(key).line, f"a key of {what} must be a plain word")
            if key.value in found:
                raise Fault(At(key).line, f"key {key.value!r} of {what} is given twice")
            found[key.value] = Field(name=key.value, line=At(key).line, value=At(value))
        return found

    def items(self, what: str) -> list[At]:
        """The elements of a list."""
        if not isinstance(self.node, yaml.SequenceNode):
            raise Fault(self.line, f"{what} must be a list, not {self.kind}")
        return [At(n) for n in self.node.value]

    def text(self, what: str) -> str:
        """A text as written: ``12`` and ``yes`` are words here, whatever YAML makes of them."""
        if not isinstance(self.node, yaml.ScalarNode) or self.is_null:
            raise Fault(self.line, f"{what} must be a text, not {self.kind}")
        return str(self.node.value)

    def whole_number(self, what: str, *, low: int) -> int:
        """A whole number of at least ``low``."""
        value = self.json()
        if not isinstance(value, int) or isinstance(value, bool) or value < low:
            raise Fault(self.line, f"{what} must be a whole number from {low}")
        return value

    def truth(self, what: str) -> bool:
        """True or false."""
        value = self.json()
        if not isinstance(value, bool):
            raise Fault(self.line, f"{what} must be true or false, not {self.kind}")
        return value

    def json(self) -> Json:
        """The plain value."""
        match self.node:
            case yaml.MappingNode():
                return {name: field.value.json() for name, field in self.fields("a mapping").items()}
            case yaml.SequenceNode():
                return [At(n).json() for n in self.node.value]
            case _:
                return self._scalar()

    def _scalar(self) -> Json:
        text = str(self.node.value)
        match self.node.tag:
            case "tag:yaml.org,2002:null":
                return None
            case "tag:yaml.org,2002:bool":
                return text.lower() in {"true", "yes", "on"}
            case "tag:yaml.org,2002:int" | "tag:yaml.org,2002:float" if _NUMBER.fullmatch(text):
                return float(text) if set(text) & set(".eE") else int(text)
            case _:
                return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """An entry of a mapping: its key, the key's line, its value."""

    name: str
    line: int
    value: At


class _Loader(yaml.SafeLoader):
    """YAML without its special words: ``2026-01-01`` and ``=`` are the texts that JSON has for them."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag not in _NOT_PLAIN]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def load(data: bytes) -> At:
    """The document in ``data``.

    Raises:
        Fault: it is no YAML of plain values, has several documents, or is empty.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise Fault(line, "the file is not UTF-8 text") from None
    try:
        node: yaml.Node | None = _Loader(text).get_single_node()
    except yaml.reader.ReaderError as error:
        line = text[: error.position].count("\n") + 1
        raise Fault(line, f"character {error.character!r} is not allowed in YAML") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise Fault(mark.line + 1 if mark else 1, f"malformed YAML: {error.problem or error.context}") from None
    except RecursionError:
        raise Fault(1, "the file is nested too deeply") from None
    if node is None:
        raise Fault(1, "the file is empty")
    _check_plain(node)
    return At(node)


def _check_plain(root: yaml.Node) -> None:
    """Only plain values, within bounds: a reference to itself or a bomb of references is refused."""
    waiting = [(root, 1)]
    seen = 0
    while waiting:
        node, depth = waiting.pop()
        seen += 1
        if depth > MAX_DEPTH or seen > MAX_NODES:
            raise Fault(At(node).line, "the file is nested too deeply or too large")
        if node.tag not in _WORDS:
            raise Fault(At(node).line, f"the type {node.tag!r} is not allowed here")
        waiting.extend((child, depth + 1) for child in _children(node))


def _children(node: yaml.Node) -> Iterator[yaml.Node]:
    match node:
        case yaml.MappingNode():
            for key, value in node.value:
                yield key
                yield value
        case yaml.SequenceNode():
            yield from node.value
        case _:
            return
