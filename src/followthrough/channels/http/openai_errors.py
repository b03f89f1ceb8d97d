"""Problems in OpenAI's shape, on the paths that speak OpenAI's format: a client there reads no other.

The layer sits outside all others, so that a refused key and an unforeseen failure are told in that shape too.
"""

from __future__ import annotations

import json
from typing import Any, cast

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from followthrough.channels.wire.completions import OpenAiError, OpenAiFault
from followthrough.channels.wire.problem import MEDIA_TYPE

COMPLETIONS = "/v1/chat/completions"
MODELS = "/v1/models"
OPENAI_PATHS = frozenset({COMPLETIONS, MODELS})


def speaks_openai(path: str) -> bool:
    """Whether a path belongs to OpenAI's format."""
    return path in OPENAI_PATHS or path.startswith(f"{MODELS}/")


_TYPES = {401: "authentication_error", 403: "permission_error", 429: "rate_limit_error"}


class OpenAiErrors:
    """Rewrites problem documents on ``OPENAI_PATHS`` and below the models; everything else passes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on."""
        if scope["type"] == "http" and speaks_openai(scope["path"]):
            send = _Rewritten(send).send
        await self._app(scope, receive, send)


class _Rewritten:
    def __init__(self, send: Send) -> None:
        self._send = send
        self._start: Message | None = None
        self._body = b""

    async def send(self, message: Message) -> None:
        """Holds a problem back until it is whole."""
        if message["type"] == "http.response.start" and _is_problem(message):
            self._start = message
            return
        if self._start is None:
            await self._send(message)
            return
        self._body += cast("bytes", message.get("body", b""))
        if message.get("more_body", False):
            return
        body = in_openai_shape(self._start["status"], json.loads(self._body))
        headers = MutableHeaders(scope=self._start)
        headers["content-type"] = "application/json"
        headers["content-length"] = str(len(body))
        await self._send(self._start)
        await self._send({"type": "http.response.body", "body": body})


def in_openai_shape(status: int, problem: dict[str, Any]) -> bytes:
    """A problem document as OpenAI would tell it."""
    kind = _TYPES.get(status, "server_error" if status >= 500 else "invalid_request_error")
    fault = OpenAiFault(
        message=" ".join(filter(None, (problem["detail"], problem.get("fix")))),
        type=kind,
        param=problem.get("field"),
        code=problem["code"],
    )
    return OpenAiError(error=fault).model_dump_json().encode()


def _is_problem(start: Message) -> bool:
    return MutableHeaders(scope=start).get("content-type", "").startswith(MEDIA_TYPE)
