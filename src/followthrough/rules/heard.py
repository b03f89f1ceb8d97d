"""A message as it is understood before anything is planned: slots, follow-up, class and the slots' new state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from followthrough.domain.conversation import Message, StoredTurn, Thread, TurnClass
from followthrough.domain.jurisdiction import Jurisdiction, OpenSlots
from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Exchange, Followup
from followthrough.rules.classify import classify
from followthrough.rules.conversation import exchanges_of
from followthrough.rules.followup import read_followup
from followthrough.rules.gazetteer import Gazetteer
from followthrough.rules.slots import Said, change_slots, read_slots
from followthrough.tuning import Tuning


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a message was understood to be.

    Attributes:
        message: the message.
        waiting: the question for slots that waits for an answer.
        history: the conversation before it.
        said: what it says of slots.
        followup: whether and how it hangs on the conversation.
        turn_class: its class.
        before: the slots before it.
        now: the slots as it leaves them.
    """

    message: Message
    waiting: OpenSlots | None
    history: tuple[Exchange, ...]
    said: Said
    followup: Followup
    turn_class: TurnClass
    before: Jurisdiction
    now: Jurisdiction


def hear(
    message: Message, thread: Thread, turns: Sequence[StoredTurn], *, known: Gazetteer, pack: Pack, tuning: Tuning
) -> Heard:
    """Reads the message against the thread's state and the turns before it, oldest first."""
    waiting = thread.open_slots
    said = read_slots(message.text, waiting, known, pack)
    history = exchanges_of(turns, pack)
    followup = read_followup(message.text, history, pack, tuning)
    turn_class = classify(
        message.text, pack, said=said, followup=followup, open_slots=waiting, asked_before=bool(history)
    )
    return Heard(
        message=message,
        waiting=waiting,
        history=history,
        said=said,
        followup=followup,
        turn_class=turn_class,
        before=thread.jurisdiction,
        now=change_slots(thread.jurisdiction, said, followup, turn=message.index, pack=pack, tuning=tuning),
    )
