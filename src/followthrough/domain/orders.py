"""Words by which a document speaks to whoever answers from it instead of to its reader: a section of a pack."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Orders:
    """How a text tries to give orders to an assistant.

    Attributes:
        overriding: what sets rules aside: "ignore", "disregard".
        owned: what such rules are named by: "your", "all previous".
        rules: the rules themselves: "instructions", "prompt".
        before: what may stand before an order in its clause: "please", "now".
        assistants: what an assistant is called: "assistant", "chatbot".
        announcing: what stands before that where one is spoken to: "dear", "note to".
        machine: what only an assistant has or is: "system prompt", "as an ai".
        marking: orders to call something settled: "mark", "consider".
        subjects: what is called so: "objective", "question".
        states: as what: "solved", "resolved".
        speaking: orders to say something: "say that", "tell the user".
        handing: orders to hand something over: "send", "give".
        acting: any other verb of an order to an assistant: "call", "search".
    """

    overriding: frozenset[str]
    owned: frozenset[str]
    rules: frozenset[str]
    before: frozenset[str]
    assistants: frozenset[str]
    announcing: frozenset[str]
    machine: frozenset[str]
    marking: frozenset[str]
    subjects: frozenset[str]
    states: frozenset[str]
    speaking: frozenset[str]
    handing: frozenset[str]
    acting: frozenset[str]
