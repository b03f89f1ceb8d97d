"""Clients that talk, answer a document's questions, upload and delete, and remember what was acknowledged."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from itertools import count

import httpx
from benchmarks.faults.server import Server

ABANDONED = 0.2  # share of messages whose answer nobody waits for and that nobody sends again
DELETED = 0.4  # share of uploads after which a document goes
GUIDE = {
    "name": "guide.md",
    "text": "# Device guide\n\nWhen the phone shows an error, press the cable in. A red light means little power.\n",
    "metadata": {"clarifying_questions": ["Which version is it?", "Which light is on?"]},
}
SAID = (
    "My phone shows an error",
    "12",
    "a red light",
    "What does the red light mean?",
    "hello",
    "what about {word}?",
)


@dataclass(slots=True)
class Work:
    """What the clients did.

    Attributes:
        sent: text of each message by (thread, client id), acknowledged or not.
        acknowledged: (thread, client id) of what was answered, with its turn's id.
        uploads: ids of the documents that were acknowledged, by name; the name is a word of the document.
        deleting: ids of those whose deletion was asked for: they may be there or not until it is acknowledged.
        deletions: ids of those whose deletion was acknowledged.
        refused: answers that nobody should get: neither done nor "not now".
        troubles: how often what happened, kills among them.
    """

    sent: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    acknowledged: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    uploads: dict[str, str] = field(default_factory=dict[str, str])
    deleting: set[str] = field(default_factory=set[str])
    deletions: set[str] = field(default_factory=set[str])
    refused: list[str] = field(default_factory=list[str])
    troubles: Counter[str] = field(default_factory=Counter[str])

    @property
    def answers(self) -> int:
        """How many pieces of work were acknowledged."""
        return len(self.acknowledged) + len(self.uploads) + len(self.deletions)

    def is_done(self, answer: httpx.Response) -> bool:
        """Whether the answer says so; one that it should not be is kept."""
        if not answer.is_success:
            asked = f"{answer.request.method} {answer.request.url.path}"
            self.refused.append(f"{asked}: {answer.status_code} {answer.text}")
        return answer.is_success


async def talk(server: Server, work: Work, chance: random.Random, name: str) -> None:
    """One user's conversation, for ever; a message is sent again until it is acknowledged, or given up at once."""
    thread = (await server.until_answered("POST", "/threads", {})).json()["thread_id"]
    for number in count(1):
        client_id = f"{name}-{number}"
        text = f"{chance.choice(SAID).format(word=client_id)} ({client_id})"
        work.sent[thread, client_id] = text
        body = {"text": text, "client_message_id": client_id}
        send = server.once if chance.random() < ABANDONED else server.until_answered
        answer = await send("POST", f"/threads/{thread}/messages", body)
        if answer is not None and work.is_done(answer):
            work.acknowledged[thread, client_id] = answer.json()["turn_id"]


async def keep_documents(server: Server, work: Work, chance: random.Random) -> None:
    """Uploads documents and deletes some of them, for ever."""
    for number in count(1):
        name = f"note{number}"
        text = f"# Note {number}\n\nThis is about {name}.\n" * chance.randint(1, 40)
        answer = await server.until_answered("POST", "/documents", {"text": text, "name": f"{name}.md"})
        if not work.is_done(answer):
            continue
        work.uploads[name] = answer.json()["document_id"]
        kept = [ident for ident in work.uploads.values() if ident not in work.deletions]
        if chance.random() < DELETED:
            await delete(server, work, chance.choice(kept))


async def delete(server: Server, work: Work, document: str) -> None:
    """Deletes a document; that it is not there any more means that an earlier try did it."""
    work.deleting.add(document)
    answer = await server.until_answered("DELETE", f"/documents/{document}")
    if answer.status_code == httpx.codes.NOT_FOUND or work.is_done(answer):
        work.deletions.add(document)
