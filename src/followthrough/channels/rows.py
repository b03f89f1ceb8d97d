"""Tables in a reply: the rows of a document's table come as items, and each channel shows them as it can."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

_NAMED = re.compile(r"(?:^- |; )((?:(?![:;] ).){1,200}): ")
_FENCE = "```"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Rows of a document's table in a reply; ``names`` of the columns are empty where it has none."""

    names: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]


def parts_of(text: str) -> list[str | Rows]:
    """A reply as its texts, line for line, and its tables: items ``name: cell; name: cell`` or ``cell | cell``.

    What a table would lose or move stays text: a name that is there twice, rows without names that are not as long as
    each other, a single one of those.
    """
    in_code, kinds = False, list[str]()
    for line in text.split("\n"):
        in_code = in_code != line.lstrip().startswith(_FENCE)
        kinds.append("" if in_code or not line.startswith("- ") else _kind_of(line))
    parts: list[str | Rows] = []
    for kind, some in groupby(zip(kinds, text.split("\n"), strict=True), key=lambda one: one[0]):
        lines = [line for _, line in some]
        bare = [tuple(line.removeprefix("- ").split(" | ")) for line in lines]
        if kind == "named":
            parts += _named_rows(lines)
        elif kind and len(bare) > 1 and len(set(map(len, bare))) == 1:
            parts.append(Rows(names=(), cells=tuple(bare)))
        else:
            parts.append("\n".join(lines))
    return parts


def _kind_of(item: str) -> str:
    names = _NAMED.findall(item)
    return "named" if 1 < len(names) == len(set(names)) else " | " * (" | " in item)


def _named_rows(lines: Sequence[str]) -> list[Rows]:
    """Rows under the names of the longest, a cell that is not there empty; each by itself where it has others."""
    rows = [_cells(line) for line in lines]
    names = tuple(max(rows, key=len))
    if any(row.keys() - set(names) for row in rows):
        return [Rows(names=tuple(row), cells=(tuple(row.values()),)) for row in rows]
    return [Rows(names=names, cells=tuple(tuple(row.get(name, "") for name in names) for row in rows))]


def _cells(line: str) -> dict[str, str]:
    """The cells by their columns' names; the first column may have none ("- Monday; Shop: 9 to 5")."""
    first, *rest = _NAMED.split(line)
    unnamed = {"": first.removeprefix("- ")} if first else {}
    return unnamed | dict(zip(*[iter(rest)] * 2, strict=True))


def with_tables(text: str) -> str:
    """A reply whose tables are tables of Markdown."""
    return "\n\n".join(part.strip("\n") if isinstance(part, str) else _table(part) for part in parts_of(text))


def _table(rows: Rows) -> str:
    names = rows.names or ("",) * len(rows.cells[0])
    lines = [names, ("---",) * len(names), *rows.cells]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines)
