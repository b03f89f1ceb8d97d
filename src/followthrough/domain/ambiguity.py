"""Questions that can be read in several ways: a section of a domain pack."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguity:
    """How a question says which one it means, and how a user picks one of several.

    Attributes:
        across: words with which a question asks about several at once: "which", "all", "kinds".
        predicates: words that say something of a thing behind it, and are no part of its name: "open", "free".
        heads: what may stand before such a name, or behind it: "option", "number", "one".
        openers: words before a name that is picked: "I mean".
    """

    across: frozenset[str]
    predicates: frozenset[str]
    heads: frozenset[str]
    openers: frozenset[str]
