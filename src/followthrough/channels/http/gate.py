"""The gate before every route: own names only, own pages only, a key where one is needed, a role, a bounded rate.

Invariant: nothing of a body is read before its sender has passed.
"""

from __future__ import annotations

from typing import cast

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from followthrough.channels.http.access import AccessPolicy, is_loopback_header
from followthrough.channels.http.auditing import Noted
from followthrough.channels.http.keys import KEY_PREFIX, Caller, authenticate
from followthrough.channels.http.openai_errors import speaks_openai
from followthrough.channels.http.problems import respond_to
from followthrough.channels.http.rate import RateLimiter
from followthrough.channels.http.roles import require_role, wanted
from followthrough.channels.http.services import CALLER, Services
from followthrough.errors import FollowthroughError, Forbidden, RateLimited, Unauthorized


def needs_key(path: str) -> bool:
    """Whether a path belongs to the interface proper; the page, its files, health and the schema do not."""
    return path == "/v1" or path.startswith("/v1/") or path == "/metrics"


def _key_of(path: str, authorization: str | None) -> str | None:
    """The request's key. A client of OpenAI's format always sends one: one that is not ours says nothing."""
    is_other = speaks_openai(path) and authorization is not None and f" {KEY_PREFIX}" not in authorization
    return None if is_other else authorization


def _was_passed_on(headers: Headers) -> bool:
    """Whether another server on this machine passes the request on: who sent it may be anybody."""
    return any(name in headers for name in ("forwarded", "x-forwarded-for", "x-real-ip", "via"))


class Gate:
    """Lets a request pass or answers it with a problem.

    Args:
        app: what comes after.
        local_without_key: whether callers on this machine need no key even when there are keys.
        policy: the names that are answered to.
        limiter: counts requests.
        open_paths: paths of other channels, which see for themselves who may call them, under whatever host name.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        policy: AccessPolicy,
        limiter: RateLimiter,
        open_paths: frozenset[str] = frozenset(),
        local_without_key: bool = False,
    ) -> None:
        self._app = app
        self._open_paths = open_paths
        self._policy = policy
        self._limiter = limiter
        self._local_without_key = local_without_key

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Checks a request; everything else passes."""
        if scope["type"] == "http" and scope["path"] not in self._open_paths:
            try:
                send = await self._check(scope, send)
            except FollowthroughError as error:
                await respond_to(error)(scope, receive, send)
                return
        await self._app(scope, receive, send)

    async def _check(self, scope: Scope, send: Send) -> Send:
        """Lets the request in; gives what it is to be answered with."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._policy.answers_to(hosts[0]):
            raise Forbidden(
                "This server does not answer to that host name.",
                fix="Use the address that it printed, or add the name to the setting allowed_hosts.",
            )
        if not needs_key(scope["path"]):
            return send
        self._check_page(headers, hosts[0])
        services = cast("Services", scope["app"].state.services)
        scope[CALLER] = caller = await self._caller(scope, headers, hosts[0], services)
        await self._count(caller.rate_name, services, caller.rate_per_minute)
        need = wanted(scope["method"], scope["path"])
        if need is None:  # there is no such route
            return send
        noted = Noted(scope, send, need=need, caller=caller, services=services)
        try:
            require_role(caller, need.role)
        except Forbidden:
            await noted.refused()
            raise
        return noted.send if noted.is_needed else send

    def _check_page(self, headers: Headers, host: str) -> None:
        origins: list[str | None] = [*headers.getlist("origin")] or [None]
        site = headers.get("sec-fetch-site")
        if any(self._policy.is_foreign_page(host_header=host, origin=o, fetch_site=site) for o in origins):
            raise Forbidden(
                "A page of another site may not call this server.", fix="Call it from its own page or from a program."
            )

    async def _caller(self, scope: Scope, headers: Headers, host: str, services: Services) -> Caller:
        """A request without a valid key counts against its address, so that keys can't be guessed at speed."""
        address = cast("tuple[str, int] | None", scope.get("client"))
        name = address[0] if address else "unknown"
        try:
            return await authenticate(
                services.keys,
                _key_of(scope["path"], headers.get("authorization")),
                may_be_keyless=self._policy.is_local and is_loopback_header(host),
                address=name,
                keyless_for_good=self._local_without_key and not _was_passed_on(headers),
            )
        except Unauthorized:
            await self._count(f"address:{name}", services)
            raise

    async def _count(self, caller: str, services: Services, per_minute: int | None = None) -> None:
        clock = services.clock
        wait_s = await self._limiter.wait_s(
            caller, now=clock.now(), now_ms=clock.monotonic_ms(), per_minute=per_minute, counts=services.counts
        )
        if wait_s > 0:
            raise RateLimited(
                "Too many requests.", retry_after_s=wait_s, fix=f"Try again in {max(1, round(wait_s))} s."
            )
