"""What became of the work that was acknowledged, once it has ended or the time for that is over."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from benchmarks.faults.clients import Work
from benchmarks.faults.server import Server

from followthrough.bootstrap import build_parts
from followthrough.settings import Settings
from followthrough.testing.fake_embedder import FakeEmbedder

SETTLE_S = 60  # after the last start everything has ended by then


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What became of the work; every list is empty where nothing went wrong.

    Attributes:
        lost: an acknowledged message, upload or deletion is not there, or the index does not have it.
        doubled: a message became more than one turn.
        stuck: a message has no ended turn a minute after the last start.
        failed: a turn ended as failed, although nothing is wrong with it.
        refused: an answer that nobody should get.
    """

    lost: tuple[str, ...] = ()
    doubled: tuple[str, ...] = ()
    stuck: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()

    @property
    def is_clean(self) -> bool:
        """Whether nothing went wrong."""
        return self == Verdict()


def judge(
    work: Work,
    turns: Mapping[str, Sequence[Mapping[str, Any]]],
    documents: Mapping[str, str],
    pending: Sequence[str],
    indexed: Mapping[str, str],
) -> Verdict:
    """What became of the work.

    Args:
        work: what the clients did.
        turns: the ended turns of each thread.
        documents: the status of every document that is there, by id.
        pending: ids of turns that are accepted and have not ended.
        indexed: the first passage of every document that the index has, by id.
    """
    failed = [turn for some in turns.values() for turn in some if turn["status"] == "failed"]
    ids = {turn["turn_id"] for some in turns.values() for turn in some}
    said = Counter((thread, turn["query"]["message"]) for thread, some in turns.items() for turn in some)
    known = ids.union(pending)
    messages = [client for (_, client), turn in work.acknowledged.items() if turn not in known]
    kept = {name: ident for name, ident in work.uploads.items() if ident not in work.deleting | work.deletions}
    uploads = [name for name, ident in kept.items() if documents.get(ident) != "ready"]
    unfound = [f"{name} in the index" for name, ident in kept.items() if name not in indexed.get(ident, "")]
    undone = [f"deletion of {ident}" for ident in work.deletions if ident in documents or ident in indexed]
    return Verdict(
        lost=(*messages, *uploads, *unfound, *undone),
        doubled=tuple(text for (thread, _), text in work.sent.items() if said[thread, text] > 1),
        stuck=tuple(pending),
        failed=tuple(map(_said, failed)),
        refused=tuple(work.refused),
    )


async def turns_of(server: Server, thread: str) -> tuple[list[dict[str, Any]], list[str]]:
    """Every ended turn of a thread, and the ids of those that are waiting."""
    found: list[dict[str, Any]] = []
    path = f"/threads/{thread}/turns?limit=100"
    while True:
        answer = await server.until_answered("GET", path)
        answer.raise_for_status()
        page = answer.json()
        found += page["turns"]
        if page["next_cursor"] is None:
            return found, [turn["turn_id"] for turn in page["pending"]]
        path = f"/threads/{thread}/turns?limit=100&cursor={page['next_cursor']}"


async def index_of(settings: Settings) -> dict[str, str]:
    """The first passage of every document that the index has, by the document's id."""
    parts = build_parts(settings, embedder=FakeEmbedder())
    async with aclosing(parts):
        found = [await parts.index.of_document(ident, limit=1) for ident in await parts.index.documents()]
    return {passages[0].document_id: passages[0].text for passages in found if passages}


async def look(server: Server, work: Work, settings: Settings) -> Verdict:
    """What became of the work, once it has ended or the time for that is over."""
    loop = asyncio.get_running_loop()
    until = loop.time() + SETTLE_S
    while True:
        threads = {thread for thread, _ in work.sent}
        looked = {thread: await turns_of(server, thread) for thread in threads}
        turns = {thread: ended for thread, (ended, _) in looked.items()}
        pending = [turn for _, waiting in looked.values() for turn in waiting]
        documents: dict[str, str] = {}
        for ident in {*work.uploads.values(), *work.deletions}:
            answer = await server.until_answered("GET", f"/documents/{ident}")
            if answer.is_success:
                documents[ident] = answer.json()["status"]
        verdict = judge(work, turns, documents, pending, await index_of(settings))
        if verdict.is_clean or loop.time() > until:
            return verdict
        await asyncio.sleep(1)


def _said(turn: Mapping[str, Any]) -> str:
    """Which turn failed, why, and how what it said ends."""
    text = (turn.get("reply") or {}).get("text", "")[-80:]
    return f"{turn['turn_id']} {turn['decision']['reason']}: {text}".removesuffix(": ")
