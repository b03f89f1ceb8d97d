"""The words by which users steer the pursuit of an answer: a section of a pack. Whole utterances only (C14)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Pursuit:
    """How users end the search, call it again, or say that they can't help it.

    Attributes:
        ends: what ends the search: "never mind", "stop".
        persons: what calls a person: "agent", "talk to a person".
        around: what may stand around it: "please", "ok", "thanks".
        pleas: what opens a request politely: "could you"; with one a question mark means nothing.
        retries: what asks for one more try: "try again".
        denials: what denies a call beside ``values.negations``, in other languages too: "nobody", "kein", "sin".
        spares: what stands before the one thing that is kept: "only", "all but".
        nothing: what says that there is nothing to give: "I don't have it".
        accepts: what takes an offer: "yes", "go ahead".
        inventory: what asks what was handed over so far: "what did I attach".
    """

    ends: frozenset[str]
    persons: frozenset[str]
    around: frozenset[str]
    pleas: frozenset[str]
    retries: frozenset[str]
    denials: frozenset[str]
    spares: frozenset[str]
    nothing: frozenset[str]
    accepts: frozenset[str]
    inventory: frozenset[str]
