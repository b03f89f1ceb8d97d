"""Who may call what: the role of every route of the interface, and what the audit log calls it.

Invariant: no route of the interface is served that is not in this table; the application refuses to be made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fastapi import APIRouter
from starlette.routing import BaseRoute, Route, compile_path

from followthrough.channels.http.keys import Caller
from followthrough.domain.access import Role, may
from followthrough.errors import Forbidden


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """What a route asks of its caller.

    Attributes:
        role: the role that it takes.
        action: what the audit log calls it; None for what is not written there: one's own conversation, reading
            what is everybody's.
    """

    role: Role
    action: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A route's need, met by a request, and the id in its path that it is about; empty where there is none."""

    role: Role
    action: str | None
    object: str


_USER = Need(role=Role.USER)
_HANDOFF = "/v1/threads/{thread_id}/handoff"

NEEDS: dict[tuple[str, str], Need] = {
    ("POST", "/v1/threads"): _USER,
    ("GET", "/v1/threads"): _USER,
    ("GET", "/v1/changes"): _USER,
    ("GET", "/v1/threads/{thread_id}"): _USER,
    ("PATCH", "/v1/threads/{thread_id}"): _USER,
    ("DELETE", "/v1/threads/{thread_id}"): Need(role=Role.USER, action="thread.delete"),
    ("GET", "/v1/threads/{thread_id}/export"): _USER,
    ("GET", "/v1/threads/{thread_id}/turns"): _USER,
    ("POST", "/v1/threads/{thread_id}/messages"): _USER,
    ("GET", "/v1/threads/{thread_id}/events"): _USER,
    ("POST", "/v1/threads/{thread_id}/actions/{action_id}"): _USER,
    ("POST", "/v1/threads/{thread_id}/stop"): _USER,
    ("POST", "/v1/threads/{thread_id}/retry"): _USER,
    ("POST", "/v1/threads/{thread_id}/fork"): _USER,
    ("POST", "/v1/threads/{thread_id}/turns/{turn_id}/feedback"): _USER,
    ("PUT", "/v1/threads/{thread_id}/options"): _USER,
    ("POST", "/v1/threads/{thread_id}/documents"): _USER,
    ("POST", _HANDOFF): Need(role=Role.USER, action="thread.hold"),
    ("POST", f"{_HANDOFF}/messages"): Need(role=Role.USER, action="thread.speak"),
    ("GET", "/v1/handoffs"): Need(role=Role.OPERATOR, action="handoff.list"),
    ("POST", "/v1/handoffs/{handoff_id}/messages"): Need(role=Role.OPERATOR, action="handoff.speak"),
    ("POST", "/v1/documents"): Need(role=Role.EDITOR, action="document.add"),
    ("GET", "/v1/documents"): _USER,
    ("GET", "/v1/documents/{document_id}"): _USER,
    ("GET", "/v1/documents/{document_id}/passages/{passage_id}"): _USER,
    ("GET", "/v1/documents/{document_id}/content"): _USER,
    ("GET", "/v1/documents/{document_id}/pages/{page}.png"): _USER,
    ("GET", "/v1/documents/{document_id}/pages/{page}"): _USER,
    ("GET", "/v1/documents/{document_id}/original"): _USER,
    # a document of one's own thread takes no more; the route asks for an editor where it is the library's
    ("PUT", "/v1/documents/{document_id}"): Need(role=Role.USER, action="document.replace"),
    ("DELETE", "/v1/documents/{document_id}"): Need(role=Role.USER, action="document.delete"),
    ("GET", "/v1/decisions"): _USER,
    ("GET", "/v1/recents"): _USER,
    ("GET", "/v1/suggestions"): _USER,
    ("POST", "/v1/chat/completions"): _USER,
    ("GET", "/v1/models"): _USER,
    ("GET", "/v1/models/{model}"): _USER,
    ("GET", "/v1/me"): _USER,
    ("GET", "/v1/keys"): Need(role=Role.ADMIN, action="key.list"),
    ("POST", "/v1/keys"): Need(role=Role.ADMIN, action="key.create"),
    ("PATCH", "/v1/keys/{key_id}"): Need(role=Role.ADMIN, action="key.change"),
    ("DELETE", "/v1/keys/{key_id}"): Need(role=Role.ADMIN, action="key.revoke"),
    ("GET", "/v1/feedback"): Need(role=Role.ADMIN, action="feedback.read"),
    ("GET", "/v1/audit"): Need(role=Role.ADMIN, action="audit.read"),
    ("GET", "/v1/report"): Need(role=Role.ADMIN, action="report.read"),
    ("GET", "/v1/guard"): Need(role=Role.ADMIN, action="guard.read"),
    ("GET", "/metrics"): Need(role=Role.OPERATOR),
}

_PARAMETER = re.compile(r"\{[^}]*\}")
_SERVED_WITHOUT_KEY = frozenset({"/healthz", "/readyz", "/openapi.json"})
_ID = re.compile(r"[A-Za-z0-9_\-]{1,64}")


def _shape(path: str) -> str:
    """A path whatever its parameters are called."""
    return _PARAMETER.sub("{}", path)


_BY_SHAPE = {(method, _shape(path)): need for (method, path), need in NEEDS.items()}
_PATTERNS = [
    (method, compile_path(path.replace("{model}", "{model:path}"))[0], need) for (method, path), need in NEEDS.items()
]


def wanted(method: str, path: str) -> Wanted | None:
    """What the route of this path asks of its caller; None where there is no such route."""
    for of_method, pattern, need in _PATTERNS:
        if of_method == method and (met := pattern.match(path)):
            about = next(iter(met.groups()), "")
            return Wanted(role=need.role, action=need.action, object=about if _ID.fullmatch(about) else "")
    return None


def require_role(caller: Caller, needed: Role) -> None:
    """Lets a caller pass who may.

    Raises:
        Forbidden: the caller's key has not the role.
    """
    if not may(caller.role, needed):
        raise Forbidden(
            f"This needs a key with the role {needed.value}; yours has the role {caller.role.value}.",
            fix=f"Use another key, or have it changed: followthrough keys change KEY --role {needed.value}",
        )


def interface_routes(routes: Iterable[BaseRoute]) -> Iterator[tuple[str, str]]:
    """Method and path of every route that takes a key, of included routers too.

    Raises:
        RuntimeError: there is a route of a kind that is not known here: nothing could be said of who may call it.
    """
    for route in routes:
        inner: APIRouter | None = getattr(
            route, "original_router", None
        )  # how the framework keeps an included router
        if inner is not None:
            yield from interface_routes(inner.routes)
        elif not isinstance(route, Route):
            raise RuntimeError(f"nothing is known of routes of the kind {type(route).__name__}")
        elif route.path not in _SERVED_WITHOUT_KEY:
            yield from ((method, route.path) for method in sorted(route.methods or ()))


def without_role(routes: Iterable[BaseRoute]) -> list[str]:
    """The routes of the interface that have no role, as ``METHOD path``."""
    return [
        f"{method} {path}" for method, path in interface_routes(routes) if (method, _shape(path)) not in _BY_SHAPE
    ]


def require_roles(routes: Iterable[BaseRoute]) -> None:
    """Refuses routes that nobody said who may call.

    Raises:
        RuntimeError: there are some; it names them.
    """
    if missing := without_role(routes):
        raise RuntimeError(f"give these routes a role in channels/http/roles.py: {', '.join(missing)}")
