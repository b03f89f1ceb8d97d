"""The HTTP application: its layers, its routes and the page.

A request passes ``Observed`` (answer whatever happens, log, count), ``Gate`` (who may), ``BodyBounds`` (how much),
then its route. Nothing here names an adapter; ``bootstrap`` hands the services in.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import compile_path

from followthrough.channels.http import (
    audit,
    callers,
    completions,
    decisions,
    document_reading,
    documents,
    handoffs,
    health,
    messages,
    recents,
    reports,
    suggestions,
    thread_list,
    threads,
    verdicts,
)
from followthrough.channels.http.access import AccessPolicy
from followthrough.channels.http.bodies import BodyBounds
from followthrough.channels.http.filters import known_parameters
from followthrough.channels.http.gate import Gate
from followthrough.channels.http.metrics import Metrics
from followthrough.channels.http.observe import Observed
from followthrough.channels.http.openai_errors import COMPLETIONS, OpenAiErrors
from followthrough.channels.http.openapi import describe
from followthrough.channels.http.opening import Opening, OpenServices, Waiting, opened
from followthrough.channels.http.problems import add_problem_handlers
from followthrough.channels.http.rate import RateLimiter
from followthrough.channels.http.roles import require_roles
from followthrough.channels.http.services import Services
from followthrough.channels.http.static import FOLDER, PageFiles
from followthrough.settings import Settings
from followthrough.tuning import Tuning

_BYTES_PER_CHAR = 12  # a character beyond the basic plane written as two \u escapes
_UPLOADS = re.compile(r"/v1/(?:threads/[^/]+/)?documents|/v1/documents/[^/]+")
_JSON_ROOM_BYTES = 64 * 1024
_UPLOAD_ROOM_BYTES = 2**20
_PACKED_FROM_BYTES = 1_024
_PACKED_HOW_WELL = 5  # beyond that a reply takes twice the time for a hundredth of its size


def create_app(
    settings: Settings, open_services: OpenServices, *, page: Path = FOLDER, more: Iterable[APIRouter] = ()
) -> FastAPI:
    """The application.

    Args:
        settings: names, bounds and rates.
        open_services: entered when the server starts, left when it ends.
        page: folder of the page's files.
        more: routes of other channels, which see for themselves who may call them.
    """
    app = _routes()
    own: set[str] = set()
    for router in more:
        app.include_router(router)
        own |= {route.path for route in router.routes if isinstance(route, APIRoute)}

    def use(services: Services) -> None:
        app.state.services = services
        services.turns.on_ended(app.state.metrics.count_turn)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncGenerator[None]:
        async with opened(app, Opening(open_services, use, wait_s=settings.tuning.sweep_s)):
            yield

    app.router.lifespan_context = lifespan
    app.router.default = PageFiles(directory=page)
    app.state.settings = settings
    app.state.metrics = Metrics()
    tuning = settings.tuning
    policy = AccessPolicy(bound_host=settings.host, allowed_hosts=settings.allowed_hosts)
    # the layer added last is the outermost
    app.add_middleware(
        BodyBounds,
        bound=_bound(tuning),
        idle_s=tuning.body_idle_s,
        total_s=tuning.body_total_s,
        unread_s=tuning.unread_s,
    )
    app.add_middleware(
        Gate,
        policy=policy,
        limiter=RateLimiter(tuning.rate_per_minute),
        open_paths=frozenset(own),
        local_without_key=settings.local_without_key,
    )
    app.add_middleware(Observed, metrics=app.state.metrics)
    app.add_middleware(GZipMiddleware, minimum_size=_PACKED_FROM_BYTES, compresslevel=_PACKED_HOW_WELL)
    app.add_middleware(OpenAiErrors)
    app.add_middleware(Waiting)
    return app


@cache
def openapi_document() -> dict[str, Any]:
    """The description of the interface, the same for every server of this version."""
    return describe(_routes())


def _routes() -> FastAPI:
    app = FastAPI(
        title="Followthrough", version=version("followthrough"), docs_url=None, redoc_url=None, redirect_slashes=False
    )
    lenient = (completions, health)  # their clients are other people's programs, which may add what they like
    for part in (
        thread_list,
        threads,
        messages,
        completions,
        recents,
        handoffs,
        decisions,
        suggestions,
        documents,
        audit,
        callers,
        verdicts,
        reports,
        health,
        document_reading,
    ):
        app.include_router(part.router, dependencies=[] if part in lenient else [known_parameters])
    require_roles(app.routes)
    add_problem_handlers(app)
    app.openapi = openapi_document
    app.state.allowed_methods = _allowed_methods
    return app


def _bound(tuning: Tuning) -> Callable[[str], int]:
    """Bytes that a body may have: a document with what is said of it, a conversation, or the longest message."""
    upload = tuning.document_max_bytes + _UPLOAD_ROOM_BYTES
    message = tuning.message_max_chars * _BYTES_PER_CHAR + _JSON_ROOM_BYTES
    whole = {COMPLETIONS: tuning.conversation_max_bytes}
    return lambda path: upload if _UPLOADS.fullmatch(path) else whole.get(path, message)


def _allowed_methods(path: str) -> list[str]:
    """The methods that a path takes, in alphabetical order; empty where there is no such path."""
    return sorted(
        {
            method.upper()
            for pattern, item in openapi_document()["paths"].items()
            if compile_path(pattern)[0].match(path)
            for method in item
        }
    )
