"""The one question that is asked before anything is searched: for the slots that the answer depends on (C5, C22).

Invariants: nothing is asked that the message, the thread or the documents settle; a question that depends on no slot
is never asked back; what was not answered is asked again a bounded number of times.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from followthrough.domain.continuity import Option, OptionSet
from followthrough.domain.conversation import Decision, Lane, Thread, TurnClass
from followthrough.domain.jurisdiction import Jurisdiction, OpenSlots, Waits
from followthrough.domain.pack import Need, Pack
from followthrough.domain.plan import AnswerQuestion, AskSlots
from followthrough.rules.followups.kind import shifts_topic
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.hearing.classify import Heard
from followthrough.rules.hearing.meant import misses
from followthrough.rules.language.asking import asks
from followthrough.rules.language.words import keys_of, phrase_of
from followthrough.rules.slots.gazetteer import Gazetteer, code_of
from followthrough.rules.slots.need import need_of
from followthrough.rules.slots.stated import Said
from followthrough.tuning import Tuning

_QUESTIONS = (TurnClass.NEW_QUESTION, TurnClass.CONTINUATION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """An answer to the question for slots; ``declined`` are slots that the user gave no value for."""

    declined: tuple[str, ...]


def missing_slots(
    need: Need, said: Said, jurisdiction: Jurisdiction, names: Mapping[str, Sequence[str]], pack: Pack
) -> tuple[str, ...]:
    """The slots to ask for; none when the message or the thread says one of them.

    A slot for which the documents know a single name is settled by them: it is neither asked for nor an answer.

    Args:
        need: the kind of question.
        said: what the message says of slots.
        jurisdiction: what holds, the message included.
        names: what the documents of the thread say in their metadata, by key.
        pack: the slots.
    """
    left = tuple(name for name in need.slots if not _is_single(name, names, pack))
    known = any(name in said.slots or jurisdiction.state_of(name) is not None for name in left)
    return () if known or any(_says_another(name, said, names, pack) for name in need.slots) else left


def _says_another(slot: str, said: Said, names: Mapping[str, Sequence[str]], pack: Pack) -> bool:
    """Whether the message names a value that the documents don't know, where they know a single one."""
    if not _is_single(slot, names, pack):
        return False
    only = phrase_of(names[pack.slots.named(slot).metadata][0])
    return any(phrase_of(value) != only for value in (*said.values(slot), *said.unknown(slot)))


def _is_single(slot: str, names: Mapping[str, Sequence[str]], pack: Pack) -> bool:
    key = pack.slots.named(slot).metadata
    return bool(key) and len(names.get(key, ())) == 1


def ask_missing(heard: Heard, known: Gazetteer, thread: Thread, pack: Pack, tuning: Tuning) -> AskSlots | None:
    """The question that must be answered before this one, None when nothing is missing.

    A question about documents of the thread's own is about those, whatever their rules.
    """
    own = heard.given.documents or thread.document_ids
    need = None if own or heard.turn_class not in _QUESTIONS else need_of(heard.message.text, pack)
    if need is None:
        return None
    slots = missing_slots(need, heard.said, heard.now, known.names, pack)
    if not slots:
        return None
    question = need.ask if slots == need.slots else pack.slots.named(slots[0]).ask
    return _ask(heard, slots, question, original=heard.message.text, known=known, tuning=tuning)


def beside(asking: AskSlots | None, asked: AnswerQuestion, pack: Pack) -> AnswerQuestion | AskSlots:
    """The parts that depend on no slot, with the question for the others behind them; the question if all depend."""
    if asking is None:
        return asked
    waits = [one for one in asked.planned if need_of(one.spoken, pack) is not None]
    sure = tuple(one for one in asked.planned if one not in waits)
    if not sure or not waits:
        return asking
    left = replace(asking.open_slots, original=" ".join(one.spoken for one in waits))
    return replace(asked, planned=sure, leaves=left)


def ask_for_known(heard: Heard, known: Gazetteer, pack: Pack, tuning: Tuning) -> AskSlots | None:
    """The question after a code that nobody knows (F13), None when there was none."""
    if heard.said.unknown_code is None:
        return None
    slot, name = heard.said.unknown_code
    original = heard.waiting.original if heard.waiting else heard.history[-1].asked if heard.history else ""
    asked = _ask(heard, (slot,), pack.slots.named(slot).ask, original=original, known=known, tuning=tuning)
    return replace(asked, turn_class=TurnClass.SLOT_VALUE, unknown=name)


def read_reply(heard: Heard, pack: Pack, tuning: Tuning) -> AskSlots | Reply | None:
    """What a message is to the question for slots that waits for an answer; None when it is none.

    A question of its own, a courtesy and another topic are no answers. What is one without a value is asked for
    again, a bounded number of times; then the original question is answered without it.
    """
    waiting = heard.waiting
    if waiting is None:
        return None
    if heard.turn_class is TurnClass.SLOT_FILL:
        return Reply(declined=())
    if waiting.kind is not Waits.MISSING_SLOT:
        hearing = Hearing(heard.acts, tuning)
        is_missed = waiting.times < tuning.slot_asks_max and misses(heard.message.text, waiting, pack, hearing)
        return _again(waiting, heard, "asked_again") if is_missed else None
    is_answer = heard.turn_class in _QUESTIONS and not shifts_topic(keys_of(heard.message.text), pack)
    if not is_answer or (asks(heard.message.text, pack) and not heard.said.declines):
        return None
    if heard.said.declines or waiting.times >= tuning.slot_asks_max:
        return Reply(declined=waiting.slots)
    return _again(waiting, heard, "no_slot_value")


def _again(waiting: OpenSlots, heard: Heard, reason: str) -> AskSlots:
    """The question once more, with its options as a new list."""
    again = waiting.option_set
    shown = replace(again, id=_set_id(heard.message.index)) if again is not None else None
    decision = Decision(lane=Lane.CLARIFICATION, reason=reason)
    open_slots = replace(waiting, times=waiting.times + 1, option_set=shown)
    return AskSlots(turn_class=TurnClass.CONTINUATION, decision=decision, open_slots=open_slots)


def _ask(
    heard: Heard, slots: tuple[str, ...], question: str, *, original: str, known: Gazetteer, tuning: Tuning
) -> AskSlots:
    turn = heard.message.index
    return AskSlots(
        turn_class=heard.turn_class,
        decision=Decision(lane=Lane.CLARIFICATION, reason="missing_slot"),
        open_slots=OpenSlots(
            slots=slots,
            question=question,
            original=original,
            asked_at_turn=turn,
            option_set=option_set(slots, known, turn=turn, tuning=tuning),
        ),
    )


def option_set(slots: Sequence[str], known: Gazetteer, *, turn: int, tuning: Tuning) -> OptionSet | None:
    """What to click for the first slot with a choice to offer: the documents' names where they know several."""
    for name in slots:
        slot = known.slot(name)
        in_documents = known.canonical(name, sorted(known.names.get(slot.metadata, ())) if slot.metadata else ())
        labels = in_documents if len(in_documents) > 1 else tuple(v.name for v in slot.values)
        if len(labels) > 1:
            options = tuple(Option(id=f"{slot.dimensions[0]}.{code_of(v)}", label=v) for v in labels)
            return OptionSet(id=_set_id(turn), options=options[: tuning.slot_options_max])
    return None


def _set_id(turn: int) -> str:
    return f"slots-{turn}"
