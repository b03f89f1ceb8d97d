"""What is stored is what is read, for every value that the domain can have."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followthrough.adapters.database.codec import (
    Codec,
    events_codec,
    message_codec,
    metadata_codec,
    record_codec,
    thread_codec,
)
from followthrough.domain.conversation import Message, Thread
from followthrough.domain.documents import DocumentMetadata
from followthrough.domain.records import DocumentAttached, DocumentDetached, Renamed, TurnEnded
from followthrough.errors import InvalidInput
from followthrough.testing.contracts.values import a_thread

# Every moment of the domain is in UTC.
st.register_type_strategy(datetime, st.datetimes(timezones=st.just(UTC), allow_imaginary=False))

KINDS = {
    "thread": (thread_codec(), Thread),
    "message": (message_codec(), Message),
    "document": (metadata_codec(), DocumentMetadata),
    "events": (events_codec(), tuple[tuple[int, str, str], ...]),
    "turn ended": (record_codec(), TurnEnded),
    "attached": (record_codec(), DocumentAttached),
    "detached": (record_codec(), DocumentDetached),
    "renamed": (record_codec(), Renamed),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_value_survives_being_stored(kind: str) -> None:
    codec: Codec
    codec, domain_type = KINDS[kind]

    @given(st.from_type(domain_type))
    def survives(value: object) -> None:
        read = codec.decode(codec.encode(value))
        assert type(read) is type(value)
        assert codec.encode(read) == codec.encode(value)
        assert read == value or "nan" in repr(value)  # what is no number equals nothing, not even itself

    survives()


@given(st.text(alphabet=st.characters(categories=["Cs"]), min_size=1))
def test_half_a_character_is_refused_before_it_is_stored(title: str) -> None:
    with pytest.raises(InvalidInput):
        thread_codec().encode(a_thread("t", title=title))
