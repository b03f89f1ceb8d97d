"""What answers ask of the user ("send the form by Friday"): kept beside the objective, ticked off, told on request.

Invariants: only a sentence that was shown and begins as an order or with "you must" is kept, in its words: an item
may be a step or hold for a case. Only what the user says to be done is ticked, and only where it can be no other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from followthrough.domain.continuity import ContinuityState, Todo
from followthrough.domain.conversation import Decision, Lane, Message, Thread, TurnClass
from followthrough.domain.handoff import Holder, Origin
from followthrough.domain.outcome import Clarified, ExtractKind, Found, Outcome
from followthrough.domain.pack import Pack
from followthrough.domain.plan import Decided, SayText
from followthrough.rules.language.asking import asks
from followthrough.rules.language.utterance import as_typed, mentions
from followthrough.rules.language.words import Stems, keys_of
from followthrough.rules.objective.unsolved import telling_stems

_MOST = 20  # that are kept, the newest
_LONGEST = 30  # words of what is kept; more explain
_SHORT = 10  # words of a message that ticks something off


def with_todos(state: ContinuityState, outcome: Outcome, turn: int, pack: Pack) -> ContinuityState:
    """The state with what the answers of this turn ask of the user, each once."""
    answers = outcome.answers if isinstance(outcome, Found | Clarified) else ()
    known = {todo.text for todo in state.todos}
    shown = (extract for answer in answers for extract in answer.extracts if extract.kind is ExtractKind.SENTENCE)
    asked = (e for e in shown if e.text not in known and _orders(e.text, pack))
    new = {extract.text: Todo(text=extract.text, passage_id=extract.passage.id, turn=turn) for extract in asked}
    return replace(state, todos=(*state.todos, *new.values())[-_MOST:]) if new else state


def _orders(text: str, pack: Pack) -> bool:
    """Whether a sentence tells the reader to do something, in any case: "send the form", "you must bring it"."""
    keys = keys_of(text)
    if not 2 < len(keys) < _LONGEST:
        return False
    if keys[0] in pack.asking.addressed:
        return keys[1] in pack.values.duties
    objects = pack.joining.determiners | pack.joining.prepositions | pack.asking.pronouns
    return keys[0] in pack.values.steps - pack.words.stop and keys[1] in objects


def todo_reply(message: Message, thread: Thread, pack: Pack) -> Decided | None:
    """What is said to who did something of it, or asks what is left; None for any other message."""
    state = thread.continuity
    waits = thread.open_slots is not None or (thread.clarification is not None and thread.clarification.is_active)
    if not state.todos or waits or _is_anothers(message, thread) or mentions(message.text):
        return None
    if _asks_what_is_left(message.text, pack):
        return _told(state, thread, "todo_list", _open(state))
    todo = _done(message.text, state, pack)
    if todo is None:
        return None
    done = replace(todo, done_turn=message.index)
    state = replace(state, todos=tuple(done if one == todo else one for one in state.todos))
    return _told(state, thread, "todo_done", (todo.text,))


def _is_anothers(message: Message, thread: Thread) -> bool:
    """Whether the assistant has no say in it, or it brings something to read."""
    is_users = message.origin is Origin.USER and thread.holder is not Holder.HUMAN and message.retry_of is None
    return not is_users or bool(message.attachments or message.links)


def _open(state: ContinuityState) -> tuple[str, ...]:
    return tuple(todo.text for todo in state.todos if todo.done_turn is None)


def _told(state: ContinuityState, thread: Thread, say: str, values: tuple[str, ...]) -> Decided:
    decision = Decision(lane=Lane.CHAT, reason=say)
    said = "todo_done" if say == "todo_done" else "todo_list" if values else "todo_none"
    plan = SayText(turn_class=TurnClass.ACK, decision=decision, say=said, values=values)
    return Decided(plan=plan, jurisdiction=thread.jurisdiction, continuity=state)


def _asks_what_is_left(text: str, pack: Pack) -> bool:
    """Whether it asks what the user still has to do, of nothing that it names."""
    keys, said = keys_of(text), frozenset(keys_of(text))
    named = telling_stems(text, pack) - frozenset(Stems(pack).of(sorted(pack.pursuit.remaining)))
    is_doing = keys[-1:] != [] and keys[-1] in pack.asking.auxiliaries - pack.asking.copulas - pack.words.light
    is_own = not said.isdisjoint(pack.asking.speakers)
    return not named and is_doing and is_own and not said.isdisjoint(pack.pursuit.remaining)


def _done(text: str, state: ContinuityState, pack: Pack) -> Todo | None:
    """The one open thing that a message says is done: its verb in another form, and what it was to be done with."""
    keys = keys_of(text)
    denials = pack.values.negations | frozenset(word for word in pack.asking.auxiliaries if "'" in word)
    if len(keys) > _SHORT or asks(text, pack) or not as_typed(denials).isdisjoint(keys):
        return None
    named = [todo for todo in state.todos if todo.done_turn is None and _is_of(todo, keys, pack)]
    return named[0] if len(named) == 1 else None


def _is_of(todo: Todo, keys: list[str], pack: Pack) -> bool:
    stems, own = Stems(pack), telling_stems(todo.text, pack)
    said = dict(zip(keys, stems.of(keys), strict=True))
    verbs = set(_verbs(todo, pack))
    did = {said[key] for key in keys if said[key] in stems.of(sorted(verbs)) and key not in verbs}
    return bool(did) and bool((own & set(said.values())) - did)


def _verbs(todo: Todo, pack: Pack) -> Iterator[str]:
    """The verbs of instructions in it, as they stand there: "send"."""
    yield from (key for key in keys_of(todo.text) if key in pack.values.steps - pack.words.stop)
