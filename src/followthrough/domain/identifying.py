"""Codes and numbers by which a field names its things: a section of a domain pack."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Identifiers:
    """Codes and numbers by which a field names its things, and how one asks for them.

    Attributes:
        shapes: what they look like: "A" a letter, "9" a digit, "X" either; "+" repeats, "[...]" may be absent.
        names: what they are called: "cpt code", "product key". The plain word "code" is none (section 4).
        behind: what makes an identifier of any noun before it: "number" in "module number".
        heads: what they are called right after "which" and "what": "code", "modifier".
        openers: what opens a question whether there is one: "is there a".
    """

    shapes: tuple[str, ...]
    names: frozenset[str]
    behind: frozenset[str]
    heads: frozenset[str]
    openers: frozenset[str]
