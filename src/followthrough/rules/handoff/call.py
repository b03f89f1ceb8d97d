"""A person at the right moment: when one is called, when the assistant stays silent, and that it happens once.

Invariants: a thread that waits for a person or has one is not handed over again (S3); a message that arrives while a
person has the thread is recorded, searches nothing and gets no reply (field report 29); the hand-off comes after the
answer, in its footer, never instead of it (R3-3, field report 30).
"""

from __future__ import annotations

import re
from dataclasses import replace

from followthrough.domain.clarification import ClarificationContext, LoopMode
from followthrough.domain.conversation import (
    Decision,
    Lane,
    Message,
    SessionStatus,
    Thread,
    TurnClass,
    TurnRecord,
    TurnStatus,
)
from followthrough.domain.given import NOTHING_GIVEN, Offered
from followthrough.domain.handoff import Holder, OpenHandoff, Origin
from followthrough.domain.ids import HandoffId, TurnId
from followthrough.domain.outcome import Found, Outcome, Said
from followthrough.domain.pack import Pack
from followthrough.domain.plan import Decided, SayText
from followthrough.rules.hearing.certainty import NOT_HEARD, Hearing
from followthrough.rules.language.asking import asks
from followthrough.rules.language.courtesy import courtesies

_SAID = Said()
_ASKED = "human_request"
_NOBODY_CAME = "nobody_came"


def attended(message: Message, thread: Thread) -> SayText | None:
    """What to do with a message that is none of the assistant's: one to a person, from a person, of the product."""
    match message.origin:
        case Origin.USER if thread.holder is Holder.HUMAN:
            return _recorded("person_has_thread")
        case Origin.USER:
            return None
        case Origin.PERSON:
            decision = Decision(lane=Lane.INTERRUPT, reason="person_spoke")
            return SayText(turn_class=TurnClass.RECORDED, decision=decision, say="person", values=(message.text,))
        case Origin.NOTE:
            return _recorded("person_noted")
        case Origin.SYSTEM:
            if thread.handoff is None or thread.holder is Holder.HUMAN:
                return _recorded("person_came")
            decision = Decision(lane=Lane.INTERRUPT, reason=_NOBODY_CAME)
            return SayText(turn_class=TurnClass.HUMAN_REQUEST, decision=decision, say="handoff_nobody")


def _recorded(reason: str) -> SayText:
    decision = Decision(lane=Lane.INTERRUPT, reason=reason)
    return SayText(turn_class=TurnClass.RECORDED, decision=decision, say="nothing")


def told_by_person(message: Message, pack: Pack) -> Offered:
    """What a person said or noted, to be kept as text of the thread: later questions are answered from it too."""
    is_person = message.origin in (Origin.PERSON, Origin.NOTE)
    if not is_person or not message.text.strip() or courtesies(message.text, pack.phrases):
        return NOTHING_GIVEN
    return Offered(pasted=message.text)


def call_beside(text: str, pack: Pack) -> tuple[tuple[str, str], ...]:
    """The sentences that may call for a person beside a question, the last and the first, each with what is left."""
    pieces = [piece for piece in _SENTENCE.findall(text) if piece.strip()] if len(text) <= _LONGEST else []
    if not 1 < len(pieces) <= _MOST_SENTENCES:
        return ()
    cut = ((pieces[-1], "".join(pieces[:-1])), (pieces[0], "".join(pieces[1:])))
    return tuple((call.strip(), left.strip()) for call, left in cut if asks(left, pack))


_SENTENCE = re.compile(r"[^.!?\n]+[.!?\n]*\s*")
_LONGEST, _MOST_SENTENCES = 400, 5  # of a message; a longer one tells a story


def human_request(message: Message, thread: Thread, pack: Pack, hearing: Hearing = NOT_HEARD) -> SayText | None:
    """What to say to a request for a person; None for any other message. It counts at any time (C21)."""
    if hearing.denies_person(message.text, pack) and not _waits(thread) and not asks(message.text, pack):
        decision = Decision(lane=Lane.CHAT, reason="person_declined")
        return SayText(turn_class=TurnClass.ACK, decision=decision, say="handoff_declined")
    if not hearing.wants_person(message.text, pack, pending=_pending(thread)):
        return None
    if thread.session_status is SessionStatus.ESCALATED:
        decision = Decision(lane=Lane.INTERRUPT, reason="human_request_waiting")
        return SayText(turn_class=TurnClass.HUMAN_REQUEST, decision=decision, say="handoff_waiting")
    decision = Decision(lane=Lane.INTERRUPT, reason=_ASKED)
    return SayText(turn_class=TurnClass.HUMAN_REQUEST, decision=decision, say="handoff_asked")


def with_wait(decided: Decided, minutes: float, *, told: bool = True) -> Decided:
    """What was decided; a call for a person says how long one is waited for.

    Where nobody is told of it, whatever speaks of a call says that there is none.
    """
    plan = decided.plan
    if not isinstance(plan, SayText) or plan.say not in _OF_A_CALL:
        return decided
    if not told:
        return replace(decided, plan=replace(plan, say="handoff_noted"))
    if plan.say != "handoff_asked":
        return decided
    return replace(decided, plan=replace(plan, values=(f"{max(1, round(minutes))}",)))


_OF_A_CALL = ("handoff_asked", "handoff_waiting")


def _waits(thread: Thread) -> bool:
    """Whether a document's question waits: it is asked again."""
    return thread.clarification is not None and thread.clarification.is_active


def _pending(thread: Thread) -> str:
    """The question that waits, with what it offers."""
    loop, slots = thread.clarification, thread.open_slots
    if loop is not None and loop.is_active and loop.current_index < len(loop.questions):
        return loop.questions[loop.current_index]
    if slots is None:
        return ""
    labels = [option.label for option in slots.option_set.options] if slots.option_set is not None else []
    return " ".join((slots.question, *labels))


def hand_over(
    record: TurnRecord,
    thread: Thread,
    pack: Pack,
    outcome: Outcome = _SAID,
    *,
    told: bool = True,
    calls: bool = False,
) -> TurnRecord:
    """The record with the session as the turn leaves it: handed to a person where that is due and has not happened.

    It is due after a request for a person, also beside a question (``calls``), and after an answer whose document
    wants one, loop or not. Where nobody is told of it no person is promised: ``told`` is false.
    """
    if record.decision.reason == _NOBODY_CAME:
        return replace(record, session_status=SessionStatus.ACTIVE)
    wanted = calls or (isinstance(outcome, Found) and bool(outcome.person_after))
    if thread.session_status is SessionStatus.ESCALATED or not (wanted or _is_due(record)):
        return replace(record, session_status=thread.session_status)
    loop = record.clarification
    if loop is not None and _loop_wants_person(loop):
        loop = replace(loop, handoff_done=True)
    return replace(
        record,
        handoff=True,
        session_status=SessionStatus.ESCALATED,
        reply=replace(record.reply, footer=pack.texts.handoff_footer if told else pack.texts.handoff_left),
        clarification=loop,
    )


def was_asked_for(record: TurnRecord) -> bool:
    """Whether the turn is a request for a person that calls one."""
    return record.decision.reason == _ASKED


def _is_due(record: TurnRecord) -> bool:
    if record.status is not TurnStatus.COMPLETED:
        return False
    return was_asked_for(record) or _loop_wants_person(record.clarification)


def _loop_wants_person(loop: ClarificationContext | None) -> bool:
    return loop is not None and loop.mode is LoopMode.DONE and loop.requires_handoff and not loop.handoff_done


def handoff_id(turn_id: TurnId) -> HandoffId:
    """The id of the hand-off that a turn makes: the same however often the turn is worked on (field report 36)."""
    return HandoffId(f"hnd_{turn_id}")


def open_after(turn: TurnRecord, before: OpenHandoff | None) -> OpenHandoff | None:
    """The call for a person that is open after a completed turn."""
    if turn.handoff:
        return OpenHandoff(id=handoff_id(turn.message.turn_id), since=turn.ended_at)
    return before if turn.session_status is SessionStatus.ESCALATED else None


def status_after(turn: TurnRecord, before: Thread) -> SessionStatus:
    """The session after a completed turn; a person who has the thread keeps it escalated."""
    return SessionStatus.ESCALATED if before.holder is Holder.HUMAN else turn.session_status


def change_holder(thread: Thread, holder: Holder) -> Thread:
    """The thread as a person takes it or gives it back.

    What waited for an answer of the user's waits no longer once a person has spoken: slots are asked for afresh, and
    a loop over a document's questions is paused, and offered with the first reply once the thread is given back.
    """
    loop = thread.clarification
    if holder is Holder.ASSISTANT:
        if loop is not None and loop.mode is LoopMode.PAUSED:
            loop = replace(loop, to_offer=True)
        return replace(thread, holder=holder, session_status=SessionStatus.ACTIVE, handoff=None, clarification=loop)
    if loop is not None and loop.is_active:
        loop = replace(loop, mode=LoopMode.PAUSED)
    return replace(thread, holder=holder, session_status=SessionStatus.ESCALATED, open_slots=None, clarification=loop)
