"""The end of a search by the user: it may come at any time and is final (C14, C35, R0-15, R0-22).

Invariants: a set phrase ends only as a whole utterance, anything else only where it is heard surely enough; with
nothing unsolved and nothing pending it is an acknowledgement that changes nothing.
"""

from __future__ import annotations

from followthrough.domain.conversation import Decision, Lane, Message, Thread, TurnClass
from followthrough.domain.objective import Objective, ObjectiveStatus
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, Conclude, Conclusion, SayText
from followthrough.rules.hearing.certainty import NOT_HEARD, Hearing
from followthrough.rules.hearing.loop_reading import is_whole
from followthrough.rules.language.courtesy import courtesies
from followthrough.rules.pursuit.retry import plan_again


def ending(message: Message, thread: Thread, pack: Pack, hearing: Hearing = NOT_HEARD) -> Conclude | SayText | None:
    """What an end does, said in a set phrase or heard; None for any other message."""
    if not hearing.wants_out(message.text, pack):
        return None
    objective, original = _unsolved(thread), _stopped_by_question(thread)
    if objective is not None or original:
        return Conclude(
            turn_class=TurnClass.END_PURSUIT,
            decision=Decision(lane=Lane.INTERRUPT, reason="user_ended"),
            how=Conclusion.USER_ENDED,
            objective=objective,
            original=original,
        )
    if courtesies(message.text, pack.phrases):
        return None
    decision = Decision(lane=Lane.CHAT, reason="acknowledgement")
    return SayText(turn_class=TurnClass.ACK, decision=decision, say="acknowledged")


def resuming(message: Message, thread: Thread, pack: Pack) -> AnswerQuestion | SayText | None:
    """What "continue" does where no document's question waits: what is unsolved is tried once more.

    Where the search was ended or is solved, that is said: the word itself is nothing to search for.
    """
    if thread.open_slots is not None or not is_whole(message.text, pack.clarifying.returns, pack):
        return None
    unsolved = _unsolved(thread)
    if unsolved is not None:
        return plan_again(unsolved, TurnClass.RETRY, "retry", pack)
    decision = Decision(lane=Lane.INTERRUPT, reason="nothing_to_resume")
    return SayText(turn_class=TurnClass.ACK, decision=decision, say="resume_nothing")


def _unsolved(thread: Thread) -> Objective | None:
    objective = thread.active_objective
    unsolved = (ObjectiveStatus.ACTIVE, ObjectiveStatus.BLOCKED)
    return objective if objective is not None and objective.status in unsolved else None


def _stopped_by_question(thread: Thread) -> str:
    """The message that waits for an answer to a question of ours; empty where none does."""
    if thread.clarification is not None and thread.clarification.is_active:
        return thread.clarification.original_text
    return thread.open_slots.original if thread.open_slots is not None else ""
