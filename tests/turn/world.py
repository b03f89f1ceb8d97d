"""A turn service on the shipped fakes, with an index that can be held up and made to fail."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from followthrough.adapters.document_reader.reader import Reader
from followthrough.adapters.ids.ordered import OrderedIds
from followthrough.adapters.language_model.none import NoModel
from followthrough.adapters.live_events.local import LocalEvents
from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.adapters.reader.fitted import FittedReader
from followthrough.adapters.session_store.database import DatabaseSessions
from followthrough.adapters.web.none import NoWebSearch
from followthrough.domain.conversation import Thread, TurnRecord
from followthrough.domain.documents import Passage
from followthrough.domain.events import Event
from followthrough.domain.ids import DocumentId, OwnerId, PassageId, ThreadId, WorkerId
from followthrough.domain.retrieval import Hit, PassageFilter
from followthrough.domain.rollout import Dial, Flag
from followthrough.domain.web import PageRefusal
from followthrough.errors import IndexUnavailable
from followthrough.ingest.library import Library
from followthrough.ports.language_model import LanguageModel
from followthrough.ports.live_events import LiveEvents
from followthrough.ports.session_store import SessionStore
from followthrough.ports.web import PageReader, WebSearch
from followthrough.testing.fake_embedder import FakeEmbedder
from followthrough.testing.fake_web import FakePageReader
from followthrough.testing.manual_clock import ManualClock
from followthrough.testing.memory_decisions import MemoryDecisions
from followthrough.testing.memory_deletions import MemoryDeletions
from followthrough.testing.memory_documents import MemoryDocuments
from followthrough.testing.memory_flags import MemoryFlags
from followthrough.testing.memory_handoffs import MemoryHandoffs
from followthrough.testing.memory_index import MemoryIndex
from followthrough.testing.memory_threads import MemoryThreads
from followthrough.tuning import Tuning
from followthrough.turn.deps import TurnDeps
from followthrough.turn.known import KnownNames
from followthrough.turn.service import TurnService
from followthrough.turn.switches import Switches

OWNER = OwnerId("ann")
FEE = "The fee for a copy of the record is 12 dollars."
HOURS = "The service desk is open from 8 to 17 on weekdays."
QUICK = Tuning(
    poll_ms=5,
    stop_poll_ms=10,
    sweep_s=0.1,
    save_tries=3,
    save_wait_ms=1,
    lease_s=1,
    lease_renew_s=0.1,
    shutdown_grace_s=0.2,
)


class Gate(MemoryIndex):
    """The memory index behind a gate: ``hold`` makes searches wait, ``failing`` makes them fail."""

    def __init__(self) -> None:
        super().__init__()
        self.open = asyncio.Event()
        self.open.set()
        self.waiting = asyncio.Event()
        self.failing = False
        self.searched: list[str] = []

    def hold(self) -> None:
        self.open.clear()
        self.waiting.clear()

    async def search_text(self, query: str, where: PassageFilter, limit: int) -> list[Hit]:
        self.searched.append(query)
        self.waiting.set()
        await self.open.wait()
        if self.failing:
            raise IndexUnavailable("The index is away.")
        return await super().search_text(query, where, limit)


class World:
    """Stores that outlive a service, so that a test can end one and start the next."""

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.ids = OrderedIds()
        self.threads = MemoryThreads()
        self.handoffs = MemoryHandoffs(self.threads)
        self.documents = MemoryDocuments()
        self.index = Gate()
        self.packs = {"general": load_pack("general")}
        self.web: dict[str, str | bytes | PageRefusal] = {}
        self.search: WebSearch = NoWebSearch()
        self.model: LanguageModel = NoModel()
        self.model_daily_tokens: int | None = None
        self.near_sessions: SessionStore | None = None
        self.live: LiveEvents = LocalEvents()
        self.rollout: dict[Flag, Dial] = {}
        self.flags = MemoryFlags()
        self.decisions = MemoryDecisions(self.threads)
        self.workers = 0

    def service(
        self,
        tuning: Tuning = QUICK,
        *,
        pages: PageReader | None = None,
        embedder: FakeEmbedder | None = None,
        told: bool = False,
    ) -> TurnService:
        self.workers += 1
        worker = WorkerId(f"worker-{self.workers}")
        embedder, reader = embedder or FakeEmbedder(), Reader(tuning)
        self.pages = FakePageReader(reader, self.web)
        library = Library(
            documents=self.documents,
            deletions=MemoryDeletions(),
            index=self.index,
            reader=reader,
            pages=self.pages,
            embedder=embedder,
            clock=self.clock,
            tuning=tuning,
            worker=worker,
        )
        deps = TurnDeps(
            threads=self.threads,
            documents=self.documents,
            index=self.index,
            embedder=embedder,
            reader=FittedReader(embedder),
            clock=self.clock,
            ids=self.ids,
            packs=self.packs,
            tuning=tuning,
            known=KnownNames(self.documents),
            sessions=DatabaseSessions(self.threads, tuning),
            near_sessions=self.near_sessions,
            live=self.live,
            intake=library,
            pages=pages or self.pages,
            search=self.search,
            switches=Switches(self.rollout, self.flags, self.clock, tuning),
            model=self.model,
            model_daily_tokens=self.model_daily_tokens,
            handoff_told=told,
        )
        return TurnService(deps, worker)

    async def know(self, *texts: str) -> None:
        """Puts one passage a text into the index, each a document of its own."""
        for number, text in enumerate(texts):
            document_id = DocumentId(f"doc-{number}")
            await self.index.replace_document(document_id, [passage(document_id, text)])


def passage(document_id: DocumentId, text: str) -> Passage:
    return Passage(
        id=PassageId(f"{document_id}-0"),
        document_id=document_id,
        document_name=f"Manual {document_id}",
        collection="default",
        ordinal=0,
        text=text,
        start=0,
        end=len(text),
        content_hash=str(hash(text)),
    )


async def new_thread(service: TurnService) -> Thread:
    return await service.create_thread(owner=OWNER, collection="default", pack="general")


async def say(service: TurnService, thread: Thread, text: str, **options: str) -> TurnRecord:
    message = await service.submit(thread.id, text, **options)
    return await service.result(thread.id, message.turn_id)


async def collect(service: TurnService, thread_id: ThreadId, **options: int) -> list[Event]:
    return [event async for event in service.events(thread_id, **options)]


def ids(events: Sequence[Event]) -> list[int]:
    return [event.id for event in events]


def without_times(record: TurnRecord) -> TurnRecord:
    return replace(record, timings_ms=())
