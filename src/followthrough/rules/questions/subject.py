"""What a message asks, once its slots and the conversation are read: the words that are planned and resolved.

An answer to the question for slots continues the message that it stopped; a value alone asks the last question again
for another plan or state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from followthrough.domain.conversation import StoredTurn, TurnClass
from followthrough.domain.hearing import Act
from followthrough.domain.jurisdiction import OpenSlots
from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Exchange, Followup, FollowupKind
from followthrough.rules.followups.conversation import asked_by, exchanges_of
from followthrough.rules.followups.kind import read_followup, without_shift
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.hearing.classify import Heard
from followthrough.rules.language.names import is_code
from followthrough.rules.language.words import words_of
from followthrough.rules.slots.gazetteer import Gazetteer
from followthrough.rules.slots.need import need_of
from followthrough.rules.slots.stated import in_place_of, scoped
from followthrough.tuning import Tuning

_CHANGE = Followup(kind=FollowupKind.DEICTIC, why="jurisdiction_change")
_DEPENDS = Followup(kind=FollowupKind.TOPICAL, why="depends_on_slot")


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What is asked.

    Attributes:
        text: the words that fall into parts; empty when a value was named and nothing is known to ask of it.
        history: the conversation before those words.
        followup: whether and how they hang on it.
        effective: what is searched, where that is known without resolving.
        scope_alone: whether values that hold join the query although the words stand alone.
        about: the question that the words only tell something of ("we're in Florida"); what is open is called so.
    """

    text: str
    history: tuple[Exchange, ...]
    followup: Followup
    effective: tuple[str, ...] = ()
    scope_alone: bool = False
    about: str = ""


def continue_original(open_slots: OpenSlots, turns: Sequence[StoredTurn], pack: Pack, tuning: Tuning) -> Subject:
    """The message that a question for slots stopped, with the conversation before it."""
    before = tuple(t for t in turns if t.message.index < open_slots.asked_at_turn)
    history = exchanges_of(before, pack)
    followup = read_followup(open_slots.original, history, pack, tuning)
    return Subject(text=open_slots.original, history=history, followup=followup, scope_alone=True)


def subject_of(heard: Heard, turns: Sequence[StoredTurn], known: Gazetteer, pack: Pack) -> Subject:
    """What a message asks that answers no question for slots."""
    if heard.turn_class in (TurnClass.JURISDICTION_CHANGE, TurnClass.SLOT_VALUE):
        return _ask_of_others(_last_queries(turns), heard, known, pack)
    text, followup = heard.message.text, heard.followup
    if followup.why == "topic_shift":
        text = without_shift(text, pack)
    if heard.turn_class is TurnClass.NEW_QUESTION and _relies_on_slots(heard, pack):
        return Subject(text=text, history=heard.history, followup=_DEPENDS, scope_alone=True)
    only_tells = followup.is_followup and bool(heard.history) and Hearing(heard.acts).takes(Act.STATEMENT)
    about = _called_before(turns, heard) if only_tells else ""
    return Subject(text=text, history=heard.history, followup=followup, about=about)


def _called_before(turns: Sequence[StoredTurn], heard: Heard) -> str:
    """What the question before is called; what only told something of one is called by that."""
    objectives = (t.record.objective for t in reversed(turns) if t.record is not None)
    subs = next((o.subs for o in objectives if o is not None and o.subs), ())
    return subs[-1].called if subs else heard.history[-1].message


def _relies_on_slots(heard: Heard, pack: Pack) -> bool:
    """Whether a question of its own depends on a slot that the conversation has settled (R2-6).

    One that names a code or another value is left as it is (field report 11).
    """
    need = need_of(heard.message.text, pack)
    if need is None or heard.followup.is_followup or heard.followup.why == "topic_shift":
        return False
    named = not heard.said.slots.isdisjoint(need.slots) or any(is_code(w) for w in words_of(heard.message.text))
    return not named and bool(heard.history) and any(heard.now.values(name) for name in need.slots)


def _last_queries(turns: Sequence[StoredTurn]) -> tuple[str, ...]:
    """What the last turn that asked something searched, else its message; empty when nothing was asked."""
    for turn in reversed(turns):
        if turn.record is not None and (queries := asked_by(turn.record)):
            return queries
    return ()


def _ask_of_others(last_queries: tuple[str, ...], heard: Heard, known: Gazetteer, pack: Pack) -> Subject:
    """The last question for other slot values; one query a value where several are compared."""
    queries = list(last_queries)
    for slot in known.slots:
        if slot.name in heard.said.slots:
            values = heard.now.values(slot.name) or heard.said.unknown(slot.name)
            each = [(v,) for v in values] if slot.many else [values]
            queries = [_put(query, one, slot.name, known, pack) for query in queries for one in each if one]
    effective = tuple(dict.fromkeys(queries))
    return Subject(text=" ".join(effective), history=heard.history, followup=_CHANGE, effective=effective)


def _put(query: str, values: tuple[str, ...], slot: str, known: Gazetteer, pack: Pack) -> str:
    placed = in_place_of(query, known.slot(slot), values, known)
    named = {mention.value for mention in known.mentions(placed)}
    return scoped(placed, tuple(value for value in values if value not in named), pack)
