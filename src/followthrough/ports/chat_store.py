"""What a channel over a chat network keeps: which thread a chat talks to, and every message with what became of it.

A message of the network is kept before the network is told that it arrived, and an answer's pieces are noted as the
network takes them. So a channel that ends at any point goes on where it was: nothing is lost, and what may go out
twice is at most the piece that was on its way (C43).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from followthrough.domain.ids import ThreadId, TurnId, WorkerId


class ExchangeState(StrEnum):
    """``received``: kept. ``taken``: its turn is accepted, or what to say is known. ``done``: nothing is left."""

    RECEIVED = "received"
    TAKEN = "taken"
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """One message of a chat and what became of it.

    Attributes:
        channel: the bot that received it, one name for each account.
        key: the message's own identity in the channel; the same message delivered again has the same.
        address: the chat, with its topic where it has them.
        sequence: the network's counter; orders messages that were received together.
        received_at: when it was kept.
        state: how far it is.
        payload: as the network sent it, JSON; None once it is of no use any more.
        thread_id: the thread it went to.
        turn_id: the turn that answers it; None where none does.
        notices: what the channel itself has to say, each a message of its own before the turn's.
        sent: the network's ids of the pieces that were sent, in order.
    """

    channel: str
    key: str
    address: str
    sequence: int
    received_at: datetime
    state: ExchangeState = ExchangeState.RECEIVED
    payload: str | None = None
    thread_id: ThreadId | None = None
    turn_id: TurnId | None = None
    notices: tuple[str, ...] = ()
    sent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseen:
    """A turn that ended in a thread of a chat; ``index`` is its place in the thread."""

    address: str
    thread_id: ThreadId
    turn_id: TurnId
    index: int


class ChatStore(Protocol):
    """Storage of chats and exchanges. Every method may raise ``StoreUnavailable``."""

    async def thread_of(self, channel: str, address: str) -> ThreadId | None:
        """The thread that the chat talks to; None when there is none, or it was deleted."""
        ...

    async def link(self, channel: str, address: str, thread_id: ThreadId) -> None:
        """From now on the chat talks to this thread; those it talked to before are still its own.

        Raises:
            NotFound: there is no such thread.
        """
        ...

    async def unseen(self, channel: str, *, limit: int = 100) -> list[Unseen]:
        """Turns of the chats' threads that ended and that ``see`` was not told of; by thread, then in their order."""
        ...

    async def see(self, channel: str, unseen: Unseen, exchange: Exchange | None) -> None:
        """The turn is seen to: from now on ``unseen`` leaves it out, and those before it.

        The exchange that shows it in the chat, if there is one, is kept in the same transaction; a known one stays.
        """
        ...

    async def move(self, channel: str, address: str, new_address: str) -> None:
        """The network gave the chat another address: its thread and its exchanges go along.

        A thread that the new address talks to already stays the one it talks to.
        """
        ...

    async def receive(self, exchanges: Sequence[Exchange]) -> list[Exchange]:
        """Keeps new exchanges, in one transaction; returns those that were not known before.

        Raises:
            InvalidInput: a key or an address that no database can keep (``rules.cutting.storable``).
        """
        ...

    async def get(self, channel: str, key: str) -> Exchange | None:
        """The exchange, None when there is none."""
        ...

    async def waiting(self, channel: str, *, limit: int = 100) -> list[str]:
        """Addresses with an exchange that is not done, the one that waits longest first."""
        ...

    async def next(self, channel: str, address: str, state: ExchangeState) -> Exchange | None:
        """The chat's oldest exchange in this state, which is an open one; None when there is none.

        Ordered by ``received_at``, then ``sequence``, then ``key``.
        """
        ...

    async def received(self, channel: str, address: str, *, limit: int) -> list[Exchange]:
        """The chat's exchanges that are kept and not taken yet, in the order of ``next``."""
        ...

    async def put(self, *exchanges: Exchange) -> None:
        """Replaces known exchanges, in one transaction; an unknown one is ignored: its thread is gone."""
        ...

    async def choose(self, channel: str, key: str, chosen_by: str) -> str | None:
        """Settles which exchange answers the buttons under this one: the first that asks.

        Returns:
            The key of the exchange that does, from now on the same for everyone; None for an unknown ``key``.
        """
        ...

    async def acquire(self, channel: str, worker: WorkerId, *, now: datetime, until: datetime) -> bool:
        """Takes or extends the lease on the channel; False while another worker's lease is not over."""
        ...

    async def release(self, channel: str, worker: WorkerId) -> None:
        """Gives the lease back; not holding it is harmless."""
        ...
