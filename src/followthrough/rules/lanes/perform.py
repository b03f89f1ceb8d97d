"""What choosing an option does (requirements 2.8): nothing but what its maker bound to it when it was registered.

Invariant: the option comes from the set that it is said to be of; nothing outside it can be executed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from followthrough.domain.continuity import (
    Action,
    ActionType,
    ContinuityState,
    Option,
    OptionSet,
    Provenance,
    Scope,
    SetOrigin,
)
from followthrough.domain.conversation import Decision, Lane, Message, StoredTurn, Thread, TurnClass
from followthrough.domain.decisions import RoutedDecision
from followthrough.domain.framing import NOT_FRAMED, Does, Framed, Frames
from followthrough.domain.ids import DocumentId, PassageId, TurnId
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, Decided, Shown, TakeAction
from followthrough.domain.rollout import ALL_OFF, Flags
from followthrough.rules.hearing.certainty import NOT_HEARD, Hearing
from followthrough.rules.lists.framing import bare
from followthrough.rules.lists.gates import Said
from followthrough.rules.lists.scope_cue import with_panels
from followthrough.rules.pursuit.retry import plan_again, try_again
from followthrough.tuning import Tuning

_OWN_TYPE = {
    SetOrigin.HOST: ActionType.SELECT,
    SetOrigin.SLOTS: ActionType.SELECT,
    SetOrigin.CHOICES: ActionType.SELECT,
    SetOrigin.SOURCES: ActionType.OPEN,
    SetOrigin.DOCUMENTS: ActionType.OPEN,
    SetOrigin.RECENTS: ActionType.RERUN,
    SetOrigin.PARTS: ActionType.RETRY,
}
_BY_VERB = {
    SetOrigin.HOST: frozenset(ActionType),
    SetOrigin.SOURCES: frozenset({ActionType.OPEN, ActionType.USE}),
    SetOrigin.DOCUMENTS: frozenset({ActionType.OPEN, ActionType.USE}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """A message that goes on through the turn: as it was sent, or as the option that was chosen says it.

    ``action`` is what was chosen; None where nothing was. ``decision`` is None where the message is decided as
    what it says: a slot value that was clicked is a slot value. ``continuity`` and ``routed`` as in ``Decided``.
    ``shown``: the item of the last answer that it asks about.
    """

    message: Message
    action: Action | None = None
    decision: Decision | None = None
    routed: RoutedDecision | None = None
    continuity: ContinuityState | None = None
    explains: bool = False
    shown: Shown | None = None

    def mark(self, decided: Decided) -> Decided:
        """The decision that the message came to, as one of the lane that passed it on."""
        decided = replace(decided, action=self.action, routed=self.routed, continuity=self.continuity)
        decided = replace(decided, explains=self.explains)
        if self.shown is not None and isinstance(decided.plan, AnswerQuestion):
            plan = decided.plan
            own = tuple(one for one in plan.planned if not one.is_again)  # what is open is not what it points at
            reason = replace(plan.decision, reason="list_item")
            return replace(decided, plan=replace(plan, planned=own, shown=self.shown, decision=reason))
        if self.decision is None:
            return decided
        plan = replace(decided.plan, turn_class=TurnClass.SELECTION, decision=self.decision)
        return replace(decided, plan=plan)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """An option that is to be executed, and who decided that.

    ``why`` is the rule that did; ``verb`` what the message's verb does, None without one. ``explains``: the user
    asked for an explanation too.
    """

    option: Option
    pool: OptionSet
    why: str
    provenance: Provenance
    routed: RoutedDecision
    continuity: ContinuityState
    verb: ActionType | None = None
    explains: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What the lanes look at: the message, the thread before it, and what is remembered of lists.

    ``state`` is the thread's continuity, ``lists`` are those that were looked up for the message's scope cue,
    ``hearing`` is what the message was heard to do, ``frames`` what it does with the options that it names.
    """

    message: Message
    thread: Thread
    turns: tuple[StoredTurn, ...]
    state: ContinuityState
    pack: Pack
    tuning: Tuning
    flags: Flags = ALL_OFF
    lists: tuple[OptionSet, ...] = ()
    hearing: Hearing = NOT_HEARD
    frames: Frames = field(default_factory=dict[str, Framed])

    @property
    def cues(self) -> Pack:
        """The pack with the names of the places at which hosts show their lists."""
        return with_panels(self.pack, self.state.sets)

    def said(self, text: str) -> Said:
        """The text, with what was made of its frames."""
        return Said(text=text, pack=self.pack, tuning=self.tuning, frames=self.frames)

    def says(self, does: Does, text: str | None = None) -> bool:
        """Whether the message, without any name in it, surely does this to the list: "none of these"."""
        framed = self.frames.get(bare(self.message.text if text is None else text), NOT_FRAMED)
        return not framed.foreign and framed.best is does and framed.chance(does) >= self.tuning.hear_aside


def perform(choice: Choice, moment: Moment) -> Decided | Passed:
    """The plan that executes the option, or the message that it stands for."""
    message, thread = moment.message, moment.thread
    action = action_of(choice)
    decision = Decision(lane=Lane.SELECTION, reason=choice.why)
    origin = choice.pool.origin
    if origin in (SetOrigin.SLOTS, SetOrigin.CHOICES):
        says = choice.option.id if origin is SetOrigin.SLOTS else choice.option.says or choice.option.label
        said = replace(message, text=says, selection=None)
        return Passed(
            message=said,
            action=action,
            decision=None if origin is SetOrigin.SLOTS else decision,
            routed=choice.routed,
            continuity=choice.continuity,
        )
    if origin is SetOrigin.RECENTS:
        return _rerun(choice, action, decision, moment)
    plan = _plan(choice, action, decision, thread, moment.pack)
    return Decided(
        plan=plan,
        jurisdiction=thread.jurisdiction,
        open_slots=None if isinstance(plan, AnswerQuestion) else thread.open_slots,
        action=action,
        routed=choice.routed,
        continuity=choice.continuity,
        explains=choice.explains,
    )


def action_of(choice: Choice) -> Action:
    """The action on the wire and in records."""
    pool, option = choice.pool, choice.option
    allowed = _BY_VERB.get(pool.origin, frozenset[ActionType]())
    return Action(
        type=choice.verb if choice.verb in allowed and choice.verb is not None else _OWN_TYPE[pool.origin],
        option_id=option.id,
        label=option.label,
        scope=pool.scope if pool.scope is not Scope.NONE else Scope.CHAT,
        option_set_id=pool.id,
        execution_ref=option.execution_ref,
        provenance=choice.provenance,
        origin=pool.origin,
    )


def _plan(
    choice: Choice, action: Action, decision: Decision, thread: Thread, pack: Pack
) -> TakeAction | AnswerQuestion:
    """The plan of a host's option, a document or a part."""
    origin = choice.pool.origin
    document_id, passage_id = document_of(choice.option, origin)
    objective = thread.active_objective
    if action.type is ActionType.USE and document_id is not None and objective is not None:
        again = plan_again(objective, TurnClass.SELECTION, decision.reason, pack, copies=False)
        return replace(again, decision=decision, within=(document_id,))
    if action.type is ActionType.RETRY and objective is not None:
        part = tuple(sub for sub in objective.subs if sub.id == choice.option.id)
        if part:
            again = plan_again(replace(objective, subs=part), TurnClass.SELECTION, decision.reason, pack)
            return replace(again, decision=decision)
    return TakeAction(
        turn_class=TurnClass.SELECTION,
        decision=decision,
        action=action,
        why=choice.why if choice.explains else "",
        document_id=document_id,
        passage_id=passage_id,
        about=choice.option.sublabel or choice.pool.excerpt if choice.explains else "",
    )


def document_of(option: Option, origin: SetOrigin) -> tuple[DocumentId | None, PassageId | None]:
    """The product's document and passage that an option stands for; a host's references mean nothing here."""
    if origin not in (SetOrigin.SOURCES, SetOrigin.DOCUMENTS) or option.execution_ref is None:
        return None, None
    _, _, target = option.execution_ref.partition(":")
    document_id, _, passage_id = target.partition("/")
    return DocumentId(document_id), PassageId(passage_id) if passage_id else None


def _rerun(choice: Choice, action: Action, decision: Decision, moment: Moment) -> Decided | Passed:
    """A past question: of this thread it is tried again as a copy, of another it is asked here."""
    _, _, target = (choice.option.execution_ref or "").partition(":")
    thread_id, _, turn_id = target.partition("/")
    text = choice.option.says or choice.option.label
    thread, turns = moment.thread, moment.turns
    asked = replace(moment.message, text=text, selection=None)
    again = None
    if thread_id == thread.id and any(turn.message.turn_id == turn_id for turn in turns):
        again = try_again(
            replace(asked, retry_of=TurnId(turn_id)), thread, turns, moment.pack, Hearing(tuning=moment.tuning)
        )
    if again is None:
        return Passed(
            message=asked, action=action, decision=decision, routed=choice.routed, continuity=choice.continuity
        )
    return Decided(
        plan=replace(again, turn_class=TurnClass.SELECTION, decision=decision),
        jurisdiction=thread.jurisdiction,
        action=action,
        routed=choice.routed,
        continuity=choice.continuity,
    )
