"""The route that Telegram posts updates to.

Invariant: nothing of a body is read unless the request carries the secret; 200 means that the update is kept.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, cast

from fastapi import APIRouter, Request, Response

from followthrough.errors import InvalidInput, Unauthorized

SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the header's name, no secret
Receive = Callable[[Mapping[str, Any]], Awaitable[None]]


def webhook_route(path: str, secret: str, receive: Receive) -> APIRouter:
    """The route at ``path``; ``receive`` keeps an update."""
    router = APIRouter()

    @router.post(path, include_in_schema=False)
    async def updates(request: Request) -> Response:  # pyright: ignore[reportUnusedFunction] - the router has it
        given = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(given.encode(), secret.encode()):
            raise Unauthorized("This request does not come from Telegram.", fix="Only Telegram posts here.")
        try:
            payload: object = json.loads(await request.body())
        except (ValueError, RecursionError):
            payload = None
        if not isinstance(payload, dict):
            raise InvalidInput("The body is no update.", fix="Only Telegram posts here.", field="body")
        await receive(cast("dict[str, Any]", payload))
        return Response(status_code=200)

    return router
