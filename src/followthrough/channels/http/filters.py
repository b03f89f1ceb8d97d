"""What is asked of a list or a report: a name that is none is refused, or what it leaves in would seem to be all."""

from __future__ import annotations

from collections.abc import Iterator

from fastapi import Depends, Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from followthrough.errors import InvalidInput

_SHOWN = 64  # characters of a name that is none


async def _known_only(request: Request) -> None:
    route = request.scope["route"]
    if request.method != "GET" or not request.query_params or not isinstance(route, APIRoute):
        return
    known = list(_names(route.dependant))
    unknown = next((name for name in request.query_params if name not in known), None)
    if unknown is not None:
        fix = f"Use: {', '.join(known)}." if known else "Leave it out."
        raise InvalidInput(f"There is no query parameter {unknown[:_SHOWN]}.", fix=fix, field="query")


def _names(taken: Dependant) -> Iterator[str]:
    yield from (field.alias for field in taken.query_params)
    for more in taken.dependencies:
        yield from _names(more)


known_parameters = Depends(_known_only)
"""On routes: a GET refuses a parameter of the query that it does not take."""
