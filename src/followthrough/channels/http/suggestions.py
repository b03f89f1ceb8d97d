"""What the page offers to ask before the first message."""

from __future__ import annotations

from fastapi import APIRouter

from followthrough.channels.http.openapi import problems
from followthrough.channels.http.services import TheSettings
from followthrough.channels.wire.schema import Answer

router = APIRouter(prefix="/v1", tags=["suggestions"])


class Suggestions(Answer):
    """Questions to begin with."""

    questions: list[str]
    """In the order of showing; empty unless the setting `suggestions` has some."""


@router.get("/suggestions", responses=problems(401, 403, 422, 429))
async def list_suggestions(settings: TheSettings) -> Suggestions:
    """Questions that whoever runs the server suggests; `followthrough demo` has three."""
    return Suggestions(questions=list(settings.suggestions))
