"""What a thread that branches from another begins with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from followthrough.domain.conversation import SessionStatus, TurnRecord
from followthrough.domain.ids import DocumentId, ThreadId, TurnId
from followthrough.domain.records import DocumentAttached, OptionsRegistered, Renamed, ThreadRecord, TurnEnded


def branched(
    past: Sequence[ThreadRecord],
    *,
    thread_id: ThreadId,
    ids: Mapping[TurnId, TurnId],
    documents: Mapping[DocumentId, DocumentId],
) -> list[ThreadRecord]:
    """The records before a turn, as those of another thread.

    The branch is the assistant's, whoever has the other thread: no call for a person is open in it. What was cited
    stays cited as it was.

    Args:
        past: the other thread's records before the turn, oldest first.
        thread_id: of the branch.
        ids: what each turn before it is called in the branch.
        documents: what the branch has of the other thread's own documents, by what they are called there.
    """
    found: list[ThreadRecord] = []
    for record in past:
        if isinstance(record, TurnEnded):
            found.append(TurnEnded(turn=_copied(record.turn, thread_id, ids, documents)))
        elif isinstance(record, DocumentAttached) and record.document_id in documents:
            found.append(replace(record, document_id=documents[record.document_id]))
        elif isinstance(record, Renamed | OptionsRegistered):
            found.append(record)
    return found


def before(records: Sequence[ThreadRecord], index: int) -> Iterator[ThreadRecord]:
    """The records up to the first turn with this index or a later one."""
    return takewhile(lambda r: not (isinstance(r, TurnEnded) and r.turn.message.index >= index), records)


def _copied(
    turn: TurnRecord, thread_id: ThreadId, ids: Mapping[TurnId, TurnId], documents: Mapping[DocumentId, DocumentId]
) -> TurnRecord:
    message = replace(
        turn.message,
        thread_id=thread_id,
        turn_id=ids[turn.message.turn_id],
        client_message_id=None,
        retry_of=None if turn.message.retry_of is None else ids.get(turn.message.retry_of),
        attachments=there(turn.message.attachments, documents),
        include_document_ids=there(turn.message.include_document_ids, documents),
    )
    return replace(
        turn, message=message, copied=True, handoff=False, session_status=SessionStatus.ACTIVE, model_calls=()
    )


def there(given: Sequence[DocumentId], documents: Mapping[DocumentId, DocumentId]) -> tuple[DocumentId, ...]:
    """What documents are called in the branch; those of the library keep their ids."""
    return tuple(documents.get(one, one) for one in given)
