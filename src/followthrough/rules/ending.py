"""The end of a search by the user: it may come at any time and is final (C14, C35, R0-15, R0-22).

Invariants: only a whole utterance of the pack ends anything; with nothing unsolved and nothing pending it is an
acknowledgement that changes nothing.
"""

from __future__ import annotations

from followthrough.domain.conversation import Decision, Lane, Message, Thread, TurnClass
from followthrough.domain.objective import Objective, ObjectiveStatus
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, Conclude, Conclusion, SayText
from followthrough.rules.asking import asks
from followthrough.rules.courtesy import courtesies
from followthrough.rules.leaving import drops, wants_out
from followthrough.rules.loop_reading import is_whole
from followthrough.rules.retry import plan_again
from followthrough.rules.unsolved import open_parts, telling_stems
from followthrough.rules.words import Stems


def ending(message: Message, thread: Thread, pack: Pack) -> Conclude | SayText | None:
    """What an end phrase does; None for any other message."""
    loop = thread.clarification
    question = loop.question if loop is not None and loop.is_active else None
    if not wants_out(message.text, pack, question=question) and not _drops_what_is_open(message.text, thread, pack):
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


def _drops_what_is_open(text: str, thread: Thread, pack: Pack) -> bool:
    """Whether somebody ends a search by what it is for, and all that is open is that: "forget the sabbatical"."""
    parts = open_parts(thread)
    if not parts or asks(text, pack) or _unsolved(thread) is None:
        return False
    named = drops(text, pack)
    stems = Stems(pack).of(named)
    return bool(stems) and all(set(stems) <= telling_stems(part.query, pack) for part in parts)


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
