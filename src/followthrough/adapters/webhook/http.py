"""A webhook over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Self

import httpx

from followthrough.domain.delivery import Answered, NotReached, Reception

_WHY: tuple[tuple[type[Exception], str], ...] = (
    (TimeoutError, "no answer in time"),
    (httpx.TimeoutException, "no answer in time"),
    (httpx.ConnectError, "no connection"),
    (httpx.ProtocolError, "the answer is no HTTP"),
    (httpx.HTTPError, "the connection broke"),
)
"""Why nobody was reached, the first that fits: an error's own text may quote the address with its secrets."""


class HttpWebhook:
    """A ``Webhook`` at one address.

    Args:
        url: where to; it is the operator's own, so any host may be meant.
        timeout_s: for the whole of a request.
    """

    def __init__(self, url: str, *, timeout_s: float) -> None:
        self._url = url
        self._timeout_s = timeout_s
        self._client: httpx.AsyncClient | None = None

    @classmethod
    def of(cls, told: tuple[str, str] | None, *, timeout_s: float) -> tuple[Self, str] | None:
        """A webhook with the secret that signs what it is told, from address and secret; None without them."""
        return None if told is None else (cls(told[0], timeout_s=timeout_s), told[1])

    async def post(self, body: bytes, headers: Mapping[str, str]) -> Reception:
        """See ``Webhook.post``."""
        client = self._client = self._client or httpx.AsyncClient(
            timeout=self._timeout_s, follow_redirects=False, trust_env=False
        )
        try:
            async with asyncio.timeout(self._timeout_s):
                async with client.stream("POST", self._url, content=body, headers=dict(headers)) as response:
                    return Answered(
                        status=response.status_code, retry_after_s=_seconds(response.headers.get("retry-after"))
                    )
        except (httpx.HTTPError, TimeoutError) as error:
            return NotReached(why=next(why for kind, why in _WHY if isinstance(error, kind)))

    async def aclose(self) -> None:
        """See ``Webhook.aclose``."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None


def _seconds(retry_after: str | None) -> float | None:
    """A number of seconds; a date is passed over."""
    return float(retry_after) if retry_after is not None and retry_after.isdigit() else None
