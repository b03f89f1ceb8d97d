"""Pages of lists: how many rows, and where the next page begins."""

from __future__ import annotations

from typing import Annotated, TypeVar

from fastapi import Query

Row = TypeVar("Row")

Limit = Annotated[int | None, Query(ge=1, le=500, description="Rows of a page; the server's choice when left out.")]
Cursor = Annotated[
    str | None,
    Query(min_length=1, max_length=200, description="`next_cursor` of the page before; the first page without it."),
]


def page_of(rows: list[Row], limit: int) -> tuple[list[Row], Row | None]:
    """Cuts ``limit + 1`` fetched rows to a page and gives its last row when there is a next page, else None."""
    page = rows[:limit]
    return page, (page[-1] if len(rows) > limit else None)
