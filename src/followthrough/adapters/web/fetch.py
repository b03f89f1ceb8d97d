"""Fetches what stands at a public address, hop by hop.

For each hop the host is looked up once, every address that it has is checked, and the connection goes to a checked
address by number: nothing looks the name up again, so an answer that changes between check and connection (DNS
rebinding) changes nothing. Host header, SNI and the certificate's name are those of the link. Nothing is carried from
one request to the next: no cookie, no credential, no open connection. Proxies of the environment are not used, for
behind one the address that is checked would not be the one connected to.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin, urlsplit, urlunsplit

from followthrough.adapters.web.addresses import Address, Allow
from followthrough.adapters.web.refusals import Refusal
from followthrough.adapters.web.resolve import Resolve
from followthrough.domain.web import PageRefusal
from followthrough.rules.language.links import normalise_link
from followthrough.tuning import Tuning

if TYPE_CHECKING:
    import httpx

_PORTS = {"http": 80, "https": 443}
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_BY_STATUS: Final = {
    401: PageRefusal.NEEDS_LOGIN,
    402: PageRefusal.NEEDS_LOGIN,
    403: PageRefusal.NEEDS_LOGIN,
    404: PageRefusal.NOT_FOUND,
    407: PageRefusal.NEEDS_LOGIN,
    410: PageRefusal.NOT_FOUND,
    511: PageRefusal.NEEDS_LOGIN,
}
_CONNECT_TRIES = 3  # addresses of one host
USER_AGENT = f"Followthrough/{version('followthrough')} (reads single pages for a person; no crawler)"
_HEADERS = {
    "User-Agent": USER_AGENT,
    "Accept": "text/html, application/xhtml+xml, application/pdf, text/markdown, text/plain, */*;q=0.5",
    "Accept-Encoding": "gzip, deflate",
    "Connection": "close",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What a server sent: the address it came from, its header, its body as sent."""

    url: str
    content_type: str
    content_encoding: str
    body: bytes


class Fetch:
    """Fetches one address at a time; safe to be called at once for several.

    Args:
        resolve: looks hosts up.
        allow: says which addresses may be connected to.
        tuning: bounds on bytes, times and redirects.
        tls: what certificates are checked by; None takes the usual authorities when first needed.
    """

    def __init__(self, *, resolve: Resolve, allow: Allow, tuning: Tuning, tls: ssl.SSLContext | None = None) -> None:
        self._resolve = resolve
        self._allow = allow
        self._tuning = tuning
        self._tls = tls

    async def get(self, link: str) -> Response:
        """What stands at a normalised link.

        Raises:
            Refusal: it can't be had.
        """
        for _ in range(self._tuning.page_max_redirects + 1):
            found = await self._hop(link)
            if isinstance(found, Response):
                return found
            link = found
        raise Refusal(PageRefusal.TOO_MANY_REDIRECTS)

    async def _hop(self, link: str) -> Response | str:
        """The response, or the link that it sends to. The first address that takes the connection is it."""
        import httpx  # noqa: PLC0415 - takes a tenth of a second, and most commands read no page

        addresses = await self._checked_addresses(link)
        tls = await self._trust() if link.startswith("https:") else ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        for place, address in enumerate(addresses, start=1):
            try:
                return await self._ask(link, address, tls)
            except (httpx.ConnectError, httpx.ConnectTimeout) as error:
                if place == len(addresses):
                    raise Refusal(_trouble(error)) from None
            except httpx.HTTPError as error:
                raise Refusal(_trouble(error)) from None
        raise Refusal(PageRefusal.UNREACHABLE)

    async def _trust(self) -> ssl.SSLContext:
        """What certificates are checked by; reading the authorities takes a while."""
        import httpx  # noqa: PLC0415 - as above

        if self._tls is None:
            self._tls = await asyncio.to_thread(httpx.create_ssl_context)
        return self._tls

    async def _checked_addresses(self, link: str) -> Sequence[Address]:
        """Where the link's host is. One address that is not public refuses the host: it is no public one."""
        parts = urlsplit(link)
        port = parts.port or _PORTS[parts.scheme]
        host = parts.hostname or ""
        try:
            found: Sequence[Address] = [ip_address(host)]
        except ValueError:
            found = [ip_address(text) for text in await self._resolve(host, port)]
        if not all(self._allow(address, port) for address in found):
            raise Refusal(PageRefusal.BLOCKED_ADDRESS)
        return found[:_CONNECT_TRIES]

    async def _ask(self, link: str, address: Address, tls: ssl.SSLContext) -> Response | str:
        import httpx  # noqa: PLC0415 - as above

        async with httpx.AsyncHTTPTransport(verify=tls, trust_env=False) as transport:
            response = await transport.handle_async_request(self._request(link, address))
            try:
                if response.status_code in _REDIRECTS:
                    return _redirected(link, response.headers)
                if not response.is_success:
                    raise Refusal(_BY_STATUS.get(response.status_code, PageRefusal.UNREACHABLE))
                return Response(
                    url=link,
                    content_type=response.headers.get("content-type", ""),
                    content_encoding=response.headers.get("content-encoding", ""),
                    body=await self._body(response),
                )
            finally:
                await response.aclose()

    def _request(self, link: str, address: Address) -> httpx.Request:
        """The request by number; the name stays in the header and in what the certificate is checked for."""
        import httpx  # noqa: PLC0415 - as above

        parts = urlsplit(link)
        host = f"[{address}]" if address.version == 6 else str(address)
        netloc = f"{host}:{parts.port}" if parts.port else host
        timeout = httpx.Timeout(self._tuning.page_read_s, connect=self._tuning.page_connect_s)
        return httpx.Request(
            "GET",
            urlunsplit((parts.scheme, netloc, parts.path, parts.query, "")),
            headers={"Host": parts.netloc, **_HEADERS},
            extensions={"timeout": timeout.as_dict(), "sni_hostname": parts.hostname},
        )

    async def _body(self, response: httpx.Response) -> bytes:
        most = self._tuning.page_max_bytes
        declared = response.headers.get("content-length", "")
        if declared.isdecimal() and int(declared[:18]) > most:
            raise Refusal(PageRefusal.TOO_LARGE)
        body = bytearray()
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > most:
                raise Refusal(PageRefusal.TOO_LARGE)
        return bytes(body)


def _redirected(link: str, headers: Mapping[str, str]) -> str:
    location = headers.get("location", "").strip()
    if not location:
        raise Refusal(PageRefusal.UNREACHABLE)
    try:
        target = normalise_link(urljoin(link, location))
    except ValueError:
        target = None
    if target is None:
        raise Refusal(PageRefusal.BLOCKED_ADDRESS)
    return target


def _trouble(error: Exception) -> PageRefusal:
    """What an error of the transport means; a test fails when it gains one that is not told apart here."""
    import httpx  # noqa: PLC0415 - as above

    return PageRefusal.TIMED_OUT if isinstance(error, httpx.TimeoutException) else PageRefusal.UNREACHABLE
