"""The words by which a message gives something instead of asking: a section of a domain pack."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Giving:
    """How people hand over what they have.

    Attributes:
        leads: what announces words of someone else: "here's what", "it says", "as follows".
        sources: where such words come from: "manual", "bulletin", "my supervisor".
        hedges: what opens a guess or a fact from memory: "I think", "probably", "I was told".
        rephrases: what opens other words for the question: "I mean", "let me rephrase", "to be clear".
        limits: what opens a narrowing of it: "only for", "specifically", "it's about", "for".
        troubles: what says that something is wrong: words behind it are a case, no source.
    """

    leads: frozenset[str]
    sources: frozenset[str]
    hedges: frozenset[str]
    rephrases: frozenset[str]
    limits: frozenset[str]
    troubles: frozenset[str]
