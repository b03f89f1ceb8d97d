"""How users ask for the web: a section of a pack (R1-10)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Online:
    """How users ask to have the web searched.

    Attributes:
        leads: what may stand before a request: "please", "can you".
        actions: what is to be done: "search", "look up".
        names: engines that are verbs of their own: "google".
        places: where, as it may stand after an action: "the web", "online", "on the internet".
        adjuncts: those of them that describe a noun as well: "online" in "online classes".
        nouns: those that count right after the action only: "internet" in "check internet".
        holders: nouns with which a place names something else: "portal" in "the web portal".
        links: what leads from the place to what is looked for: "for", "to find".
        things: words that stand for what was asked before: "it", "that".
        particles: what may be left between an action and a place: "up".
        tails: what may end a request: "please", "instead".
    """

    leads: frozenset[str]
    actions: frozenset[str]
    names: frozenset[str]
    places: frozenset[str]
    adjuncts: frozenset[str]
    nouns: frozenset[str]
    holders: frozenset[str]
    links: frozenset[str]
    things: frozenset[str]
    particles: frozenset[str]
    tails: frozenset[str]
