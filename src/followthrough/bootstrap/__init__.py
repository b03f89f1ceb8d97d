"""Puts the parts together. The only module that names an adapter; everything else sees ports.

async with Followthrough.open() as ft:
    thread = await ft.create_thread()
    turn = await ft.send(thread.id, "How long do I have to appeal?")
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial

from fastapi import FastAPI

from followthrough.adapters.audit_store.sql import SqlAuditStore
from followthrough.adapters.chat_store.sql import SqlChatStore
from followthrough.adapters.clock.agreed import AgreedClock
from followthrough.adapters.clock.system import SystemClock
from followthrough.adapters.database.codec import prepare as prepare_codecs
from followthrough.adapters.database.engine import Database, open_database
from followthrough.adapters.decision_store.sql import SqlDecisionStore
from followthrough.adapters.deletion_store.sql import SqlDeletionStore
from followthrough.adapters.disk.room import room_in
from followthrough.adapters.document_reader.reader import Reader as FormatReader
from followthrough.adapters.document_store.sql import SqlDocumentStore
from followthrough.adapters.feedback_store.sql import SqlFeedbackStore
from followthrough.adapters.flag_store.sql import SqlFlagStore
from followthrough.adapters.handoff_store.sql import SqlHandoffStore
from followthrough.adapters.hearer.fitted import FittedHearer
from followthrough.adapters.ids.ordered import OrderedIds
from followthrough.adapters.key_store.sql import SqlKeyStore
from followthrough.adapters.language_model.configured import configured_model
from followthrough.adapters.language_model.none import NoModel
from followthrough.adapters.live_events.local import LocalEvents
from followthrough.adapters.live_events.valkey import ValkeyEvents
from followthrough.adapters.pack.yaml_folder import check_pack, shipped_examples
from followthrough.adapters.passage_index.lancedb import LanceIndex
from followthrough.adapters.rate_counts.valkey import ValkeyCounts
from followthrough.adapters.session_store.database import DatabaseSessions
from followthrough.adapters.session_store.memory import MemorySessions
from followthrough.adapters.session_store.valkey import ValkeySessions
from followthrough.adapters.telemetry.otel import turn_observer
from followthrough.adapters.thread_store.sql import SqlThreadStore
from followthrough.adapters.valkey.connection import ValkeyConnection
from followthrough.adapters.web.none import NoWebSearch
from followthrough.adapters.web.pages import HttpPageReader
from followthrough.adapters.webhook.http import HttpWebhook
from followthrough.bootstrap.pieces import (
    EMBEDDERS,
    build_embedder,
    build_index,
    build_reader,
    build_search,
    load_packs,
)
from followthrough.bootstrap.process import keep_loaded
from followthrough.bootstrap.reporting import guard_json, report_json
from followthrough.bootstrap.schema import database_status, make_ready, migrate
from followthrough.bootstrap.upkeep import removals_of, upkeep_of
from followthrough.channels import telegram
from followthrough.channels.calls import Calls
from followthrough.channels.http.access import check_bind
from followthrough.channels.http.app import create_app
from followthrough.channels.http.keys import LOCAL_OWNER
from followthrough.channels.http.services import Services
from followthrough.domain.audit import BY_COMMAND, AuditEntry, Outcome
from followthrough.domain.hearing import SaidAt
from followthrough.domain.ids import AuditId, OwnerId, WorkerId
from followthrough.domain.pack import Pack
from followthrough.domain.rollout import Flag, Rollout
from followthrough.errors import DependencyError
from followthrough.ingest.library import Library
from followthrough.ports.audit_store import AuditStore
from followthrough.ports.chat_store import ChatStore
from followthrough.ports.clock import Clock
from followthrough.ports.decision_store import DecisionStore
from followthrough.ports.deletion_store import DeletionStore
from followthrough.ports.document_reader import DocumentReader
from followthrough.ports.document_store import DocumentStore
from followthrough.ports.embedder import Embedder
from followthrough.ports.feedback_store import FeedbackStore
from followthrough.ports.flag_store import FlagStore
from followthrough.ports.handoff_store import HandoffStore
from followthrough.ports.hearer import Hearer
from followthrough.ports.ids import IdSource
from followthrough.ports.key_store import KeyStore
from followthrough.ports.language_model import LanguageModel
from followthrough.ports.live_events import LiveEvents
from followthrough.ports.passage_index import PassageIndex
from followthrough.ports.rate_counts import RateCounts
from followthrough.ports.reader import Reader
from followthrough.ports.session_store import SessionStore
from followthrough.ports.thread_store import ThreadStore
from followthrough.ports.web import PageReader, WebSearch
from followthrough.ports.webhook import Webhook
from followthrough.rules.decisions.rollout import dial_of
from followthrough.settings import Settings, load
from followthrough.turn.branches import Branches
from followthrough.turn.deps import TurnDeps
from followthrough.turn.event_log import prepare as prepare_events
from followthrough.turn.known import KnownNames
from followthrough.turn.outbox import Outbox
from followthrough.turn.people import People
from followthrough.turn.readiness import Readiness
from followthrough.turn.replay import Replay
from followthrough.turn.service import TurnService
from followthrough.turn.switches import Switches
from followthrough.turn.version import rules_version

__all__ = [
    "EMBEDDERS",
    "Followthrough",
    "Parts",
    "application",
    "build_embedder",
    "build_index",
    "build_parts",
    "build_reader",
    "build_search",
    "check_pack",
    "database_status",
    "load_packs",
    "migrate",
]
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a system is made of. ``build_parts`` makes those of the settings; tests and scripts mix their own."""

    threads: ThreadStore
    documents: DocumentStore
    deletions: DeletionStore
    keys: KeyStore
    index: PassageIndex
    embedder: Embedder
    reader: DocumentReader
    clock: Clock
    ids: IdSource
    pages: PageReader
    packs: dict[str, Pack]
    handoffs: HandoffStore
    decisions: DecisionStore
    feedback: FeedbackStore
    flags: FlagStore
    webhook: tuple[Webhook, str] | None = None
    search: WebSearch = field(default_factory=NoWebSearch)
    model: LanguageModel = field(default_factory=NoModel)
    judge: Reader | None = None
    hearer: Hearer | None = None
    chats: ChatStore | None = None
    audit: AuditStore | None = None
    near_sessions: SessionStore | None = None
    live: LiveEvents = field(default_factory=LocalEvents)
    counts: RateCounts | None = None
    database: Database | None = None

    async def aclose(self) -> None:
        """Closes what holds files, threads or connections."""
        webhook = self.webhook and self.webhook[0]
        more = (self.live, self.near_sessions, webhook, self.database)
        for part in (self.index, self.embedder, self.pages, self.search, self.model, *more):
            if part is not None:
                await part.aclose()


def _turn_deps(settings: Settings, parts: Parts, library: Library) -> TurnDeps:
    rollout: Rollout = {flag: dial_of(getattr(settings, flag.value)) for flag in Flag}
    return TurnDeps(
        threads=parts.threads,
        documents=parts.documents,
        index=parts.index,
        embedder=parts.embedder,
        clock=parts.clock,
        ids=parts.ids,
        packs=parts.packs,
        tuning=settings.tuning,
        known=KnownNames(parts.documents),
        sessions=DatabaseSessions(parts.threads, settings.tuning),
        near_sessions=parts.near_sessions,
        live=parts.live,
        intake=library,
        pages=parts.pages,
        search=parts.search,
        model=parts.model,
        model_daily_tokens=settings.model_daily_tokens,
        reader=parts.judge or build_reader(parts.embedder),
        hearer=parts.hearer
        or FittedHearer(parts.embedder, shipped=shipped_examples, kept=settings.data_dir / "hearing"),
        switches=Switches(rollout, parts.flags, parts.clock, settings.tuning),
        rules=rules_version(),
        keep_words=settings.decisions_user_text,
        handoff_wait_minutes=settings.handoff_wait_minutes,
        handoff_told=parts.webhook is not None,
        handoff_operators=settings.handoff_operators or settings.answers_in_telegram,
        strict_loop=settings.clarification_strict,
        thread_actions=settings.thread_actions,
    )


class Followthrough(Calls):
    """A running system. Use ``open``; closing it finishes what is running and leaves the rest to be recovered.

    Attributes:
        settings: what it was opened with.
        turns: threads and their turns.
        library: documents in and out.
        documents, index, keys: the catalogue, the passages, the API keys.
        people, handoffs: a person takes a thread, speaks in it, gives it back; and who waits for one.
        decisions, replay, branches: how turns were decided, decisions made again, threads from others' turns.
        flags, switches: which flags are held back, and how far each is on.
        parts: what it is made of.
        worker: this process's name among all workers.
        owner: who owns what is created here without a key.
    """

    def __init__(self, settings: Settings, parts: Parts) -> None:
        self.settings, self.parts = settings, parts
        self.clock, self.ids = parts.clock, parts.ids
        self.threads, self.documents, self.keys = parts.threads, parts.documents, parts.keys
        self.index, self.embedder = parts.index, parts.embedder
        self.owner: OwnerId = LOCAL_OWNER
        self.worker = worker = WorkerId(f"{socket.gethostname()}-{os.getpid()}-{parts.ids.new('w')}")
        self.library = Library(
            documents=parts.documents,
            deletions=parts.deletions,
            index=parts.index,
            reader=parts.reader,
            pages=parts.pages,
            embedder=parts.embedder,
            clock=parts.clock,
            tuning=settings.tuning,
            worker=worker,
        )
        self._deps = deps = _turn_deps(settings, parts, self.library)
        self.turns = TurnService(deps, worker)
        self.replay, self.switches = Replay(parts.decisions, deps).run, deps.switches
        self.handoffs, self.decisions, self.flags = parts.handoffs, parts.decisions, parts.flags
        room = room_in(settings.data_dir, settings.tuning.disk_least_bytes)
        self.ready = Readiness(deps, settings.collection, room).check
        who, clock, tuning = worker, parts.clock, settings.tuning
        self.people = People(self.turns, parts.threads)
        self.branches = Branches(self.turns, parts.threads, parts.documents, self.library, clock=clock, ids=parts.ids)
        self.outbox = Outbox(parts.handoffs, self.people, parts.webhook, clock=clock, worker=who, tuning=tuning)
        self.removals = removals_of(self)
        self.upkeep = upkeep_of(self)
        for observe in filter(None, (self.outbox.ended, turn_observer())):
            self.turns.on_ended(observe)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, settings: Settings | None = None, *, parts: Parts | None = None, background: bool = True
    ) -> AsyncGenerator[Followthrough]:
        """A system ready to work.

        Args:
            settings: None reads file and environment.
            parts: None builds what the settings name; parts that are given stay open for their owner.
            background: whether documents are embedded and hand-offs delivered while it is open.

        Raises:
            ConfigurationError: a setting is wrong.
            SchemaOutdated: the database needs ``followthrough migrate``.
            StoreUnavailable: the database does not answer.
        """
        settings = settings or load()
        async with AsyncExitStack() as stack:
            if parts is None:
                parts = build_parts(settings)
                stack.push_async_callback(parts.aclose)
            if parts.database is not None:
                await make_ready(parts.database, settings)
            if isinstance(parts.clock, AgreedClock):
                await parts.clock.start()
                stack.push_async_callback(parts.clock.aclose)
            system = cls(settings, parts)
            if background:
                await system.library.start()
            stack.push_async_callback(system.library.aclose)
            await system.turns.start()
            stack.push_async_callback(system.turns.aclose)
            if background:
                for worker in (system.outbox, system.upkeep):
                    await worker.start()
                    stack.push_async_callback(worker.aclose)
                stack.callback(asyncio.create_task(system.warm_up()).cancel)
            yield system

    async def warm_up(self) -> None:
        """Loads model and index before the first question needs them. A failure is left for that question to tell."""
        for make in (prepare_events, prepare_codecs):
            await asyncio.to_thread(make)
        try:
            await asyncio.gather(self.embedder.embed_queries(["warm up"]), self.index.count())
            pack = self._deps.packs.get(self.settings.pack)
            if self._deps.hearer is not None and pack is not None and pack.examples.all:
                await self._deps.hearer.expect(SaidAt(), pack.examples)
        except DependencyError as error:
            _log.warning("warm_up.failed", extra={"code": error.code})
        keep_loaded()

    async def note(self, action: str, about: str = "", *, by: str = BY_COMMAND) -> None:
        """Writes into the audit log that something was done."""
        if self.parts.audit is not None:
            made = AuditId(self.ids.new("aud"))
            await self.parts.audit.add(
                AuditEntry(id=made, at=self.clock.now(), by=by, action=action, object=about, outcome=Outcome.DONE)
            )

    @property
    def services(self) -> Services:
        """What the HTTP channel works with."""
        return Services(
            turns=self.turns,
            library=self.library,
            threads=self.threads,
            documents=self.documents,
            index=self.index,
            keys=self.keys,
            clock=self.clock,
            ids=self.ids,
            handoffs=self.handoffs,
            decisions=self.decisions,
            people=self.people,
            removals=self.removals,
            feedback=self.parts.feedback,
            branches=self.branches,
            packs=self.parts.packs,
            chats=self.parts.chats,
            audit=self.parts.audit,
            ready=self.ready,
            report=partial(report_json, self),
            guard=partial(guard_json, self),
            counts=self.parts.counts,
        )


def application(settings: Settings) -> FastAPI:
    """The server as an ASGI application. Connects when it starts, not before.

    Raises:
        ConfigurationError: a setting of the Telegram bot is wrong, or its library is not installed.
    """
    bot = telegram.bot_of(settings)

    @asynccontextmanager
    async def open_services() -> AsyncGenerator[Services]:
        async with Followthrough.open(settings) as system:
            check_bind(settings.host, any_key=await system.keys.any_active())
            async with telegram.serving(bot, system):
                yield system.services

    return create_app(settings, open_services, more=telegram.routes_of(bot))


def build_parts(settings: Settings, *, embedder: Embedder | None = None) -> Parts:
    """The parts that the settings name, or the embedder given. Nothing is connected to or loaded yet.

    Raises:
        ConfigurationError: a setting names something that does not exist, or the data folder can't be made.
    """
    database = open_database(settings.sqlalchemy_url, synchronous=settings.sqlite_synchronous, tuning=settings.tuning)
    settings.make_data_dir()
    shared = ValkeyConnection.of(settings.redis_url, clock=SystemClock(), tuning=settings.tuning)
    reader = FormatReader(settings.tuning)
    return Parts(
        threads=SqlThreadStore(database),
        near_sessions=ValkeySessions(shared, settings.tuning) if shared else MemorySessions(),
        live=ValkeyEvents(shared, settings.tuning) if shared else LocalEvents(),
        counts=ValkeyCounts(shared) if shared else None,
        handoffs=SqlHandoffStore(database),
        decisions=SqlDecisionStore(database),
        feedback=SqlFeedbackStore(database),
        flags=SqlFlagStore(database),
        webhook=HttpWebhook.of(settings.handoff_webhook, timeout_s=settings.tuning.handoff_timeout_s),
        documents=SqlDocumentStore(database),
        deletions=SqlDeletionStore(database),
        keys=SqlKeyStore(database),
        index=LanceIndex(settings.index_location, tuning=settings.tuning),
        embedder=embedder or build_embedder(settings),
        reader=reader,
        pages=HttpPageReader(reader, settings.tuning),
        clock=AgreedClock(database, settings.tuning),
        ids=OrderedIds(),
        packs=load_packs(settings),
        search=build_search(settings),
        model=configured_model(settings, clock=SystemClock()),
        chats=SqlChatStore(database),
        audit=SqlAuditStore(database),
        database=database,
    )
