"""The tables, as the newest revision in ``followthrough.migrations`` leaves them (a test compares the two).

Free text is kept inside JSON in text columns: PostgreSQL's ``jsonb`` and ``text`` refuse NUL, JSON text escapes
it. A thread's state lives apart from its row in ``threads``, so that accepting a message and leasing a thread
don't rewrite it.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from followthrough.rules.cutting.storable import KEY_MAX_CHARS

metadata = MetaData()

#: Keys compare byte by byte on every database: PostgreSQL would follow the locale otherwise.
KEY = String(KEY_MAX_CHARS).with_variant(String(KEY_MAX_CHARS, collation="C"), "postgresql")


class UtcTime(TypeDecorator[datetime]):
    """A moment. SQLite keeps no zone, so every moment is written and read in UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To UTC; a moment without zone would be a guess and is refused."""
        if value is not None and value.tzinfo is None:
            raise ValueError("a moment needs its zone")
        return None if value is None else value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """From the database, always with UTC as its zone."""
        return None if value is None else value.replace(tzinfo=UTC)


def _thread_id(*, primary_key: bool = False) -> Column[str]:
    return Column(
        "thread_id", KEY, ForeignKey("threads.id", ondelete="CASCADE"), primary_key=primary_key, nullable=False
    )


threads = Table(
    "threads",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("owner", KEY, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("accepted", Integer, nullable=False),  # how many messages: the last index given
    Column("last_at", UtcTime, nullable=False),  # when the newest of them came
    Column("pinned", Boolean, nullable=False),
    Index("ix_threads_owner_created_at_id", "owner", "created_at", "id"),
    Index("ix_threads_owner_last_at_id", "owner", "last_at", "id"),
)

thread_states = Table(
    "thread_states",
    metadata,
    _thread_id(primary_key=True),
    Column("version", Integer, nullable=False),
    Column("state", Text, nullable=False),
)

thread_texts = Table(
    "thread_texts",
    metadata,
    _thread_id(primary_key=True),
    Column("turn_index", Integer, primary_key=True),  # 0: the title
    Column("text", Text, nullable=False),  # folded, to be found by
)

leases = Table(
    "leases",
    metadata,
    _thread_id(primary_key=True),
    Column("worker", KEY, nullable=False),
    Column("until", UtcTime, nullable=False),
)

lease_time = Table(
    "lease_time",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", UtcTime, nullable=False),  # how far the time of leases is; see adapters.clock.agreed
)

records = Table(
    "records",
    metadata,
    _thread_id(primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("body", Text, nullable=False),
)

turns = Table(
    "turns",
    metadata,
    Column("id", KEY, primary_key=True),
    _thread_id(),
    Column("turn_index", Integer, nullable=False),
    Column("client_message_id", KEY),
    Column("received_at", UtcTime, nullable=False),
    Column("message", Text, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("cut_off_alone", Integer, nullable=False, server_default="0"),
    Column("stop_requested", Boolean, nullable=False),
    Column("record_version", Integer),  # which of the thread's records ended it; NULL while it is pending
    Column("events", Text),
    UniqueConstraint("thread_id", "turn_index", name="uq_turns_thread_id_turn_index"),
    UniqueConstraint("thread_id", "client_message_id", name="uq_turns_thread_id_client_message_id"),
)
_is_pending = turns.c.record_version.is_(None)
Index(
    "ix_turns_pending",
    turns.c.thread_id,
    turns.c.turn_index,
    sqlite_where=_is_pending,
    postgresql_where=_is_pending,
)

handoffs = Table(
    "handoffs",
    metadata,
    Column("id", KEY, primary_key=True),
    _thread_id(),
    Column("owner", KEY, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("due_at", UtcTime, nullable=False),
    Column("body", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("taken_at", UtcTime),
    Column("ended_at", UtcTime),
    Column("delivery", Text, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("next_at", UtcTime),
    Column("delivered_at", UtcTime),
    Column("error", Text),
    Column("claim_worker", KEY),
    Column("claim_until", UtcTime),
    Index("ix_handoffs_thread_id", "thread_id"),
    Index("ix_handoffs_owner_created_at_id", "owner", "created_at", "id"),
    Index("ix_handoffs_state_due_at", "state", "due_at"),
    Index("ix_handoffs_delivery_next_at", "delivery", "next_at"),
)

documents = Table(
    "documents",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("identity", String(64), nullable=False),  # sha256 of collection, thread and source: a source may be long
    Column("collection", KEY, nullable=False),
    Column("thread_id", KEY),
    Column("source", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("media_type", Text, nullable=False),
    Column("content_hash", Text, nullable=False),
    Column("pending_hash", Text),
    Column("size_bytes", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("reason", Text),
    Column("metadata", Text, nullable=False),
    Column("supersedes", Boolean, nullable=False),  # whether the metadata supersedes anything, to find it by
    Column("superseded_by", KEY),
    Column("created_at", UtcTime, nullable=False),
    Column("updated_at", UtcTime, nullable=False),
    Column("passages", Integer, nullable=False),
    Column("embedded", Integer, nullable=False),
    Column("pages", Integer),
    Column("claim_worker", KEY),
    Column("claim_until", UtcTime),
    UniqueConstraint("identity", name="uq_documents_identity"),
    Index("ix_documents_status_created_at_id", "status", "created_at", "id"),
    Index("ix_documents_thread_id_id", "thread_id", "id"),
)

uploads = Table(
    "uploads",
    metadata,
    Column("document_id", KEY, primary_key=True),
    Column("data", LargeBinary, nullable=False),
)

deletions = Table(
    "deletions",
    metadata,
    Column("thing", KEY, primary_key=True),
    Column("id", KEY, primary_key=True),
    Column("done", Boolean, nullable=False),  # nobody finds it any more; its files may still have it
)

vectors = Table(
    "vectors",
    metadata,
    Column("model_id", KEY, primary_key=True),
    Column("content_hash", KEY, primary_key=True),
    Column("vector", LargeBinary, nullable=False),  # float32, little-endian
)

api_keys = Table(
    "api_keys",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("owner", KEY, nullable=False),
    Column("name", Text, nullable=False),
    Column("key_hash", KEY, nullable=False),
    Column("hint", Text, nullable=False),
    Column("created_at", UtcTime, nullable=False),
    Column("revoked_at", UtcTime),
    Column("rate_per_minute", Integer),
    Column("role", Text, nullable=False),
    UniqueConstraint("key_hash", name="uq_api_keys_key_hash"),
)

audit = Table(
    "audit",
    metadata,
    Column("id", KEY, primary_key=True),
    Column("at", UtcTime, nullable=False),
    Column("by", KEY, nullable=False),
    Column("action", KEY, nullable=False),
    Column("object", KEY, nullable=False),  # an id, never text; empty where there is none
    Column("outcome", Text, nullable=False),
    Index("ix_audit_at_id", "at", "id"),
)

chat_threads = Table(
    "chat_threads",
    metadata,
    Column("channel", KEY, primary_key=True),
    Column("thread_id", KEY, ForeignKey("threads.id", ondelete="CASCADE"), primary_key=True),
    Column("address", KEY, nullable=False),
    Column("linked", Integer, nullable=False),  # the highest of an address is the thread that the chat talks to
    Column("seen_turns", Integer, nullable=False),  # up to which index the thread's turns were seen to
    Index("ix_chat_threads_address", "channel", "address", "linked"),
    Index("ix_chat_threads_thread_id", "thread_id"),
)

exchanges = Table(
    "exchanges",
    metadata,
    Column("channel", KEY, primary_key=True),
    Column("key", KEY, primary_key=True),
    Column("address", KEY, nullable=False),
    Column("sequence", BigInteger, nullable=False),
    Column("received_at", UtcTime, nullable=False),
    Column("state", Text, nullable=False),
    Column("payload", Text),
    Column("thread_id", KEY, ForeignKey("threads.id", ondelete="CASCADE")),
    Column("turn_id", KEY),
    Column("notices", Text, nullable=False),
    Column("sent", Text, nullable=False),
    Column("chosen_by", KEY),
    Index("ix_exchanges_thread_id", "thread_id"),
)
_is_open = exchanges.c.state != "done"
Index(
    "ix_exchanges_open",
    exchanges.c.channel,
    exchanges.c.address,
    exchanges.c.received_at,
    exchanges.c.sequence,
    sqlite_where=_is_open,
    postgresql_where=_is_open,
)

channel_leases = Table(
    "channel_leases",
    metadata,
    Column("channel", KEY, primary_key=True),
    Column("worker", KEY, nullable=False),
    Column("until", UtcTime, nullable=False),
)

decisions = Table(
    "decisions",
    metadata,
    Column("id", KEY, primary_key=True),
    _thread_id(),
    Column("owner", KEY, nullable=False),
    Column("turn_index", Integer, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("reason", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("wrong", Text),  # how it came out that it was wrong; NULL where nothing of the kind is known
    Column("wrong_at", UtcTime),
    Index("ix_decisions_thread_id_turn_index", "thread_id", "turn_index"),
    Index("ix_decisions_owner_at_id", "owner", "at", "id"),
    Index("ix_decisions_at_id", "at", "id"),
)

feedback = Table(
    "feedback",
    metadata,
    _thread_id(primary_key=True),
    Column("turn_id", KEY, primary_key=True),
    Column("by", KEY, primary_key=True),
    Column("rating", Text, nullable=False),
    Column("note", Text),
    Column("at", UtcTime, nullable=False),
    Index("ix_feedback_at", "at"),
)

flag_holds = Table(
    "flag_holds",
    metadata,
    Column("flag", KEY, primary_key=True),
    Column("body", Text, nullable=False),
)

model_use = Table(
    "model_use",
    metadata,
    Column("day", Date, primary_key=True),
    Column("calls", BigInteger, nullable=False),
    Column("input_tokens", BigInteger, nullable=False),
    Column("output_tokens", BigInteger, nullable=False),
    Column("cost_usd", Float, nullable=False),
)
