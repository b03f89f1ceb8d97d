"""A group of people who answer hand-offs in Telegram: what is posted there, and what their replies do.

Invariants: each hand-off is posted once, whatever channel its conversation is of; only messages of the group itself
do anything, and only replies to what the bot posted about a conversation. Its id is the last line of such a post.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from followthrough.channels.telegram.codec import Incoming, Said, Told
from followthrough.channels.telegram.delivery import Courier
from followthrough.channels.telegram.render import inert
from followthrough.domain.conversation import Thread, TurnClass
from followthrough.domain.handoff import HandoffState, HandoffSummary, Holder, Origin, StoredHandoff
from followthrough.domain.ids import ThreadId
from followthrough.errors import NotFound
from followthrough.ports.chat_store import Exchange, ExchangeState, Unseen
from followthrough.ports.handoff_store import HandoffStore
from followthrough.ports.thread_store import ThreadStore
from followthrough.turn.people import People

_MOST = 100  # that are looked at together
_LONGEST = 3_000  # characters of a post's words: it stays one message, which ends with the conversation's id
_ABOUT = re.compile(r"(?:^|\n)(\S{1,64})\s*\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Operators:
    """The group at work.

    Attributes:
        group: the number of its chat.
        channel: the bot's name among all channels; what the group has seen is noted beside it.
        courier: what sending needs.
        threads: the conversations.
        people: how a person takes one, speaks in it and gives it back.
        handoffs: who waits for a person.
    """

    group: int
    channel: str
    courier: Courier
    threads: ThreadStore
    people: People
    handoffs: HandoffStore

    async def look(self) -> None:
        """Posts what is new: hand-offs that wait, and what happens in the conversations that were posted.

        Raises:
            StoreUnavailable: the database did not answer; what was not noted is posted at the next look.
        """
        for stored in await self.handoffs.list(states=[HandoffState.WAITING], limit=_MOST):
            await self._call(stored)
        for unseen in await self.courier.store.unseen(self._noted, limit=_MOST):
            await self._tell(unseen)

    async def take(self, exchange: Exchange, incoming: Incoming) -> Exchange | None:
        """Carries out what a member of the group said about a conversation; None where it is about none.

        Raises:
            CallerError: the words could not be passed on.
            DependencyError: something does not answer; take it again later.
        """
        if incoming.origin.chat_id != self.group or not isinstance(incoming, Said | Told):
            return None
        thread = await self._meant(incoming)
        if isinstance(incoming, Said):
            return None if thread is None else await self._speak(exchange, incoming, thread)
        if incoming.command not in ("take", "back", "end"):
            return None
        chat = self.courier.chat
        if thread is None:
            return _noticed(exchange, chat.operators_which)
        if incoming.command == "take":
            await self.people.take(thread.id)
            return _noticed(exchange, _about(chat.operators_taken, thread.id))
        key = f"telegram:{exchange.key}"
        await self.people.give_back(thread.id, note=incoming.words, client_message_id=key)
        return _noticed(exchange, chat.operators_given_back)

    async def _speak(self, exchange: Exchange, incoming: Said, thread: Thread) -> Exchange:
        chat = self.courier.chat
        if incoming.file is not None or incoming.unreadable:
            exchange = _noticed(exchange, chat.operators_text_only)
        if not incoming.text:
            return exchange
        if thread.holder is not Holder.HUMAN:
            await self.people.take(thread.id)
            exchange = _noticed(exchange, _about(chat.operators_taken, thread.id))
        await self.people.speak(thread.id, incoming.text, client_message_id=f"telegram:{exchange.key}")
        return exchange

    async def _meant(self, incoming: Said | Told) -> Thread | None:
        """The conversation of the post that is replied to; one that was passed to people at some time."""
        found = _ABOUT.search(incoming.answers)
        thread = None if found is None else await self.threads.get(ThreadId(found[1]))
        is_known = thread is not None and await self.handoffs.list(thread_id=thread.id, limit=1)
        return thread if is_known else None

    async def _call(self, stored: StoredHandoff) -> None:
        store, handoff = self.courier.store, stored.handoff
        key = f"h:{handoff.id}"
        turn = await self.threads.turn(handoff.thread_id, handoff.turn_id)
        if turn is None or await store.get(self.channel, key) is not None:
            return
        text = self.courier.chat.operators_called.format(about=_summary(handoff.summary))
        address, index = f"{self.group}", turn.message.index
        before = Unseen(address=address, thread_id=handoff.thread_id, turn_id=handoff.turn_id, index=index)
        try:
            await store.link(self._noted, address, handoff.thread_id)
        except NotFound:  # deleted meanwhile
            return
        await store.see(self._noted, before, None)
        await store.receive([self._post(key, before, text)])

    async def _tell(self, unseen: Unseen) -> None:
        """Sees to a turn that ended in a conversation that was posted."""
        stored, chat = await self.threads.turn(unseen.thread_id, unseen.turn_id), self.courier.chat
        text = ""
        if stored is not None and stored.record is not None:
            message = stored.message
            if message.origin is Origin.SYSTEM:
                text = chat.operators_nobody
            elif message.origin is Origin.USER and stored.record.turn_class is TurnClass.RECORDED:
                words = [chat.operators_words.format(words=_short(message.text))] if message.text else []
                files = [chat.operators_files.format(count=n)] if (n := len(message.attachments)) else []
                text = "\n\n".join([*words, *files])
        post = self._post(f"o:{unseen.turn_id}", unseen, text) if text else None
        await self.courier.store.see(self._noted, unseen, post)

    @property
    def _noted(self) -> str:
        """The channel under which it is noted what the group has seen of which conversation."""
        return f"{self.channel}/operators"

    def _post(self, key: str, of: Unseen, text: str) -> Exchange:
        return Exchange(
            channel=self.channel,
            key=key,
            address=f"{self.group}",
            sequence=of.index,
            received_at=self.courier.clock.now(),
            state=ExchangeState.TAKEN,
            thread_id=of.thread_id,
            notices=(_about(text, of.thread_id),),
        )


def _noticed(exchange: Exchange, text: str) -> Exchange:
    return replace(exchange, notices=(*exchange.notices, text))


def _about(text: str, thread_id: ThreadId) -> str:
    return f"{text}\n\n{inert(thread_id)}"


def _summary(summary: HandoffSummary) -> str:
    """What the person reads first, line by line; without what identifies anybody, as it was made."""
    parts = [f"- {part.text}" for part in summary.parts if part.is_open]
    pairs = [f"- {question} {answer or '-'}" for question, answer in summary.pairs]
    lines: Sequence[str] = (summary.words or summary.objective or "", *parts, *pairs)
    return "\n".join(_short(line) for line in lines if line)[:_LONGEST]


def _short(text: str) -> str:
    line = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return inert(line)
