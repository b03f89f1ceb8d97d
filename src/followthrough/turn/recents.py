"""The caller's past questions, newest first, page by page (R0-25)."""

from __future__ import annotations

from followthrough.domain.ids import OwnerId, TurnId
from followthrough.domain.recents import PastQuestion
from followthrough.ports.thread_store import ThreadStore
from followthrough.rules.records.recents import past_questions

_BATCH = 100  # turns read at once


async def recents(
    threads: ThreadStore, owner: OwnerId, *, before: TurnId | None = None, limit: int = 50
) -> list[PastQuestion]:
    """The owner's past questions with their outward status, newest first.

    Args:
        threads: where conversations are kept.
        owner: whose.
        before: only questions older than this turn.
        limit: at most so many.

    Raises:
        StoreUnavailable: the store did not answer.
    """
    found: list[PastQuestion] = []
    while len(found) < limit:
        records = await threads.past(owner, before=before, limit=_BATCH)
        if not records:
            break
        ids = dict.fromkeys(record.message.thread_id for record in records)
        known = {thread_id: await threads.get(thread_id) for thread_id in ids}
        found += past_questions(records, {i: thread for i, thread in known.items() if thread is not None})
        before = records[-1].message.turn_id
    return found[:limit]
