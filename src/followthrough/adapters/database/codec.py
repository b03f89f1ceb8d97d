"""Domain values to JSON text and back, at the edge to the database.

Invariant: what is read equals what was written, numbers that are no number included. Fields that a later version
adds need a default; fields it drops are passed over.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, Any, Generic, TypeVar

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from followthrough.domain.conversation import Message, Thread
from followthrough.domain.decision_record import DecisionRecord
from followthrough.domain.documents import DocumentMetadata
from followthrough.domain.handoff import Handoff
from followthrough.domain.records import ThreadRecord
from followthrough.domain.rollout import Hold
from followthrough.domain.session import Session
from followthrough.errors import InvalidInput, StoreUnavailable

T = TypeVar("T")
Events = tuple[tuple[int, str, str], ...]


class Codec(Generic[T]):
    """One kind of stored value.

    Args:
        kind: its type, as pydantic reads it.
        noun: what it is called in an error.
    """

    def __init__(self, kind: Any, noun: str) -> None:
        # pydantic takes this setting only for a root that is no dataclass, hence the union. Without it a score
        # that is no number would be written as null and never be read again.
        root: Any = kind | None
        self._adapter: TypeAdapter[T | None] = TypeAdapter(root, config=ConfigDict(ser_json_inf_nan="constants"))
        self._noun = noun

    def encode(self, value: T) -> str:
        """The value as JSON text.

        Raises:
            InvalidInput: a text in it has a lone surrogate.
        """
        try:
            return self._adapter.dump_json(value).decode()
        except PydanticSerializationError as error:
            raise InvalidInput(
                f"A text of the {self._noun} holds half a character (a lone surrogate), which can't be stored.",
                fix="Send valid Unicode.",
            ) from error

    def decode(self, text: str) -> T:
        """The value that was written.

        Raises:
            StoreUnavailable: the text is none that this version can read.
        """
        try:
            value = self._adapter.validate_json(text)
        except ValidationError:  # not chained: its text quotes what users wrote
            value = None
        if value is None:
            raise StoreUnavailable(
                f"A stored {self._noun} can't be read: it is damaged or was written by a newer version.",
                fix="Upgrade followthrough, or restore the database from a backup.",
            )
        return value


@cache
def thread_codec() -> Codec[Thread]:
    """States of threads."""
    return Codec(Thread, "conversation")


@lru_cache(maxsize=64)
def thread_of(state: str) -> Thread:
    """A turn reads its thread several times; reading a long one takes milliseconds, and it never changes."""
    return thread_codec().decode(state)


@cache
def message_codec() -> Codec[Message]:
    """Accepted messages."""
    return Codec(Message, "message")


@cache
def record_codec() -> Codec[ThreadRecord]:
    """Records of threads, told apart by their ``kind``."""
    return Codec(Annotated[ThreadRecord, Field(discriminator="kind")], "record")


@cache
def events_codec() -> Codec[Events]:
    """Events of an ended turn."""
    return Codec(Events, "event")


@cache
def handoff_codec() -> Codec[Handoff]:
    """Hand-offs as their turns made them."""
    return Codec(Handoff, "hand-off")


@cache
def decision_codec() -> Codec[DecisionRecord]:
    """Decisions as their turns made them."""
    return Codec(DecisionRecord, "decision")


@cache
def hold_codec() -> Codec[Hold]:
    """Flags that are held back."""
    return Codec(Hold, "flag")


@cache
def session_codec() -> Codec[Session]:
    """Sessions, for stores beside the database."""
    return Codec(Session, "session")


@cache
def metadata_codec() -> Codec[DocumentMetadata]:
    """What documents say of themselves."""
    return Codec(DocumentMetadata, "document")


def prepare() -> None:
    """Makes the codecs of a turn, which takes a tenth of a second once in a process."""
    for codec in (thread_codec, message_codec, record_codec, events_codec, decision_codec):
        codec()
