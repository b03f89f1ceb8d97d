"""A server killed at random points of what it does, with clients that check every acknowledgement.

    python -m benchmarks.faults [--kills 300] [--clients 3] [--seed 1] [--folder FOLDER]

Clients talk, answer a document's questions, upload and delete over HTTP, all at once; the server's process gets
SIGKILL at a random moment and is started again on the same folder, as often as asked. Then every acknowledged piece
of work is looked at. It exits with 1 if anything was

lost     an acknowledged message, upload or deletion is not there
doubled  a message became more than one turn
stuck    a message has no ended turn a minute after the last start
failed   a turn ended as failed, although nothing is wrong with it

The embedder is the one of the tests, so that a start costs a second; stores, index and HTTP are the real ones. A
server lives until clients have had a random number of answers: a slow machine gets as much done between kills.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import random
import signal
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import psutil
from benchmarks.measure import print_machine, print_table

ROOT = Path(__file__).parent.parent
READY_S = 120  # a start, at most
SETTLE_S = 60  # after the last start everything has ended by then
LONGEST_LIFE_S = 20.0  # of a server, from its first answer to its kill
MOST_ANSWERS = 8  # that clients have of it before that
LONGEST_AIM_S = 0.3  # between the last of them and the kill
ABANDONED = 0.2  # share of messages whose answer nobody waits for and that nobody sends again
GUIDE = (
    "# Device guide\n\nWhen the phone shows an error, press the cable in. A red light means that the power is weak.\n"
)
QUESTIONS = ["Which version is it?", "Which light is on?"]
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
        uploads: ids of the documents that were acknowledged, by name.
        deleting: ids of those whose deletion was asked for: they may be there or not until it is acknowledged.
        deletions: ids of those whose deletion was acknowledged.
        kills: how often the server was killed.
    """

    sent: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    acknowledged: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    uploads: dict[str, str] = field(default_factory=dict[str, str])
    deleting: set[str] = field(default_factory=set[str])
    deletions: set[str] = field(default_factory=set[str])
    kills: int = 0

    @property
    def answers(self) -> int:
        """How many pieces of work were acknowledged."""
        return len(self.acknowledged) + len(self.uploads) + len(self.deletions)


class Server:
    """The server's process on one port, and the client that talks to it."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port: int = free.getsockname()[1]
        self._folder = folder
        self._starter: asyncio.subprocess.Process | None = None
        self._running: int | None = None
        self.client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{self._port}", timeout=30)

    async def start(self) -> None:
        """Starts it and waits for its first answer."""
        starter = self._starter = self._starter or await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benchmarks.killable", str(self._folder), str(self._port)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
        )
        assert starter.stdin is not None
        assert starter.stdout is not None
        starter.stdin.write(b"start\n")
        async with asyncio.timeout(READY_S):
            self._running = int(await starter.stdout.readline())
            while True:
                try:
                    if (await self.client.get("/healthz")).is_success:
                        return
                except httpx.TransportError:
                    await asyncio.sleep(0.05)

    async def kill(self) -> None:
        """Ends it as a power cut would."""
        if self._running is None:
            return
        os.kill(self._running, signal.SIGKILL)
        while psutil.pid_exists(self._running):  # noqa: ASYNC110 - it is no child of this process
            await asyncio.sleep(0.01)
        self._running = None

    async def aclose(self) -> None:
        """Ends it and closes the client."""
        await self.kill()
        if self._starter is not None:
            self._starter.kill()
            await self._starter.wait()
        await self.client.aclose()

    async def once(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> httpx.Response | None:
        """The answer; None where the server went away or is not ready."""
        try:
            answer = await self.client.request(method, f"/v1{path}", json=body)
        except httpx.TransportError:
            return None
        return None if answer.status_code in (429, 503) else answer

    async def until_answered(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> httpx.Response:
        """The answer, asked for until a server gives one."""
        while (answer := await self.once(method, path, body)) is None:  # noqa: ASYNC110 - another process answers
            await asyncio.sleep(0.05)
        return answer


async def talk(server: Server, work: Work, chance: random.Random, name: str) -> None:
    """One user's conversation, for ever; a message is sent again until it is acknowledged, or given up at once."""
    thread = (await server.until_answered("POST", "/threads", {})).json()["thread_id"]
    number = 0
    while True:
        number += 1
        client_id = f"{name}-{number}"
        text = f"{chance.choice(SAID).format(word=client_id)} ({client_id})"
        work.sent[thread, client_id] = text
        body = {"text": text, "client_message_id": client_id}
        send = server.once if chance.random() < ABANDONED else server.until_answered
        answer = await send("POST", f"/threads/{thread}/messages", body)
        if answer is not None:
            answer.raise_for_status()
            work.acknowledged[thread, client_id] = answer.json()["turn_id"]


async def keep_documents(server: Server, work: Work, chance: random.Random) -> None:
    """Uploads documents and deletes some of them, for ever."""
    number = 0
    while True:
        number += 1
        name = f"note-{number}.md"
        text = f"# Note {number}\n\nThe word of note {number} is word{number}.\n" * chance.randint(1, 40)
        answer = await server.until_answered("POST", "/documents", {"text": text, "name": name})
        answer.raise_for_status()
        work.uploads[name] = answer.json()["document_id"]
        if chance.random() < 0.4:
            gone = chance.choice([i for i in work.uploads.values() if i not in work.deletions])
            work.deleting.add(gone)
            answer = await server.until_answered("DELETE", f"/documents/{gone}")
            assert answer.is_success or answer.status_code == httpx.codes.NOT_FOUND, (
                answer.text
            )  # the first try did it
            work.deletions.add(gone)


async def had(work: Work, answers: int) -> None:
    """Waits until clients have had so many answers, or the server has lived long enough."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LONGEST_LIFE_S):
            while work.answers < answers:  # noqa: ASYNC110 - a count that many tasks raise
                await asyncio.sleep(0.01)


async def torment(server: Server, work: Work, *, kills: int, clients: int, seed: int) -> None:
    """Lets clients work while the server is killed and started; the last start is left alive."""
    chance = random.Random(seed)  # noqa: S311 - what is random here is to be repeatable
    await server.start()
    metadata = {"clarifying_questions": QUESTIONS}
    guide = {"text": GUIDE, "name": "guide.md", "metadata": metadata}
    (await server.until_answered("POST", "/documents", guide)).raise_for_status()
    async with asyncio.TaskGroup() as group:
        users = [talk(server, work, random.Random(chance.random()), f"c{n}") for n in range(clients)]  # noqa: S311 - as above
        keeper = keep_documents(server, work, random.Random(chance.random()))  # noqa: S311 - as above
        tasks = [group.create_task(one) for one in (*users, keeper)]
        while work.kills < kills:
            await had(work, work.answers + chance.randint(0, MOST_ANSWERS))
            await asyncio.sleep(chance.uniform(0.0, LONGEST_AIM_S))
            await server.kill()
            work.kills += 1
            await server.start()
        for task in tasks:
            task.cancel()


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What became of the work; every list is empty where nothing went wrong."""

    lost: tuple[str, ...]
    doubled: tuple[str, ...]
    stuck: tuple[str, ...]
    failed: tuple[str, ...]

    @property
    def is_clean(self) -> bool:
        """Whether nothing went wrong."""
        return not (self.lost or self.doubled or self.stuck or self.failed)


def judge(
    work: Work,
    turns: Mapping[str, Sequence[Mapping[str, Any]]],
    documents: Mapping[str, str],
    pending: Sequence[str] = (),
) -> Verdict:
    """What became of the work.

    Args:
        work: what the clients did.
        turns: the ended turns of each thread.
        documents: the status of every document that is there, by id.
        pending: ids of turns that are accepted and have not ended.
    """
    failed = [turn for some in turns.values() for turn in some if turn["status"] == "failed"]
    ids = {turn["turn_id"] for some in turns.values() for turn in some}
    said = Counter((thread, turn["query"]["message"]) for thread, some in turns.items() for turn in some)
    known = ids.union(pending)
    messages = [client for (_, client), turn in work.acknowledged.items() if turn not in known]
    kept = {name: ident for name, ident in work.uploads.items() if ident not in work.deleting | work.deletions}
    uploads = [name for name, ident in kept.items() if documents.get(ident) != "ready"]
    undone = [f"deletion of {ident}" for ident in work.deletions if ident in documents]
    return Verdict(
        lost=(*messages, *uploads, *undone),
        doubled=tuple(text for (thread, _), text in work.sent.items() if said[thread, text] > 1),
        stuck=tuple(pending),
        failed=tuple(f"{turn['turn_id']} {turn['decision']['reason']}" for turn in failed),
    )


async def look(server: Server, work: Work) -> Verdict:
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
        verdict = judge(work, turns, documents, pending)
        if verdict.is_clean or loop.time() > until:
            return verdict
        await asyncio.sleep(0.5)


async def run(folder: Path, *, kills: int, clients: int, seed: int) -> tuple[Work, Verdict]:
    """The whole run in a folder."""
    work = Work()
    async with aclosing(Server(folder)) as server:
        await torment(server, work, kills=kills, clients=clients, seed=seed)
        return work, await look(server, work)


def main() -> int:
    """Runs and prints; 1 where anything went wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--clients", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="data folder to keep; a temporary one unless given")
    options = parser.parse_args()
    print_machine()
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.folder or Path(temporary)).resolve()
        work, verdict = asyncio.run(run(folder, kills=options.kills, clients=options.clients, seed=options.seed))
    done = [work.kills, len(work.acknowledged), len(work.uploads), len(work.deletions)]
    print_table(["kills", "messages acknowledged", "uploads", "deletions"], [[str(count) for count in done]])
    wrong = {name: getattr(verdict, name) for name in ("lost", "doubled", "stuck", "failed")}
    print_table(list(wrong), [[str(len(some)) for some in wrong.values()]])
    for name, some in wrong.items():
        for one in some[:20]:
            print(f"{name}: {one}")
    return 0 if verdict.is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
