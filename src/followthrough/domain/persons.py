"""How users ask for a person: a section of a pack (C21)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Persons:
    """How users ask for a person.

    Attributes:
        people: words for one that may stand alone: "agent", "a human".
        people_asked: those that count after a request only: "someone", "your manager".
        qualities: what may stand before them: "a", "real".
        openers: "can I", "I want to", "how do I".
        verbs: what an opener leads to: "talk to".
        calls: requests that need no opener: "connect me to".
        wishes: what stands right before the person: "I need".
        wholes: requests that are complete: "transfer me".
        refused: what refuses the bot behind it: "I don't want".
        refused_talk: what refuses talk with any machine: "I'm not talking to".
        bots: what is refused: "a chatbot".
        machines: what is refused as a partner of talk only: "a computer".
        services: what a person is asked to do: "call me back".
        offers: what asks whether one is there: "is there".
        offered: what must follow the person then: "I can talk to", "available".
        topics: words after which anything may follow: "about".
        asides: words that may stand around a request: "please", "right now".
    """

    people: frozenset[str]
    people_asked: frozenset[str]
    qualities: frozenset[str]
    openers: frozenset[str]
    verbs: frozenset[str]
    calls: frozenset[str]
    wishes: frozenset[str]
    wholes: frozenset[str]
    refused: frozenset[str]
    refused_talk: frozenset[str]
    bots: frozenset[str]
    machines: frozenset[str]
    services: frozenset[str]
    offers: frozenset[str]
    offered: frozenset[str]
    topics: frozenset[str]
    asides: frozenset[str]
