"""What callers see when something went wrong: ``application/problem+json`` (RFC 9457) with a stable code."""

from __future__ import annotations

from pydantic import Field

from followthrough import errors
from followthrough.channels.wire.schema import Answer

MEDIA_TYPE = "application/problem+json"

KINDS: dict[str, tuple[int, str]] = {
    "invalid_input": (422, "The input is wrong"),
    "document_refused": (422, "The document can't be read"),
    "too_large": (413, "Too large"),
    "not_found": (404, "Not found"),
    "method_not_allowed": (405, "Method not allowed"),
    "request_timeout": (408, "The request took too long to arrive"),
    "unsupported_media_type": (415, "Wrong content type"),
    "unauthorized": (401, "An API key is needed"),
    "forbidden": (403, "Not allowed from there"),
    "rate_limited": (429, "Too many requests"),
    "version_conflict": (409, "Changed in the meantime"),
    "store_unavailable": (503, "The database is not available"),
    "schema_outdated": (503, "The database needs a migration"),
    "index_unavailable": (503, "The passage index is not available"),
    "embedder_unavailable": (503, "The embedding model is not available"),
    "web_search_unavailable": (503, "The web search is not available"),
    "channel_unavailable": (503, "A chat network is not available"),
    "dependency_error": (503, "Something the server relies on failed"),
    "configuration": (500, "The server is not set up right"),
    "internal": (500, "The server failed"),
}
"""Every code that can reach a caller over HTTP, with its status and its title."""
STATUS_OF_CODE: dict[str, int] = {code: status for code, (status, _) in KINDS.items()}


class Problem(Answer):
    """Why a request was not carried out."""

    type: str = Field(examples=["urn:followthrough:problem:not_found"])
    """A name for this kind of problem."""
    title: str = Field(examples=["Not found"])
    """The kind of problem in words; the same for every problem of one `code`."""
    status: int = Field(examples=[404])
    detail: str = Field(examples=["There is no conversation with this id."])
    """What happened and why, in one line."""
    code: str = Field(examples=["not_found"])
    """Stable: for programs."""
    field: str | None = Field(default=None, examples=[None])
    """The input field at fault, as a dotted path."""
    fix: str | None = Field(default=None, examples=["Check the id, or start a new conversation."])
    """What to do next."""


def problem(code: str, detail: str, *, fix: str | None = None, field: str | None = None) -> Problem:
    """A problem with the status that its code has."""
    status, title = KINDS[code]
    return Problem(
        type=f"urn:followthrough:problem:{code}",
        title=title,
        status=status,
        detail=_sayable(detail),
        code=code,
        field=None if field is None else _sayable(field),
        fix=fix or None,
    )


def problem_of(error: errors.FollowthroughError) -> Problem:
    """The problem that an error of the product makes. A code without a status is the server's own fault."""
    code = error.code if error.code in STATUS_OF_CODE else "internal"
    if code in {"internal", "configuration"}:
        return problem(code, "The server is not set up right.", fix="Ask its operator to look at the log.")
    return problem(code, error.what, fix=error.fix, field=error.field)


def _sayable(text: str) -> str:
    """Half of a surrogate pair in a field's name must not break the answer that complains about it."""
    return text.encode("utf-8", "replace").decode("utf-8")
