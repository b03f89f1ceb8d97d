"""A web server for tests, over real sockets: it sends what each path says, to the byte, and keeps what was asked."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address

from followthrough.adapters.document_reader.reader import Reader
from followthrough.adapters.web.addresses import Address, is_allowed
from followthrough.adapters.web.pages import HttpPageReader
from followthrough.domain.web import Page, PageRefused
from followthrough.tuning import DEFAULT_TUNING, Tuning

Send = Callable[[asyncio.StreamWriter], Awaitable[None]]


def answer(
    body: bytes = b"", *, status: str = "200 OK", content_type: str = "text/html; charset=utf-8", **headers: str
) -> bytes:
    """A whole response; header names with ``_`` for ``-``."""
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}"]
    lines += [f"Content-Type: {content_type}"] if content_type else []
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


def moved(to: str, status: str = "302 Found") -> bytes:
    """A redirect."""
    return answer(status=status, location=to)


class WebSite:
    """A running site.

    Attributes:
        port: where it listens, on 127.0.0.1.
        asked: (path, header with lower-case names) of each request, in order.
        connections: how many connections were opened.
        names: the server names that TLS clients sent.
    """

    def __init__(self, pages: Mapping[str, bytes | Send]) -> None:
        self.pages = dict(pages)
        self.port = 0
        self.asked: list[tuple[str, dict[str, str]]] = []
        self.connections = 0
        self.names: list[str | None] = []

    def url(self, path: str = "/", host: str = "pages.example") -> str:
        """The address of a path; the host is one that only ``resolver`` knows."""
        return f"http://{host}:{self.port}{path}"

    def allows(self, address: Address, port: int) -> bool:
        """The rule of the product, and this server beside it."""
        return (str(address), port) == ("127.0.0.1", self.port) or is_allowed(address, port)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection: one request, its answer, the end."""
        self.connections += 1
        try:
            await self._answer(reader, writer)
            writer.close()
            with suppress(ConnectionError, ssl.SSLError):
                await writer.wait_closed()
        finally:
            writer.transport.abort()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            path = head[0].split(" ")[1]
            headers = {k.lower(): v.strip() for k, _, v in (line.partition(":") for line in head[1:] if line)}
            self.asked.append((path, headers))
            page = self.pages.get(path, self.pages.get(path.partition("?")[0], answer(status="404 Not Found")))
            if isinstance(page, bytes):
                writer.write(page)
            else:
                await page(writer)
            await writer.drain()


@asynccontextmanager
async def web_site(pages: Mapping[str, bytes | Send], tls: ssl.SSLContext | None = None) -> AsyncIterator[WebSite]:
    """A site on 127.0.0.1; leaving it ends every connection."""
    site = WebSite(pages)
    if tls is not None:
        tls.sni_callback = lambda _, name, __: site.names.append(name)
    running: list[asyncio.Task[None]] = []

    def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        running.append(asyncio.create_task(site.serve(reader, writer)))

    server = await asyncio.start_server(handle, "127.0.0.1", 0, ssl=tls)
    site.port = server.sockets[0].getsockname()[1]
    try:
        yield site
    finally:
        server.close()
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


class Resolver:
    """Name servers of a test: each answer of a host's list is given once, the last one for ever."""

    def __init__(self, hosts: Mapping[str, Sequence[Sequence[str]]] | None = None) -> None:
        self._hosts = {host: list(answers) for host, answers in (hosts or {"pages.example": [["127.0.0.1"]]}).items()}
        self.asked: list[str] = []

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        """The host's next answer."""
        self.asked.append(host)
        answers = self._hosts[host]
        found = answers.pop(0) if len(answers) > 1 else answers[0]
        assert all(ip_address(a) for a in found)
        return found


def reader_of(
    site: WebSite,
    tuning: Tuning = DEFAULT_TUNING,
    *,
    resolver: Resolver | None = None,
    tls: ssl.SSLContext | None = None,
) -> HttpPageReader:
    """A reader that may connect to the site, and to what the product allows."""
    return HttpPageReader(Reader(tuning), tuning, resolve=resolver or Resolver(), allow=site.allows, tls=tls)


async def read(pages: dict, path: str = "/", tuning: Tuning = DEFAULT_TUNING) -> Page | PageRefused:
    """What is read from a site of these pages."""
    async with web_site(pages) as site:
        return await reader_of(site, tuning).read(site.url(path))
