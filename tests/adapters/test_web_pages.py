"""Architecture rule 7: what comes back from a link, and how much of it."""

from __future__ import annotations

import asyncio
import gzip
import itertools
import threading
import zlib
from collections.abc import AsyncIterator

import httpx
import pytest
from tests.adapters.web_site import Resolver, WebSite, answer, moved, read, reader_of, web_site
from tests.readers.test_pdf import drawn

from followthrough.adapters.document_reader.reader import Reader
from followthrough.adapters.web.fetch import _BY_STATUS, Response, _trouble
from followthrough.adapters.web.pages import HttpPageReader, _opened
from followthrough.domain.web import FetchedPage, Page, PageRefusal
from followthrough.testing.contracts.web import ARTICLE, assert_refused
from followthrough.tuning import DEFAULT_TUNING, Tuning

MIB = 2**20


@pytest.fixture
async def site() -> AsyncIterator[WebSite]:
    async with web_site({"/": answer(ARTICLE.encode())}) as running:
        yield running


# --- What comes back


@pytest.mark.parametrize(
    ("status", "code"),
    [
        ("401 Unauthorized", PageRefusal.NEEDS_LOGIN),
        ("403 Forbidden", PageRefusal.NEEDS_LOGIN),
        ("404 Not Found", PageRefusal.NOT_FOUND),
        ("410 Gone", PageRefusal.NOT_FOUND),
        ("418 I'm a teapot", PageRefusal.UNREACHABLE),
        ("429 Too Many Requests", PageRefusal.UNREACHABLE),
        ("500 Internal Server Error", PageRefusal.UNREACHABLE),
        ("503 Service Unavailable", PageRefusal.UNREACHABLE),
        ("204 No Content", PageRefusal.NOT_TEXT),
    ],
)
async def test_what_a_status_means(status: str, code: PageRefusal) -> None:
    body = b"" if status.startswith("204") else b"<p>Some words that must not be read as the page.</p>"
    assert_refused(await read({"/": answer(body, status=status)}), code, "words")


async def test_a_login_is_told_from_a_page() -> None:
    form = b"<form action=/in>Please sign in <input name=u><input type=password></form>"
    assert_refused(await read({"/": answer(form)}), PageRefusal.NEEDS_LOGIN, "")
    pages = {"/": moved("/accounts/login?next=/"), "/accounts/login?next=/": answer(ARTICLE.encode())}
    assert_refused(await read(pages), PageRefusal.NEEDS_LOGIN, "")


@pytest.mark.parametrize(
    ("body", "content_type", "media_type", "words"),
    [
        (ARTICLE.encode(), "text/html", "text/html", "12 dollars"),
        (ARTICLE.encode(), "text/plain", "text/html", "12 dollars"),
        (ARTICLE.encode(), "", "text/html", "12 dollars"),
        (ARTICLE.encode(), "application/octet-stream", "text/html", "12 dollars"),
        (b"# Fees\n\nA visit costs 12 dollars.", "text/markdown", "text/markdown", "12 dollars"),
        (b"A visit costs 12 dollars.", "text/plain", "text/plain", "12 dollars"),
        (b"A visit costs 12 dollars.", "image/png", "text/plain", "12 dollars"),
        ("Größe".encode("latin-1"), "text/plain; charset=iso-8859-1", "text/plain", "Größe"),
        (drawn((72, 700, "A visit costs 12 dollars.")), "text/html", "application/pdf", "12 dollars"),
        (drawn((72, 700, "A visit costs 12 dollars.")), "application/pdf", "application/pdf", "12 dollars"),
    ],
)
async def test_content_decides_what_a_page_is(body: bytes, content_type: str, media_type: str, words: str) -> None:
    page = await read({"/": answer(body, content_type=content_type)})
    assert isinstance(page, Page)
    assert page.document.media_type == media_type
    assert words in page.document.text


async def test_a_pdf_keeps_its_page_numbers() -> None:
    page = await read({"/": answer(drawn((72, 700, "A visit costs 12 dollars.")))})
    assert isinstance(page, Page)
    assert page.document.pages == 1
    assert page.document.blocks[0].page == 1


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", "image/png"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "text/html"),
        (b"PK\x03\x04" + bytes(100), "text/html"),
        (b"%PDF-1.7 but no more", "application/pdf"),
        (b"   \n", "text/html"),
        (b"<html><body><img src=x></body></html>", "text/html"),
    ],
)
async def test_what_holds_no_text_is_refused(body: bytes, content_type: str) -> None:
    assert_refused(await read({"/": answer(body, content_type=content_type)}), PageRefusal.NOT_TEXT, "")


@pytest.mark.parametrize(("encoding", "pack"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
async def test_packed_pages_are_unpacked(encoding: str, pack) -> None:
    page = await read({"/": answer(pack(ARTICLE.encode()), content_encoding=encoding)})
    assert isinstance(page, Page)
    assert page.title == "Fee schedule"


# --- Bounds

SMALL = Tuning(page_max_bytes=MIB)


async def test_a_page_that_says_it_is_too_large_is_not_downloaded() -> None:
    sent: list[int] = []

    async def body(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 999999999999\r\n\r\n")
        for _ in range(64):
            writer.write(bytes(MIB))
            await writer.drain()
            sent.append(1)

    assert_refused(await read({"/": body}, "/", SMALL), PageRefusal.TOO_LARGE, "")
    assert len(sent) < 64


@pytest.mark.parametrize("chunked", [True, False])
async def test_an_endless_body_is_cut_off(chunked: bool) -> None:
    ended: list[str] = []

    async def body(writer: asyncio.StreamWriter) -> None:
        head = b"Transfer-Encoding: chunked\r\n" if chunked else b""
        writer.write(b"HTTP/1.1 200 OK\r\n" + head + b"\r\n")
        try:
            for _ in itertools.count():
                writer.write((b"4000\r\n" + b"x" * 0x4000 + b"\r\n") if chunked else b"x" * 0x4000)
                await writer.drain()
        finally:
            ended.append("the reader left")

    assert_refused(await read({"/": body}, "/", SMALL), PageRefusal.TOO_LARGE, "")
    assert ended == ["the reader left"]


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
async def test_a_bomb_is_not_unpacked(encoding: str) -> None:
    bomb = gzip.compress(bytes(64 * MIB)) if encoding == "gzip" else zlib.compress(bytes(64 * MIB))
    assert len(bomb) < MIB
    assert_refused(await read({"/": answer(bomb, content_encoding=encoding)}, "/", SMALL), PageRefusal.TOO_LARGE, "")


async def test_a_packing_that_was_not_asked_for_is_not_opened() -> None:
    found = await read({"/": answer(b"\xce\xb2\xcf\x81" * 50, content_encoding="br")})
    assert_refused(found, PageRefusal.NOT_TEXT, "")


async def test_a_body_that_drips_is_given_up() -> None:
    """Each byte comes in time for the wait between two bytes, so only the whole time ends it."""
    hurried = Tuning(page_total_s=0.3, page_read_s=5)
    ended: list[str] = []

    async def drip(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        try:
            for _ in itertools.count():
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.01)
        finally:
            ended.append("the reader left")

    assert_refused(await read({"/": drip}, "/", hurried), PageRefusal.TIMED_OUT, "")
    assert ended


@pytest.mark.parametrize("before", [b"", b"HTTP/1.1 200 OK\r\n", b"HTTP/1.1 200 OK\r\n\r\nsome words"])
async def test_silence_is_given_up(before: bytes) -> None:
    async def silent(writer: asyncio.StreamWriter) -> None:
        writer.write(before)
        await writer.drain()
        await asyncio.Event().wait()

    assert_refused(await read({"/": silent}, "/", Tuning(page_read_s=0.1)), PageRefusal.TIMED_OUT, "")


async def test_name_servers_that_do_not_answer_are_given_up() -> None:
    async def never(host: str, port: int) -> list[str]:
        await asyncio.Event().wait()
        return []

    tuning = Tuning(page_total_s=0.05)
    reader = HttpPageReader(Reader(tuning), tuning, resolve=never)
    assert_refused(await reader.read("http://pages.example/"), PageRefusal.TIMED_OUT, "pages.example")
    assert_refused(await reader.fetch("http://pages.example/"), PageRefusal.TIMED_OUT, "pages.example")


@pytest.mark.parametrize(
    "raw",
    [
        b"HTTP/1.1 200 OK\r\nX: " + b"a" * (8 * MIB),
        b"HTTP/1.1 200 OK\r\n" + b"X: a\r\n" * 500_000,
        b"SSH-2.0-OpenSSH_9.0\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbreaks off",
        b"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"",
    ],
)
async def test_what_is_no_proper_answer_is_none(raw: bytes) -> None:
    assert_refused(await read({"/": raw}), PageRefusal.UNREACHABLE, "")


async def test_a_closed_port_is_told(site: WebSite) -> None:
    reader = HttpPageReader(Reader(DEFAULT_TUNING), DEFAULT_TUNING, resolve=Resolver(), allow=lambda _, __: True)
    assert_refused(await reader.read("http://pages.example:1/"), PageRefusal.UNREACHABLE, "pages.example")


async def test_the_next_address_is_tried_when_one_takes_no_connection(site: WebSite) -> None:
    resolver = Resolver({"pages.example": [["::1", "127.0.0.1"]]})
    reader = HttpPageReader(Reader(DEFAULT_TUNING), DEFAULT_TUNING, resolve=resolver, allow=lambda _, __: True)
    assert isinstance(await reader.read(site.url()), Page)


async def test_several_pages_are_read_at_once(site: WebSite) -> None:
    reader = reader_of(site)
    pages = await asyncio.gather(*(reader.read(site.url()) for _ in range(8)))
    assert all(isinstance(page, Page) for page in pages)


async def test_content_is_unpacked_and_decoded_off_the_event_loop(
    site: WebSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What takes processor time runs in another thread; the document reader sees to its own."""
    threads: list[int] = []

    def opened(asked: str, response: Response, max_bytes: int) -> FetchedPage:
        threads.append(threading.get_ident())
        return _opened(asked, response, max_bytes)

    monkeypatch.setattr("followthrough.adapters.web.pages._opened", opened)
    assert isinstance(await reader_of(site).read(site.url()), Page)
    assert len(threads) == 1
    assert threads[0] != threading.get_ident()


# --- The edge


def test_every_error_of_the_transport_is_told_apart() -> None:
    known = {
        httpx.TimeoutException: PageRefusal.TIMED_OUT,
        httpx.NetworkError: PageRefusal.UNREACHABLE,
        httpx.ProtocolError: PageRefusal.UNREACHABLE,
        httpx.ProxyError: PageRefusal.UNREACHABLE,
        httpx.UnsupportedProtocol: PageRefusal.UNREACHABLE,
    }
    assert set(httpx.TransportError.__subclasses__()) == set(known)
    assert {kind: _trouble(kind("message")) for kind in known} == known


def test_no_status_of_success_or_redirect_is_a_refusal() -> None:
    assert all(status >= 400 for status in _BY_STATUS)


async def test_fetching_gives_what_is_kept(site: WebSite) -> None:
    fetched = await reader_of(site).fetch(site.url("/#part"))
    assert fetched == FetchedPage(url=site.url("/"), data=ARTICLE.encode(), name="pages.example.html")
