"""What is said, and the words that rules look for: a domain pack as a value (interface.md, "Domain packs")."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """Everything the product says by itself. ``{name}`` marks what is filled in; the comment says with what."""

    empty: str
    greeting: str
    thanks: str
    not_found: str  # {part}
    not_found_words: str  # {part}, {missing}
    partial_missing: str  # {missing}
    search_failed: str
    turn_failed: str
    closure_resolved: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """Whole utterances, casefolded, without punctuation at the edges."""

    greetings: tuple[str, ...]
    thanks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A domain pack."""

    name: str
    texts: Texts
    phrases: Phrases
    stop_words: frozenset[str]
