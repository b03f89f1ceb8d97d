"""Everything into a folder while it serves, and back: checked by restoring it, on SQLite and on PostgreSQL."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Connection, Table, select, text
from tests.contracts.seeds import SEEDS
from tests.contracts.test_schema import revisions, seed
from tests.databases import opener_of

from followthrough.adapters.database.engine import open_database
from followthrough.adapters.database.schema import migrate as migrate_url
from followthrough.adapters.database.tables import metadata
from followthrough.bootstrap import Followthrough, build_parts, migrate
from followthrough.bootstrap.backup import backup, restore
from followthrough.domain.documents import DocumentStatus
from followthrough.domain.ids import DocumentId
from followthrough.errors import InvalidInput
from followthrough.ingest.library import Added
from followthrough.migrations import SCHEMA_VERSION
from followthrough.settings import Settings, only
from followthrough.testing.fake_embedder import FakeEmbedder
from followthrough.tuning import Tuning

NOT_COPIED = {"leases", "channel_leases", "lease_time", "audit"}
TUNING = Tuning(index_keep_versions_s=1.0)


def settings_of(folder: Path, url: str | None = None) -> Settings:
    return only(data_dir=folder, database_url=url, tuning=TUNING)


@asynccontextmanager
async def running(settings: Settings) -> AsyncGenerator[Followthrough]:
    """One process, with an embedder that takes no time."""
    parts = build_parts(settings, embedder=FakeEmbedder())
    try:
        async with Followthrough.open(settings, parts=parts, background=False) as system:
            yield system
    finally:
        await parts.aclose()


async def add(system: Followthrough, name: str) -> DocumentId:
    added = await system.library.add(
        data=f"# {name}\n\nThe fee of {name} is $25.\n".encode(),
        name=f"{name}.md",
        source=f"upload:{name}.md",
        collection="default",
    )
    assert isinstance(added, Added)
    await system.library.run_until_idle()
    return added.document.id


def _kept(table: Table) -> list[Column[Any]]:
    return [column for column in table.c if not column.name.startswith("claim_")]


async def rows(settings: Settings) -> dict[str, list[Any]]:
    """Every row that a backup has."""

    def read(connection: Connection) -> dict[str, list[Any]]:
        return {
            name: sorted(map(repr, connection.execute(select(*_kept(table))).all()))
            for name, table in metadata.tables.items()
            if name not in NOT_COPIED
        }

    database = open_database(settings.sqlalchemy_url)
    try:
        return await database.read(read)
    finally:
        await database.aclose()


@pytest.fixture(params=["sqlite", "postgres"])
def settings(request: pytest.FixtureRequest, tmp_path: Path) -> Settings:
    url = request.getfixturevalue("new_postgres_url") if request.param == "postgres" else None
    return settings_of(tmp_path / "data", url)


async def test_a_restore_brings_back_what_was_there(settings: Settings, tmp_path: Path) -> None:
    await migrate(settings)
    async with running(settings) as system:
        document = await add(system, "plan")
        thread = await system.create_thread()
        await system.send(thread.id, "What is the fee of plan?")
        await backup(settings, tmp_path / "copy")
        before = await rows(settings)
        passages = await system.index.of_document(document)
        await add(system, "later")
        await system.library.delete([document])
        await system.removals.thread(thread.id)
        manifest, out_of_step = await restore(settings, tmp_path / "copy")  # while it serves
        assert (manifest.schema, out_of_step.queued, out_of_step.lost) == (SCHEMA_VERSION, 0, 0)
        assert await rows(settings) == before
        assert await system.index.of_document(document) == passages
        assert await system.index.documents() == {document}
        assert await system.index.missing_vectors([document], system.embedder.model_id, limit=9) == []
        turn = await system.send(thread.id, "What is the fee of plan?")
        assert (turn.index, turn.status) == (2, "completed")
        assert (await system.documents.upload(document) or b"").startswith(b"# plan")


async def test_a_backup_of_one_database_is_restored_into_another_of_another_kind(
    new_postgres_url: str, tmp_path: Path
) -> None:
    here, there = settings_of(tmp_path / "a"), settings_of(tmp_path / "b", new_postgres_url)
    await migrate(here)
    async with opener_of(here.sqlalchemy_url) as open_one:
        await (await open_one()).write(seed, SCHEMA_VERSION)
    await backup(here, tmp_path / "copy")
    await restore(there, tmp_path / "copy")
    found, expected = await rows(there), await rows(here)
    lost = expected["documents"]  # the seeds' documents have no passages in any index
    assert {k: v for k, v in found.items() if k != "documents"} == {
        k: v for k, v in expected.items() if k != "documents"
    }
    assert len(found["documents"]) == len(lost)
    again = settings_of(tmp_path / "c")
    await backup(there, tmp_path / "copy-of-b")
    await restore(again, tmp_path / "copy-of-b")
    assert await rows(again) == found


async def test_a_backup_is_of_one_moment_while_others_write(settings: Settings, tmp_path: Path) -> None:
    await migrate(settings)
    async with running(settings) as system:
        ended = asyncio.Event()

        async def write() -> None:
            while not ended.is_set():
                thread = await system.create_thread()
                await system.send(thread.id, "hello")

        writing = asyncio.create_task(write())
        try:
            for number in range(3):
                await backup(settings, tmp_path / f"copy-{number}")
        finally:
            ended.set()
            await writing
    for number in range(3):
        fresh = settings_of(tmp_path / f"fresh-{number}")
        await restore(fresh, tmp_path / f"copy-{number}")
        async with running(fresh) as system:
            for thread in await system.threads.list(system.owner, limit=500):
                turns = await system.threads.turns(thread.id)
                ended = [stored for stored in turns if stored.record is not None]
                records = await system.threads.records(thread.id)
                assert (len(records), len(ended)) == (thread.version, thread.version)


async def test_what_is_out_of_step_is_read_again_from_its_original(tmp_path: Path) -> None:
    settings = settings_of(tmp_path / "data")
    await migrate(settings)
    async with running(settings) as system:
        kept, lost = await add(system, "kept"), await add(system, "lost")
        await system.documents.drop_upload(lost)
        await system.index.delete_documents([kept, lost])  # the index was copied at another moment
        await backup(settings, tmp_path / "copy")
        _, out_of_step = await restore(settings, tmp_path / "copy")
        assert (out_of_step.queued, out_of_step.lost) == (1, 1)
        await system.library.run_until_idle()
        assert len(await system.index.of_document(kept)) == 1
        found = await system.documents.get(lost)
        assert found is not None
        assert (found.status, "original was not kept" in (found.reason or "")) == (DocumentStatus.FAILED, True)


@pytest.mark.parametrize("revision", revisions())
async def test_a_backup_of_an_older_schema_is_restored(tmp_path: Path, revision: str) -> None:
    folder = tmp_path / "copy"
    settings = settings_of(tmp_path / "data")
    await migrate(settings)
    await backup(settings, folder)
    file = folder / "database.sqlite"
    file.unlink()
    await migrate_url(f"sqlite:///{file}", revision=revision)
    async with opener_of(f"sqlite:///{file}") as open_one:
        await (await open_one()).write(seed, revision)
    manifest = json.loads((folder / "manifest.json").read_text())
    tables = {name: len(found) for name, found in SEEDS[revision].items()}
    manifest |= {"schema": revision, "database": {k: v for k, v in tables.items() if k in manifest["database"]}}
    (folder / "manifest.json").write_text(json.dumps(manifest))
    await restore(settings, folder)
    assert len((await rows(settings))["turns"]) == 2


async def test_a_backup_that_is_not_whole_changes_nothing(tmp_path: Path) -> None:
    settings = settings_of(tmp_path / "data")
    await migrate(settings)
    async with running(settings) as system:
        await add(system, "plan")
    await backup(settings, tmp_path / "copy")
    before = await rows(settings)
    with pytest.raises(InvalidInput, match="not empty"):
        await backup(settings, tmp_path / "copy")
    with pytest.raises(InvalidInput, match="no whole backup"):
        await restore(settings, tmp_path / "nowhere")
    file = tmp_path / "copy" / "database.sqlite"
    whole = file.read_bytes()
    for damaged in (b"", b"not a database" * 500, whole[: len(whole) // 2]):
        file.write_bytes(damaged)
        with pytest.raises(InvalidInput):
            await restore(settings, tmp_path / "copy")
    async with opener_of(f"sqlite:///{file}") as open_one:
        file.write_bytes(whole)
        await (await open_one()).write(lambda c: c.execute(text("DELETE FROM documents")))
    with pytest.raises(InvalidInput, match="manifest"):
        await restore(settings, tmp_path / "copy")
    assert await rows(settings) == before
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith(".")] == []
