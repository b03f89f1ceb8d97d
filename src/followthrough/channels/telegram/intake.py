"""Takes a received message to the conversation: a turn is submitted, a file is read, a command is carried out.

Invariant: taking an exchange twice has the effect of taking it once. A turn's message carries the exchange's key, and
a thread's id comes from the key of the message that began it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from followthrough.channels.telegram import codec
from followthrough.channels.telegram.api import Refused, Target
from followthrough.channels.telegram.codec import Clicked, Edited, File, Incoming, Me, Moved, Said, Told
from followthrough.channels.telegram.delivery import Courier
from followthrough.channels.telegram.gathering import goes_on, joined, rest_of
from followthrough.channels.telegram.operators import Operators
from followthrough.channels.telegram.render import Button, chosen, inert, options_of, recents
from followthrough.domain.continuity import Option, Selection
from followthrough.domain.conversation import Thread
from followthrough.domain.handoff import Origin
from followthrough.domain.ids import DocumentId, OwnerId, ThreadId, TurnId
from followthrough.domain.objective import ObjectiveStatus
from followthrough.errors import CallerError, ChannelUnavailable, VersionConflict
from followthrough.ingest.library import Library
from followthrough.ports.chat_store import Exchange, ExchangeState, Unseen
from followthrough.ports.document_reader import Refused as Unreadable
from followthrough.ports.thread_store import ThreadStore
from followthrough.rules.lists.option_sets import state_of

_MEGABYTE = 2**20
_MOST_PARTS = 12  # of an album, or of a text; an album has at most ten


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What conversations of this bot begin with.

    Attributes:
        channel: the bot's name among all channels.
        collection: what its threads search.
        pack: the pack of its threads.
        allowed: chats and users that are answered; none means everyone.
    """

    channel: str
    collection: str
    pack: str
    allowed: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Unfit:
    """A file that was not taken, and what to say of it."""

    notice: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Intake:
    """Carries out what came in; ``operators`` is the group that answers hand-offs, None without one."""

    me: Me
    place: Place
    courier: Courier
    threads: ThreadStore
    library: Library
    operators: Operators | None = None

    def target(self, incoming: Incoming | None, address: str) -> Target:
        """Where answers to it go. In a group they reply to the message, so that everyone sees what is answered.

        Args:
            incoming: what came in; None for what is said without having been asked here.
            address: the chat's address today.
        """
        chat, _, topic = address.partition("/")
        target = Target(chat_id=int(chat), topic_id=int(topic) if topic else None)
        if incoming is None or isinstance(incoming, Clicked) or not target.is_group:
            return target
        return replace(target, reply_to=incoming.origin.message_id)

    def read(self, exchange: Exchange) -> Incoming | None:
        """What the exchange's payload says."""
        return None if exchange.payload is None else codec.read(json.loads(exchange.payload), self.me)

    async def take(self, exchange: Exchange) -> None:
        """Does what the exchange asks for and notes what is to be said.

        Raises:
            DependencyError: something that is needed does not answer; take it again later.
        """
        incoming = self.read(exchange)
        if incoming is None:
            await self.courier.store.put(replace(exchange, state=ExchangeState.DONE, payload=None))
            return
        rest: list[Exchange] = []
        if isinstance(incoming, Said) and goes_on(incoming):
            incoming, rest = await self._whole(exchange, incoming)
        if not self._is_allowed(incoming):
            taken = self._notice(exchange, self.courier.chat.not_here.format(chat=incoming.origin.chat_id))
        else:
            try:
                taken = await self._carry_out(exchange, incoming)
            except CallerError as error:
                taken = self._notice(exchange, self.courier.chat.not_taken.format(reason=inert(str(error))))
        over = (replace(one, state=ExchangeState.DONE, payload=None) for one in rest)
        await self.courier.store.put(replace(taken, state=ExchangeState.TAKEN), *over)

    async def _whole(self, exchange: Exchange, first: Said) -> tuple[Said, list[Exchange]]:
        """The message with the parts of it that came in messages of their own, and their exchanges."""
        store, waited = self.courier.store, self.courier.clock.now() - exchange.received_at
        await self.courier.sleep(max(0.0, self.courier.tuning.telegram_gather_s - waited.total_seconds()))
        _, *following = await store.received(exchange.channel, exchange.address, limit=_MOST_PARTS)
        parts = rest_of(first, map(self.read, following))
        return joined([first, *parts]), following[: len(parts)]

    async def overhear(self, unseen: Unseen) -> None:
        """Sees to a turn that ended in a chat's thread: what a person or the product itself says is shown there.

        Turns that were asked for in the chat are answered there anyway, and those asked for elsewhere are read there.
        """
        stored = await self.threads.turn(unseen.thread_id, unseen.turn_id)
        exchange = None
        if stored is not None and stored.message.origin in (Origin.PERSON, Origin.SYSTEM):
            exchange = Exchange(
                channel=self.place.channel,
                key=f"t:{unseen.turn_id}",
                address=unseen.address,
                sequence=unseen.index,
                received_at=self.courier.clock.now(),
                state=ExchangeState.TAKEN,
                thread_id=unseen.thread_id,
                turn_id=unseen.turn_id,
            )
        await self.courier.store.see(self.place.channel, unseen, exchange)

    def _is_allowed(self, incoming: Incoming) -> bool:
        origin, allowed = incoming.origin, self.place.allowed
        is_operators = self.operators is not None and origin.chat_id == self.operators.group
        return is_operators or not allowed or origin.chat_id in allowed or origin.user_id in allowed

    async def _carry_out(self, exchange: Exchange, incoming: Incoming) -> Exchange:
        if self.operators is not None and (done := await self.operators.take(exchange, incoming)) is not None:
            return done
        match incoming:
            case Said():
                return await self._say(exchange, incoming)
            case Told():
                return await self._tell(exchange, incoming)
            case Clicked():
                return await self._click(exchange, incoming)
            case Edited():
                return self._notice(exchange, self.courier.chat.edited)
            case Moved():
                return exchange  # it moves once what came before is sent
            case _:
                assert_never(incoming)

    def _notice(self, exchange: Exchange, *texts: str) -> Exchange:
        return replace(exchange, notices=(*exchange.notices, *texts))

    # Messages

    async def _say(self, exchange: Exchange, incoming: Said) -> Exchange:
        taken = self._notice(exchange, self.courier.chat.unsupported) if incoming.unreadable else exchange
        if incoming.file is not None:
            return await self._say_with(taken, incoming, (incoming.file, *incoming.more))
        return await self._submit(taken, incoming, incoming.text) if incoming.text else taken

    async def _say_with(self, taken: Exchange, incoming: Said, files: Sequence[File]) -> Exchange:
        """What is said, with files; those that can't be taken are told, and so are those that nothing is asked of."""
        thread = await self._thread(incoming)
        async with self.courier.typing(self.target(incoming, taken.address)):
            added = [(file, await self._add(file, thread)) for file in files]
        taken = self._notice(taken, *(one.notice for _, one in added if isinstance(one, _Unfit)))
        read = [(file.name, one) for file, one in added if not isinstance(one, _Unfit)]
        if not incoming.text and not (read and _waits(thread)):
            received = self.courier.chat.file_received
            return self._notice(taken, *(received.format(name=inert(name)) for name, _ in read))
        return await self._submit(taken, incoming, incoming.text, attachments=tuple(one for _, one in read))

    async def _submit(
        self,
        exchange: Exchange,
        incoming: Incoming,
        text: str,
        *,
        attachments: tuple[DocumentId, ...] = (),
        selection: Selection | None = None,
    ) -> Exchange:
        thread = await self._thread(incoming)
        message = await self.courier.turns.submit(
            thread.id,
            text,
            client_message_id=f"telegram:{exchange.key}",
            attachments=attachments,
            selection=selection,
        )
        return replace(exchange, thread_id=thread.id, turn_id=message.turn_id)

    async def _add(self, file: File, thread: Thread) -> DocumentId | _Unfit:
        """Reads the file into the thread's scope."""
        chat, tuning, name = self.courier.chat, self.courier.tuning, inert(file.name)
        most = min(tuning.telegram_file_max_bytes, tuning.document_max_bytes)
        too_large = _Unfit(notice=chat.file_too_large.format(name=name, megabytes=max(1, most // _MEGABYTE)))
        if file.size is not None and file.size > most:
            return too_large
        data = await self.courier.api.download(file.id, most)
        if data is None:
            return too_large
        if isinstance(data, Refused):
            return _Unfit(notice=chat.file_lost.format(name=name))
        added = await self.library.add(
            data=data,
            name=file.name,
            source=f"upload:{file.name}",
            collection=thread.collection,
            thread_id=thread.id,
        )
        if isinstance(added, Unreadable):
            return _Unfit(notice=chat.file_failed.format(name=name, reason=inert(added.reason)))
        if added.document.id not in thread.document_ids:
            await self.courier.turns.attach(thread.id, added.document.id)
        return added.document.id

    # Commands

    async def _tell(self, exchange: Exchange, incoming: Told) -> Exchange:
        chat = self.courier.chat
        match incoming.command:
            case "start":
                return self._notice(exchange, chat.welcome)
            case "new":
                await self._begin(incoming)
                return self._notice(exchange, chat.started_over)
            case "stop":
                return await self._stop(exchange, incoming)
            case "recents":
                return self._notice(exchange, await self._recents(incoming))
            case _:
                return self._notice(exchange, chat.help)

    async def _recents(self, incoming: Told) -> str:
        tuning = self.courier.tuning
        owned = await self.threads.list(self._owner(incoming), limit=tuning.page_size)
        running: list[str] = []
        for thread in owned:
            turns = await self.threads.turns(thread.id, after_index=thread.turns, limit=tuning.telegram_recents)
            running += [turn.message.text for turn in reversed(turns) if turn.record is None]
        return recents(owned, running, self.courier.chat, most=tuning.telegram_recents)

    async def _stop(self, exchange: Exchange, incoming: Told) -> Exchange:
        thread_id = await self.courier.store.thread_of(self.place.channel, incoming.origin.address)
        if thread_id is None:
            return self._notice(exchange, self.courier.chat.nothing_to_stop)
        if await self.courier.turns.stop(thread_id) is not None:
            return exchange  # the answer itself says that it was stopped
        return await self._submit(exchange, incoming, self.courier.chat.stop_phrase)

    # Buttons

    async def _click(self, exchange: Exchange, incoming: Clicked) -> Exchange:
        """A click on the open question is its answer; any other is told that it came too late."""
        opened = await self.courier.store.get(self.place.channel, incoming.of_key)
        option = None if opened is None else await self._open_option(opened, incoming)
        if opened is None or option is None:
            await self._end_click(incoming, self.courier.chat.option_gone)
            return exchange
        if await self.courier.store.choose(self.place.channel, opened.key, exchange.key) != exchange.key:
            await self._end_click(incoming, self.courier.chat.option_taken)
            return exchange
        set_id, chosen_one = option
        clicked = Selection(option_set_id=set_id, option_id=chosen_one.id)
        taken = await self._submit(exchange, incoming, chosen_one.label, selection=clicked)
        left = chosen(chosen_one.label, self.courier.chat, data=codec.button_data(incoming.of_key, incoming.place))
        await self._end_click(incoming, None)
        await self._leave(exchange, incoming, (left,))
        return taken

    async def _open_option(self, opened: Exchange, incoming: Clicked) -> tuple[str, Option] | None:
        """The list and the option that were clicked, while the list is one that can be chosen from."""
        current = await self.courier.store.thread_of(self.place.channel, incoming.origin.address)
        if opened.turn_id is None or opened.thread_id is None or opened.thread_id != current:
            return None
        return await self._offered(opened.thread_id, opened.turn_id, incoming.place)

    async def _offered(self, thread_id: ThreadId, turn_id: TurnId, place: int) -> tuple[str, Option] | None:
        stored = await self.threads.turn(thread_id, turn_id)
        thread = await self.threads.get(thread_id)
        offered = None if stored is None or stored.record is None else options_of(stored.record)
        if offered is None or thread is None or place >= len(offered.options):
            return None
        is_open = state_of(thread).set_of(offered.id) is not None
        return (offered.id, offered.options[place]) if is_open else None

    async def _end_click(self, incoming: Clicked, note: str | None) -> None:
        """A click that is not answered in time is none to Telegram; that is no reason to take it again."""
        try:
            await self.courier.api.answer_click(incoming.click_id, note)
        except ChannelUnavailable:
            return

    async def _leave(self, exchange: Exchange, incoming: Clicked, buttons: tuple[Button, ...]) -> None:
        target = self.target(incoming, exchange.address)
        try:
            await self.courier.api.set_buttons(target, incoming.origin.message_id, buttons)
        except ChannelUnavailable:
            return

    # Threads

    async def _thread(self, incoming: Incoming) -> Thread:
        """The thread that the chat talks to; a new one where there is none."""
        known = await self.courier.store.thread_of(self.place.channel, incoming.origin.address)
        thread = None if known is None else await self.threads.get(known)
        return thread if thread is not None else await self._begin(incoming)

    async def _begin(self, incoming: Incoming) -> Thread:
        """A new thread for the chat; the same one when the same message begins it again."""
        origin = incoming.origin
        digest = hashlib.sha256(f"{self.place.channel} {origin.key}".encode()).hexdigest()
        thread_id = ThreadId(f"thr_{digest[:32]}")
        thread = await self.threads.get(thread_id)
        if thread is None:
            try:
                thread = await self.courier.turns.create_thread(
                    owner=self._owner(incoming),
                    collection=self.place.collection,
                    pack=self.place.pack,
                    user_id=None if origin.user_id is None else f"telegram:{origin.user_id}",
                    thread_id=thread_id,
                )
            except VersionConflict:  # another worker began it at the same moment
                thread = await self.threads.get(thread_id)
                assert thread is not None  # noqa: S101 - for the type checker; the store said that it is there
        await self.courier.store.link(self.place.channel, origin.address, thread.id)
        return thread

    def _owner(self, incoming: Incoming) -> OwnerId:
        return OwnerId(f"telegram:{incoming.origin.chat_id}")


def _waits(thread: Thread) -> bool:
    """Whether the conversation waits for something that a file could be."""
    objective = thread.active_objective
    return objective is not None and objective.status is ObjectiveStatus.ACTIVE
