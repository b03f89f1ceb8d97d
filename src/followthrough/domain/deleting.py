"""What is to be deleted, until no file has a word of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Thing(StrEnum):
    """What can be deleted."""

    THREAD = "thread"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deletion:
    """One thing that somebody wants gone, by its id."""

    thing: Thing
    id: str
