"""The product as a Python library: what a program calls, by the names of the HTTP interface.

``bootstrap.Followthrough`` has these calls; a program opens one and needs nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.channels.wire.turn import Turn, turn
from followthrough.domain.continuity import OptionSet, Selection
from followthrough.domain.conversation import Thread
from followthrough.domain.ids import ActionId, DocumentId, OwnerId, ThreadId, TurnId
from followthrough.domain.recents import PastQuestion
from followthrough.ports.thread_store import ThreadStore
from followthrough.settings import Settings
from followthrough.turn.recents import recents
from followthrough.turn.service import TurnService
from followthrough.turn.ticking import tick


class Calls:
    """Conversations of one owner.

    Attributes:
        settings: what is not given with a call comes from here.
        turns: threads and their turns.
        threads: where they are kept.
        owner: who owns what is created here without a key.
    """

    settings: Settings
    turns: TurnService
    threads: ThreadStore
    owner: OwnerId

    async def create_thread(
        self,
        *,
        collection: str | None = None,
        pack: str | None = None,
        language: str | None = None,
        user_id: str | None = None,
    ) -> Thread:
        """A new thread; what is not given comes from the settings.

        Raises:
            InvalidInput: the pack is not installed.
        """
        return await self.turns.create_thread(
            owner=self.owner,
            collection=collection or self.settings.collection,
            pack=pack or self.settings.pack,
            language=language,
            user_id=user_id,
        )

    async def send(
        self,
        thread_id: ThreadId | str,
        text: str,
        *,
        client_message_id: str | None = None,
        attachments: Sequence[DocumentId] = (),
        links: Sequence[str] = (),
        selection: Selection | None = None,
        include_document_ids: Sequence[DocumentId] = (),
    ) -> Turn:
        """Sends a message and waits for its turn; the same names as over HTTP.

        Raises:
            InvalidInput: the message is empty, or a link is no http(s) address.
            TooLarge: it is too long.
            NotFound: there is no such thread.
            StoreUnavailable: it was not kept, or could not be saved yet; send it again with the same
                ``client_message_id``.
        """
        thread_id = ThreadId(thread_id)
        message = await self.turns.submit(
            thread_id,
            text,
            client_message_id=client_message_id,
            attachments=attachments,
            links=links,
            selection=selection,
            include_document_ids=include_document_ids,
        )
        return turn(await self.turns.result(thread_id, message.turn_id))

    async def register_options(self, thread_id: ThreadId | str, shown: OptionSet) -> OptionSet:
        """Registers the list that a host application shows; returns it with the id that clicks name.

        Raises:
            NotFound: there is no such thread.
            StoreUnavailable: it was not kept.
        """
        return await self.turns.register_options(ThreadId(thread_id), shown)

    async def tick(self, thread_id: ThreadId | str, action_id: ActionId | str, *, done: bool = True) -> Thread:
        """Ticks off what an answer told the user to do (``Thread.actions``), or takes the tick back.

        Raises:
            NotFound: there is no such thread, or no such action in it.
            StoreUnavailable: it was not kept.
        """
        return await tick(self.turns, await self.threads.get(ThreadId(thread_id)), action_id, done=done)

    async def retry(
        self, thread_id: ThreadId | str, turn_id: TurnId | str, *, client_message_id: str | None = None
    ) -> Turn:
        """Tries a past question of the thread again and waits for its turn.

        Raises:
            NotFound: there is no such thread or turn.
            StoreUnavailable: it was not kept, or could not be saved yet.
        """
        thread_id = ThreadId(thread_id)
        message = await self.turns.retry(thread_id, TurnId(turn_id), client_message_id=client_message_id)
        return turn(await self.turns.result(thread_id, message.turn_id))

    async def recents(self, *, before: TurnId | str | None = None, limit: int = 50) -> list[PastQuestion]:
        """Past questions with their outward status, newest first; those older than the turn ``before``.

        Raises:
            StoreUnavailable: the store did not answer.
        """
        return await recents(self.threads, self.owner, before=None if before is None else TurnId(before), limit=limit)
