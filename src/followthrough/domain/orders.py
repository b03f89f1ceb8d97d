"""Words by which a document speaks to whoever answers from it instead of to its reader: a section of a pack."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """How a text of one language tries to give orders to an assistant.

    Attributes:
        language: as ISO 639-1: "en".
        joiners: what joins two clauses: "and".
        overriding: what sets rules aside: "ignore", "disregard".
        following: what keeps to rules, and sets them aside where it is denied: "follow", "obey".
        ceasing: what denies it: "stop".
        negations: what denies anything: "not", "without".
        addressed: whoever reads: "you", "your".
        owned: what such rules are named by beside that: "all", "previous".
        rules: the rules themselves, and who made them: "instructions", "prompt", "developers".
        void: what they are called when they are not to count: "no longer apply".
        before: what may stand before an order in its clause: "please", "now".
        assistants: what an assistant is called: "assistant", "chatbot".
        calling: what stands before that where one is spoken to: "dear", "note to", "if you are a".
        onsets: what begins another way to behave: "from now on".
        playing: orders to play a part: "act as", "pretend".
        machine: what only an assistant has or is: "system prompt".
        marking: orders to call something settled: "mark", "consider".
        subjects: what is called so: "objective", "question".
        states: as what: "solved", "resolved".
        speaking: orders to say something: "say that", "tell the user".
        handing: orders to hand something over: "send", "give".
        secrets: what nobody is to hand over: "password".
        telling: what is not to be done with the text itself: "tell", "mention".
        itself: how a text speaks of itself: "this note".
    """

    language: str
    joiners: frozenset[str]
    overriding: frozenset[str]
    following: frozenset[str]
    ceasing: frozenset[str]
    negations: frozenset[str]
    addressed: frozenset[str]
    owned: frozenset[str]
    rules: frozenset[str]
    void: frozenset[str]
    before: frozenset[str]
    assistants: frozenset[str]
    calling: frozenset[str]
    onsets: frozenset[str]
    playing: frozenset[str]
    machine: frozenset[str]
    marking: frozenset[str]
    subjects: frozenset[str]
    states: frozenset[str]
    speaking: frozenset[str]
    handing: frozenset[str]
    secrets: frozenset[str]
    telling: frozenset[str]
    itself: frozenset[str]
