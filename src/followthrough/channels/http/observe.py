"""Around every request: the headers that keep a browser safe, one log line, counts, and the last net for errors.

Invariant: a log line has the route's pattern, never the address as called, so no user text gets into it.
"""

from __future__ import annotations

import logging
from typing import cast

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from followthrough.channels.http.gate import needs_key
from followthrough.channels.http.metrics import Metrics
from followthrough.channels.http.problems import internal_problem, respond
from followthrough.channels.http.services import Services

_log = logging.getLogger(__name__)

_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Observed:
    """The outermost layer: whatever happens inside, the caller gets an answer and the operator a line."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Watches a request; everything else passes."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = _Request(scope, send)
        try:
            await self._app(scope, receive, request.send)
        except ClientDisconnect:
            request.left = True
        except Exception as error:  # noqa: BLE001 - the last net: a caller gets an answer whatever fails
            _log.error("request_failed", extra={"error_type": type(error).__name__, "route": request.route})
            if request.status == 0:
                await respond(internal_problem())(scope, receive, request.send)
        self._report(request)

    def _report(self, request: _Request) -> None:
        took_ms = request.took_ms()
        self._metrics.count_request(request.method, request.route, request.status, took_ms, streamed=request.streamed)
        fields = {
            "method": request.method,
            "route": request.route,
            "status": request.status,
            "duration_ms": round(took_ms, 1),
            "client_left": request.left,
        }
        _log.info("http_request", extra=fields)


class _Request:
    """One request as seen from outside. ``status`` is 0 until the answer starts."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope = scope
        self._send = send
        self._clock = cast("Services", scope["app"].state.services).clock
        self._start_ms = self._clock.monotonic_ms()
        self.method: str = scope["method"]
        self.status = 0
        self.streamed = False
        self.left = False

    @property
    def route(self) -> str:
        """The pattern of the route that took the request; ``page`` for files and for what is not there."""
        return cast("str", getattr(self._scope.get("route"), "path", "page"))

    def took_ms(self) -> float:
        """Milliseconds since the request came."""
        return self._clock.monotonic_ms() - self._start_ms

    async def send(self, message: Message) -> None:
        """Adds the safety headers to the answer as it starts."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            # a browser takes the policy of a 304 for the page that it kept
            is_page = self.status == 304 or headers.get("content-type", "").startswith("text/html")
            headers["Content-Security-Policy"] = _PAGE_POLICY if is_page else _DATA_POLICY
            if needs_key(self._scope["path"]):
                headers["Cache-Control"] = "no-store"
            self.streamed = headers.get("content-type", "").startswith("text/event-stream")
        await self._send(message)
