"""Trying again: what the user asks to be tried once more, and how it is looked for then (R0-25, C11, F35).

Invariant: only a whole utterance asks for it ("should I try again with ..." does not), once a request.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from followthrough.domain.conversation import Decision, Lane, Message, StoredTurn, Thread, TurnClass, TurnStatus
from followthrough.domain.hearing import Act, Spot
from followthrough.domain.objective import Objective, SearchAngle, SubObjective, SubStatus
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, SayText, Shown, TriesAgain
from followthrough.domain.planned_part import PlannedPart, as_it_stands
from followthrough.domain.resolution import Followup, FollowupKind
from followthrough.rules.followups.conversation import asked_by, asks_something, exchanges_of
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.language.utterance import is_question, is_wholly, mentions
from followthrough.rules.language.words import has_digit, keys_of
from followthrough.rules.lists.framing import places_in, plain
from followthrough.rules.objective.expand import next_search, searched_text
from followthrough.rules.objective.unsolved import telling_stems
from followthrough.rules.pursuit.offered import take_offer
from followthrough.rules.pursuit.reply_to_ask import accepts
from followthrough.rules.questions.plan import plan_question, sub_objective
from followthrough.rules.retrieval.rank_signals import search_history
from followthrough.tuning import Tuning

_AGAIN = Followup(kind=None, why="tried_again")
_AS_BEFORE = Followup(kind=FollowupKind.DEICTIC, why="tried_again")  # what went on with a question does so again
SAID_AGAIN = "said_again"
"""Why the last answer is given once more: it is wanted in other words."""


def try_again(
    message: Message, thread: Thread, turns: Sequence[StoredTurn], pack: Pack, hearing: Hearing
) -> AnswerQuestion | SayText | None:
    """The plan for a message that asks for one more try; None for any other.

    Args:
        message: the message. One that was sent to repeat a past turn carries its id.
        thread: its objectives, and what the last reply offered.
        turns: the ended turns, oldest first, the repeated one among them.
        pack: how one asks for it.
        hearing: what it does, as far as that could be heard.
    """
    tuning = hearing.tuning
    if message.retry_of is not None:
        past = next((turn for turn in turns if turn.message.turn_id == message.retry_of), None)
        objective = _objective_of(past, thread) if past is not None else None
        if objective is not None:
            return plan_again(objective, TurnClass.RECENTS, "chosen_from_recents", pack, copies=True)
        return _of_turn(past, thread, TurnClass.RECENTS, pack, tuning) if past is not None else None
    offer = thread.pending_offer
    if offer is not None and accepts(message.text, pack, hearing):
        if offer.about:
            return take_offer(offer, thread)
        parked = next((o for o in thread.objectives if o.id == offer.objective_id), None)
        return plan_again(parked, TurnClass.RETRY, "offer_accepted", pack) if parked is not None else None
    return _again(message.text, thread, turns, pack, hearing)


def _asks_again(text: str, hearing: Hearing, pack: Pack) -> bool:
    """Whether it asks for another try: in a set phrase, or heard, and names nothing to try it with."""
    if is_wholly(text, pack.pursuit.retries, pack.pursuit):
        return True
    is_bare = not mentions(text) and not telling_stems(text, pack)
    return is_bare and not is_question(text) and hearing.remarks(Act.RETRY)


def _again(
    text: str, thread: Thread, turns: Sequence[StoredTurn], pack: Pack, hearing: Hearing
) -> AnswerQuestion | SayText | None:
    """What was asked once more, where the message wants it tried or told again: the one at a place, else the last."""
    if (one := _one_of_several(text, thread, turns, pack, hearing)) is not None:
        objective, sub = one
        again = plan_again(replace(objective, subs=(sub,)), TurnClass.RETRY, "one_again", pack)
        shown_again = replace(again, planned=(once_more(sub, SearchAngle.AS_ASKED, pack),), shown=Shown(again=True))
        return again if sub.answer is None else shown_again
    if _asks_again(text, hearing, pack):
        return _last(thread, turns, pack, hearing.tuning)
    return _said_again(thread, turns, pack, hearing) if _wants_it_said_again(text, hearing, pack) else None


def _one_of_several(
    text: str, thread: Thread, turns: Sequence[StoredTurn], pack: Pack, hearing: Hearing
) -> tuple[Objective, SubObjective] | None:
    """The question at the place that the message names, of those asked together last, else of all that were asked."""
    if mentions(text) or not hearing.remarks(Act.RETRY):
        return None
    queries = _asked_so_far(turns)
    places = places_in(plain(text), len(queries), pack) if len(queries) >= _SEVERAL else []
    if len(places) != 1 or not 0 <= places[0][0] < len(queries):
        return None
    query = queries[places[0][0]]
    found = ((one, sub) for one in reversed(thread.objectives) for sub in one.subs if sub.effective == query)
    return next(found, None)


def _asked_so_far(turns: Sequence[StoredTurn]) -> tuple[str, ...]:
    """What was asked together last, where that was several; else all that was asked, each once."""
    asked = [queries for turn in turns if turn.record is not None and (queries := asked_by(turn.record))]
    if asked and len(asked[-1]) >= _SEVERAL:
        return asked[-1]
    return tuple(dict.fromkeys(query for queries in asked for query in queries))


_SEVERAL = 2  # questions; of one alone nothing is the first


def _wants_it_said_again(text: str, hearing: Hearing, pack: Pack) -> bool:
    """Whether it wants the last answer once more, easier or shorter; a summary of something named is a question."""
    is_answered = hearing.heard.spot in (Spot.AFTER_ANSWER, Spot.AFTER_PARTIAL)
    is_about_it = _names_nothing(text, pack) or hearing.heard.chance(Act.RETRY) >= hearing.tuning.hear_said_again
    is_plain = not mentions(text) and not any(map(has_digit, keys_of(text)))  # "explain step 9" means the ninth
    return is_answered and is_about_it and is_plain and hearing.remarks(Act.RETRY, Act.SUMMARY)


def _names_nothing(text: str, pack: Pack) -> bool:
    """Whether it has one telling word at most ("can you make it shorter"), and no word for all that was."""
    return len(telling_stems(text, pack)) <= 1 and pack.selecting.spans.isdisjoint(keys_of(text))


def _said_again(thread: Thread, turns: Sequence[StoredTurn], pack: Pack, hearing: Hearing) -> AnswerQuestion | None:
    """What was answered last, looked up as it was; its beginning alone where it is wanted shorter."""
    objective = thread.active_objective
    last = next((n for n, turn in reversed(list(enumerate(turns))) if asks_something(turn.message.text, pack)), None)
    parts = _tried_last(objective, turns[last]) if objective is not None and last is not None else ()
    if objective is None or last is None or not parts:
        return None
    again = plan_again(replace(objective, subs=parts), TurnClass.RETRY, SAID_AGAIN, pack)
    planned = tuple(once_more(sub, SearchAngle.AS_ASKED, pack) for sub in parts)
    is_brief = hearing.heard.chance(Act.SUMMARY) >= hearing.tuning.hear_shorter
    again = replace(again, planned=planned, shown=Shown(brief=is_brief, again=True))
    record, before = turns[last].record, exchanges_of(turns[:last], pack)
    if record is None or not record.query.is_followup or not before:
        return again
    return replace(again, followup=_AS_BEFORE, history=search_history(before, _AS_BEFORE))


def _tried_last(objective: Objective, turn: StoredTurn) -> tuple[SubObjective, ...]:
    """The parts that the turn itself asked, else all that were looked for last."""
    tried = [sub for sub in objective.subs if sub.last_tried_turn is not None]
    last = max((sub.last_tried_turn or 0 for sub in tried), default=0)
    parts = tuple(sub for sub in tried if sub.last_tried_turn == last)
    queries = turn.record.query.meant if turn.record is not None else ()
    return tuple(sub for sub in parts if sub.effective in queries) or parts


def _last(thread: Thread, turns: Sequence[StoredTurn], pack: Pack, tuning: Tuning) -> AnswerQuestion | SayText:
    """What was asked last: a turn that broke off before anything came of it, else the objective."""
    asked = next((turn for turn in reversed(turns) if asks_something(turn.message.text, pack)), None)
    if asked is not None and asked.record is not None and asked.record.status is not TurnStatus.COMPLETED:
        return _of_turn(asked, thread, TurnClass.RETRY, pack, tuning)
    if thread.active_objective is not None:
        return plan_again(thread.active_objective, TurnClass.RETRY, "retry", pack)
    decision = Decision(lane=Lane.ANSWER, reason="nothing_to_retry")
    return SayText(turn_class=TurnClass.RETRY, decision=decision, say="retry_nothing")


def plan_again(
    objective: Objective,
    turn_class: TurnClass,
    reason: str,
    pack: Pack,
    *,
    copies: bool = False,
) -> AnswerQuestion:
    """The objective's open parts once more, each from an angle that is new for it where one is left.

    Where nothing is open, every part is looked up once more. A copy begins anew, with the search as asked.
    """
    subs = [sub for sub in objective.subs if sub.status is not SubStatus.ANSWERED] or list(objective.subs)
    afresh = copies or all(sub.status is SubStatus.ANSWERED for sub in objective.subs)
    planned = tuple(
        once_more(sub, SearchAngle.AS_ASKED if afresh else next_search(sub, pack) or SearchAngle.AS_ASKED, pack)
        for sub in subs
    )
    return AnswerQuestion(
        turn_class=turn_class,
        decision=Decision(lane=Lane.ANSWER, reason=reason),
        summary=objective.summary,
        planned=planned,
        followup=_AGAIN,
        rewritten_by="none" if all(one.query == one.spoken for one in planned) else "rules",
        aim=TriesAgain(objective_id=objective.id, copies=copies),
    )


def once_more(sub: SubObjective, angle: SearchAngle, pack: Pack) -> PlannedPart:
    """A part that was looked for before, looked for once more from this angle."""
    query = sub.effective or sub.query
    return PlannedPart(part=sub, query=query, spoken=sub.query, search=searched_text(sub, angle, pack), angle=angle)


def _objective_of(past: StoredTurn, thread: Thread) -> Objective | None:
    of_turn = past.record.objective if past.record is not None else None
    return next((o for o in thread.objectives if of_turn is not None and o.id == of_turn.id), None)


def _of_turn(past: StoredTurn, thread: Thread, turn_class: TurnClass, pack: Pack, tuning: Tuning) -> AnswerQuestion:
    """A turn that left no objective, as it was understood then, else as its message stands."""
    planned = plan_question(past.message.text, TurnClass.NEW_QUESTION, thread, pack, tuning)
    effective = asked_by(past.record) if past.record is not None else ()
    if effective:
        planned = replace(planned, planned=tuple(as_it_stands(sub_objective(text)) for text in effective))
    decision = Decision(lane=Lane.ANSWER, reason="retry" if turn_class is TurnClass.RETRY else "chosen_from_recents")
    return replace(planned, turn_class=turn_class, decision=decision)
