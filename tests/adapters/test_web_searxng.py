"""The SearXNG search: what is asked, what is taken of the answer, and each way in which it can fail."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.adapters.web_site import Send, answer, web_site

from followthrough.adapters.web.searxng import SearxngSearch, _answer, _results
from followthrough.domain.web import SearchResult
from followthrough.errors import WebSearchUnavailable
from followthrough.tuning import DEFAULT_TUNING, Tuning


def sent(answered: object, **more: Any) -> bytes:
    return answer(json.dumps(answered).encode(), content_type="application/json", **more)


async def found(page: bytes | Send, *, limit: int = 5, tuning: Tuning = DEFAULT_TUNING) -> tuple[SearchResult, ...]:
    async with web_site({"/search": page}) as site:
        search = SearxngSearch(site.url("", "127.0.0.1"), tuning)
        try:
            return await search.search("fees", limit=limit)
        finally:
            await search.aclose()


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("", "/search?format=json&q=what+is+the+fee%3F"),
        ("/", "/search?format=json&q=what+is+the+fee%3F"),
        ("/search", "/search?format=json&q=what+is+the+fee%3F"),
        ("/sub/path/", "/sub/path/search?format=json&q=what+is+the+fee%3F"),
        ("/search?language=de&q=x", "/search?language=de&q=what+is+the+fee%3F&format=json"),
    ],
)
async def test_the_server_is_asked_in_its_format(path: str, asked: str) -> None:
    """The operator's own server may be a private one."""
    async with web_site({"/search": sent({"results": []}), "/sub/path/search": sent({"results": []})}) as site:
        search = SearxngSearch(site.url(path, "127.0.0.1"), DEFAULT_TUNING)
        assert await search.search(" what is\n the  fee? ", limit=3) == ()
        await search.aclose()
        ((got, headers),) = site.asked
    assert urlsplit(got).path == urlsplit(asked).path
    assert parse_qs(urlsplit(got).query) == parse_qs(urlsplit(asked).query)
    assert "cookie" not in headers


@pytest.mark.parametrize(("query", "limit"), [("", 5), (" \n", 5), ("fees", 0)])
async def test_nothing_is_asked_for_nothing(query: str, limit: int) -> None:
    async with web_site({}) as site:
        search = SearxngSearch(site.url("", "127.0.0.1"), DEFAULT_TUNING)
        assert await search.search(query, limit=limit) == ()
        assert site.connections == 0


async def test_results_are_taken_in_one_form_each_once() -> None:
    rows = [
        {"url": "https://Example.org/a#part", "title": " Fees\n 2025 ", "content": "x" * 1_000},
        {"url": "https://example.org/a", "title": "the same"},
        {"url": "javascript:alert(1)", "title": "no page"},
        {"url": "file:///etc/passwd"},
        {"url": None},
        "no row",
        {"title": "no address"},
        {"url": "https://example.org/b", "title": 7, "content": ["x"]},
    ]
    assert await found(sent({"results": rows})) == (
        SearchResult(url="https://example.org/a", title="Fees 2025", snippet="x" * 500),
        SearchResult(url="https://example.org/b"),
    )


ENGINES = [["some engine", "timeout"]]


@pytest.mark.parametrize(
    ("page", "says"),
    [
        (answer(b"no", status="403 Forbidden"), "JSON"),
        (answer(b"slow down", status="429 Too Many Requests"), "429"),
        (answer(b"", status="500 Internal Server Error"), "500"),
        (answer(b"", status="302 Found", location="http://127.0.0.1:1/"), "302"),
        (answer(b"<html>no json</html>"), "format"),
        (answer(b"[" * 100_000), "format"),
        (sent([]), "format"),
        (sent({"results": {}}), "format"),
        (sent({}), "format"),
        (sent({"results": [], "unresponsive_engines": ENGINES}), "engines"),
        (b"SSH-2.0\r\n", "reached"),
        (b"", "reached"),
    ],
)
async def test_each_failure_says_what_happened_and_what_to_do(page: bytes, says: str) -> None:
    with pytest.raises(WebSearchUnavailable, match=says) as error:
        await found(page)
    assert error.value.fix.endswith(".")
    assert "fees" not in str(error.value)


async def test_some_results_are_results_though_an_engine_failed() -> None:
    rows = [{"url": "https://example.org/a"}]
    assert len(await found(sent({"results": rows, "unresponsive_engines": ENGINES}))) == 1


async def test_an_endless_answer_is_cut_off() -> None:
    async def endless(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        for _ in itertools.count():
            writer.write(b" " * 0x4000)
            await writer.drain()

    with pytest.raises(WebSearchUnavailable, match="more than"):
        await found(endless, tuning=Tuning(web_search_max_bytes=100_000))


async def test_a_slow_answer_is_given_up() -> None:
    async def drip(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        for _ in itertools.count():
            writer.write(b" ")
            await writer.drain()
            await asyncio.sleep(0.01)

    with pytest.raises(WebSearchUnavailable, match="in time"):
        await found(drip, tuning=Tuning(web_search_s=0.2))


async def test_a_server_that_is_not_there_is_told() -> None:
    search = SearxngSearch("http://127.0.0.1:1", DEFAULT_TUNING)
    with pytest.raises(WebSearchUnavailable, match="reached"):
        await search.search("fees", limit=3)
    await search.aclose()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["url", "title", "results", "x"]), inner),
)


@given(json_values | st.fixed_dictionaries({"results": st.lists(json_values)}))
def test_any_answer_gives_results_or_the_one_error(value: object) -> None:
    try:
        results = _results(_answer(json.dumps(value).encode()), 3)
    except WebSearchUnavailable:
        return
    assert len(results) <= 3
