"""Every page reader and every web search through one suite."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest
from tests.adapters.web_site import Resolver, answer, web_site

from followthrough.adapters.document_reader.reader import Reader
from followthrough.adapters.web.none import NoWebSearch
from followthrough.adapters.web.pages import HttpPageReader
from followthrough.adapters.web.searxng import SearxngSearch
from followthrough.domain.web import PageRefusal, SearchNotConfigured
from followthrough.errors import WebSearchUnavailable
from followthrough.testing.contracts.web import (
    ARTICLE,
    ConfiguredSearchContract,
    PageReaderContract,
    Site,
    WebSearchContract,
)
from followthrough.testing.fake_web import FakePageReader, FakeWebSearch
from followthrough.tuning import DEFAULT_TUNING

RESULTS = {"fee schedule": [f"https://example.org/{n}" for n in range(1, 5)]}


class TestFakePages(PageReaderContract):
    @pytest.fixture
    def site(self) -> Site:
        documents = Reader(DEFAULT_TUNING)
        pages = {
            "https://example.org/fees": ARTICLE,
            "https://example.org/members": PageRefusal.NEEDS_LOGIN,
            "https://example.org/logo.png": b"\x89PNG\r\n\x1a\n\x00\x00",
            "https://example.org/empty": "",
        }
        return Site(
            reader=FakePageReader(documents, pages),
            documents=documents,
            article="https://example.org/fees",
            missing="https://example.org/gone",
            private="https://example.org/members",
            picture="https://example.org/logo.png",
            empty="https://example.org/empty",
        )


class TestHttpPages(PageReaderContract):
    @pytest.fixture
    async def site(self) -> AsyncIterator[Site]:
        pages = {
            "/fees": answer(ARTICLE.encode()),
            "/members": answer(b"<p>Members only.</p>", status="401 Unauthorized"),
            "/logo.png": answer(b"\x89PNG\r\n\x1a\n\x00\x00", content_type="image/png"),
            "/empty": answer(),
        }
        documents = Reader(DEFAULT_TUNING)
        async with web_site(pages) as running:
            reader = HttpPageReader(documents, DEFAULT_TUNING, resolve=Resolver(), allow=running.allows)
            yield Site(
                reader=reader,
                documents=documents,
                article=running.url("/fees"),
                missing=running.url("/gone"),
                private=running.url("/members"),
                picture=running.url("/logo.png"),
                empty=running.url("/empty"),
            )


class TestFakeSearch(ConfiguredSearchContract):
    @pytest.fixture
    def search(self) -> FakeWebSearch:
        return FakeWebSearch(RESULTS)


class TestSearxng(ConfiguredSearchContract):
    @pytest.fixture
    async def search(self) -> AsyncIterator[SearxngSearch]:
        found = [{"url": f"https://example.org/{n}", "title": f"Fees {n}", "content": "…"} for n in range(1, 5)]
        known = answer(json.dumps({"results": found}).encode(), content_type="application/json")
        nothing = answer(json.dumps({"results": []}).encode(), content_type="application/json")
        pages = {"/search?format=json&q=fee+schedule": known, "/search": nothing}
        async with web_site(pages) as running:
            search = SearxngSearch(running.url("", "127.0.0.1"), DEFAULT_TUNING)
            yield search
            await search.aclose()


class TestNoSearch(WebSearchContract):
    @pytest.fixture
    def search(self) -> NoWebSearch:
        return NoWebSearch()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("What is the fee schedule?", 4),
        ("FEE SCHEDULE 2025", 4),
        ("the fee", 4),
        ("fees", 4),
        ("what does it cost", 0),
    ],
)
async def test_a_given_query_is_met_by_half_of_its_words(query: str, found: int) -> None:
    search = FakeWebSearch(RESULTS)
    results = await search.search(query, limit=10)
    assert not isinstance(results, SearchNotConfigured)
    assert len(results) == found
    assert search.asked == [query]


async def test_nearer_queries_come_first_and_a_page_comes_once() -> None:
    search = FakeWebSearch(
        {"appeal fee": ["https://b.example/"], "fee": ["https://a.example/", "https://b.example/"]}
    )
    found = await search.search("fee", limit=5)
    assert not isinstance(found, SearchNotConfigured)
    assert [r.url for r in found] == ["https://a.example/", "https://b.example/"]


async def test_a_failing_search_is_an_error_of_a_dependency() -> None:
    with pytest.raises(WebSearchUnavailable):
        await FakeWebSearch(RESULTS, fails=True).search("fee schedule", limit=3)
