"""The web: pages read by their address, and a search that finds addresses."""

from __future__ import annotations

from typing import Protocol

from followthrough.domain.web import FetchedPage, Page, PageRefused, SearchOutcome


class PageReader(Protocol):
    """Reads public pages. A page that can't be read is a value, not an error."""

    async def read(self, url: str) -> Page | PageRefused:
        """Fetches and reads one page, within bounds on size, time and redirects.

        Only public http(s) addresses are contacted; no cookie, credential or user text is sent. Never blocks the
        event loop.

        Args:
            url: the address as given, in whatever form; white space around it is ignored.
        """
        ...

    async def fetch(self, url: str) -> FetchedPage | PageRefused:
        """Fetches a page without reading it: for those who keep its content and read it later. As ``read``."""
        ...

    async def aclose(self) -> None:
        """Closes connections; calling it twice is harmless."""
        ...


class WebSearch(Protocol):
    """Finds pages for words."""

    @property
    def is_configured(self) -> bool:
        """Whether there is a search to ask; False is the default."""
        ...

    async def search(self, query: str, *, limit: int) -> SearchOutcome:
        """Public addresses for a query, best first, each once, at most ``limit``; empty when nothing is found.

        Raises:
            WebSearchUnavailable: the search did not answer, or not in its format.
        """
        ...

    async def aclose(self) -> None:
        """Closes connections; calling it twice is harmless."""
        ...
