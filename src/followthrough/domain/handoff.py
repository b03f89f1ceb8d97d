"""A person in the conversation: who speaks for the product, and the call for a person that is open."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from followthrough.domain.ids import HandoffId


class Holder(StrEnum):
    """Who answers in a thread. While a person does, the assistant records what is said and stays silent."""

    ASSISTANT = "assistant"
    HUMAN = "human"


class Origin(StrEnum):
    """Where a message comes from.

    ``person``: from the person who has the thread, to the user. ``note``: from that person, to the assistant.
    ``system``: nobody wrote it; the product has something to tell.
    """

    USER = "user"
    PERSON = "person"
    NOTE = "note"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenHandoff:
    """A person was called and has not given the thread back yet. ``since`` is when the calling turn ended."""

    id: HandoffId
    since: datetime
