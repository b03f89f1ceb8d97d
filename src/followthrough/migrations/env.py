"""Alembic runs this file to apply revisions on the connection that its caller opened a transaction on."""

from __future__ import annotations

from alembic import context


def run() -> None:
    """Applies the revisions that were asked for; the caller commits, so all of them count or none."""
    connection = context.config.attributes["connection"]
    context.configure(
        connection=connection,
        target_metadata=context.config.attributes.get("target_metadata"),
        render_as_batch=connection.dialect.name == "sqlite",  # SQLite changes a column by copying its table
    )
    with context.begin_transaction():
        context.run_migrations()


run()
