"""The user ticks off what an answer told them to do; nobody else does."""

from __future__ import annotations

from followthrough.domain.conversation import Thread
from followthrough.domain.ids import ActionId
from followthrough.domain.records import ActionTicked
from followthrough.errors import NotFound
from followthrough.turn.service import TurnService


async def tick(turns: TurnService, thread: Thread | None, action_id: ActionId | str, *, done: bool) -> Thread:
    """The thread with the action ticked off, or open again; once is as good as twice.

    Raises:
        NotFound: there is no such thread, or none of its answers asked for this.
        StoreUnavailable: it was not kept.
    """
    action = None if thread is None else next((a for a in thread.actions if a.id == action_id), None)
    if thread is None or action is None:
        raise NotFound("There is no action with this id in the conversation.", fix="Check the id.")
    if (action.done_at is not None) is done:
        return thread
    ticked = action.id
    return await turns.change(thread.id, lambda at: ActionTicked(action_id=ticked, done=done, at=at))
