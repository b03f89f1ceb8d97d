"""Routes of documents: the shared library, a thread's own documents, passages in place."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from followthrough.channels.http.auditing import ABOUT
from followthrough.channels.http.openapi import problems
from followthrough.channels.http.paging import Cursor, Limit, page_of
from followthrough.channels.http.roles import require_role
from followthrough.channels.http.services import Services, TheCaller, TheOwner, TheServices, TheSettings
from followthrough.channels.http.threads import ThreadIdPath, attended, owned
from followthrough.channels.http.uploads import LIBRARY_BODY, REPLACEMENT_BODY, THREAD_BODY, Link, Upload, read_upload
from followthrough.channels.wire.document import DocumentPage, PassageInPlace, WireDocument
from followthrough.channels.wire.document import document as wire_document
from followthrough.channels.wire.document import passage as wire_passage
from followthrough.domain.access import Role
from followthrough.domain.conversation import Thread
from followthrough.domain.documents import Document, DocumentStatus
from followthrough.domain.ids import DocumentId, OwnerId, PassageId, ThreadId
from followthrough.errors import DocumentRefused, InvalidInput, NotFound, TooLarge
from followthrough.ports.document_reader import Refused

DocumentIdPath = Annotated[str, Path(description="The document's id.", examples=["doc_01h9"])]

_STORED: dict[int | str, dict[str, Any]] = {
    200: {"description": "It is there already, unchanged", "model": WireDocument},
    201: {"description": "Stored: found by words at once, by meaning a little later"},
    202: {"description": "Kept; it is read and indexed in the background", "model": WireDocument},
}

router = APIRouter(tags=["documents"])


@router.post(
    "/v1/documents",
    status_code=201,
    response_model=WireDocument,
    openapi_extra=LIBRARY_BODY,
    responses=_STORED | problems(401, 403, 413, 415, 422, 429, 503),
)
async def add_document(
    services: TheServices, settings: TheSettings, owner: TheOwner, request: Request, response: Response
) -> WireDocument:
    """Adds a document to the shared library: a file as multipart, or text or the address of a page as JSON.

    One with the same name, or the same address, in the same collection is replaced. A page is fetched in the
    background; when it can't be read, its status becomes `failed` with the reason.
    """
    upload = await read_upload(request, settings.tuning.document_max_bytes)
    collection = upload.collection or settings.collection
    document, status = await _store(services, upload, collection, settings.tuning.upload_inline_max_bytes)
    request.scope[ABOUT] = document.id
    response.status_code = status
    return wire_document(document)


@router.post(
    "/v1/threads/{thread_id}/documents",
    status_code=201,
    response_model=WireDocument,
    openapi_extra=THREAD_BODY,
    responses=_STORED | problems(401, 403, 404, 413, 415, 422, 429, 503),
)
async def add_thread_document(
    *,
    services: TheServices,
    settings: TheSettings,
    owner: TheOwner,
    thread_id: ThreadIdPath,
    request: Request,
    response: Response,
) -> WireDocument:
    """Adds a document that only this thread can search: a file, text, or the address of a page."""
    thread = await owned(services, thread_id, owner)
    upload = await read_upload(request, settings.tuning.document_max_bytes, of_thread=True)
    document, status = await _store(
        services, upload, thread.collection, settings.tuning.upload_inline_max_bytes, thread
    )
    await _attach(services, thread, document)
    response.status_code = status
    return wire_document(document)


@router.get("/v1/documents", responses=problems(401, 403, 404, 422, 429, 503))
async def list_documents(
    *,
    services: TheServices,
    settings: TheSettings,
    caller: TheCaller,
    collection: Annotated[
        str | None, Query(min_length=1, max_length=200, description="Only this collection.")
    ] = None,
    status: Annotated[DocumentStatus | None, Query(description="Only documents in this status.")] = None,
    thread_id: Annotated[
        str | None,
        Query(min_length=1, max_length=200, description="This thread's own documents, not the library."),
    ] = None,
    limit: Limit = None,
    cursor: Cursor = None,
) -> DocumentPage:
    """The documents of the shared library, or of one thread, in the order of their ids.

    An operator sees those too of threads that were passed to a person.
    """
    thread = None if thread_id is None else await attended(services, thread_id, caller)
    size = limit or settings.tuning.page_size
    found = await services.documents.list(
        collection=collection,
        thread_id=None if thread is None else thread.id,
        status=status,
        after=None if cursor is None else DocumentId(cursor),
        limit=size + 1,
    )
    rows, last = page_of(found, size)
    return DocumentPage(documents=[wire_document(d) for d in rows], next_cursor=None if last is None else last.id)


@router.get("/v1/documents/{document_id}", responses=problems(401, 403, 404, 422, 429, 503))
async def get_document(services: TheServices, owner: TheOwner, document_id: DocumentIdPath) -> WireDocument:
    """A document with its status."""
    return wire_document(await visible(services, document_id, owner))


@router.get("/v1/documents/{document_id}/passages/{passage_id}", responses=problems(401, 403, 404, 422, 429, 503))
async def get_passage(
    services: TheServices,
    owner: TheOwner,
    document_id: DocumentIdPath,
    passage_id: Annotated[str, Path(description="The passage's id.", examples=["psg_01h9"])],
    around: Annotated[int, Query(ge=0, le=20, description="How many passages to give before and after it.")] = 2,
) -> PassageInPlace:
    """A passage with its neighbours, for reading in place."""
    document = await visible(services, document_id, owner)
    found = await services.library.passage_with_neighbours(PassageId(passage_id), around=around)
    if found is None or found.passage.document_id != document.id:
        raise NotFound("There is no passage with this id in this document.", fix="The document may have changed.")
    return PassageInPlace(
        **wire_passage(found.passage).model_dump(),
        before=[wire_passage(p) for p in found.before],
        after=[wire_passage(p) for p in found.after],
    )


@router.put(
    "/v1/documents/{document_id}",
    response_model=WireDocument,
    openapi_extra=REPLACEMENT_BODY,
    responses={
        200: {"description": "Replaced, or the same as before"},
        202: {"description": "Kept; it is read and indexed in the background", "model": WireDocument},
    }
    | problems(401, 403, 404, 413, 415, 422, 429, 503),
)
async def replace_document(
    *,
    services: TheServices,
    settings: TheSettings,
    caller: TheCaller,
    document_id: DocumentIdPath,
    request: Request,
    response: Response,
) -> WireDocument:
    """Puts a new version in the place of a document, which keeps its id: a file, or text.

    One of the shared library takes the role `editor`. What was there stays found until the new version is indexed;
    one that is refused leaves it as it is.
    """
    document = await visible(services, document_id, caller.owner)
    if document.thread_id is None:
        require_role(caller, Role.EDITOR)
    upload = await read_upload(request, settings.tuning.document_max_bytes, of_thread=True)
    if isinstance(upload, Link):
        raise InvalidInput("A document is replaced by a file or text.", fix="Add the link anew.", field="url")
    replaced, status = await _keep(
        services,
        upload,
        settings.tuning.upload_inline_max_bytes,
        source=document.source,
        collection=document.collection,
        thread_id=document.thread_id,
    )
    response.status_code = 200 if status == 201 else status
    return wire_document(replaced)


@router.delete("/v1/documents/{document_id}", status_code=204, responses=problems(401, 403, 404, 422, 429, 503))
async def delete_document(services: TheServices, caller: TheCaller, document_id: DocumentIdPath) -> Response:
    """Deletes a document; one of the shared library takes the role `editor`.

    Turns that cited it keep their citations.
    """
    document = await visible(services, document_id, caller.owner)
    if document.thread_id is None:
        require_role(caller, Role.EDITOR)
    await services.library.delete([document.id])
    if document.thread_id is not None:
        await services.turns.detach(document.thread_id, document.id)
    return Response(status_code=204)


async def _attach(services: Services, thread: Thread, document: Document) -> None:
    """Puts the document into the thread's scope; a thread that was deleted meanwhile keeps no document."""
    if document.id in thread.document_ids:
        return
    try:
        await services.turns.attach(thread.id, document.id)
    except NotFound:
        await services.library.delete([document.id])
        raise


async def visible(services: Services, document_id: str, owner: OwnerId) -> Document:
    """A document of the shared library or of one of the caller's threads.

    Raises:
        NotFound: there is none with this id, or it belongs to another owner's thread.
    """
    document = await services.documents.get(DocumentId(document_id))
    if document is None or not await _may_see(services, document.thread_id, owner):
        raise NotFound("There is no document with this id.", fix="Check the id.")
    return document


async def _may_see(services: Services, thread_id: ThreadId | None, owner: OwnerId) -> bool:
    if thread_id is None:
        return True
    thread = await services.threads.get(thread_id)
    return thread is not None and thread.owner == owner


async def _store(
    services: Services, upload: Upload | Link, collection: str, inline_max_bytes: int, thread: Thread | None = None
) -> tuple[Document, int]:
    """Indexes a small document at once, leaves a large one or a page to the background; with the HTTP status."""
    thread_id = None if thread is None else thread.id
    if isinstance(upload, Link):
        return await services.library.add_link(
            url=upload.url, collection=collection, thread_id=thread_id, metadata=upload.metadata
        ), 202
    source = f"upload:{upload.name}"
    return await _keep(services, upload, inline_max_bytes, source=source, collection=collection, thread_id=thread_id)


async def _keep(
    services: Services,
    upload: Upload,
    inline_max_bytes: int,
    *,
    source: str,
    collection: str,
    thread_id: ThreadId | None,
) -> tuple[Document, int]:
    """Indexes a small file at once and leaves a large one to the background; with the HTTP status."""
    store = services.library.enqueue if len(upload.data) > inline_max_bytes else services.library.add
    added = await store(
        data=upload.data,
        name=upload.name,
        source=source,
        collection=collection,
        thread_id=thread_id,
        metadata=upload.metadata,
    )
    if isinstance(added, Document):
        return added, 202
    if isinstance(added, Refused):
        if added.code == "too_large":
            raise TooLarge(added.reason, field="file")
        what, _, help_ = added.reason.rstrip(".").partition("; ")
        fix = f"{help_[:1].upper()}{help_[1:]}." if help_ else "Correct the file and send it again."
        raise DocumentRefused(f"{what}.", fix=fix, field="file")
    return added.document, 200 if added.change == "unchanged" else 201
