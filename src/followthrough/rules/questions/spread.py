"""A fragment behind a turn of several parts: which of them it goes on with (F37, R2-3).

Invariant: each query goes on with one part alone; several parts are never glued into one query.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Exchange, ResolvedQuery, RetrievalContext
from followthrough.rules.followups.ellipsis import put_in_place
from followthrough.rules.followups.resolve import resolve
from followthrough.rules.objective.unsolved import telling_stems
from followthrough.tuning import Tuning


def hangs_on_parts(text: str, context: RetrievalContext, history: Sequence[Exchange], pack: Pack) -> bool:
    """Whether the message is a fragment of a sentence that it does not repeat, and there were several."""
    goes_on = context.followup.why == "ellipsis" and bool(history) and len(history[-1].queries) > 1
    return goes_on and len(telling_stems(text, pack)) <= _FRAGMENT


_FRAGMENT = 2  # telling words: "and on specialist copays?"; what says more says what it is about


def resolve_for_parts(
    part: SubObjective, context: RetrievalContext, history: Sequence[Exchange], pack: Pack, tuning: Tuning
) -> dict[str, str]:
    """The fragment's queries, one for each part of the last turn that it goes on with, with the words of that part.

    Args:
        part: the fragment.
        context: what the conversation gives.
        history: the conversation; ``hangs_on_parts`` holds of it.
        pack: the words to look for.
        tuning: the table of numbers.
    """
    *earlier, last = history
    found: dict[str, str] = {}
    for query in meant(part.text, last.queries, context.replaced, pack):
        before = (*earlier, replace(last, message=query, query=query, queries=()))
        (resolved,) = resolve((part,), replace(context, last_refined_query=query), before, pack, tuning).queries
        found.setdefault(resolved, ResolvedQuery.read(query).asked)
    return found


def meant(text: str, queries: Sequence[str], replaced: Sequence[str], pack: Pack) -> tuple[str, ...]:
    """The queries that the fragment goes on with.

    Those that have a place for its name or number; else all where they ask the same of different things (no more sets
    them apart than they share); else the one
    that it shares most words with, the last of equals.
    """
    placed = tuple(query for query in queries if put_in_place(text, query, replaced, pack) is not None)
    if placed:
        return placed
    stems = [telling_stems(query, pack) for query in queries]
    same = stems[0].intersection(*stems[1:])
    if all(len(one - same) <= len(same) for one in stems):
        return tuple(queries)
    own = telling_stems(text, pack)
    return (max(enumerate(queries), key=lambda one: (len(own & stems[one[0]]), one[0]))[1],)
