"""The words by which a message gives something instead of asking: a section of a domain pack."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Giving:
    """How people hand over what they have.

    Attributes:
        leads: what announces words of someone else: "here's what", "it says", "as follows".
        sources: where such words come from: "manual", "bulletin", "my supervisor".
        desks: who knows such things and is asked: "HR", "the help desk".
        reports: what reports somebody's word, whoever that is: "according to", "told me".
        instructs: what tells how something is done: "you need", "you have to".
        tells: verbs that tell something of a thing, beside "is" and its kin: "lasts", "means".
        pointers: words about what is handed over that ask nothing of their own: "attached", "link", "see", "have".
        helps: whole questions about it that ask nothing else: "does this help", "is it in there".
        hedges: what opens a guess or a fact from memory: "I think", "probably", "I was told".
        subjects: what a bare fact begins with: "it", "that", "the answer", "the code".
        rephrases: what opens other words for the question: "I mean", "let me rephrase", "to be clear".
        limits: what opens a narrowing of it: "only for", "specifically", "it's about", "for".
        wants: what says that something is looked for, and so is no gift: "need", "looking for".
        troubles: what says that something is wrong: words behind it are a case, no source.
        again: what asks to try once more what failed: "try again", "it should work now".
    """

    leads: frozenset[str]
    sources: frozenset[str]
    desks: frozenset[str]
    reports: frozenset[str]
    instructs: frozenset[str]
    tells: frozenset[str]
    pointers: frozenset[str]
    helps: frozenset[str]
    hedges: frozenset[str]
    subjects: frozenset[str]
    rephrases: frozenset[str]
    limits: frozenset[str]
    wants: frozenset[str]
    troubles: frozenset[str]
    again: frozenset[str]
