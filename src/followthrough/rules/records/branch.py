"""What a thread that branches from another begins with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from followthrough.domain.conversation import SessionStatus, TurnRecord
from followthrough.domain.ids import ThreadId, TurnId
from followthrough.domain.records import OptionsRegistered, Renamed, ThreadRecord, TurnEnded


def turns_before(records: Sequence[ThreadRecord], index: int) -> list[TurnRecord]:
    """The turns of a thread that ended before the turn with this index began."""
    return [r.turn for r in records if isinstance(r, TurnEnded) and r.turn.message.index < index]


def branched(
    records: Sequence[ThreadRecord], *, index: int, thread_id: ThreadId, ids: Mapping[TurnId, TurnId]
) -> list[ThreadRecord]:
    """The records before a turn, as those of another thread.

    The branch is the assistant's, whoever has the other thread: no call for a person is open in it. The other
    thread's own documents stay with it.

    Args:
        records: the other thread's, oldest first.
        index: of the turn that the branch begins before.
        thread_id: of the branch.
        ids: what each turn before it is called in the branch.
    """
    found: list[ThreadRecord] = []
    for record in records:
        if isinstance(record, TurnEnded):
            if record.turn.message.index >= index:
                break
            found.append(TurnEnded(turn=_copied(record.turn, thread_id, ids)))
        elif isinstance(record, Renamed | OptionsRegistered):
            found.append(record)
    return found


def _copied(turn: TurnRecord, thread_id: ThreadId, ids: Mapping[TurnId, TurnId]) -> TurnRecord:
    message = replace(
        turn.message,
        thread_id=thread_id,
        turn_id=ids[turn.message.turn_id],
        client_message_id=None,
        retry_of=None if turn.message.retry_of is None else ids.get(turn.message.retry_of),
    )
    return replace(
        turn, message=message, copied=True, handoff=False, session_status=SessionStatus.ACTIVE, model_calls=()
    )
