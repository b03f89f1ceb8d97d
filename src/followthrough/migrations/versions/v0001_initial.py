"""Threads, turns, records, leases, documents, uploads, vectors and keys."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# Keys compare byte by byte on every database: PostgreSQL would follow the locale otherwise.
KEY = sa.String(512).with_variant(sa.String(512, collation="C"), "postgresql")
TIME = sa.DateTime(timezone=True)


def upgrade() -> None:
    """Creates every table."""
    _threads()
    _turns()
    _documents()
    _keys()


def _threads() -> None:
    op.create_table(
        "threads",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("owner", KEY, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("accepted", sa.Integer, nullable=False),
    )
    op.create_index("ix_threads_owner_created_at_id", "threads", ["owner", "created_at", "id"])
    op.create_table(
        "thread_states",
        _thread_id(primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("state", sa.Text, nullable=False),
    )
    op.create_table(
        "leases",
        _thread_id(primary_key=True),
        sa.Column("worker", KEY, nullable=False),
        sa.Column("until", TIME, nullable=False),
    )
    op.create_table(
        "records",
        _thread_id(primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )


def _turns() -> None:
    op.create_table(
        "turns",
        sa.Column("id", KEY, primary_key=True),
        _thread_id(),
        sa.Column("turn_index", sa.Integer, nullable=False),
        sa.Column("client_message_id", KEY),
        sa.Column("received_at", TIME, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("attempt", sa.Integer, nullable=False),
        sa.Column("stop_requested", sa.Boolean, nullable=False),
        sa.Column("record_version", sa.Integer),
        sa.Column("events", sa.Text),
        sa.UniqueConstraint("thread_id", "turn_index", name="uq_turns_thread_id_turn_index"),
        sa.UniqueConstraint("thread_id", "client_message_id", name="uq_turns_thread_id_client_message_id"),
    )
    pending = sa.text("record_version IS NULL")
    op.create_index(
        "ix_turns_pending",
        "turns",
        ["thread_id", "turn_index"],
        sqlite_where=pending,
        postgresql_where=pending,
    )


def _documents() -> None:
    op.create_table(
        "documents",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("identity", sa.String(64), nullable=False),
        sa.Column("collection", KEY, nullable=False),
        sa.Column("thread_id", KEY),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("media_type", sa.Text, nullable=False),
        sa.Column("content_hash", sa.Text, nullable=False),
        sa.Column("pending_hash", sa.Text),
        sa.Column("size_bytes", sa.BigInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("metadata", sa.Text, nullable=False),
        sa.Column("supersedes", sa.Boolean, nullable=False),
        sa.Column("superseded_by", KEY),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("updated_at", TIME, nullable=False),
        sa.Column("passages", sa.Integer, nullable=False),
        sa.Column("embedded", sa.Integer, nullable=False),
        sa.Column("pages", sa.Integer),
        sa.Column("claim_worker", KEY),
        sa.Column("claim_until", TIME),
        sa.UniqueConstraint("identity", name="uq_documents_identity"),
    )
    op.create_index("ix_documents_status_created_at_id", "documents", ["status", "created_at", "id"])
    op.create_index("ix_documents_thread_id_id", "documents", ["thread_id", "id"])
    op.create_table(
        "uploads",
        sa.Column("document_id", KEY, primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "vectors",
        sa.Column("model_id", KEY, primary_key=True),
        sa.Column("content_hash", KEY, primary_key=True),
        sa.Column("vector", sa.LargeBinary, nullable=False),
    )


def _keys() -> None:
    op.create_table(
        "api_keys",
        sa.Column("id", KEY, primary_key=True),
        sa.Column("owner", KEY, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("key_hash", KEY, nullable=False),
        sa.Column("hint", sa.Text, nullable=False),
        sa.Column("created_at", TIME, nullable=False),
        sa.Column("revoked_at", TIME),
        sa.UniqueConstraint("key_hash", name="uq_api_keys_key_hash"),
    )


def _thread_id(*, primary_key: bool = False) -> sa.Column[str]:
    return sa.Column(
        "thread_id",
        KEY,
        sa.ForeignKey("threads.id", ondelete="CASCADE"),
        primary_key=primary_key,
        nullable=False,
    )
