"""What a turn asked of the web, and how it went: a call that brought nothing is not made again the same way (F39)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from followthrough.domain.ids import DocumentId, SubObjectiveId


class Tool(StrEnum):
    """What can be called: the web search, and the reader of single pages."""

    SEARCH = "search"
    SCRAPE = "scrape"


class ToolOutcome(StrEnum):
    """``ok``: it brought something. ``empty``: it worked and there was nothing. ``failed``: it did not work."""

    OK = "ok"
    EMPTY = "empty"
    FAILED = "failed"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolUse:
    """One call.

    Attributes:
        tool: what was called.
        argument: the query, or the page's address.
        outcome: how it went.
        turn: the turn's index.
        part_id: the part that it was made for.
        document_id: the document of the thread that the page became; None for a search or an unread page.
    """

    tool: Tool
    argument: str
    outcome: ToolOutcome
    turn: int
    part_id: SubObjectiveId
    document_id: DocumentId | None = None


class WebState(StrEnum):
    """What became of the web for one part.

    ``searched``: it was searched and its pages read. ``search_failed``: the search did not answer. ``pages_failed``:
    none of the pages that it found could be read. ``not_configured``: it was asked for and there is no search.
    ``not_again``: the same search brought nothing before, so it was not made again.
    """

    SEARCHED = "searched"
    SEARCH_FAILED = "search_failed"
    PAGES_FAILED = "pages_failed"
    NOT_CONFIGURED = "not_configured"
    NOT_AGAIN = "not_again"
