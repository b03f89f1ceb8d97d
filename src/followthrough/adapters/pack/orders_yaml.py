"""The section ``orders.yaml`` of a pack: by language, how a document gives orders to whoever answers from it."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import yaml

from followthrough.adapters.pack.nodes import Faulty, PackFault, entries, line_of, phrases_of, read_file
from followthrough.domain.orders import Orders

_LISTS = tuple(f.name for f in fields(Orders) if f.name != "language")


def read_orders(path: Path, base: tuple[Orders, ...] | None, faults: list[PackFault]) -> tuple[Orders, ...] | None:
    """The section's value, languages and lists that it leaves out from ``base``; None after a fault."""
    if base is not None and not path.is_file():
        return base
    known = {orders.language: orders for orders in base or ()}
    before = len(faults)
    try:
        for language, _, node in entries(read_file(path), path, (), faults):
            known[language] = _read_language(language, node, path, known.get(language), faults)
    except Faulty as faulty:
        faults.append(faulty.fault)
    return tuple(known.values()) if len(faults) == before else None


def _read_language(
    language: str, root: yaml.Node, path: Path, base: Orders | None, faults: list[PackFault]
) -> Orders:
    found = {name: frozenset[str]() if base is None else getattr(base, name) for name in _LISTS}
    given = {name: phrases_of(node, path) for name, _, node in entries(root, path, _LISTS, faults)}
    if base is None and (missing := [name for name in _LISTS if name not in given]):
        faults.append(PackFault(file=str(path), line=line_of(root), what=f"{language} lacks {', '.join(missing)}"))
    return Orders(language=language, **found | {name: frozenset(phrases) for name, phrases in given.items()})
