"""Routes that show a document as it is read: laid out from its passages."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from followthrough.channels.http.documents import DocumentIdPath, visible
from followthrough.channels.http.laid_html import document_page
from followthrough.channels.http.openapi import problems
from followthrough.channels.http.services import Services, TheOwner, TheServices
from followthrough.domain.documents import Document
from followthrough.domain.ids import PassageId
from followthrough.rules.laid_out import laid_out

_MOST_PASSAGES = 500
_LARGEST_ORDINAL = 2**31

router = APIRouter(prefix="/v1/documents/{document_id}", tags=["documents"])


@router.get(
    "/content",
    response_class=Response,
    responses={
        200: {
            "description": "One HTML page: an `article` whose `data-first`, `data-shown` and `data-passages` say "
            "which passages it holds; the words of each in `span` elements with its id as `data-passage`",
            "content": {"text/html": {"schema": {"type": "string"}}},
        }
    }
    | problems(401, 403, 404, 422, 429, 503),
)
async def document_content(
    *,
    services: TheServices,
    owner: TheOwner,
    document_id: DocumentIdPath,
    first: Annotated[
        int, Query(ge=0, le=_LARGEST_ORDINAL, description="The place of the first passage, from 0.")
    ] = 0,
    limit: Annotated[
        int, Query(ge=1, le=_MOST_PASSAGES, description="How many passages a page has at most.")
    ] = _MOST_PASSAGES,
    passage: Annotated[
        str | None,
        Query(
            min_length=1,
            max_length=200,
            description="Begin so that this passage stands in the middle; from `first` where it is not there.",
        ),
    ] = None,
) -> Response:
    """The document laid out for reading: headings, lists, tables and code, every passage findable.

    It is laid out from the text that was read: pictures and typefaces of the file are not in it. A document that is
    not read yet has no passages and gives an empty article. A stretch from `first` on goes on from the one before
    it; one around a passage begins with the headings that stand over it.
    """
    document = await visible(services, document_id, owner)
    begin = first if passage is None else await _before(services, document, PassageId(passage), limit, first)
    goes_on = begin > 0 and passage is None
    found = await services.index.of_document(document.id, first=begin - goes_on, limit=limit + goes_on)
    before, passages = (found[0], found[1:]) if goes_on and found else (None, found)
    page = document_page(document, passages, laid_out(passages, before=before), has_pages=False)
    return Response(page, media_type="text/html; charset=utf-8")


async def _before(services: Services, document: Document, passage_id: PassageId, limit: int, first: int) -> int:
    """Where a stretch begins that has the passage in its middle; ``first`` where the document has it no longer."""
    found = (await services.index.get([passage_id])).get(passage_id)
    if found is None or found.document_id != document.id:
        return first
    return max(0, min(found.ordinal - limit // 2, document.passages - limit))
