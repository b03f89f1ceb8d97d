"""The list of a person's threads: what is wanted of it, and a thread as it stands there."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from followthrough.domain.conversation import Thread
from followthrough.domain.ids import ThreadId


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadWish:
    """Which threads, and in what order.

    Attributes:
        words: all of them stand in the title, or in one message with its answer; folded (``rules.records.finding``).
        is_pinned: only those that are pinned, or are not; None: either.
        with_empty: whether threads that nothing was said in, and that have no document, are among them.
        by_activity: by the newest message instead of by when they began.
    """

    words: tuple[str, ...] = ()
    is_pinned: bool | None = None
    with_empty: bool = True
    by_activity: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedThread:
    """A thread in the list.

    Attributes:
        thread: its state.
        last_at: when its newest message came; without one, when it began.
        found_at: the index of the newest turn that has the words; None where the title has them, or none were given.
    """

    thread: Thread
    last_at: datetime
    found_at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadMark:
    """How far a thread is: it changes with everything that happens to it.

    Attributes:
        thread_id: the thread.
        version: how many records it has.
        messages: how many messages were accepted.
    """

    thread_id: ThreadId
    version: int
    messages: int


#: A place in the list: the time that the list is ordered by, and the thread's id.
Place = tuple[datetime, ThreadId]
