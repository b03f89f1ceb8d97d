"""People in a thread: one takes it, speaks in it, gives it back; or nobody comes, and the user is told."""

from __future__ import annotations

from followthrough.domain.conversation import Message, SessionStatus, Thread
from followthrough.domain.handoff import Holder, Origin, StoredHandoff
from followthrough.domain.ids import ThreadId
from followthrough.domain.records import HolderChanged
from followthrough.errors import InvalidInput, NotFound
from followthrough.ports.thread_store import ThreadStore
from followthrough.turn.service import TurnService


class People:
    """Everything goes through the thread's own queue, as messages do."""

    def __init__(self, turns: TurnService, threads: ThreadStore) -> None:
        self._turns = turns
        self._threads = threads

    async def take(self, thread_id: ThreadId) -> Thread:
        """A person has the thread from now on; one who has it already keeps it."""
        return await self._hold(thread_id, Holder.HUMAN)

    async def give_back(self, thread_id: ThreadId, *, note: str = "", client_message_id: str | None = None) -> Thread:
        """The assistant has the thread again, and knows of the note what happened meanwhile. Ends an open call too.

        Raises:
            NotFound: there is no such thread.
            TooLarge: the note is longer than a message may be.
        """
        if note.strip():
            message = await self._turns.submit(
                thread_id, note, client_message_id=client_message_id, origin=Origin.NOTE
            )
            await self._turns.result(thread_id, message.turn_id)
        return await self._hold(thread_id, Holder.ASSISTANT)

    async def speak(self, thread_id: ThreadId, text: str, *, client_message_id: str | None = None) -> Message:
        """What the person who has the thread says to the user.

        Raises:
            InvalidInput: no person has the thread, or there is no text.
            NotFound: there is no such thread.
            TooLarge: the text is longer than a message may be.
        """
        if (await self._thread(thread_id)).holder is not Holder.HUMAN:
            raise InvalidInput("No person has this conversation.", fix="Take it first.", field="thread_id")
        return await self._turns.submit(thread_id, text, client_message_id=client_message_id, origin=Origin.PERSON)

    async def nobody_came(self, stored: StoredHandoff) -> None:
        """The user is told and the thread is the assistant's again; however many workers notice, it happens once."""
        handoff = stored.handoff
        message = await self._turns.submit(
            handoff.thread_id, "", client_message_id=f"{handoff.id}:nobody", origin=Origin.SYSTEM
        )
        if message.origin is not Origin.SYSTEM:  # somebody sent a message under this very id
            await self._hold(handoff.thread_id, Holder.ASSISTANT)

    async def _hold(self, thread_id: ThreadId, holder: Holder) -> Thread:
        thread = await self._thread(thread_id)
        is_open = thread.session_status is SessionStatus.ESCALATED
        if thread.holder is holder and (holder is Holder.HUMAN or not is_open):
            return thread
        return await self._turns.change(thread_id, lambda at: HolderChanged(holder=holder, at=at))

    async def _thread(self, thread_id: ThreadId) -> Thread:
        thread = await self._threads.get(thread_id)
        if thread is None:
            raise NotFound("There is no conversation with this id.", fix="Check the id.")
        return thread
