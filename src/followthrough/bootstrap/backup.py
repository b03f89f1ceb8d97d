"""Everything into a folder while it serves, and back: database, index, originals, with a note of what is there.

Invariant: a folder with a manifest is whole. It is written beside its place and put there by one renaming.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import tempfile
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from followthrough.adapters.clock.system import SystemClock
from followthrough.adapters.database import copying
from followthrough.adapters.database.engine import open_database
from followthrough.adapters.database.schema import migrate as upgrade_file
from followthrough.adapters.document_store.sql import SqlDocumentStore
from followthrough.adapters.passage_index.lancedb import LanceIndex
from followthrough.adapters.session_store.valkey import ValkeySessions
from followthrough.adapters.valkey.connection import ValkeyConnection
from followthrough.bootstrap.schema import migrate
from followthrough.errors import InvalidInput
from followthrough.ingest.reconcile import Reconciled, reconcile
from followthrough.migrations import SCHEMA_VERSION
from followthrough.settings import Settings

_DATABASE, _INDEX, _MANIFEST = "database.sqlite", "index", "manifest.json"
_FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What a backup holds: rows by table of the database and of the index."""

    format: int
    version: str
    schema: str
    made_at: str
    database: dict[str, int]
    index: dict[str, int]


async def backup(settings: Settings, folder: Path) -> Manifest:
    """Copies everything into a new folder while others work.

    Raises:
        InvalidInput: there is something in the folder, or it can't be written.
        DependencyError: the database or the index does not answer; no folder was made.
    """
    beside = await asyncio.to_thread(_begin, folder)
    try:
        manifest = await _copy(settings, beside)
        await asyncio.to_thread(_end, beside, folder, manifest)
    finally:
        await asyncio.to_thread(shutil.rmtree, beside, ignore_errors=True)
    return manifest


def _begin(folder: Path) -> Path:
    """A new folder beside the one that is wanted, for its owner's eyes only."""
    try:
        if folder.exists() and any(folder.iterdir()):
            raise InvalidInput(
                f"{folder} is not empty.", fix="Name a folder that does not exist yet.", field="folder"
            )
        folder.parent.mkdir(parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
    except OSError as error:
        raise _unwritable(folder, error) from None


def _end(beside: Path, folder: Path, manifest: Manifest) -> None:
    try:
        (beside / _MANIFEST).write_text(json.dumps(asdict(manifest), indent=2) + "\n", encoding="utf-8")
        if folder.exists():
            folder.rmdir()
        beside.rename(folder)
    except OSError as error:
        raise _unwritable(folder, error) from None


async def _copy(settings: Settings, folder: Path) -> Manifest:
    async with AsyncExitStack() as stack:
        database = open_database(
            settings.sqlalchemy_url, synchronous=settings.sqlite_synchronous, tuning=settings.tuning
        )
        stack.push_async_callback(database.aclose)
        index = LanceIndex(settings.index_location, tuning=settings.tuning)
        stack.push_async_callback(index.aclose)
        rows = await copying.dump(database, folder / _DATABASE)
        return Manifest(
            format=_FORMAT,
            version=version("followthrough"),
            schema=SCHEMA_VERSION,
            made_at=SystemClock().now().isoformat(),
            database=rows,
            index=await index.dump(str(folder / _INDEX)),
        )


async def restore(settings: Settings, folder: Path) -> tuple[Manifest, Reconciled]:
    """Puts a backup in the place of everything that is there.

    What it holds is checked first. The database changes in one step; the index follows, and what is out of step with
    it then is read again from its original.

    Raises:
        InvalidInput: it is no whole backup; nothing was changed.
        SchemaOutdated: a newer version made it; nothing was changed.
        DependencyError: the database or the index does not answer; the same call again goes on.
    """
    manifest = _manifest(folder)
    await migrate(settings)
    with tempfile.TemporaryDirectory(prefix="restore-", dir=settings.data_dir) as scratch:
        file = Path(scratch) / _DATABASE
        await asyncio.to_thread(_take, folder / _DATABASE, file, manifest)
        await upgrade_file(f"sqlite:///{file}")
        return manifest, await _replace(settings, file, folder / _INDEX)


def _take(source: Path, file: Path, manifest: Manifest) -> None:
    """Copies the backup's database, to be brought up to date, after looking whether all of it is there."""
    if copying.check(source) != manifest.database:
        raise InvalidInput(
            "The backup's database has not what its manifest says.", fix="Use another backup.", field="folder"
        )
    shutil.copyfile(source, file)


async def _replace(settings: Settings, file: Path, index_folder: Path) -> Reconciled:
    async with AsyncExitStack() as stack:
        database = open_database(
            settings.sqlalchemy_url, synchronous=settings.sqlite_synchronous, tuning=settings.tuning
        )
        stack.push_async_callback(database.aclose)
        index = LanceIndex(settings.index_location, tuning=settings.tuning)
        stack.push_async_callback(index.aclose)
        shared = ValkeyConnection.of(settings.redis_url, clock=SystemClock(), tuning=settings.tuning)
        if shared is not None:
            stack.push_async_callback(shared.aclose)
            await ValkeySessions(shared, settings.tuning).clear()
        await copying.load(database, file)
        await index.load(str(index_folder))
        if shared is not None:  # what was saved in between is of threads as they were before
            await ValkeySessions(shared, settings.tuning).clear()
        return await reconcile(SqlDocumentStore(database), index)


def _manifest(folder: Path) -> Manifest:
    try:
        said: Any = json.loads((folder / _MANIFEST).read_text(encoding="utf-8"))
        manifest = Manifest(**said)
    except (OSError, ValueError, TypeError):
        raise InvalidInput(
            f"{folder} is no whole backup: it has no manifest that can be read.",
            fix="Name a folder that `followthrough backup` made.",
            field="folder",
        ) from None
    if manifest.format != _FORMAT or not (folder / _INDEX).is_dir():
        raise InvalidInput(
            f"{folder} is of another format, or its index is missing.",
            fix="Restore it with the version that made it, or use another backup.",
            field="folder",
        )
    return manifest


def _unwritable(folder: Path, error: OSError) -> InvalidInput:
    why = (error.strerror or "unknown reason").lower()
    return InvalidInput(f"{folder} can't be written: {why}.", fix="Name another folder.", field="folder")
