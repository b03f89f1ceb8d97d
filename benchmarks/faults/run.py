"""A run: clients work while the server is killed and what it stands on fails; then everything is looked at."""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
import sys
import time
from contextlib import aclosing

from benchmarks.faults.clients import GUIDE, Work, keep_documents, talk
from benchmarks.faults.killable import settings_of
from benchmarks.faults.server import Server
from benchmarks.faults.troubles import Ground, Trouble, troubles
from benchmarks.faults.verdict import Verdict, look

from followthrough.bootstrap import migrate

LONGEST_LIFE_S = 20.0  # of a server, from its first answer to its kill
MOST_ANSWERS = 8  # that clients have of it before that
LONGEST_AIM_S = 0.3  # between the last of them and the kill
SAID_EVERY = 25  # kills
MORE_TROUBLE = 0.35  # share of lives in which something else happens as well


async def run(
    ground: Ground, *, kills: int, clients: int, seed: int, most_s: float = math.inf
) -> tuple[Work, Verdict]:
    """The whole run, without a kill after ``most_s``; one seed brings the same troubles in the same order."""
    work = Work()
    database = None if ground.postgres is None else ground.postgres.url
    valkey = None if ground.valkey is None else ground.valkey.url
    settings = settings_of(ground.data, valkey, database)
    if database is not None:
        await migrate(settings)
    async with aclosing(Server(ground.data, database, valkey)) as server:
        await torment(server, work, troubles(ground, server), kills=kills, clients=clients, seed=seed, most_s=most_s)
        return work, await look(server, work, settings)


async def torment(
    server: Server, work: Work, others: dict[str, Trouble], *, kills: int, clients: int, seed: int, most_s: float
) -> None:
    """Lets clients work while the server is killed and started; the last start is left alive."""
    chance = random.Random(seed)  # noqa: S311 - what is random here is to be repeatable
    await server.start()
    (await server.until_answered("POST", "/documents", GUIDE)).raise_for_status()
    async with asyncio.TaskGroup() as group:
        users = [talk(server, work, random.Random(chance.random()), f"c{n}") for n in range(clients)]  # noqa: S311 - as above
        keeper = keep_documents(server, work, random.Random(chance.random()))  # noqa: S311 - as above
        tasks = [group.create_task(one) for one in (*users, keeper)]
        until = time.monotonic() + most_s
        while work.troubles["kills"] < kills and time.monotonic() < until:
            await _live_and_die(server, work, others, chance)
            if work.troubles["kills"] % SAID_EVERY == 0:
                print(f"{work.troubles['kills']} kills, {work.answers} acknowledged", file=sys.stderr)
        for task in tasks:
            task.cancel()


async def _live_and_die(server: Server, work: Work, others: dict[str, Trouble], chance: random.Random) -> None:
    """One server's life: some work, perhaps a trouble that the kill may fall into, the kill and the next start."""
    await _had(work, work.answers + chance.randint(0, MOST_ANSWERS))
    async with asyncio.TaskGroup() as group:
        if chance.random() < MORE_TROUBLE:
            name = chance.choice(list(others))
            work.troubles[name] += 1
            group.create_task(others[name](random.Random(chance.random())))  # noqa: S311 - as above
        await asyncio.sleep(chance.uniform(0.0, LONGEST_AIM_S))
        server.kill()
        work.troubles["kills"] += 1
        await server.start()


async def _had(work: Work, answers: int) -> None:
    """Waits until clients have had so many answers, or the server has lived long enough."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LONGEST_LIFE_S):
            while work.answers < answers:  # noqa: ASYNC110 - a count that many tasks raise
                await asyncio.sleep(0.01)
