"""Chats and exchanges in memory; held to the same contract as the databases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from followthrough.domain.ids import ThreadId, WorkerId
from followthrough.errors import NotFound
from followthrough.ports.chat_store import Exchange, ExchangeState, Unseen
from followthrough.ports.thread_store import ThreadStore
from followthrough.rules.cutting.storable import require_key


@dataclass(slots=True, eq=False)
class _Link:
    channel: str
    address: str
    thread_id: ThreadId
    seen_turns: int


class MemoryChats:
    """A ``ChatStore`` whose threads live in the given store; what belongs to a deleted thread goes with it."""

    def __init__(self, threads: ThreadStore) -> None:
        self._threads = threads
        self._links: list[_Link] = []  # the last one of an address is the thread that the chat talks to
        self._exchanges: dict[tuple[str, str], Exchange] = {}
        self._chosen: dict[tuple[str, str], str] = {}
        self._leases: dict[str, tuple[WorkerId, datetime]] = {}

    async def thread_of(self, channel: str, address: str) -> ThreadId | None:
        """See ``ChatStore.thread_of``."""
        found = [link for link in await self._linked(channel) if link.address == address]
        return found[-1].thread_id if found else None

    async def link(self, channel: str, address: str, thread_id: ThreadId) -> None:
        """See ``ChatStore.link``."""
        require_key(channel, "channel")
        require_key(address, "address")
        if await self._threads.get(thread_id) is None:
            raise NotFound("There is no conversation with this id.", fix="Check the id.")
        before = [link for link in self._links if (link.channel, link.thread_id) == (channel, thread_id)]
        self._links = [link for link in self._links if link not in before]
        self._links.append(_Link(channel, address, thread_id, before[0].seen_turns if before else 0))

    async def unseen(self, channel: str, *, limit: int = 100) -> list[Unseen]:
        """See ``ChatStore.unseen``."""
        found: list[Unseen] = []
        for link in sorted(await self._linked(channel), key=lambda link: link.thread_id):
            turns = await self._threads.turns(link.thread_id, after_index=link.seen_turns, limit=limit)
            found += [
                Unseen(
                    address=link.address,
                    thread_id=link.thread_id,
                    turn_id=turn.message.turn_id,
                    index=turn.message.index,
                )
                for turn in turns
                if turn.record is not None
            ]
        return found[:limit]

    async def see(self, channel: str, unseen: Unseen, exchange: Exchange | None) -> None:
        """See ``ChatStore.see``."""
        for link in self._links:
            is_it = (link.channel, link.thread_id) == (channel, unseen.thread_id)
            if is_it and link.seen_turns < unseen.index:
                link.seen_turns = unseen.index
                if exchange is not None:
                    self._exchanges.setdefault((exchange.channel, exchange.key), exchange)

    async def move(self, channel: str, address: str, new_address: str) -> None:
        """See ``ChatStore.move``."""
        require_key(new_address, "address")
        if address == new_address:
            return
        moved = [link for link in self._links if (link.channel, link.address) == (channel, address)]
        for link in moved:
            link.address = new_address
        self._links = [*moved, *(link for link in self._links if link not in moved)]
        for place, exchange in self._exchanges.items():
            if place[0] == channel and exchange.address == address:
                self._exchanges[place] = replace(exchange, address=new_address)

    async def receive(self, exchanges: Sequence[Exchange]) -> list[Exchange]:
        """See ``ChatStore.receive``."""
        for exchange in exchanges:
            require_key(exchange.channel, "channel")
            require_key(exchange.key, "key")
            require_key(exchange.address, "address")
        new: list[Exchange] = []
        for exchange in exchanges:
            if (exchange.channel, exchange.key) not in self._exchanges:
                self._exchanges[exchange.channel, exchange.key] = exchange
                new.append(exchange)
        return new

    async def get(self, channel: str, key: str) -> Exchange | None:
        """See ``ChatStore.get``."""
        return next((e for e in await self._kept(channel) if e.key == key), None)

    async def waiting(self, channel: str, *, limit: int = 100) -> list[str]:
        """See ``ChatStore.waiting``."""
        first: dict[str, datetime] = {}
        for exchange in await self._kept(channel):
            if exchange.state is not ExchangeState.DONE:
                since = first.get(exchange.address, exchange.received_at)
                first[exchange.address] = min(since, exchange.received_at)
        return sorted(first, key=lambda address: (first[address], address))[:limit]

    async def next(self, channel: str, address: str, state: ExchangeState) -> Exchange | None:
        """See ``ChatStore.next``."""
        return next(iter(await self._in_order(channel, address, state)), None)

    async def received(self, channel: str, address: str, *, limit: int) -> list[Exchange]:
        """See ``ChatStore.received``."""
        return (await self._in_order(channel, address, ExchangeState.RECEIVED))[:limit]

    async def _in_order(self, channel: str, address: str, state: ExchangeState) -> list[Exchange]:
        found = (e for e in await self._kept(channel) if e.address == address and e.state is state)
        return sorted(found, key=lambda e: (e.received_at, e.sequence, e.key))

    async def put(self, *exchanges: Exchange) -> None:
        """See ``ChatStore.put``."""
        for exchange in exchanges:
            if (exchange.channel, exchange.key) in self._exchanges:
                self._exchanges[exchange.channel, exchange.key] = exchange

    async def choose(self, channel: str, key: str, chosen_by: str) -> str | None:
        """See ``ChatStore.choose``."""
        require_key(chosen_by, "key")
        if (channel, key) not in self._exchanges:
            return None
        return self._chosen.setdefault((channel, key), chosen_by)

    async def acquire(self, channel: str, worker: WorkerId, *, now: datetime, until: datetime) -> bool:
        """See ``ChatStore.acquire``."""
        require_key(channel, "channel")
        holder, over = self._leases.get(channel, (worker, now))
        if holder != worker and over > now:
            return False
        self._leases[channel] = (worker, until)
        return True

    async def release(self, channel: str, worker: WorkerId) -> None:
        """See ``ChatStore.release``."""
        if self._leases.get(channel, (None, None))[0] == worker:
            del self._leases[channel]

    async def _linked(self, channel: str) -> list[_Link]:
        """The channel's chats with their threads, without deleted ones; the order of linking."""
        return [k for k in self._links if k.channel == channel and await self._threads.get(k.thread_id) is not None]

    async def _kept(self, channel: str) -> list[Exchange]:
        """The channel's exchanges, without those of deleted threads."""
        for place, exchange in list(self._exchanges.items()):
            if exchange.thread_id is not None and await self._threads.get(exchange.thread_id) is None:
                del self._exchanges[place]
        return [e for (name, _), e in self._exchanges.items() if name == channel]
