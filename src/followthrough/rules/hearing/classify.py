"""What kind of message it is: a slot value, a courtesy, a follow-up or a question of its own (requirements 5.1).

Invariant: a slot counts as filled only where a value was parsed (F15, F29).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from followthrough.domain.conversation import Message, StoredTurn, Thread, TurnClass
from followthrough.domain.given import NOTHING_GIVEN, Offered
from followthrough.domain.hearing import NOTHING_HEARD, Act, HeardActs
from followthrough.domain.jurisdiction import Jurisdiction, OpenSlots
from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Exchange, Followup, FollowupKind
from followthrough.rules.followups.conversation import exchanges_of
from followthrough.rules.followups.kind import read_followup
from followthrough.rules.hearing.certainty import ASKING, COMMENTS, COURTESIES, Hearing
from followthrough.rules.hearing.given import read_given
from followthrough.rules.hearing.meant import meant
from followthrough.rules.language.asking import asks, is_hedged
from followthrough.rules.language.courtesy import courtesies
from followthrough.rules.language.guard import has_words
from followthrough.rules.language.utterance import is_question
from followthrough.rules.language.words import keys_of
from followthrough.rules.slots.gazetteer import Gazetteer
from followthrough.rules.slots.stated import Said, change_slots, read_slots
from followthrough.tuning import Tuning

_NOTHING_SAID = Said()
_ALONE = Followup(kind=None, why="no_history")


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
        given: what it gives.
        acts: what it does, as far as that could be heard.
    """

    message: Message
    waiting: OpenSlots | None
    history: tuple[Exchange, ...]
    said: Said
    followup: Followup
    turn_class: TurnClass
    before: Jurisdiction
    now: Jurisdiction
    given: Offered = NOTHING_GIVEN
    acts: HeardActs = NOTHING_HEARD


def hear(
    message: Message,
    thread: Thread,
    turns: Sequence[StoredTurn],
    *,
    known: Gazetteer,
    pack: Pack,
    tuning: Tuning,
    acts: HeardActs = NOTHING_HEARD,
) -> Heard:
    """Reads the message against the thread's state and the turns before it, oldest first.

    What it gives is read first: what else it says is read without links and words of others.
    """
    waiting = thread.open_slots
    chosen = None if waiting is None or waiting.slots else meant(message.text, waiting, pack)
    if waiting is not None and chosen is not None:
        waiting = replace(waiting, original=chosen)
    given = _as_heard(read_given(message, thread, pack, tuning, Hearing(acts, tuning)), message, acts, pack, tuning)
    if given.documents and given.question:
        message = replace(message, text=given.question)
    said = read_slots(message.text, waiting, known, pack)
    history = exchanges_of(turns, pack)
    followup = read_followup(message.text, history, pack, tuning)
    if history and Hearing(acts, tuning).takes(Act.CORRECTS) and not asks(message.text, pack):
        followup = Followup(kind=FollowupKind.DEICTIC, why="correction")
    turn_class = classify(
        message.text, pack, said=said, followup=followup, open_slots=waiting, asked_before=bool(history), given=given
    )
    turn_class = _courteous(turn_class, message, acts, pack, tuning)
    return Heard(
        message=message,
        waiting=waiting,
        history=history,
        said=said,
        followup=followup,
        turn_class=turn_class if chosen is None or given.documents else TurnClass.SLOT_FILL,
        before=thread.jurisdiction,
        given=given,
        acts=acts,
        now=change_slots(thread.jurisdiction, said, followup, turn=message.index, pack=pack, tuning=tuning),
    )


def _as_heard(given: Offered, message: Message, acts: HeardActs, pack: Pack, tuning: Tuning) -> Offered:
    """What is given; a case of one's own ("im 78") is no claim to be verified: it goes on with what was asked."""
    if (
        given.stated is None
        or is_hedged(message.text, pack)
        or acts.best not in ASKING
        or acts.chance(*ASKING) < tuning.hear_aside
    ):
        return given
    own = {key.split("'")[0] for key in keys_of(message.text)} & (pack.asking.speakers | {"im", "ive"})
    if acts.best is Act.STATEMENT and not own:
        return given
    return replace(given, stated=None, about=None, question=message.text)


def _may_ask(message: Message, acts: HeardActs, pack: Pack) -> bool:
    """Whether it may be more than a courtesy; "have a nice evening" only begins like a question."""
    opens = acts.best is not Act.GOODBYE and asks(message.text, pack)
    return is_question(message.text) or opens or bool(message.attachments)


def _courteous(turn_class: TurnClass, message: Message, acts: HeardActs, pack: Pack, tuning: Tuning) -> TurnClass:
    """The class, where what the lists took for a question is heard to be a courtesy and asks nothing."""
    questions = (TurnClass.NEW_QUESTION, TurnClass.CONTINUATION, TurnClass.INFO_PROVIDED)
    if turn_class not in questions or acts.best not in (*COURTESIES, *_ENDS) or _may_ask(message, acts, pack):
        return turn_class
    if acts.chance(*COMMENTS, *_ENDS) < tuning.hear_courtesy:
        return turn_class
    return TurnClass.CHAT if acts.best is Act.GREETING else TurnClass.ACK


_ENDS = (Act.NO, Act.WANTS_OUT)  # "perfect, solved": where nothing was open there is nothing to end


def classify(
    text: str,
    pack: Pack,
    *,
    said: Said = _NOTHING_SAID,
    followup: Followup = _ALONE,
    open_slots: OpenSlots | None = None,
    asked_before: bool = False,
    given: Offered = NOTHING_GIVEN,
) -> TurnClass:
    """The class of a message.

    Args:
        text: the message.
        pack: the words to look for.
        said: what it says of slots.
        followup: whether and how it hangs on the conversation.
        open_slots: the question for slots that waits for an answer.
        asked_before: whether the conversation has a question that another value could be put into.
        given: what it gives.
    """
    if not has_words(text):
        return TurnClass.INFO_PROVIDED if given.documents else TurnClass.EMPTY
    if (slot_class := _of_slots(text, pack, said, open_slots, asked_before=asked_before)) is not None:
        return slot_class
    if given.is_information:
        return TurnClass.INFO_PROVIDED
    kinds = courtesies(text, pack.phrases)
    if not kinds:
        return TurnClass.CONTINUATION if followup.kind is FollowupKind.DEICTIC else TurnClass.NEW_QUESTION
    return TurnClass.CHAT if kinds == frozenset(("greeting",)) else TurnClass.ACK


def _of_slots(
    text: str, pack: Pack, said: Said, open_slots: OpenSlots | None, *, asked_before: bool
) -> TurnClass | None:
    """The class of a message that gives a value for a slot, None for every other."""
    if open_slots is not None and answers(text, said, open_slots, pack):
        return TurnClass.SLOT_FILL
    if said.is_code:
        return TurnClass.SLOT_VALUE
    if said.is_bare and said.fills:
        return TurnClass.JURISDICTION_CHANGE if asked_before else TurnClass.SLOT_VALUE
    return None


def answers(text: str, said: Said, open_slots: OpenSlots, pack: Pack) -> bool:
    """Whether the message gives a value for a slot that was asked for, and asks nothing else (F15, F29)."""
    return not said.fills.isdisjoint(open_slots.slots) and (said.is_bare or not asks(text, pack))
