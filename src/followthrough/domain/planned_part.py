"""A part of a plan with how it is looked for: one value, so that nothing is paired by its place."""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.objective import SearchAngle, SubObjective


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPart:
    """A part of a plan with how it is looked for.

    Attributes:
        part: what is asked.
        query: what it means in the conversation.
        spoken: the user's own words for it; searched beside ``query`` where they differ.
        search: what is sent to the index, where that is more than ``query``.
        angle: how it is looked for.
        proposed: a model's words for it, checked, and searched beside the others; "" where it has none.
        is_again: it is of an earlier message, and tried once more beside the message's own (C6).
        stated: the user's word on it: it is looked for, and is no more than their word (F19).
        replaces: the part of the objective that the user put in other words.
    """

    part: SubObjective
    query: str
    spoken: str
    search: str = ""
    angle: SearchAngle = SearchAngle.AS_ASKED
    proposed: str = ""
    is_again: bool = False
    stated: str = ""
    replaces: SubObjectiveId | None = None

    @property
    def said(self) -> str:
        """What is asked in the user's words, without what stood before it in the message."""
        return self.part.text if self.before else self.spoken

    @property
    def before(self) -> str:
        """What stood before the part in its message, on which it hangs; "" where it was put in other words."""
        return self.part.context if self.spoken == self.part.query else ""

    @property
    def looked_up(self) -> str:
        """What is looked up at first: a part that hangs on another by its own words, behind those of the other."""
        return self.said if self.before else self.sent

    @property
    def sent(self) -> str:
        """What is sent to the index."""
        return self.search or self.query


def as_it_stands(part: SubObjective) -> PlannedPart:
    """The part looked for in its own words."""
    return PlannedPart(part=part, query=part.query, spoken=part.query)
