"""The system that the users talk to: real parts, SQLite in a folder, one collection for each withheld document."""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from benchmarks.pools import Row
from benchmarks.pursuit.objectives import Given, files_without

from followthrough.bootstrap import Followthrough
from followthrough.channels.wire.turn import turn as wire_turn
from followthrough.domain.ids import DocumentId, ThreadId
from followthrough.ports.document_reader import Refused
from followthrough.settings import only

#: A turn as callers see it.
TurnJson = dict[str, Any]


def note(line: str) -> None:
    """Progress, beside what is printed."""
    print(line, file=sys.stderr, flush=True)


@asynccontextmanager
async def open_world(folder: Path | None) -> AsyncGenerator[World]:
    """A system in ``folder``, which keeps its library for the next run, or in one that is thrown away."""
    with ExitStack() as stack:
        data_dir = folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pursuit-")))
        settings = only(data_dir=data_dir, sqlite_synchronous="NORMAL")
        async with Followthrough.open(settings, background=False) as system:
            yield World(system, data_dir)


class World:
    """The system, its library, and conversations with it."""

    def __init__(self, system: Followthrough, folder: Path) -> None:
        self.system = system
        self.max_attempts = system.settings.tuning.max_attempts
        self._folder = folder

    async def fill_samples(self, collections: Iterable[str]) -> None:
        """Libraries of all sample documents but one each; the vectors of a passage are made once for all."""
        for collection in dict.fromkeys(collections):
            await self._ingest(files_without(collection), collection)

    async def fill_pool(self, collection: str, rows: Sequence[Row]) -> None:
        """A library with each row as a document."""
        folder = self._folder / "rows" / collection
        folder.mkdir(parents=True, exist_ok=True)
        for row in rows:
            front = f"---\ntitle: {json.dumps(row.title)}\n---\n" if row.title else ""
            (folder / f"{re.sub(r'[^A-Za-z0-9.-]', '_', row.id)}.md").write_text(front + row.text, encoding="utf-8")
        await self._ingest([folder], collection)

    async def fill_text(self, collection: str, text: str) -> None:
        """A library of one short document."""
        file = self._folder / f"{collection}.md"
        file.write_text(text, encoding="utf-8")
        await self._ingest([file], collection)

    async def _ingest(self, paths: Sequence[Path], collection: str) -> None:
        summary = await self.system.library.ingest_paths(paths, collection=collection)
        note(f"{collection}: {summary}"[:200])

    async def talk(self, collection: str) -> Talk:
        """A new conversation about the collection's documents."""
        thread = await self.system.create_thread(collection=collection)
        return Talk(self.system, thread.id, collection)


class Talk:
    """One conversation."""

    def __init__(self, system: Followthrough, thread_id: ThreadId, collection: str) -> None:
        self._system = system
        self._thread_id = thread_id
        self._collection = collection

    async def say(self, text: str, attachments: Sequence[DocumentId] = ()) -> TurnJson:
        """The turn that the message leads to."""
        message = await self._system.turns.submit(self._thread_id, text, attachments=attachments)
        record = await self._system.turns.result(self._thread_id, message.turn_id)
        return wire_turn(record).model_dump(mode="json")

    async def attach(self, text: str, given: Given) -> TurnJson:
        """The turn that a message with the file leads to."""
        library = self._system.library
        added = await library.add(
            data=given.data,
            name=given.name,
            source=f"upload:{given.name}",
            collection=self._collection,
            thread_id=self._thread_id,
        )
        if isinstance(added, Refused):
            raise TypeError(f"{given.name}: {added.reason}")
        await library.run_until_idle()
        return await self.say(text, [added.document.id])
