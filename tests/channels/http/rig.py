"""The real application, service, rules and library over stores in memory, with a clock that tests move."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI

from followthrough.adapters.document_reader.reader import Reader
from followthrough.adapters.ids.ordered import OrderedIds
from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.bootstrap import Followthrough, Parts
from followthrough.channels.http.app import create_app
from followthrough.channels.http.keys import new_key
from followthrough.channels.http.services import Services
from followthrough.domain.access import Role
from followthrough.domain.ids import KeyId, OwnerId
from followthrough.domain.retrieval import Hit, PassageFilter
from followthrough.domain.web import PageRefusal
from followthrough.ports.key_store import ApiKey
from followthrough.settings import Settings
from followthrough.testing.fake_embedder import FakeEmbedder
from followthrough.testing.fake_web import FakePageReader
from followthrough.testing.manual_clock import ManualClock
from followthrough.testing.memory_audit import MemoryAudit
from followthrough.testing.memory_chats import MemoryChats
from followthrough.testing.memory_decisions import MemoryDecisions
from followthrough.testing.memory_deletions import MemoryDeletions
from followthrough.testing.memory_documents import MemoryDocuments
from followthrough.testing.memory_feedback import MemoryFeedback
from followthrough.testing.memory_flags import MemoryFlags
from followthrough.testing.memory_handoffs import MemoryHandoffs
from followthrough.testing.memory_index import MemoryIndex
from followthrough.testing.memory_keys import MemoryKeys
from followthrough.testing.memory_threads import MemoryThreads
from followthrough.tuning import Tuning

BASE = "http://localhost:8000"
FEES = "# Copays\n\nThe copay of Plan Silver is $25 a visit. Imaging at Plan Silver costs $90.\n"
QUESTION = "What is the copay of Plan Silver?"


_pack = cache(lambda: load_pack("general"))


class HeldIndex(MemoryIndex):
    """An index whose searches wait while they are held: a turn can be looked at half way."""

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()
        self.go.set()
        self.searching = asyncio.Event()

    def hold(self) -> None:
        self.go.clear()
        self.searching.clear()

    def reopen(self) -> None:
        """As a process finds what an earlier one wrote: nothing is lost, nothing is held."""
        self._closed = False
        self.go.set()

    async def search_text(self, query: str, where: PassageFilter, limit: int) -> list[Hit]:
        self.searching.set()
        await self.go.wait()
        return await super().search_text(query, where, limit)


class Rig:
    """A running application and what it runs on."""

    def __init__(self, settings: Settings, *, on_started: Callable[[], None] = lambda: None) -> None:
        self.settings = settings
        self.clock = ManualClock()
        self.threads = MemoryThreads()
        self.documents = MemoryDocuments()
        self.keys = MemoryKeys()
        self.audit = MemoryAudit()
        self.deletions = MemoryDeletions()
        self.index = HeldIndex()
        self.embedder = FakeEmbedder()
        self.ids = OrderedIds()
        self.web: dict[str, str | bytes | PageRefusal] = {}
        self._on_started = on_started
        self.app: FastAPI = create_app(settings, self.open_services)
        self.client = self.caller()

    @asynccontextmanager
    async def open_services(self) -> AsyncGenerator[Services]:
        reader = Reader(self.settings.tuning)
        parts = Parts(
            threads=self.threads,
            handoffs=MemoryHandoffs(self.threads),
            decisions=MemoryDecisions(self.threads),
            feedback=MemoryFeedback(self.threads),
            flags=MemoryFlags(),
            chats=MemoryChats(self.threads),
            audit=self.audit,
            documents=self.documents,
            deletions=self.deletions,
            keys=self.keys,
            index=self.index,
            embedder=self.embedder,
            reader=reader,
            pages=FakePageReader(reader, self.web),
            clock=self.clock,
            ids=self.ids,
            packs={"general": _pack()},
        )
        # documents are embedded when a test says so: nothing happens behind its back
        async with Followthrough.open(self.settings, parts=parts, background=False) as system:
            self.system = system
            self.library = system.library
            self.loop = asyncio.get_running_loop()
            self._on_started()
            yield system.services
            self.index.go.set()

    def caller(self, secret: str | None = None, **headers: str) -> httpx.AsyncClient:
        """A client of the application, in this process."""
        if secret is not None:
            headers["Authorization"] = f"Bearer {secret}"
        return httpx.AsyncClient(transport=httpx.ASGITransport(self.app), base_url=BASE, headers=headers)

    async def add_key(
        self, owner: str, rate_per_minute: int | None = None, role: Role = Role.EDITOR
    ) -> tuple[str, ApiKey]:
        """A new key in force."""
        secret, key = new_key(
            key_id=KeyId(self.ids.new("key")),
            owner=OwnerId(owner),
            name=owner,
            created_at=self.clock.now(),
            rate_per_minute=rate_per_minute,
            role=role,
        )
        await self.keys.add(key)
        return secret, key

    async def new_thread(self, **body: str) -> str:
        """The id of a new thread."""
        made = await self.client.post("/v1/threads", json=body)
        assert made.status_code == 201, made.text
        return made.json()["thread_id"]

    async def add_fees(self) -> str:
        """The id of a document in the library that answers ``QUESTION``."""
        made = await self.client.post("/v1/documents", json={"text": FEES, "name": "fees.md"})
        assert made.status_code == 201, made.text
        return made.json()["document_id"]

    async def send(self, thread_id: str, text: str = QUESTION, **body: Any) -> dict[str, Any]:
        """One turn."""
        sent = await self.client.post(f"/v1/threads/{thread_id}/messages", json={"text": text, **body})
        assert sent.status_code == 200, sent.text
        return sent.json()

    async def send_for_events(self, thread_id: str, text: str = QUESTION, **body: Any) -> list[Frame]:
        """One turn as events."""
        sent = await self.client.post(
            f"/v1/threads/{thread_id}/messages", json={"text": text, **body}, headers={"Accept": "text/event-stream"}
        )
        assert sent.status_code == 200, sent.text
        return read_frames(sent.text)


@asynccontextmanager
async def running(folder: Path, *, tuning: dict[str, float] | None = None, **settings: Any) -> AsyncGenerator[Rig]:
    """A rig whose application has started."""
    rig = Rig(Settings(data_dir=folder, tuning=Tuning(**(tuning or {})), **settings))
    async with rig.app.router.lifespan_context(rig.app), rig.client:
        yield rig


@dataclass(frozen=True)
class Frame:
    """One server-sent event."""

    id: int
    event: str
    data: dict[str, Any]


def read_frames(text: str) -> list[Frame]:
    """The events in a stream; comments are left out."""
    frames: list[Frame] = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":"))
        if fields:
            frames.append(Frame(id=int(fields["id"]), event=fields["event"], data=json.loads(fields["data"])))
    return frames


def said(frames: Sequence[Frame]) -> str:
    """What the deltas say."""
    return "".join(f.data["text"] for f in frames if f.event == "delta")
