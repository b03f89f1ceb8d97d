"""The one way to talk to threads: create and change them, send messages, follow and stop turns.

Everything that changes a thread goes through its lane; what answers messages is ``turn.queue``.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import datetime

from followthrough.domain.continuity import OptionSet, Selection
from followthrough.domain.conversation import ASKS_NOTHING, Message, StoredTurn, Thread, TurnRecord
from followthrough.domain.events import TURN_STRIDE, Event
from followthrough.domain.handoff import Origin
from followthrough.domain.ids import DocumentId, OwnerId, ThreadId, TurnId, WorkerId
from followthrough.domain.records import (
    DocumentAttached,
    DocumentDetached,
    OptionsRegistered,
    Renamed,
    ThreadRecord,
    TurnEnded,
)
from followthrough.errors import InvalidInput, NotFound, TooLarge
from followthrough.rules.followups.conversation import imported_turns
from followthrough.rules.language.links import normalise_link
from followthrough.rules.lists.option_sets import host_set, state_of
from followthrough.tuning import Tuning
from followthrough.turn.deps import TurnDeps
from followthrough.turn.event_log import Observer, decode, replay
from followthrough.turn.queue import TurnQueue


class TurnService:
    """Threads and their turns. Call ``start`` before use and ``aclose`` after."""

    def __init__(self, deps: TurnDeps, worker: WorkerId) -> None:
        self._deps = deps
        self.model = deps.model
        self._queue = TurnQueue(deps, worker)
        self.changes = self._queue.changes

    async def start(self) -> None:
        """Begins to answer, first of all what an earlier process left unanswered."""
        await self._queue.start()

    async def aclose(self) -> None:
        """Lets running turns finish for the grace time; the rest is answered after the next start."""
        await self._queue.aclose()

    def on_ended(self, observe: Callable[[TurnRecord], None]) -> None:
        """From now on ``observe`` is told of every turn that ends in this process, after it was saved."""
        self._queue.ended_observers.append(observe)

    @property
    def unfinished(self) -> int:
        """How many turns this process has that are being answered or wait for it."""
        return self._queue.unfinished

    async def create_thread(
        self,
        *,
        owner: OwnerId,
        collection: str,
        pack: str,
        language: str | None = None,
        user_id: str | None = None,
        thread_id: ThreadId | None = None,
    ) -> Thread:
        """A new, empty thread.

        Raises:
            InvalidInput: the pack is not installed.
            VersionConflict: ``thread_id`` is taken.
        """
        chosen = self._deps.packs.get(pack)
        if chosen is None:
            installed = ", ".join(sorted({p.name for p in self._deps.packs.values()}))
            raise InvalidInput("There is no pack of this name.", fix=f"Installed: {installed}.", field="pack")
        now = self._deps.clock.now()
        thread = Thread(
            id=thread_id or ThreadId(self._deps.ids.new("thr")),
            owner=owner,
            collection=collection,
            pack=chosen.name,
            language=language,
            user_id=user_id,
            created_at=now,
            updated_at=now,
        )
        await self._deps.threads.create(thread)
        self.changes.ring(thread.id)
        return thread

    async def thread(self, thread_id: ThreadId, owner: OwnerId) -> Thread:
        """The owner's thread.

        Raises:
            NotFound: no such thread, or it is another owner's.
        """
        thread = await self._deps.threads.get(thread_id)
        if thread is None or thread.owner != owner:
            raise NotFound("There is no conversation with this id.", fix="Check the id, or start a new conversation.")
        return thread

    async def rename(self, thread_id: ThreadId, title: str) -> Thread:
        """Gives the thread a title."""
        return await self.change(thread_id, lambda at: Renamed(title=title, at=at))

    async def attach(self, thread_id: ThreadId, document_id: DocumentId) -> Thread:
        """Puts a document into the thread's scope."""
        return await self.change(thread_id, lambda at: DocumentAttached(document_id=document_id, at=at))

    async def detach(self, thread_id: ThreadId, document_id: DocumentId) -> Thread:
        """Takes a document out of the thread's scope."""
        return await self.change(thread_id, lambda at: DocumentDetached(document_id=document_id, at=at))

    async def register_options(self, thread_id: ThreadId, shown: OptionSet) -> OptionSet:
        """Registers the list that a host application shows, once the thread's earlier messages are answered.

        Returns:
            The set as it is kept, with an id of its own: it takes the place of every list that competes with it.

        Raises:
            NotFound: there is no such thread.
        """
        kept = host_set(replace(shown, id=self._deps.ids.new("set")))
        await self.change(thread_id, lambda at: OptionsRegistered(option_set=kept, at=at))
        return kept

    async def _check_option(self, thread_id: ThreadId, selection: Selection) -> None:
        """Refuses an option that its set does not have; a set that was replaced is seen to in the turn."""
        thread = await self._deps.threads.get(thread_id)
        shown = None if thread is None else state_of(thread).set_of(selection.option_set_id)
        if shown is not None and shown.clicked(selection.option_id) is None:
            raise InvalidInput(
                "The option is none of this set.",
                fix="Send the id of one of its options.",
                field="selection.option_id",
            )

    async def delete(self, thread_id: ThreadId) -> None:
        """Stops what runs on the thread and deletes it with all that hangs on it in the thread store."""
        await self.stop(thread_id)
        async with self._queue.lanes.own(thread_id):
            await self._deps.threads.delete(thread_id)
            if self._deps.near_sessions is not None:
                await self._deps.near_sessions.drop(thread_id)

    async def change(self, thread_id: ThreadId, make: Callable[[datetime], ThreadRecord]) -> Thread:
        """Commits the record that ``make`` gives, once the thread's earlier messages are answered.

        Raises:
            NotFound: there is no such thread.
        """
        async with self._queue.lanes.own(thread_id):
            thread = await self._deps.threads.get(thread_id)
            if thread is None:
                raise NotFound("There is no conversation with this id.", fix="Check the id.")
            record = make(self._deps.clock.now())
            return await self._deps.threads.commit(
                thread_id=thread_id, record=record, expected_version=thread.version
            )

    async def import_history(self, thread_id: ThreadId, history: Sequence[Mapping[str, str]]) -> None:
        """Puts a conversation from elsewhere into a new thread: it is understood, and proves nothing (C38).

        Only what resolution looks back on is taken.

        Args:
            thread_id: a thread without turns.
            history: its messages ``{role, content}``, oldest first.

        Raises:
            NotFound: there is no such thread.
        """
        async with self._queue.lanes.own(thread_id):
            thread = await self._deps.threads.get(thread_id)
            if thread is None:
                raise NotFound("There is no conversation with this id.", fix="Check the id.")
            pack, now = self._deps.packs[thread.pack], self._deps.clock.now()
            turns = imported_turns(history, pack, thread_id=thread_id, at=now)
            records = [turn.record for turn in turns if turn.record is not None]
            for record in records[-self._deps.tuning.history_max_turns :]:
                message = await self._deps.threads.accept(
                    thread_id=thread_id,
                    turn_id=TurnId(self._deps.ids.new("turn")),
                    text=record.message.text,
                    received_at=now,
                    client_message_id=None,
                )
                thread = await self._deps.threads.commit(
                    thread_id=thread_id,
                    record=TurnEnded(turn=replace(record, message=message)),
                    expected_version=thread.version,
                )

    # Messages

    async def submit(
        self,
        thread_id: ThreadId,
        text: str,
        *,
        client_message_id: str | None = None,
        attachments: Sequence[DocumentId] = (),
        origin: Origin = Origin.USER,
        links: Sequence[str] = (),
        retry_of: TurnId | None = None,
        selection: Selection | None = None,
        include_document_ids: Sequence[DocumentId] = (),
        observe: Observer | None = None,
    ) -> Message:
        """Makes the message durable and queues its turn; returns before the turn has run.

        ``observe`` is awaited after each of the turn's events; what takes long there holds it up.

        Raises:
            InvalidInput: it is empty, a link is no http(s) address, or the option is none of the set clicked.
            TooLarge: the text is longer than ``tuning.message_max_chars``.
            NotFound: no such thread.
            StoreUnavailable: the message was not kept.
        """
        links = checked_links(links, self._deps.tuning)
        if not (text or attachments or links or selection) and origin is not Origin.SYSTEM:
            raise InvalidInput("The message is empty.", fix="Send some text.", field="text")
        if len(text) > self._deps.tuning.message_max_chars:
            raise TooLarge(
                f"The message has {len(text):,} characters; the most is {self._deps.tuning.message_max_chars:,}.",
                fix="Shorten it, or attach the long text as a document.",
                field="text",
            )
        if selection is not None:
            await self._check_option(thread_id, selection)
        turn_id, now = TurnId(self._deps.ids.new("turn")), self._deps.clock.now()
        message = await self._deps.threads.accept(
            thread_id=thread_id,
            turn_id=turn_id,
            text=text,
            received_at=now,
            client_message_id=client_message_id,
            attachments=attachments,
            origin=origin,
            links=links,
            retry_of=retry_of,
            selection=selection,
            include_document_ids=include_document_ids,
        )
        if message.turn_id == turn_id:
            self._queue.add(message, observe)
        else:
            self._queue.wake(thread_id)
        return message

    async def retry(
        self,
        thread_id: ThreadId,
        turn_id: TurnId,
        *,
        client_message_id: str | None = None,
        observe: Observer | None = None,
    ) -> Message:
        """Queues a turn that tries a past question again, with what came with it (R0-25, C11, field report 34).

        Raises:
            NotFound: no such thread or turn.
            InvalidInput: the turn asked nothing that could be tried again.
            StoreUnavailable: the message was not kept.
        """
        stored = await self._turn(thread_id, turn_id)
        if stored.record is not None and stored.record.turn_class in ASKS_NOTHING:
            raise InvalidInput("That message asked nothing.", fix="Choose a past question.", field="turn_id")
        past = stored.message
        return await self.submit(
            thread_id,
            past.text,
            client_message_id=client_message_id,
            attachments=past.attachments,
            links=past.links,
            retry_of=turn_id,
            include_document_ids=past.include_document_ids,
            observe=observe,
        )

    async def result(self, thread_id: ThreadId, turn_id: TurnId) -> TurnRecord:
        """The turn's record, once it has ended.

        Raises:
            NotFound: no such turn, or its thread was deleted meanwhile.
            StoreUnavailable: the turn could not be saved now; the message is kept and will be answered.
        """
        log = self._queue.following(turn_id)
        if log is not None and (record := await log.over()) is not None:
            return record
        stored = await self._turn(thread_id, turn_id)
        while stored.record is None:
            self._queue.wake(thread_id)
            await asyncio.sleep(self._deps.tuning.poll_ms / 1000)
            stored = await self._turn(thread_id, turn_id)
        return stored.record

    async def events(
        self, thread_id: ThreadId, *, after: int | None = None, turn_id: TurnId | None = None
    ) -> AsyncGenerator[Event]:
        """Events of the thread with an id above ``after``, in order, until no turn is left to be answered.

        Args:
            thread_id: an existing thread.
            after: the last id the reader has; None starts with the newest turn.
            turn_id: follow this turn only.
        """
        index = 0
        if turn_id is not None:
            index = (await self._turn(thread_id, turn_id)).message.index
        elif after is not None:
            index = max(after // TURN_STRIDE, 1)
        else:
            thread = await self._deps.threads.get(thread_id)
            index = thread.turns if thread is not None else 0
            if await self._deps.threads.turns(thread_id, after_index=index, limit=1):
                index += 1
        index = max(index, 1)
        while found := await self._deps.threads.turns(thread_id, after_index=index - 1, limit=1):
            async for event in self._events_of(found[0], after or 0):
                yield event
            if turn_id is not None:
                return
            index = found[0].message.index + 1

    async def stop(self, thread_id: ThreadId) -> TurnRecord | None:
        """Ends the turn that is being answered and keeps what was said; None when there is none.

        A turn that is already being saved is left to complete, and its record is returned.
        """
        turn_id = await self._queue.stop(thread_id)
        return None if turn_id is None else await self.result(thread_id, turn_id)

    async def _turn(self, thread_id: ThreadId, turn_id: TurnId) -> StoredTurn:
        stored = await self._deps.threads.turn(thread_id, turn_id)
        if stored is None:
            raise NotFound("There is no turn with this id.", fix="Check the id.")
        return stored

    async def _events_of(self, stored: StoredTurn, after: int) -> AsyncGenerator[Event]:
        log = self._queue.following(stored.message.turn_id) if stored.record is None else None
        if log is not None:
            async for event in log.follow(after):
                after = event.id
                yield event
            if log.ended is not None:
                return
        if stored.record is None:  # of a turn that is over the record has all; live events may begin in its middle
            async for event in self._events_from_elsewhere(stored.message, after):
                after = event.id
                yield event
            stored = await self._turn(stored.message.thread_id, stored.message.turn_id)
        while stored.record is None:
            self._queue.wake(stored.message.thread_id)
            await asyncio.sleep(self._deps.tuning.poll_ms / 1000)
            stored = await self._turn(stored.message.thread_id, stored.message.turn_id)
        for event in replay(stored, after):
            yield event

    async def _events_from_elsewhere(self, message: Message, after: int) -> AsyncGenerator[Event]:
        """Events of a turn that another process has, as they come; ends when it is over, or nothing can be had."""
        following = self._deps.live.follow(message.turn_id, after)
        async with aclosing(following) as batches:
            async for batch in batches:
                for event in batch:
                    yield decode(message.turn_id, event)
                if not batch:
                    self._queue.wake(message.thread_id)
                    if (await self._turn(message.thread_id, message.turn_id)).record is not None:
                        return


def checked_links(links: Sequence[str], tuning: Tuning) -> tuple[str, ...]:
    """The links in one form, each once. Whether an address is public is seen when it is read.

    Raises:
        InvalidInput: one is no address of a web page, or there are too many.
    """
    if len(links) > tuning.links_per_message:
        raise InvalidInput(
            f"The message has {len(links)} links; the most is {tuning.links_per_message}.",
            fix="Send the others in a further message.",
            field="links",
        )
    found = [normalise_link(link) for link in links]
    for place, link in enumerate(found):
        if link is None:
            raise InvalidInput(
                "This is no address of a web page.",
                fix="Give an http or https address without a password in it, of at most 2,000 characters.",
                field=f"links.{place}",
            )
    return tuple(dict.fromkeys(link for link in found if link is not None))
