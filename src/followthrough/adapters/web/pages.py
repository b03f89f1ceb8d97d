"""The page reader: fetches a public page and has the document reader read it.

``robots.txt`` is not asked: it speaks to crawlers, and here a person names the page or asks the one question that it
is read for. The user agent says so, and a site that does not want it can refuse.
"""

from __future__ import annotations

import asyncio
import ssl

from followthrough.adapters.web.addresses import Allow, is_allowed
from followthrough.adapters.web.content import as_utf8, media_type_of, name_for, unpack
from followthrough.adapters.web.fetch import Fetch, Response
from followthrough.adapters.web.login import is_login
from followthrough.adapters.web.refusals import Refusal, refused
from followthrough.adapters.web.resolve import Resolve, resolve
from followthrough.domain.web import FetchedPage, Page, PageRefusal, PageRefused
from followthrough.ports.document_reader import DocumentReader, Refused
from followthrough.rules.language.links import normalise_link
from followthrough.tuning import Tuning


class HttpPageReader:
    """Reads pages over HTTP.

    Args:
        documents: reads what was fetched.
        tuning: bounds.
        resolve: looks hosts up.
        allow: says which addresses may be connected to; anything but the default is for tests.
        tls: what certificates are checked by; None takes the usual authorities.
    """

    def __init__(
        self,
        documents: DocumentReader,
        tuning: Tuning,
        *,
        resolve: Resolve = resolve,
        allow: Allow = is_allowed,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self._documents = documents
        self._tuning = tuning
        self._fetch = Fetch(resolve=resolve, allow=allow, tuning=tuning, tls=tls)

    async def fetch(self, url: str) -> FetchedPage | PageRefused:
        """See ``ports.web``."""
        try:
            async with asyncio.timeout(self._tuning.page_total_s):
                return await self._get(url)
        except TimeoutError:
            return refused(PageRefusal.TIMED_OUT)
        except Refusal as refusal:
            return refusal.value

    async def read(self, url: str) -> Page | PageRefused:
        """See ``ports.web``."""
        try:
            async with asyncio.timeout(self._tuning.page_total_s):
                fetched = await self._get(url)
                document = await self._documents.read(fetched.data, fetched.name)
        except TimeoutError:
            return refused(PageRefusal.TIMED_OUT)
        except Refusal as refusal:
            return refusal.value
        if isinstance(document, Refused):
            return _unreadable(document)
        return Page(url=fetched.url, document=document, data=fetched.data, name=fetched.name)

    async def aclose(self) -> None:
        """See ``ports.web``; no connection outlives its page."""

    async def _get(self, url: str) -> FetchedPage:
        link = normalise_link(url)
        if link is None:
            raise Refusal(PageRefusal.BLOCKED_ADDRESS)
        response = await self._fetch.get(link)
        return await asyncio.to_thread(_opened, link, response, self._tuning.page_max_bytes)


def _opened(asked: str, response: Response, max_bytes: int) -> FetchedPage:
    """The content as a document reader takes it; takes processor time."""
    media_type, charset = media_type_of(response.content_type)
    data = as_utf8(unpack(response.body, response.content_encoding, max_bytes=max_bytes), charset)
    if not data.strip():
        raise Refusal(PageRefusal.NOT_TEXT)
    if is_login(asked, response.url, data):
        raise Refusal(PageRefusal.NEEDS_LOGIN)
    return FetchedPage(url=response.url, data=data, name=name_for(response.url, media_type))


def _unreadable(document: Refused) -> PageRefused:
    """The document reader's refusal as one of a page; its line says more than the code's own."""
    if document.code == "too_large":
        return refused(PageRefusal.TOO_LARGE)
    return PageRefused(code=PageRefusal.NOT_TEXT, reason=document.reason)
