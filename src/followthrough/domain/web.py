"""Pages of the web and what a web search finds. Their text is data: it never changes state, routing or tools."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from followthrough.domain.documents import ParsedDocument


class PageRefusal(StrEnum):
    """Why a page can't be read; the values are the stable codes.

    ``not_found``: there is no such page or no such host. ``needs_login``: it is shown to those who are logged in.
    ``too_large``: more than the bounds on bytes, text or reading time. ``not_text``: pictures, archives, broken or
    empty files. ``blocked_address``: no public http(s) address. ``timed_out``: no answer in time. ``unreachable``: no
    connection, or the site answers with an error of its own. ``too_many_redirects``: it sends from page to page.
    """

    NOT_FOUND = "not_found"
    NEEDS_LOGIN = "needs_login"
    TOO_LARGE = "too_large"
    NOT_TEXT = "not_text"
    BLOCKED_ADDRESS = "blocked_address"
    TIMED_OUT = "timed_out"
    UNREACHABLE = "unreachable"
    TOO_MANY_REDIRECTS = "too_many_redirects"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageRefused:
    """A page that can't be read: the code, and one plain line of ``reason``: what, why, what to do.

    ``reason`` names neither the address nor anything that the page says, so that it may be shown and logged.
    """

    code: PageRefusal
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FetchedPage:
    """What stands at an address, not yet read.

    Attributes:
        url: its address after redirects, without fragment.
        data: the content as a document reader takes it: unpacked, text in UTF-8.
        name: a file name for ``data`` whose ending says what it is; no part of it is a path.
    """

    url: str
    data: bytes
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Page(FetchedPage):
    """A page as read.

    Attributes:
        document: its text, blocks, media type and page numbers; its title and language are in ``document.metadata``.
    """

    document: ParsedDocument

    @property
    def title(self) -> str | None:
        """What the page calls itself."""
        return self.document.metadata.title


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchResult:
    """One page that a web search found: its public http(s) address, and what the search says of it."""

    url: str
    title: str = ""
    snippet: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchNotConfigured:
    """No web search is configured: nothing was tried, so no text may say that the web was (R0-17, C36)."""


SearchOutcome = tuple[SearchResult, ...] | SearchNotConfigured
