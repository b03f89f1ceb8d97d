"""A web of a few given pages, and a search over them, for tests and scripted conversations."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping, Sequence

from followthrough.domain.web import FetchedPage, Page, PageRefusal, PageRefused, SearchOutcome, SearchResult
from followthrough.errors import WebSearchUnavailable
from followthrough.ports.document_reader import DocumentReader, Refused
from followthrough.rules.language.links import host_of, normalise_link
from followthrough.rules.language.words import keys_of

_LEAST_SHARE = 0.5  # of a scripted query's words that the asked one must have


class FakePageReader:
    """Reads given pages through a real document reader.

    Args:
        reader: reads the pages' content.
        pages: by address: a text, bytes, or why the page can't be read; may grow. Every other page is not found.

    Attributes:
        read_urls: the addresses asked for, in order, for tests that count.
    """

    def __init__(self, reader: DocumentReader, pages: Mapping[str, str | bytes | PageRefusal]) -> None:
        self._reader = reader
        self._pages = pages
        self.read_urls: list[str] = []

    async def read(self, url: str) -> Page | PageRefused:
        """See ``ports.web``."""
        fetched = await self.fetch(url)
        if isinstance(fetched, PageRefused):
            return fetched
        document = await self._reader.read(fetched.data, fetched.name)
        if isinstance(document, Refused):
            return _refused(PageRefusal.TOO_LARGE if document.code == "too_large" else PageRefusal.NOT_TEXT)
        return Page(url=fetched.url, document=document, data=fetched.data, name=fetched.name)

    async def fetch(self, url: str) -> FetchedPage | PageRefused:
        """See ``ports.web``."""
        self.read_urls.append(url)
        link = normalise_link(url)
        if link is None or not _is_public(host_of(link)):
            return _refused(PageRefusal.BLOCKED_ADDRESS)
        known = (page for given, page in self._pages.items() if normalise_link(given) == link)
        page = next(known, PageRefusal.NOT_FOUND)
        if isinstance(page, PageRefusal):
            return _refused(page)
        if not page.strip():
            return _refused(PageRefusal.NOT_TEXT)
        name = f"{link.rstrip('/').rsplit('/', 1)[-1]}.txt"
        return FetchedPage(url=link, data=page.encode() if isinstance(page, str) else page, name=name)

    async def aclose(self) -> None:
        """See ``ports.web``."""


class FakeWebSearch:
    """Finds what is given. A query finds the addresses of every given query with which it shares half the words.

    Args:
        results: addresses, or whole results, by query.
        fails: whether every search fails.

    Attributes:
        asked: the queries, in order, for tests that count.
    """

    def __init__(self, results: Mapping[str, Sequence[str | SearchResult]], *, fails: bool = False) -> None:
        self._results = {query: tuple(map(_result, found)) for query, found in results.items()}
        self._fails = fails
        self.asked: list[str] = []

    @property
    def is_configured(self) -> bool:
        """Always."""
        return True

    async def search(self, query: str, *, limit: int) -> SearchOutcome:
        """See ``ports.web``."""
        self.asked.append(query)
        if self._fails:
            raise WebSearchUnavailable("The web search did not answer.", fix="Try again.")
        asked = _words(query)
        shares = {known: _share(asked, known) for known in self._results}
        near = sorted((known for known in shares if shares[known] >= _LEAST_SHARE), key=lambda k: -shares[k])
        found: dict[str, SearchResult] = {}
        for result in (result for known in near for result in self._results[known]):
            found.setdefault(result.url, result)
        return tuple(found.values())[:limit]

    async def aclose(self) -> None:
        """See ``ports.web``."""


def _is_public(host: str) -> bool:
    """Whether a host can be on the public web, as far as that is known without looking it up."""
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        return host != "localhost" and not host.endswith((".localhost", ".local", ".internal"))


def _result(found: str | SearchResult) -> SearchResult:
    return found if isinstance(found, SearchResult) else SearchResult(url=found)


def _words(query: str) -> frozenset[str]:
    """The words of a query, singular and plural alike."""
    return frozenset(key.rstrip("s") or key for key in keys_of(query))


def _share(asked: frozenset[str], known: str) -> float:
    words = _words(known)
    return len(asked & words) / len(words) if words else 0.0


def _refused(code: PageRefusal) -> PageRefused:
    return PageRefused(code=code, reason=f"The page can't be read ({code.value}); give another address.")
