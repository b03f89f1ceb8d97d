"""What a message is understood to ask: the conversation before it, and the queries it becomes (R1-5, R2-3).

Invariant: everything here is a value of the past. ``RetrievalContext`` is taken before the new query is computed, so
its ``last_refined_query`` always means the previous one (C16).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal


@dataclass(frozen=True, slots=True)
class ResolvedQuery:
    """What is asked, and what the conversation adds to it; as one text the additions stand in brackets at its end."""

    asked: str
    beside: tuple[str, ...] = ()

    @classmethod
    def read(cls, text: str) -> ResolvedQuery:
        """The query that was written as this text."""
        if not text.endswith(")") or " (" not in text:
            return cls(text)
        asked, _, beside = text.rpartition(" (")
        return cls(asked, tuple(beside[:-1].split(_BETWEEN)))

    def also(self, *more: str) -> ResolvedQuery:
        """The query with more beside it."""
        return ResolvedQuery(self.asked, (*self.beside, *more))

    @property
    def text(self) -> str:
        """The query as it is searched and stored."""
        return f"{self.asked} ({_BETWEEN.join(self.beside)})" if self.beside else self.asked


_BETWEEN = ", "


class FollowupKind(StrEnum):
    """How a message hangs on the conversation (C15).

    ``deictic``: it can't be understood alone ("and can it be done by phone?"). ``topical``: a question of its own on
    the same topic, which leaves words of the topic out.
    """

    DEICTIC = "deictic"
    TOPICAL = "topical"


@dataclass(frozen=True, slots=True, kw_only=True)
class Followup:
    """Whether a message is a follow-up. ``why`` is the stable snake_case word of the rule that decided."""

    kind: FollowupKind | None
    why: str

    @property
    def is_followup(self) -> bool:
        """Whether it is one, of either kind."""
        return self.kind is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """An earlier turn as far as resolution needs it.

    Attributes:
        message: what the user wrote.
        query: what was searched; empty when nothing was or nobody knows.
        queries: what was searched for each of its own parts; empty when nobody knows.
        reply: words of the reply that rest on sources; empty when nothing was found. Imported replies stand as they
            came, for nobody knows what they rest on (C38).
        shown: the reply as the user read it, where that is known.
        site_urls: where the reply's sources were published (``source_url``), best first.
    """

    message: str
    query: str = ""
    queries: tuple[str, ...] = ()
    reply: str = ""
    shown: str = ""
    site_urls: tuple[str, ...] = ()

    @property
    def asked(self) -> str:
        """The query, else the message."""
        return self.query or self.message


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalContext:
    """What the conversation gives to a message's retrieval (R1-5).

    Attributes:
        last_refined_query: what the last question became; None when nothing was asked yet. A question that found
            nothing counts (C15).
        jurisdiction: slot values that hold for this message, as documents write them: ("Sunshine Health", "Florida").
        followup: whether and how the message follows up.
        organisations: those of them that are organisations: whose "their website" is.
        replaced: slot values of the conversation that no longer hold: they are not carried (F26, F30).
    """

    last_refined_query: str | None = None
    jurisdiction: tuple[str, ...] = ()
    followup: Followup = Followup(kind=None, why="no_history")
    replaced: tuple[str, ...] = ()
    organisations: tuple[str, ...] = ()

    @property
    def is_followup(self) -> bool:
        """Whether the message is a follow-up of either kind."""
        return self.followup.is_followup


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolved:
    """What is searched for each part of a message.

    Attributes:
        queries: one effective query for each part, in the parts' order.
        rewritten_by: "rules" when at least one differs from the words of its part.
        why: what was done, as stable snake_case words in the order of doing; empty when nothing was.
    """

    queries: tuple[str, ...]
    rewritten_by: Literal["none", "rules"] = "none"
    why: tuple[str, ...] = ()
