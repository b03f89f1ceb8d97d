"""Lists that a message names and nobody has shown yet: recent questions and documents (requirements 2.8).

They are looked up for a message that names them only; every other turn costs nothing.
"""

from __future__ import annotations

from followthrough.domain.continuity import OptionSet, Scope
from followthrough.domain.conversation import Message, Thread
from followthrough.domain.documents import Document
from followthrough.domain.pack import Pack
from followthrough.domain.retrieval import EVERY_COLLECTION, reaches
from followthrough.rules.lists.option_sets import document_set, recent_set
from followthrough.rules.lists.scope_cue import read_cue, with_panels
from followthrough.turn.deps import TurnDeps
from followthrough.turn.recents import recents


async def named_lists(message: Message, thread: Thread, pack: Pack, deps: TurnDeps) -> tuple[OptionSet, ...]:
    """The lists of the scopes that the message names, those that there are.

    Raises:
        StoreUnavailable: the store did not answer.
    """
    cues = with_panels(pack, thread.continuity.sets)
    wanted = set(read_cue(message.text, cues).scopes) if len(message.text) <= _LONGEST else set[Scope]()
    if message.selection is not None and message.selection.option_set_id.startswith("scopes-"):
        wanted |= {Scope.DASHBOARD, Scope.WORKSPACE}
    shown = thread.continuity.active
    if shown is not None and shown.scope is Scope.NONE:
        wanted |= {Scope(option.id) for option in shown.options}
    found: list[OptionSet | None] = []
    if Scope.DASHBOARD in wanted:
        past = await recents(deps.threads, thread.owner, limit=deps.tuning.option_pool_max)
        found.append(recent_set(past, deps.tuning))
    if Scope.WORKSPACE in wanted:
        found.append(document_set(await _documents(thread, deps), deps.tuning))
    return tuple(one for one in found if one is not None)


_LONGEST = 400  # characters; a choice is never as long


async def _documents(thread: Thread, deps: TurnDeps) -> list[tuple[str, str, str]]:
    """The thread's own documents, then those of its collection, in the order of the catalogue."""
    own = await deps.documents.get_many(thread.document_ids)
    asked = None if thread.collection == EVERY_COLLECTION else thread.collection
    library = await deps.documents.list(collection=asked, limit=deps.tuning.option_pool_max)
    ordered = [own[i] for i in thread.document_ids if i in own]
    ordered += [one for one in library if one.id not in own]
    return [(one.id, one.title, one.source) for one in ordered]


def is_reachable(document: Document, thread: Thread) -> bool:
    """Whether the thread may search the document."""
    in_library = document.thread_id is None and reaches(thread.collection, document.collection)
    return in_library or document.thread_id == thread.id
