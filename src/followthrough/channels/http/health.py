"""Routes for operators: alive, able to work, numbers."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from followthrough.channels.http.metrics import MEDIA_TYPE, Metrics
from followthrough.channels.http.openapi import problems
from followthrough.channels.http.services import TheServices
from followthrough.channels.wire.schema import Answer

router = APIRouter(tags=["operation"])


class Health(Answer):
    """The server answers."""

    status: str = "ok"


@router.get("/healthz", responses=problems(403))
async def healthz() -> Health:
    """Alive: the process answers."""
    return Health()


@router.get("/readyz", responses=problems(403, 503))
async def readyz(services: TheServices) -> Health:
    """Able to take work: database, schema, room on the disk, index and embedding model; else the reason why not."""
    await services.ready()
    return Health()


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"description": "Prometheus text", "content": {MEDIA_TYPE: {"schema": {"type": "string"}}}}}
    | problems(401, 403, 429, 503),
)
async def metrics(request: Request, services: TheServices) -> Response:
    """Numbers in the text format of Prometheus. They hold no user text and no ids."""
    numbers: Metrics = request.app.state.metrics
    counts = await services.documents.count_by_status()
    turns = services.turns
    page = numbers.page(documents=counts, unfinished=turns.unfinished, resting=turns.model.resting())
    return Response(page, media_type=MEDIA_TYPE)
