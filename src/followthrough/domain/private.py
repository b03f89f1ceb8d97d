"""Words that announce what identifies a person: a section of a pack (C42)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Private:
    """What stays in the stored message and leaves the product in no other form.

    Attributes:
        identifiers: before a number, a code or a date that identifies: "member id", "born".
        names: before a person's name: "my name is", "patient".
        secrets: before a secret, whatever it looks like: "password".
        asks: in a question whose whole answer is private: "What is the member's name?"
    """

    identifiers: frozenset[str]
    names: frozenset[str]
    secrets: frozenset[str]
    asks: frozenset[str]
