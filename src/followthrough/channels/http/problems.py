"""Every way a request can fail, as a problem document. No trace, secret or user text is in any of them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from followthrough.channels.wire.problem import MEDIA_TYPE, Problem, problem, problem_of
from followthrough.errors import DependencyError, FollowthroughError, RateLimited, Unauthorized

RETRY_DEPENDENCY_S = 5
_FIELD_MAX_DEPTH = 8  # of a nested value, the way to it says enough; the depth is the caller's choice
_LOCATIONS = frozenset({"body", "query", "path", "header"})


def respond(found: Problem, headers: Mapping[str, str] | None = None) -> Response:
    """The response that carries a problem."""
    return JSONResponse(
        found.model_dump(mode="json", exclude_none=True),
        status_code=found.status,
        media_type=MEDIA_TYPE,
        headers=dict(headers or {}),
    )


def respond_to(error: FollowthroughError) -> Response:
    """The response to an error of the product, with the headers that its status asks for."""
    return respond(problem_of(error), _headers_for(error))


def internal_problem() -> Problem:
    """What a caller learns of an error that nobody foresaw: nothing but that it happened."""
    return problem(
        "internal", "The server failed at this request.", fix="Try again; its operator finds it in the log."
    )


def _headers_for(error: FollowthroughError) -> dict[str, str]:
    match error:
        case RateLimited(retry_after_s=seconds):
            return {"Retry-After": str(max(1, math.ceil(seconds)))}
        case Unauthorized():
            return {"WWW-Authenticate": 'Bearer realm="followthrough"'}
        case DependencyError():
            return {"Retry-After": str(RETRY_DEPENDENCY_S)}
        case _:
            return {}


def add_problem_handlers(app: FastAPI) -> None:
    """Makes every failure of ``app`` answer with a problem document."""
    app.add_exception_handler(FollowthroughError, _product_error)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(HTTPException, _http_error)


async def _product_error(_: Request, error: Exception) -> Response:
    return respond_to(cast("FollowthroughError", error))


async def _invalid_request(request: Request, error: Exception) -> Response:
    return respond(_validation_problem(request, cast("RequestValidationError", error).errors()))


def _validation_problem(request: Request, faults: Sequence[Any]) -> Problem:
    """The problem of the first fault."""
    first: dict[str, Any] = faults[0]
    location: tuple[Any, ...] = tuple(first["loc"])
    kind: str = first["type"]
    if kind == "json_invalid":
        return problem("invalid_input", "The body is not valid JSON.", fix="Send one JSON object.", field="body")
    if location == ("body",) and not _is_json(request):
        return problem(
            "unsupported_media_type", "The body is not JSON.", fix="Send it with `Content-Type: application/json`."
        )
    place = location[1:] if location[0] in _LOCATIONS else location
    field = ".".join(str(p) for p in place[:_FIELD_MAX_DEPTH]) or "body"
    if kind == "extra_forbidden":
        return problem("invalid_input", f"There is no field {field}.", fix="Leave it out.", field=field)
    if kind == "missing":
        return problem("invalid_input", f"{field} is missing.", fix="Give it.", field=field)
    said: str = first["msg"]
    return problem("invalid_input", f"{field}: {said.removeprefix('Value error, ')}.", field=field)


def _is_json(request: Request) -> bool:
    """Whether the caller says that the body is JSON, or sent none at all."""
    essence = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    has_body = request.headers.get("content-length", "0") != "0" or "transfer-encoding" in request.headers
    return not has_body or essence == "application/json" or essence.endswith("+json")


async def _http_error(request: Request, error: Exception) -> Response:
    """Errors that the framework raises: routing, methods, bodies it could not take."""
    failed = cast("HTTPException", error)
    found, headers = _framework_problem(request, failed.status_code, failed.detail)
    return respond(found, headers)


def _framework_problem(request: Request, status: int, detail: str) -> tuple[Problem, dict[str, str]]:
    headers: dict[str, str] = {}
    match status:
        case 404:
            found = problem(
                "not_found", "There is nothing at this address.", fix="The interface is in /openapi.json."
            )
        case 405:
            allowed = ", ".join(request.app.state.allowed_methods(request.url.path)) or "GET, HEAD"
            found = problem("method_not_allowed", "This address does not take the method.", fix=f"Use {allowed}.")
            headers = {"Allow": allowed}
        case 408:
            found = problem("request_timeout", "The body stopped coming.", fix="Send it again.")
            headers = {"Connection": "close"}
        case 413:
            found = problem("too_large", detail, fix="Send less.", field="body")
            headers = {"Connection": "close"}
        case 415:
            found = problem("unsupported_media_type", "The body has the wrong type.", fix=detail)
        case 400:
            found = problem("invalid_input", "The body can't be read.", fix="Correct it.", field="body")
        case _:
            found = internal_problem()
    return found, headers
