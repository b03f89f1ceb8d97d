"""What the owner of a server is told: what became of questions, and whether a rollout may go on."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from followthrough.channels.http.openapi import problems
from followthrough.channels.http.services import TheServices

router = APIRouter(prefix="/v1", tags=["operation"])

Side = Annotated[
    str,
    Query(
        max_length=100,
        description="`7d`, `24h`, `2026-11-01..2026-11-08`, `cohort:on`, `cohort:off` or `cohort:selection_lane=on`.",
    ),
]


@router.get("/report", responses=problems(401, 403, 422, 429, 503))
async def get_report(
    services: TheServices,
    window: Annotated[
        str, Query(max_length=50, description="Period: `7d`, `24h` or `2026-11-01..2026-11-08` (UTC).")
    ] = "30d",
) -> dict[str, Any]:
    """How many questions were solved, with how much help, and what is not solved: what `report --json` prints."""
    return await services.report(window)


@router.get("/guard", responses=problems(401, 403, 422, 429, 503))
async def get_guard(
    services: TheServices, baseline: Side = "cohort:off", candidate: Side = "cohort:on"
) -> dict[str, Any]:
    """Whether a rollout may go on, from recorded decisions: what `guard --json` prints. Nothing is changed by it."""
    return await services.guard(baseline, candidate)
