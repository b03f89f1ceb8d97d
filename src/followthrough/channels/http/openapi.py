"""The description of the interface (OpenAPI 3.1): what routes share, and what the framework can't know."""

from __future__ import annotations

import json
from typing import Any, cast

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from followthrough.channels.http.openai_errors import in_openai_shape, speaks_openai
from followthrough.channels.http.roles import wanted
from followthrough.channels.http.stream import MEDIA_TYPE as EVENTS
from followthrough.channels.wire.completions import OpenAiError
from followthrough.channels.wire.event import EVENT_SCHEMAS
from followthrough.channels.wire.problem import MEDIA_TYPE, STATUS_OF_CODE, Problem, problem
from followthrough.channels.wire.requests import NewDocument, NewLink, NewThreadDocument, NewThreadLink

_MEANINGS = {
    401: "No API key, or one that is not in force.",
    403: "The key has not the role that this needs, or the host name or the calling page is not this server's own.",
    404: "There is nothing with this id, or it is another owner's.",
    408: "The body stopped coming.",
    413: "More than the documented bound.",
    415: "The body has the wrong content type.",
    422: "The input is wrong; `field` names what.",
    429: "Too many requests; `Retry-After` says when to come back.",
    503: "Something that the server relies on failed; `Retry-After` says when to come back.",
}
_HEADERS = {
    401: {"WWW-Authenticate": {"description": "How to authenticate.", "schema": {"type": "string"}}},
    429: {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string"}}},
    503: {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "string"}}},
}
_ABOUT = """Answers from your documents over many turns, with citations.

A conversation is a thread. A message starts a turn; its answer comes as one JSON document or as events.
Every error is a problem document with a stable `code`. Times are ISO-8601 UTC, ids are opaque strings.

Without an API key the server answers callers on its own machine only, as the owner `local`. With keys, each thread
belongs to the owner of the key that made it, and another owner's ids do not exist. The shared library of documents
is every caller's to search. A key has a role, `user`, `editor`, `operator` or `admin`: `x-role` says which one an
operation takes, and without it the answer is 403. `admin` may do everything, and so may callers without a key.
"""
_SECURITY = {
    "apiKey": {
        "type": "http",
        "scheme": "bearer",
        "bearerFormat": "ft_…",
        "description": "A key made by `followthrough keys create`. Not needed while there is none.",
    }
}
_PUBLIC = frozenset({"/healthz", "/readyz"})

EVENT_STREAM: dict[str, Any] = {
    "content": {
        EVENTS: {
            "schema": {
                "type": "string",
                "description": (
                    "Server-sent events. `id` grows within the thread. `event` says which data follows: "
                    "`started` StartedData, `planned` PlannedData, `sources` SourcesData, `delta` DeltaData. "
                    "Exactly one of `committed`, `failed`, `stopped` ends a turn and carries the whole Turn. "
                    "Lines that begin with `:` keep the connection open."
                ),
            },
            "example": (
                'event: started\ndata: {"turn_id":"turn_01","index":1}\nid: 1010000\n\n'
                'event: delta\ndata: {"text":"The copay is $25 a visit [1].","citations":[]}\nid: 1010003\n\n'
            ),
        }
    }
}
"""The response part of routes that answer with events."""


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problem responses of a route. A body that is read can always stop coming (408)."""
    found = sorted({*statuses, 408} if 413 in statuses else statuses)
    return {status: _problem_response(status) for status in found}


def _problem_response(status: int) -> dict[str, Any]:
    code = next(c for c, s in STATUS_OF_CODE.items() if s == status)
    example = problem(code, _MEANINGS[status]).model_dump(mode="json", exclude_none=True)
    response: dict[str, Any] = {
        "description": _MEANINGS[status],
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}, "example": example}},
    }
    if status in _HEADERS:
        response["headers"] = _HEADERS[status]
    return response


def describe(app: FastAPI) -> dict[str, Any]:
    """The whole document."""
    document = get_openapi(
        title="Followthrough",
        version=app.version,
        summary="Answers from your documents, pursued until the question is solved.",
        description=_ABOUT,
        routes=app.routes,
        license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
    )
    document["servers"] = [{"url": "/", "description": "This server."}]
    components = document.setdefault("components", {})
    components["securitySchemes"] = _SECURITY
    schemas: dict[str, Any] = components.setdefault("schemas", {})
    for model in (Problem, OpenAiError, NewDocument, NewLink, NewThreadDocument, NewThreadLink, *EVENT_SCHEMAS):
        schema = model.model_json_schema(ref_template="#/components/schemas/{model}", mode="serialization")
        schemas |= {name: part for name, part in schema.pop("$defs", {}).items() if name not in schemas}
        schemas[model.__name__] = schema
    components["schemas"] = dict(sorted(schemas.items()))
    for path, item in document["paths"].items():
        for method, operation in cast("dict[str, dict[str, Any]]", item).items():
            _finish(method.upper(), path, operation)
    return document


def _finish(method: str, path: str, operation: dict[str, Any]) -> None:
    """What holds for every operation: who may call it, and that an unforeseen failure is a problem too."""
    for parameter in operation.get("parameters", []):
        parameter["schema"] = _without_null(parameter["schema"])
    if (need := wanted(method, path)) is not None:
        operation["x-role"] = need.role.value
    operation["security"] = [] if path in _PUBLIC else [{"apiKey": []}, {}]
    operation["responses"]["500"] = {
        "description": "The server failed; its operator finds it in the log.",
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    if speaks_openai(path):
        _tell_as_openai(operation["responses"])


def _tell_as_openai(responses: dict[str, dict[str, Any]]) -> None:
    """Problems of these paths are rewritten on their way out (``openai_errors``)."""
    for status, response in responses.items():
        if MEDIA_TYPE in response.get("content", {}):
            told: dict[str, Any] = {"schema": {"$ref": "#/components/schemas/OpenAiError"}}
            example = response["content"][MEDIA_TYPE].get("example")
            if example is not None:
                told["example"] = json.loads(in_openai_shape(int(status), example))
            response["content"] = {"application/json": told}


def _without_null(schema: dict[str, Any]) -> dict[str, Any]:
    """A parameter can be left out but there is no way to send a null in a query or a header."""
    kinds = [kind for kind in schema.get("anyOf", []) if kind != {"type": "null"}]
    if len(kinds) != 1:
        return schema
    return {name: value for name, value in schema.items() if name != "anyOf"} | kinds[0]
