"""Routes that show a document as it is read: laid out from its passages, its pages as they look, the file itself.

Invariant: pages and file come from the bytes that were read: kept, or still lying in the folder that was ingested;
without them there are none (404).
"""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote as quote_plainly

from fastapi import APIRouter, Path, Query, Response

from followthrough.channels.http.documents import DocumentIdPath, visible
from followthrough.channels.http.laid_html import document_page
from followthrough.channels.http.laid_out import laid_out
from followthrough.channels.http.openapi import problems
from followthrough.channels.http.services import Services, TheOwner, TheServices
from followthrough.channels.wire.document import WirePage
from followthrough.channels.wire.document import page as wire_page
from followthrough.domain.documents import Document, DocumentStatus
from followthrough.domain.ids import PassageId
from followthrough.domain.laid_out import PageImage
from followthrough.errors import NotFound
from followthrough.ports.document_reader import Refused

PageNumber = Annotated[int, Path(ge=1, le=100_000, description="Which page, from 1.")]

_PDF = "application/pdf"
_SMALLEST_PX = 200
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

    It is laid out from the text that was read: pictures and typefaces of the file are not in it. `data-pages` says
    how many pages can be had as images. A document that is
    not read yet has no passages and gives an empty article. A stretch from `first` on goes on from the one before
    it; one around a passage begins with the headings that stand over it.
    """
    document = await visible(services, document_id, owner)
    begin = first if passage is None else await _before(services, document, PassageId(passage), limit, first)
    goes_on = begin > 0 and passage is None
    found = await services.index.of_document(document.id, first=begin - goes_on, limit=limit + goes_on)
    before, passages = (found[0], found[1:]) if goes_on and found else (None, found)
    has_pages = await _kept_pdf(services, document) is not None
    page = document_page(document, passages, laid_out(passages, before=before), has_pages=has_pages)
    return Response(page, media_type="text/html; charset=utf-8")


async def _before(services: Services, document: Document, passage_id: PassageId, limit: int, first: int) -> int:
    """Where a stretch begins that has the passage in its middle; ``first`` where the document has it no longer."""
    found = (await services.index.get([passage_id])).get(passage_id)
    if found is None or found.document_id != document.id:
        return first
    return max(0, min(found.ordinal - limit // 2, document.passages - limit))


@router.get(
    "/pages/{page}.png",
    response_class=Response,
    responses={200: {"description": "The page", "content": {"image/png": {"schema": {"type": "string"}}}}}
    | problems(401, 403, 404, 422, 429, 503),
)
async def page_image(
    *,
    services: TheServices,
    owner: TheOwner,
    document_id: DocumentIdPath,
    page: PageNumber,
    quote: Annotated[
        str | None, Query(min_length=1, max_length=200, description="Mark this passage, as far as it is on the page.")
    ] = None,
    words: Annotated[
        str | None, Query(min_length=1, max_length=4_000, description="Of the passage, mark these words only.")
    ] = None,
    width: Annotated[int, Query(ge=200, le=2_400, description="How wide the image is, in pixels.")] = 1_200,
) -> Response:
    """A page of a PDF as it looks, with a passage marked."""
    document = await visible(services, document_id, owner)
    passage = None if quote is None else (await services.index.get([PassageId(quote)])).get(PassageId(quote))
    is_its = passage is not None and passage.document_id == document.id
    mark = (words or passage.text) if passage is not None and is_its else ""
    drawn = await _page(services, document, page, width_px=width, mark=mark)
    return Response(drawn.png, media_type="image/png")


@router.get("/pages/{page}", responses=problems(401, 403, 404, 422, 429, 503))
async def page_words(
    services: TheServices, owner: TheOwner, document_id: DocumentIdPath, page: PageNumber
) -> WirePage:
    """The words on a page of a PDF, each line with its place: what is laid over the image to be selected and read."""
    document = await visible(services, document_id, owner)
    return wire_page(await _page(services, document, page, width_px=_SMALLEST_PX))


@router.get(
    "/original",
    response_class=Response,
    responses={
        200: {"description": "The file", "content": {"application/octet-stream": {"schema": {"type": "string"}}}}
    }
    | problems(401, 403, 404, 422, 429, 503),
)
async def original(services: TheServices, owner: TheOwner, document_id: DocumentIdPath) -> Response:
    """The file as it was given, to be saved; while a newer version waits to be read, that one."""
    document = await visible(services, document_id, owner)
    data = await services.library.original(document)
    if data is None:
        raise _not_kept()
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote_plainly(document.name, safe='')}"}
    return Response(data, media_type="application/octet-stream", headers=headers)


async def _page(services: Services, document: Document, page: int, *, width_px: int, mark: str = "") -> PageImage:
    data = await _kept_pdf(services, document)
    if data is None:
        raise _not_kept()
    drawn = await services.library.page(data, page, width_px=width_px, mark=mark)
    if isinstance(drawn, Refused):
        raise NotFound(drawn.reason, fix="Ask for another page.", field="page")
    return drawn


async def _kept_pdf(services: Services, document: Document) -> bytes | None:
    """The bytes that the document was read from, where it is a PDF and they were kept."""
    is_newer = document.status is DocumentStatus.QUEUED  # then they are of a version that is not read yet
    if document.media_type != _PDF or is_newer:
        return None
    return await services.library.original(document)


def _not_kept() -> NotFound:
    return NotFound("The file itself was not kept, only its text.", fix="Add it again, or read its content.")
