"""Which objective a question belongs to, and what else of it is looked for in the same turn (C6, C10, C34, F35)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from followthrough.domain.conversation import Thread, TurnClass
from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.objective import Objective, ObjectiveStatus, SubObjective, SubStatus
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, Begins, Continues
from followthrough.rules.language.words import Stems, keys_of
from followthrough.rules.objective.expand import next_search
from followthrough.rules.objective.lifecycle import COPIED
from followthrough.rules.objective.unsolved import telling_stems, unsolved, was_shown
from followthrough.rules.pursuit.retry import once_more, plan_again

_WAITING = frozenset((SubStatus.PENDING, SubStatus.PARTIAL, SubStatus.FAILED))


def pursue(
    asked: AnswerQuestion, thread: Thread, pack: Pack, dropped: frozenset[SubObjectiveId] = frozenset()
) -> AnswerQuestion:
    """The plan with its objective; what takes the place of parts that were dropped belongs to theirs.

    An unsolved question that is put again is tried again. A follow-up joins the active objective, whose open
    parts are looked for once more from an angle that is new for them. An ended objective is left alone, and so is one
    that waits for nothing: what there is was shown. Anything else begins an objective, and the one before is parked.
    """
    if (again_of := _put_again(asked, thread, pack)) is not None:
        again = plan_again(again_of, TurnClass.RETRY, "same_question", pack)
        return replace(again, previous_document_ids=asked.previous_document_ids)
    objective = thread.active_objective
    if objective is None or objective.status in COPIED or not (asked.followup.is_followup or dropped):
        return asked
    open_now = unsolved(objective)
    if open_now and all(map(was_shown, open_now)) and not dropped:
        return replace(asked, aim=Begins(asks=objective.asks))
    return _with_open_parts(replace(asked, aim=Continues(objective_id=objective.id)), objective, pack)


def _put_again(asked: AnswerQuestion, thread: Thread, pack: Pack) -> Objective | None:
    """The objective of which just this was asked, with something of it open, the newest first.

    Parts that are answered already may stand among what is put again: they stay answered.
    """
    if asked.turn_class not in (TurnClass.NEW_QUESTION, TurnClass.CONTINUATION):
        return None
    leads = pack.phrases.asides | pack.phrases.acknowledgements | pack.asking.joiners
    for objective in reversed(thread.objectives):
        waiting = [sub for sub in objective.subs if sub.status is not SubStatus.ANSWERED]
        if objective.status is ObjectiveStatus.SOLVED or not any(
            _is_one_of(part, waiting, leads) for part in asked.parts
        ):
            continue
        if all(_is_one_of(part, objective.subs, leads) for part in asked.parts):
            return objective
    return None


def _is_one_of(part: SubObjective, subs: Sequence[SubObjective], leads: frozenset[str]) -> bool:
    said = _without_opening(part.text, leads)
    return any(
        part.id == sub.id or (part.context == sub.context and said == _without_opening(sub.text, leads))
        for sub in subs
    )


@lru_cache(maxsize=4_096)  # a thread's next turn looks at the same parts again
def _without_opening(text: str, leads: frozenset[str]) -> tuple[str, ...]:
    """The words of a question without what only leads over to it: "so what is the fee?" asks what the fee is."""
    keys, place = keys_of(text), 0
    while place < len(keys) - 1 and keys[place] in leads:
        place += 1
    return tuple(keys[place:])


def _meaning(query: str, pack: Pack) -> frozenset[str]:
    """What a query is about: "search the web for X" is about X."""
    return telling_stems(query, pack) - frozenset(Stems(pack).of(sorted(pack.following.actions)))


def _with_open_parts(asked: AnswerQuestion, objective: Objective, pack: Pack) -> AnswerQuestion:
    here = {part.id for part in asked.parts}
    said = {_meaning(query, pack) for query in asked.queries}
    waiting = [sub for sub in objective.subs if sub.status in _WAITING and sub.id not in here and not was_shown(sub)]
    waiting = [sub for sub in waiting if _meaning(sub.effective or sub.query, pack) not in said]
    more = [(sub, angle) for sub in waiting if (angle := next_search(sub, pack)) is not None]
    if not more:
        return asked
    planned = (*asked.planned, *(replace(once_more(sub, angle, pack), is_again=True) for sub, angle in more))
    rewritten_by = "none" if all(one.query == one.spoken for one in planned) else "rules"
    return replace(asked, planned=planned, rewritten_by=rewritten_by)
