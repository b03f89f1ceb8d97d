"""Web search through a SearXNG-compatible JSON endpoint: the operator's own server, which may be a private one.

What it finds is data from strangers: only http(s) addresses are taken, and the page reader decides whether each is
public. A search whose engines all failed found nothing out, so it is an error and no empty result.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from followthrough.domain.web import SearchResult
from followthrough.errors import WebSearchUnavailable
from followthrough.rules.language.links import normalise_link
from followthrough.tuning import Tuning

if TYPE_CHECKING:
    import httpx

_TRY_AGAIN = "Check FOLLOWTHROUGH_WEB_SEARCH_URL with `followthrough doctor`, or try again later."
_QUERY_MAX_CHARS = 400
_TITLE_MAX_CHARS = 200
_SNIPPET_MAX_CHARS = 500


class SearxngSearch:
    """Asks one server.

    Args:
        url: the server's address, with or without the path ``/search``; its own parameters are kept.
        tuning: bounds on time and bytes.
    """

    def __init__(self, url: str, tuning: Tuning) -> None:
        parts = urlsplit(url)
        path = parts.path if parts.path.endswith("/search") else f"{parts.path.rstrip('/')}/search"
        self._url = urlunsplit((parts.scheme, parts.netloc, path, "", ""))
        self._parameters = {**dict(parse_qsl(parts.query)), "format": "json"}
        self._tuning = tuning
        self._client: httpx.AsyncClient | None = None

    @property
    def is_configured(self) -> bool:
        """Always."""
        return True

    async def search(self, query: str, *, limit: int) -> tuple[SearchResult, ...]:
        """See ``ports.web``."""
        import httpx  # noqa: PLC0415 - takes a tenth of a second, and most turns search no web

        asked = " ".join(query.split())[:_QUERY_MAX_CHARS]
        if not asked or limit < 1:
            return ()
        try:
            async with asyncio.timeout(self._tuning.web_search_s):
                status, body = await self._ask(asked)
        except (TimeoutError, httpx.TimeoutException):
            raise WebSearchUnavailable("The web search did not answer in time.", fix=_TRY_AGAIN) from None
        except (httpx.HTTPError, httpx.InvalidURL):
            raise WebSearchUnavailable("The web search can't be reached.", fix=_TRY_AGAIN) from None
        _check_status(status)
        return _results(_answer(body), limit)

    async def aclose(self) -> None:
        """See ``ports.web``."""
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _ask(self, query: str) -> tuple[int, bytes]:
        import httpx  # noqa: PLC0415 - as above

        if self._client is None:
            self._client = httpx.AsyncClient(
                headers={"Accept": "application/json", "Accept-Encoding": "identity"},
                timeout=self._tuning.web_search_s,
                trust_env=False,
            )
        parameters = {**self._parameters, "q": query}
        async with self._client.stream("GET", self._url, params=parameters) as response:
            body = bytearray()
            async for chunk in response.aiter_raw():
                body += chunk
                if len(body) > self._tuning.web_search_max_bytes:
                    raise WebSearchUnavailable("The web search sent more than is read of it.", fix=_TRY_AGAIN)
        return response.status_code, bytes(body)


def _check_status(status: int) -> None:
    if status == 403:
        raise WebSearchUnavailable(
            "The web search refuses to answer in JSON.", fix="Add json to search.formats in its settings.yml."
        )
    if status != 200:
        raise WebSearchUnavailable(f"The web search answered with HTTP status {status}.", fix=_TRY_AGAIN)


def _answer(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict) or not isinstance(cast("dict[str, Any]", found).get("results"), list):
        raise WebSearchUnavailable("The web search did not answer in the format of SearXNG.", fix=_TRY_AGAIN)
    return cast("dict[str, Any]", found)


def _results(answer: dict[str, Any], limit: int) -> tuple[SearchResult, ...]:
    found: dict[str, SearchResult] = {}
    for row in cast("list[Any]", answer["results"]):
        fields = cast("dict[str, Any]", row) if isinstance(row, dict) else {}
        link = normalise_link(_text(fields.get("url")))
        if link is not None and link not in found:
            title, snippet = _text(fields.get("title")), _text(fields.get("content"))
            found[link] = SearchResult(url=link, title=title[:_TITLE_MAX_CHARS], snippet=snippet[:_SNIPPET_MAX_CHARS])
        if len(found) == limit:
            break
    if not found and answer.get("unresponsive_engines"):
        raise WebSearchUnavailable("The engines behind the web search did not answer.", fix=_TRY_AGAIN)
    return tuple(found.values())


def _text(value: object) -> str:
    return " ".join(value.split()) if isinstance(value, str) else ""
