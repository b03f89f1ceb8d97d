"""The contracts of ``PageReader`` and ``WebSearch``."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from followthrough.domain.web import FetchedPage, Page, PageRefusal, PageRefused, SearchNotConfigured, SearchResult
from followthrough.ports.document_reader import DocumentReader
from followthrough.ports.web import PageReader, WebSearch
from followthrough.rules.language.links import normalise_link

ARTICLE = (
    "<!doctype html><html lang='en'><head><title>Fee schedule</title></head>"
    "<body><h1>Fees</h1><p>A visit costs 12 dollars.</p></body></html>"
)
"""What the page ``Site.article`` serves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Addresses of a site that the backend serves, and what reads them.

    Attributes:
        reader: the page reader under test.
        documents: the document reader that it uses.
        article: serves ``ARTICLE`` as HTML.
        missing: there is no such page.
        private: only for those who are logged in.
        picture: binary data.
        empty: nothing at all.
    """

    reader: PageReader
    documents: DocumentReader
    article: str
    missing: str
    private: str
    picture: str
    empty: str


class PageReaderContract:
    """A backend inherits this and gives the fixture ``site``."""

    async def test_a_page_is_read_with_its_title_and_address(self, site: Site) -> None:
        """White space around an address and its fragment don't matter."""
        page = await site.reader.read(f" {site.article}#fees\n")
        assert isinstance(page, Page)
        assert (page.title, page.url) == ("Fee schedule", normalise_link(site.article))
        assert "A visit costs 12 dollars." in page.document.text
        assert page.document.metadata.language == "en"

    async def test_the_content_reads_the_same_again(self, site: Site) -> None:
        """What a library keeps gives the same document."""
        page = await site.reader.read(site.article)
        assert isinstance(page, Page)
        assert await site.documents.read(page.data, page.name) == page.document
        fetched = await site.reader.fetch(site.article)
        assert fetched == FetchedPage(url=page.url, data=page.data, name=page.name)
        assert "/" not in page.name
        assert "\\" not in page.name

    @pytest.mark.parametrize(
        ("which", "code"),
        [
            ("missing", PageRefusal.NOT_FOUND),
            ("private", PageRefusal.NEEDS_LOGIN),
            ("picture", PageRefusal.NOT_TEXT),
            ("empty", PageRefusal.NOT_TEXT),
        ],
    )
    async def test_what_cannot_be_read_is_told(self, site: Site, which: str, code: PageRefusal) -> None:
        """One code, one plain line."""
        address = getattr(site, which)
        assert_refused(await site.reader.read(address), code, address)
        if which != "picture":  # what a file is shows when it is read
            assert_refused(await site.reader.fetch(address), code, address)

    @pytest.mark.parametrize(
        "address",
        [
            "",
            "no address",
            "file:///etc/hostname",
            "javascript:alert(1)",
            "data:text/plain,x",
            "http://a:b@example.org",
        ],
    )
    async def test_only_web_addresses_are_read(self, site: Site, address: str) -> None:
        """Whatever is given, nothing is raised."""
        assert_refused(await site.reader.read(address), PageRefusal.BLOCKED_ADDRESS, address)
        assert_refused(await site.reader.fetch(address), PageRefusal.BLOCKED_ADDRESS, address)

    async def test_closing_twice_is_harmless(self, site: Site) -> None:
        """After use, too."""
        await site.reader.read(site.article)
        await site.reader.aclose()
        await site.reader.aclose()


def assert_refused(found: FetchedPage | PageRefused, code: PageRefusal, address: str) -> None:
    """Fails unless the page was refused with this code and one line that does not name the address."""
    assert isinstance(found, PageRefused)
    assert found.code is code
    assert "\n" not in found.reason
    assert found.reason.endswith(".")
    assert not address or address not in found.reason


class WebSearchContract:
    """Every search, the one that stands for none too, inherits this and gives the fixture ``search``."""

    async def test_says_the_same_before_and_after_it_is_asked(self, search: WebSearch) -> None:
        """Nobody can take what was never asked for a search that found nothing."""
        found = await search.search("fee schedule", limit=3)
        assert isinstance(found, SearchNotConfigured) is not search.is_configured

    async def test_closing_twice_is_harmless(self, search: WebSearch) -> None:
        """After use, too."""
        await search.search("fee schedule", limit=3)
        await search.aclose()
        await search.aclose()


class ConfiguredSearchContract(WebSearchContract):
    """A real search: it finds https://example.org/1 to /4 for "fee schedule", and nothing for "zebra"."""

    async def test_results_come_in_order_up_to_the_limit(self, search: WebSearch) -> None:
        """Best first."""
        for limit in (1, 3):
            found = await search.search("fee schedule", limit=limit)
            assert not isinstance(found, SearchNotConfigured)
            assert [r.url for r in found] == [f"https://example.org/{n}" for n in range(1, limit + 1)]
            assert all(isinstance(r, SearchResult) for r in found)

    async def test_nothing_found_is_an_empty_result(self, search: WebSearch) -> None:
        """No error, and not "not configured"."""
        assert await search.search("zebra", limit=3) == ()
