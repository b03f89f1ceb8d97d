"""A pack's ``examples/*.yaml``: what messages do, said where, one message a line.

A file is a list of blocks. Each says a state of the conversation, what was said before, and messages by their act.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

import yaml

from followthrough.adapters.pack.nodes import Faulty, PackFault, entries, items_of, line_of, read_file, text_of
from followthrough.domain.hearing import Act, ActExample, ActExamples, SaidAt, Spot
from followthrough.errors import ConfigurationError

FOLDER = "examples"
MOST = 2_000  # fitting beside a conversation takes seconds up to here; more belong into weights of their own
LONGEST = 600  # characters of a message that the hearer looks at
_KEYS = ("state", "lang", "assistant", "options", "user_before", "messages")
_Named = TypeVar("_Named", bound=StrEnum)


def read_examples(folder: Path, faults: list[PackFault], *, most: int | None = None) -> ActExamples:
    """The examples in a pack's folder, at most so many (``MOST``); what is wrong with them goes to ``faults``."""
    found: list[ActExample] = []
    limit = MOST if most is None else most
    for path in sorted((folder / FOLDER).glob("*.y*ml")):
        try:
            root = read_file(path)
            for block in items_of(root, path) if root is not None else ():
                found += _block(block, path, faults)
        except Faulty as faulty:
            faults.append(faulty.fault)
    if len(found) > limit:
        what = f"{len(found)} examples; a pack has at most {limit}"
        faults.append(PackFault(file=str(folder / FOLDER), line=0, what=what))
    return ActExamples(all=tuple(found), digest=_digest(found))


def examples_of(folder: Path, *, most: int | None = None) -> ActExamples:
    """The examples in a pack's folder, at most so many (``MOST``).

    Raises:
        ConfigurationError: one of the files has a fault; names file and line.
    """
    faults: list[PackFault] = []
    found = read_examples(folder, faults, most=most)
    if faults:
        raise ConfigurationError(f"A pack's examples have a fault: {faults[0]}.", fix="Correct it.", field="pack")
    return found


def _block(block: yaml.Node, path: Path, faults: list[PackFault]) -> list[ActExample]:
    fields = {key: node for key, _, node in entries(block, path, _KEYS, faults)}
    for key in ("state", "messages"):
        if key not in fields:
            raise Faulty(PackFault(file=str(path), line=line_of(block), what=f"{key} is missing"))
    texts = {key: text_of(node, path) for key, node in fields.items() if key not in ("options", "messages")}
    options = items_of(fields["options"], path) if "options" in fields else ()
    said = SaidAt(
        spot=_named(Spot, texts["state"], fields["state"], path),
        assistant=texts.get("assistant", ""),
        options=tuple(text_of(item, path) for item in options),
        user_before=texts.get("user_before", ""),
    )
    lang = texts.get("lang", "en")
    found: list[ActExample] = []
    for key, line, node in entries(fields["messages"], path, (), faults):
        try:
            act = _named(Act, key, node, path, line=line)
            found += [ActExample(text=text, said=said, act=act, lang=lang) for text in _lines(node, path)]
        except Faulty as faulty:
            faults.append(faulty.fault)
    return found


def _named(kinds: type[_Named], name: str, node: yaml.Node, path: Path, *, line: int = 0) -> _Named:
    try:
        return kinds(name)
    except ValueError:
        what = f"there is no {kinds.__name__.lower().replace('spot', 'state')} {name!r}; known: {', '.join(kinds)}"
        raise Faulty(PackFault(file=str(path), line=line or line_of(node), what=what)) from None


def _lines(node: yaml.Node, path: Path) -> Iterator[str]:
    lines = [line.strip() for line in text_of(node, path).splitlines() if line.strip()]
    if not lines:
        raise Faulty(PackFault(file=str(path), line=line_of(node), what="no message stands here"))
    for line in lines:
        if len(line) > LONGEST:
            what = f"a message is longer than {LONGEST} characters: {line[:40]!r}…"
            raise Faulty(PackFault(file=str(path), line=line_of(node), what=what))
        yield line


def _digest(examples: list[ActExample]) -> str:
    if not examples:
        return ""
    said = "\x1e".join(
        "\x1f".join((e.text, e.act, e.said.spot, e.said.assistant, *e.said.options, e.said.user_before))
        for e in examples
    )
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()
