"""The schema's revisions: upward on both databases with data in place, whole or not at all."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, Table, func, inspect, select, text
from tests.contracts.seeds import NOON, SEEDS
from tests.databases import OpenDatabase, opener_of

from followthrough.adapters.audit_store.sql import SqlAuditStore
from followthrough.adapters.chat_store.sql import SqlChatStore
from followthrough.adapters.database.engine import Database, open_database
from followthrough.adapters.database.schema import (
    SchemaStatus,
    alembic_config,
    migrate,
    require_current,
    schema_status,
    upgrade,
)
from followthrough.adapters.database.tables import metadata
from followthrough.adapters.decision_store.sql import SqlDecisionStore
from followthrough.adapters.document_store.sql import SqlDocumentStore
from followthrough.adapters.flag_store.sql import SqlFlagStore
from followthrough.adapters.handoff_store.sql import SqlHandoffStore
from followthrough.adapters.key_store.sql import SqlKeyStore
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.domain.access import Role
from followthrough.domain.decision_record import Wrong
from followthrough.domain.handoff import HandoffState
from followthrough.domain.ids import DocumentId, ThreadId
from followthrough.domain.rollout import Flag, Mode
from followthrough.domain.thread_list import ThreadWish
from followthrough.errors import SchemaOutdated, StoreUnavailable
from followthrough.migrations import SCHEMA_VERSION
from followthrough.rules.records.apply import apply
from followthrough.rules.records.finding import words_of

MIGRATE = """
import asyncio, sys
from followthrough.adapters.database.schema import migrate
print((asyncio.run(migrate(sys.argv[1]))).current)
"""


def revisions() -> list[str]:
    """All revisions, oldest first."""
    scripts = ScriptDirectory(str(Path(sys.modules["followthrough.migrations"].__file__ or "").parent))
    return [script.revision for script in scripts.walk_revisions()][::-1]


def seed(connection: Connection, revision: str) -> None:
    """Fills the tables as they were at this revision."""
    for name, rows in SEEDS[revision].items():
        table = Table(name, MetaData(), autoload_with=connection)
        times = {c.name for c in metadata.tables[name].columns if "at" in c.name.split("_") or "until" in c.name}
        for row in rows:
            values = dict(row)
            if connection.dialect.name == "sqlite":
                values |= {k: v.replace(tzinfo=None) for k, v in row.items() if k in times and v is not None}
            connection.execute(table.insert(), values)


def counts(connection: Connection) -> dict[str, int]:
    """How many rows each table has."""
    tables = MetaData()
    tables.reflect(connection)
    found = {n: connection.execute(select(func.count()).select_from(t)).scalar() for n, t in tables.tables.items()}
    return {name: count or 0 for name, count in found.items() if name != "alembic_version"}


def test_the_newest_revision_is_the_one_the_code_needs() -> None:
    assert revisions()[-1] == SCHEMA_VERSION


def test_every_revision_has_rows_to_upgrade() -> None:
    assert set(SEEDS) == set(revisions())


async def test_the_schema_comes_up_from_nothing(new_url: str) -> None:
    assert await schema_status(new_url) == SchemaStatus(current=None, needed=SCHEMA_VERSION)
    before = await migrate(new_url)
    assert before.current is None
    assert not before.is_current
    assert (await schema_status(new_url)).is_current
    assert (await migrate(new_url)).is_current


async def test_asking_for_the_status_makes_no_file(tmp_path: Path) -> None:
    await schema_status(f"sqlite:///{tmp_path / 'data' / 'x.sqlite'}")
    assert list(tmp_path.iterdir()) == []


async def test_the_revisions_make_the_tables_that_the_code_uses(new_url: str) -> None:
    await migrate(new_url)

    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async with opener_of(new_url) as open_one:
        assert await (await open_one()).read(differences) == []


@pytest.mark.parametrize("revision", revisions())
async def test_data_in_place_survives_an_upgrade(new_url: str, revision: str) -> None:
    await migrate(new_url, revision=revision)
    async with opener_of(new_url) as open_one:
        database = await open_one()
        await database.write(seed, revision)
        rows = await database.read(counts)
        assert all(rows.values())
        await upgrade(database)
        await require_current(database)
        assert (await database.read(counts)).items() >= rows.items()
        await _reads_as_meant(database)


async def _reads_as_meant(database: Database) -> None:
    threads, documents, keys = SqlThreadStore(database), SqlDocumentStore(database), SqlKeyStore(database)
    audit = SqlAuditStore(database)
    thread = await threads.get(ThreadId("t-1"))
    assert thread is not None
    assert (thread.version, thread.title, thread.objectives[0].subs[0].answer) == (
        2,
        "copay for Molina and Aetna",
        "$5 \x00",
    )
    records = await threads.records(thread.id)
    for record in records:
        thread = apply(thread, record)
    assert [r.kind for r in records] == ["turn", "renamed"]
    ended, pending = await threads.turns(thread.id)
    assert ended.record is not None
    assert ended.record.reply.citations[0].quote == "$5"
    assert ended.events == ((1_010_000, "started", "{}"),)
    assert (pending.stop_requested, pending.message.attachments) == (True, ("d-1",))
    assert await threads.next_pending(thread.id) == pending
    [listed] = await threads.browse(thread.owner, ThreadWish(words=words_of("MOLINA $5")))
    assert (listed.thread.id, listed.last_at, listed.found_at) == (thread.id, NOON, 1)
    document = await documents.get(DocumentId("d-1"))
    assert document is not None
    assert document.metadata.extra == (("owner", '"claims"'),)
    assert await documents.by_source("default", [document.source]) == {document.source: document}
    assert await documents.superseding("default") == [document]
    assert await documents.upload(DocumentId("d-2")) == b"\x00\xff"
    assert (await documents.cached_vectors("m", ["h"]))["h"].tolist() == [1.0]
    (key,) = await keys.list()
    assert (key.hint, key.role) == ("wxyz", Role.OPERATOR if await audit.list() else Role.EDITOR)
    for handoff in await SqlHandoffStore(database).list():
        assert handoff.handoff.summary.pairs == (("Which version?", "12"), ("What do you see?", None))
        assert (handoff.state, handoff.delivery.error) == (HandoffState.TAKEN, "answered 500")
    for stored in await SqlDecisionStore(database).list():
        assert (stored.wrong, stored.decision.flags.selection_lane) == (Wrong.OPERATOR, Mode.ON)
    for hold in await SqlFlagStore(database).holds():
        assert (hold.flag, hold.at_most.share) == (Flag.SELECTION_LANE, 0.1)
    exchange = await SqlChatStore(database).get("telegram:1", "m:7:9")
    assert exchange is None or (exchange.notices, exchange.sent) == (("one",), (11,))


async def test_processes_that_upgrade_at_once_wait_for_each_other(new_url: str) -> None:
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", MIGRATE, new_url, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        for _ in range(3)
    ]
    results = await asyncio.gather(*(p.communicate() for p in processes))
    assert [error.decode() for _, error in results] == [""] * 3
    said = sorted(out.decode().strip() for out, _ in results)
    assert said == [SCHEMA_VERSION, SCHEMA_VERSION, "None"]


# A later revision, as one will come: it changes a table that others refer to.

LATER = """
import sqlalchemy as sa
from alembic import op

revision, down_revision, branch_labels, depends_on = "later", "{head}", None, None


def upgrade():
    with op.batch_alter_table("threads") as threads:
        threads.add_column(sa.Column("note", sa.Text, nullable=False, server_default="none"))
        threads.alter_column("accepted", new_column_name="messages")
    {then}
"""


def later_revision(folder: Path, then: str = "pass") -> Callable[[Connection], None]:
    """The upgrade to the revision after the newest."""
    (folder / "later.py").write_text(LATER.format(head=SCHEMA_VERSION, then=then))

    def run(connection: Connection) -> None:
        config = alembic_config(connection)
        own = Path(ScriptDirectory.from_config(config).versions)
        config.set_main_option("path_separator", "newline")
        config.set_main_option("version_locations", f"{own}\n{folder}")
        command.upgrade(config, "later")

    return run


async def test_a_table_that_others_refer_to_is_changed_and_no_row_is_lost(new_url: str, tmp_path: Path) -> None:
    async with opener_of(new_url) as open_one:
        database = await open_one()
        await upgrade(database)
        await database.write(seed, SCHEMA_VERSION)
        rows = await database.read(counts)
        await database.change_schema(later_revision(tmp_path))
        assert await database.read(counts) == rows
        changed = await database.read(lambda c: c.execute(text("SELECT id, messages, note FROM threads")).all())
        assert changed == [("t-1", 2, "none")]
        await database.write(lambda c: c.execute(text("DELETE FROM threads")))
        assert (await database.read(counts))["records"] == 0


async def test_an_upgrade_that_fails_changes_nothing(new_url: str, tmp_path: Path) -> None:
    async with opener_of(new_url) as open_one:
        database = await open_one()
        await upgrade(database)
        await database.write(seed, SCHEMA_VERSION)
        rows = await database.read(counts)
        with pytest.raises(StoreUnavailable):
            await database.change_schema(later_revision(tmp_path, then='op.execute("not SQL")'))
        await require_current(database)
        assert await database.read(counts) == rows
        columns = await database.read(lambda c: {column["name"] for column in inspect(c).get_columns("threads")})
        assert "note" not in columns


async def test_a_sqlite_upgrade_that_breaks_a_reference_is_undone(open_sqlite: OpenDatabase, tmp_path: Path) -> None:
    database = await open_sqlite()
    await database.write(seed, SCHEMA_VERSION)
    with pytest.raises(RuntimeError, match="breaks"):
        await database.change_schema(later_revision(tmp_path, then='op.execute("DELETE FROM threads")'))
    await require_current(database)
    assert (await database.read(counts))["threads"] == 1


async def test_a_schema_of_a_newer_version_is_left_alone(new_url: str, tmp_path: Path) -> None:
    async with opener_of(new_url) as open_one:
        database = await open_one()
        await upgrade(database)
        await database.change_schema(later_revision(tmp_path))
        for refused in (require_current, upgrade):
            with pytest.raises(SchemaOutdated, match="newer") as newer:
                await refused(database)
            assert newer.value.fix == "Upgrade followthrough."


async def test_a_schema_of_an_older_version_says_what_to_run(new_url: str) -> None:
    async with opener_of(new_url) as open_one:
        database = await open_one()
        await upgrade(database)
        await database.write(lambda c: c.execute(text("UPDATE alembic_version SET version_num = '0000'")))
        with pytest.raises(SchemaOutdated) as older:
            await require_current(database)
        assert older.value.fix == "Run: followthrough migrate"


async def test_a_database_without_tables_says_what_to_run(new_url: str) -> None:
    database = open_database(new_url)
    store = SqlThreadStore(database)
    for ask in (store.ping, lambda: store.get(ThreadId("t-1"))):
        with pytest.raises(SchemaOutdated) as missing:
            await ask()
        assert missing.value.fix == "Run: followthrough migrate"
    await database.aclose()
