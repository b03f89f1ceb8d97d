"""A plain yes or no to an ask: there is nothing to give, or it is still to come (C3).

Everything else that answers an ask gives something, and is ``info_provided``.
"""

from __future__ import annotations

from followthrough.domain.conversation import Decision, Lane, Message, Thread, TurnClass
from followthrough.domain.hearing import Act
from followthrough.domain.objective import Objective, ObjectiveStatus, SubStatus
from followthrough.domain.pack import Pack
from followthrough.domain.plan import Conclude, Conclusion, SayText
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.hearing.rephrase import rephrase_of
from followthrough.rules.language.asking import asks
from followthrough.rules.language.utterance import is_wholly, mentions
from followthrough.rules.language.words import has_digit, keys_of
from followthrough.rules.objective.lifecycle import COPIED

_OVER = COPIED | {ObjectiveStatus.BLOCKED}


def reply_to_ask(message: Message, thread: Thread, pack: Pack, hearing: Hearing) -> Conclude | SayText | None:
    """What a plain yes or no to the objective's ask does; None for any other message."""
    objective = thread.active_objective
    waits = thread.open_slots is not None or (thread.clarification is not None and thread.clarification.is_active)
    if objective is None or waits:
        return None
    if (
        objective.status in _OVER
        and objective.asks
        and _has_nothing(message.text, pack.pursuit.nothing, pack, hearing)
    ):
        decision = Decision(lane=Lane.ANSWER, reason="nothing_to_give")
        return SayText(turn_class=TurnClass.ACK, decision=decision, say="acknowledged")
    if not _is_asked_for(objective):
        return None
    just_asked = objective.asks[-1].turn == message.index - 1
    has_nothing = pack.pursuit.nothing | pack.clarifying.denied if just_asked else pack.pursuit.nothing
    if _has_nothing(message.text, has_nothing, pack, hearing):
        return Conclude(
            turn_class=TurnClass.ACK,
            decision=Decision(lane=Lane.ANSWER, reason="nothing_to_give"),
            how=Conclusion.NOTHING_TO_GIVE,
            objective=objective,
        )
    if just_asked and accepts(message.text, pack, hearing):
        decision = Decision(lane=Lane.ANSWER, reason="waiting_for_it")
        return SayText(turn_class=TurnClass.ACK, decision=decision, say="waiting_for_it")
    return None


def accepts(text: str, pack: Pack, hearing: Hearing) -> bool:
    """Whether it is a yes to what was offered or asked for, in a set phrase or heard."""
    return is_wholly(text, pack.pursuit.accepts, pack.pursuit) or hearing.remarks(Act.YES)


def _has_nothing(text: str, phrases: frozenset[str], pack: Pack, hearing: Hearing) -> bool:
    """Whether it says so in a set phrase, or is heard to and says nothing else: "no, but my boss said 30 days"."""
    if is_wholly(text, phrases, pack.pursuit):
        return True
    says_more = asks(text, pack) or mentions(text) or any(has_digit(key) for key in keys_of(text))
    says_more = says_more or rephrase_of(text, pack, just_asked=True) is not None  # "I mean the code never arrives"
    is_bare = len(keys_of(text)) <= _FEW  # "hab ich nicht" tells of no case
    least = hearing.tuning.hear_remark if is_bare else hearing.tuning.hear_gives_up
    return not says_more and hearing.is_any((Act.HAS_NOTHING, Act.DOES_NOT_KNOW), least)


_FEW = 3  # words


def _is_asked_for(objective: Objective) -> bool:
    """Whether the user was asked to help with a part that is still open."""
    asked = {ask.sub_id for ask in objective.asks}
    stuck = (SubStatus.FAILED, SubStatus.PARTIAL)
    return objective.status is ObjectiveStatus.ACTIVE and any(
        sub.id in asked and sub.status in stuck for sub in objective.subs
    )
