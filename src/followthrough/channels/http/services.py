"""What the HTTP channel talks to, and how a route gets hold of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, cast

from fastapi import Depends, Request

from followthrough.channels.http.keys import Caller
from followthrough.domain.ids import OwnerId
from followthrough.domain.pack import Pack
from followthrough.ingest.library import Library
from followthrough.ports.audit_store import AuditStore
from followthrough.ports.chat_store import ChatStore
from followthrough.ports.clock import Clock
from followthrough.ports.decision_store import DecisionStore
from followthrough.ports.document_store import DocumentStore
from followthrough.ports.feedback_store import FeedbackStore
from followthrough.ports.handoff_store import HandoffStore
from followthrough.ports.ids import IdSource
from followthrough.ports.key_store import KeyStore
from followthrough.ports.passage_index import PassageIndex
from followthrough.ports.rate_counts import RateCounts
from followthrough.ports.thread_store import ThreadStore
from followthrough.settings import Settings
from followthrough.turn.branches import Branches
from followthrough.turn.people import People
from followthrough.turn.removals import Removals
from followthrough.turn.service import TurnService

CALLER = "followthrough.caller"
"""Where the gate leaves the caller in the ASGI scope."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The running parts of the product that HTTP serves."""

    turns: TurnService
    library: Library
    threads: ThreadStore
    documents: DocumentStore
    index: PassageIndex
    keys: KeyStore
    clock: Clock
    ids: IdSource
    handoffs: HandoffStore
    decisions: DecisionStore
    people: People
    removals: Removals
    feedback: FeedbackStore
    branches: Branches
    packs: Mapping[str, Pack]
    ready: Callable[[], Awaitable[None]]
    report: Callable[[str], Awaitable[dict[str, Any]]]
    guard: Callable[[str, str], Awaitable[dict[str, Any]]]
    chats: ChatStore | None = None
    audit: AuditStore | None = None
    counts: RateCounts | None = None


# async, though they wait for nothing: the framework would send plain functions through a thread
async def _services(request: Request) -> Services:
    return cast("Services", request.app.state.services)


async def _settings(request: Request) -> Settings:
    return cast("Settings", request.app.state.settings)


async def _owner(request: Request) -> OwnerId:
    return cast("OwnerId", request.scope[CALLER].owner)


async def _caller(request: Request) -> Caller:
    return cast("Caller", request.scope[CALLER])


TheServices = Annotated[Services, Depends(_services)]
TheSettings = Annotated[Settings, Depends(_settings)]
TheOwner = Annotated[OwnerId, Depends(_owner)]
TheCaller = Annotated[Caller, Depends(_caller)]
