"""How users ask for the web: a section of a pack (R1-10)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Online:
    """How users ask to have the web searched.

    Attributes:
        leads: what may stand before a request, beside politeness: "why don't you".
        actions: what is to be done: "search", "look up".
        names: engines that are verbs of their own: "google".
        places: where: "web", "online". Articles and prepositions may stand before it.
        nouns: those that are things too: they count right after the action, or with an article.
        holders: nouns with which a name is something else: "drive" in "google drive".
    """

    leads: frozenset[str]
    actions: frozenset[str]
    names: frozenset[str]
    places: frozenset[str]
    nouns: frozenset[str]
    holders: frozenset[str]
