"""Filters of lists: a name that is none is refused, for what it leaves out would be taken for all there is."""

from __future__ import annotations

from fastapi import Depends, Request
from fastapi.routing import APIRoute

from followthrough.errors import InvalidInput


def _known_only(request: Request) -> None:
    route = request.scope["route"]
    if not isinstance(route, APIRoute):
        return
    operation = request.app.openapi()["paths"][route.path][request.method.lower()]
    known = [each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"]
    if set(request.query_params) - set(known):
        raise InvalidInput("There is no such filter.", fix=f"Use: {', '.join(known)}.", field="query")


known_filters = Depends(_known_only)
"""On a route: refuses a parameter of the query that the route does not take."""
