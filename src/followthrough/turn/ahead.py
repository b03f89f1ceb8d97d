"""What the next message of a thread will be compared with is embedded while its reader still reads the reply.

The last answer and the last reply are the longest texts that a follow-up needs, and nothing of them depends on it.
The embedder remembers what it made, so the follow-up finds it there. Invariant: it is done only while no turn waits,
and what fails here costs nothing: the follow-up makes it then.
"""

from __future__ import annotations

import asyncio
import logging

from followthrough.domain.retrieval import History
from followthrough.domain.session import Session
from followthrough.errors import EmbedderUnavailable
from followthrough.rules.followups.conversation import exchanges_of
from followthrough.rules.hearing.certainty import said_at
from followthrough.rules.retrieval.rank_signals import wording
from followthrough.turn.deps import TurnDeps
from followthrough.turn.off_loop import read_beside

_log = logging.getLogger(__name__)


class Ahead:
    """Prepares threads for their next message, each beside the event loop's other work.

    Args:
        deps: the hearer and the embedder.
    """

    def __init__(self, deps: TurnDeps) -> None:
        self._deps = deps
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, session: Session) -> None:
        """Starts with a thread as its last turn left it; returns at once.

        While a document's questions wait the next message is an answer, for which nothing is embedded.
        """
        waiting = session.thread.clarification
        if waiting is not None and waiting.is_active:
            return
        task = asyncio.create_task(self._prepare(session))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def aclose(self) -> None:
        """Ends what is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _prepare(self, session: Session) -> None:
        deps, pack = self._deps, self._deps.packs.get(session.thread.pack)
        if pack is None:
            return
        if deps.hearer is not None:
            await deps.hearer.expect(said_at(session.thread, session.turns), pack.examples)
        longest = max((len(turn.message.text) for turn in session.turns), default=0)
        if longest <= deps.tuning.inline_max_chars:  # less than the way to another thread and back
            exchanges = exchanges_of(session.turns, pack)
        else:
            exchanges = await read_beside(exchanges_of, session.turns, pack)
        answer = exchanges[-1].reply if exchanges else ""
        history = History(earlier=tuple(exchange.message for exchange in exchanges), answer=answer or None)
        words = wording("", "", history, deps.tuning)
        try:
            await deps.embedder.embed_queries((*words.earlier, *filter(None, (words.answer,))))
        except EmbedderUnavailable as error:
            _log.warning("ahead.not_embedded", extra={"code": error.code})
