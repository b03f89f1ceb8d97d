"""What comes with a document: a file in a multipart body, or text or a link in JSON, and what is said of it.

Invariant: a file is never in memory beyond its bound; the name it comes with is a name, never a path.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from pydantic import JsonValue, TypeAdapter, ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from followthrough.channels.wire.requests import NewDocument, NewLink, NewThreadDocument, NewThreadLink
from followthrough.channels.wire.schema import Name
from followthrough.domain.documents import DocumentMetadata
from followthrough.errors import InvalidInput, TooLarge
from followthrough.rules.cutting.metadata import MetadataFault, read_metadata

Asked = TypeVar("Asked", NewThreadDocument, NewThreadLink)
_PARTS = frozenset({"file", "name", "metadata", "collection"})
_FIELD_MAX_BYTES = 256 * 1024
_NAME: TypeAdapter[str] = TypeAdapter(Name)

_NAME_SCHEMA: dict[str, Any] = _NAME.json_schema()
_FORM_PARTS: dict[str, Any] = {
    "file": {
        "type": "string",
        "contentMediaType": "application/octet-stream",
        "description": "text, html, pdf, office and OpenDocument files, epub, mail, zip; the content tells which.",
    },
    "name": _NAME_SCHEMA | {"description": "Its name, in place of the file's own."},
    "metadata": {
        "type": "string",
        "contentMediaType": "application/json",
        "description": "A JSON object, as in the JSON form.",
    },
}


def upload_body(*schemas: str, **more_parts: dict[str, Any]) -> dict[str, Any]:
    """The description of a body that is a form with a file, or JSON of one of the named schemas."""
    form = {
        "type": "object",
        "required": ["file"],
        "properties": _FORM_PARTS | more_parts,
        "additionalProperties": False,
    }
    content = {
        "multipart/form-data": {"schema": form},
        "application/json": {"schema": {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in schemas]}},
    }
    return {"requestBody": {"required": True, "content": content}}


LIBRARY_BODY = upload_body(
    "NewDocument",
    "NewLink",
    collection=_NAME_SCHEMA | {"description": "The collection it joins; the configured one when left out."},
)
THREAD_BODY = upload_body("NewThreadDocument", "NewThreadLink")
REPLACEMENT_BODY = upload_body("NewThreadDocument")


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """A document as it came. ``collection`` is None where the caller names none."""

    data: bytes
    name: str
    collection: str | None
    metadata: DocumentMetadata | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A document that stands at an address. ``collection`` is None where the caller names none."""

    url: str
    collection: str | None
    metadata: DocumentMetadata | None


async def read_upload(request: Request, most_bytes: int, *, of_thread: bool = False) -> Upload | Link:
    """The document in the request's body, or where it is.

    Args:
        request: its body is read and closed.
        most_bytes: bytes that the document itself may have.
        of_thread: it will belong to one thread, so it can't choose a collection.

    Raises:
        InvalidInput: a field is wrong; names it.
        NotSupported: a field of a later version.
        TooLarge: the document is larger than ``most_bytes``.
    """
    essence = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if essence == "multipart/form-data":
        upload = await _from_form(request, most_bytes, _PARTS - {"collection"} if of_thread else _PARTS)
    elif essence == "application/json":
        upload = await _from_json(request, of_thread=of_thread)
    else:
        raise HTTPException(415, "Send multipart/form-data with a file, or application/json with text or url.")
    if isinstance(upload, Upload) and len(upload.data) > most_bytes:
        raise _too_large(most_bytes)
    return upload


async def _from_form(request: Request, most_bytes: int, known: frozenset[str]) -> Upload:
    async with request.form(max_files=2, max_fields=8, max_part_size=_FIELD_MAX_BYTES) as form:
        fields = _fields(form, known)
        file = fields.get("file")
        if not isinstance(file, UploadFile):
            raise InvalidInput("There is no file in the form.", fix="Send it as the part `file`.", field="file")
        if file.size is not None and file.size > most_bytes:
            raise _too_large(most_bytes)
        data = await file.read()
    given = _text(fields, "name") or file.filename or ""
    metadata = _text(fields, "metadata")
    collection = _text(fields, "collection")
    return Upload(
        data=data,
        name=_file_name(given),
        collection=None if collection is None else _name(collection, "collection"),
        metadata=None if metadata is None else _metadata(_object(metadata)),
    )


def _fields(form: FormData, known: frozenset[str]) -> dict[str, UploadFile | str]:
    fields: dict[str, UploadFile | str] = {}
    for name, value in form.multi_items():
        if name not in known:
            raise InvalidInput("The form has a part that is not known here.", fix="Leave it out.", field=name)
        if name in fields:
            raise InvalidInput(f"The form has more than one {name}.", fix="Send one document a request.", field=name)
        fields[name] = value
    return fields


def _text(fields: Mapping[str, UploadFile | str], name: str) -> str | None:
    value = fields.get(name)
    if isinstance(value, UploadFile):
        raise InvalidInput(f"{name} must be text, not a file.", fix="Send it without a file name.", field=name)
    return value or None


async def _from_json(request: Request, *, of_thread: bool) -> Upload | Link:
    body = await request.body()
    try:
        # a large text would hold up every other request while it is parsed
        parsed: object = await asyncio.to_thread(json.loads, body)
    except (ValueError, RecursionError):
        raise InvalidInput("The body is not valid JSON.", fix="Send one JSON object.", field="body") from None
    if isinstance(parsed, dict) and "url" in cast("dict[str, object]", parsed):
        link = _checked(cast("object", parsed), NewThreadLink if of_thread else NewLink)
        return Link(url=link.url, collection=_collection(link), metadata=_given(link.metadata))
    asked = _checked(cast("object", parsed), NewThreadDocument if of_thread else NewDocument)
    return Upload(
        data=asked.text.encode(),
        name=_file_name(asked.name),
        collection=_collection(asked),
        metadata=_given(asked.metadata),
    )


def _checked(parsed: object, model: type[Asked]) -> Asked:
    try:
        return model.model_validate(parsed)
    except ValidationError as error:
        faults = [{**fault, "loc": ("body", *fault["loc"])} for fault in error.errors(include_context=False)]
        raise RequestValidationError(faults) from None


def _collection(asked: NewThreadDocument | NewThreadLink) -> str | None:
    return asked.collection if isinstance(asked, NewDocument | NewLink) else None


def _given(metadata: Mapping[str, JsonValue] | None) -> DocumentMetadata | None:
    return None if metadata is None else _metadata(metadata)


def _name(text: str, field: str) -> str:
    try:
        return _NAME.validate_python(text)
    except ValidationError:
        raise InvalidInput(
            f"The {field} is missing or is no name of at most 200 characters on one line.",
            fix=f"Give it in the part `{field}`.",
            field=field,
        ) from None


def _file_name(given: str) -> str:
    """The last part of what may be a path on the caller's machine; dots alone name a folder, and no file."""
    last = re.split(r"[/\\]", given)[-1]
    return _name(last if last.strip(". ") else "", "name")


def _object(text: str) -> dict[str, JsonValue]:
    try:
        parsed: object = json.loads(text)
    except (ValueError, RecursionError):
        parsed = None
    if not isinstance(parsed, dict):
        raise InvalidInput("metadata is no JSON object.", fix='Send for example {"title": "Fees"}.', field="metadata")
    return cast("dict[str, JsonValue]", parsed)


def _metadata(values: Mapping[str, JsonValue]) -> DocumentMetadata:
    found = read_metadata(values)
    if isinstance(found, MetadataFault):
        field = f"metadata.{found.key}" if found.key else "metadata"
        raise InvalidInput(f"{found.line}.", fix="Correct it or leave it out.", field=field)
    return found


def _too_large(most_bytes: int) -> TooLarge:
    return TooLarge(
        f"The document is larger than {most_bytes:,} bytes.",
        fix="Split it, or raise document_max_bytes.",
        field="file",
    )
