"""What every wire schema has in common."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, StringConstraints
from pydantic_core import PydanticCustomError

from followthrough.rules.cutting.storable import is_plain, is_text


class Answer(BaseModel):
    """Something this server says."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)


class Request(BaseModel):
    """Something a caller says: a field that is not in the contract is refused by name."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


def _text(value: str) -> str:
    if not is_text(value):
        raise PydanticCustomError("lone_surrogate", "must be valid Unicode; it has half of a surrogate pair")
    return value


def _plain(value: str) -> str:
    if not is_plain(value):
        raise PydanticCustomError("not_plain", "must be plain Unicode text without the NUL character")
    return value


Text = Annotated[str, AfterValidator(_text)]
"""Free text that every store can keep: JSON can carry half of a surrogate pair, which no text encoding can."""
Key = Annotated[str, StringConstraints(min_length=1, max_length=200), AfterValidator(_plain)]
"""An id that comes from a caller: short, and such that every store can look it up."""
Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True,
        min_length=1,
        max_length=200,
        pattern=r"^[^\x00-\x1f\x7f]*[^\x00-\x20\x7f][^\x00-\x1f\x7f]*$",
    ),
    AfterValidator(_plain),
]
"""A short name on one line; the space around it is dropped."""
Time = Annotated[datetime, AfterValidator(lambda time: time.astimezone(UTC))]
"""A moment, ISO-8601 in UTC on the wire."""
