"""Leaving a list, coming back to it, and taking back what was done: stop, exit, return, rejection (2.5, C35).

Invariant: only whole utterances do any of it; a bare stop over a list is asked back once, and what was left comes
back by a return cue only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from followthrough.domain.continuity import (
    ContinuityState,
    Option,
    OptionSet,
    Outcome,
    PauseReason,
    PendingClarifier,
    Scope,
    SetOrigin,
    TraceEntry,
)
from followthrough.domain.conversation import Decision, Lane, TurnClass
from followthrough.domain.framing import Does
from followthrough.domain.plan import Decided
from followthrough.rules.lanes.asking_back import ask_which, show_again, tell
from followthrough.rules.lanes.perform import Moment
from followthrough.rules.language.asking import asks
from followthrough.rules.language.utterance import is_wholly
from followthrough.rules.language.words import keys_of
from followthrough.rules.lists.naming import exactly
from followthrough.rules.lists.option_sets import PASSIVE, pause, resume, without
from followthrough.tuning import Tuning


def waits(state: ContinuityState) -> OptionSet | None:
    """The active set, where it waits for a choice; None where lists only stand beside the conversation.

    One that stands beside it waits as well right after it was asked which of it is meant.

    The question for a slot waits by itself, whatever stands below it to choose.
    """
    active = state.active
    if active is None or active.origin is SetOrigin.SLOTS:
        return None
    is_asked = state.pending in _ASKED and active.turns_since_shown == 0
    return active if active.origin not in PASSIVE or is_asked else None


_ASKED = frozenset(
    {PendingClarifier.SELECTION_DISAMBIGUATION, PendingClarifier.CONFIRMATION, PendingClarifier.REPAIR}
)


def leave(moment: Moment) -> Decided | None:
    """What a stop, an exit or the answer to "shall I close it?" does; None for any other message."""
    pending, text, pack = waits(moment.state), moment.message.text, moment.pack
    if pending is None:
        return None
    steer = pack.selecting
    if moment.state.pending is PendingClarifier.CONFIRMATION:
        if is_wholly(text, steer.keeps | pack.clarifying.denied, pack.pursuit):
            return show_again(moment, pending, "list_kept")
        agrees = pack.pursuit.accepts | pack.clarifying.affirmed
        if is_wholly(text, agrees | pack.pursuit.ends | steer.exits, pack.pursuit):
            return _close(moment, "stop_confirmed")
    if is_wholly(text, steer.exits, pack.pursuit):
        return _close(moment, "list_left")
    if is_wholly(text, pack.pursuit.ends, pack.pursuit):
        return tell(
            moment,
            "list_stop_confirm",
            "confirm_stop",
            shown=pending,
            pending=PendingClarifier.CONFIRMATION,
        )
    return None


def _close(moment: Moment, reason: str) -> Decided:
    state = pause(moment.state, PauseReason.STOP, turn=moment.message.index)
    closed = tell(replace(moment, state=state), "list_closed", reason)
    decision = Decision(lane=Lane.INTERRUPT, reason=reason)
    plan = replace(closed.plan, turn_class=TurnClass.END_PURSUIT, decision=decision)
    return replace(closed, plan=plan)


def closed_list(moment: Moment) -> Decided | Moment | None:
    """What a place or a label of a list that was left does: it is said that the list is closed.

    A list that something came between has one grace turn, in which it is as if it were open. None for any other
    message.
    """
    paused, message = moment.state.paused, moment.message
    if paused is None or waits(moment.state) is not None:
        return None
    beside = moment.state.active
    if beside is not None and _names(moment, beside.options):
        return None  # a list in sight comes before one that was left
    if not _names(moment, paused.option_set.options):
        return None
    if paused.reason is PauseReason.INTERRUPT and message.index <= paused.turn + 1:
        return replace(moment, state=resume(moment.state))
    return tell(moment, "list_is_closed", "list_is_closed")


def _names(moment: Moment, options: Sequence[Option]) -> bool:
    """Whether the message chooses one of these, by name or place."""
    said = moment.said(moment.message.text)
    return bool(exactly(said.text, options, moment.pack).options or said.sure(said.readings(options)))


def reject(moment: Moment) -> Decided | None:
    """What "none of these", "not that", a bare no and "not sure" do; None for any other message."""
    text, pack, pending = moment.message.text, moment.pack, waits(moment.state)
    takes_back = moment.says(Does.UNDO)
    if takes_back and (taken := _take_back(moment)) is not None:
        return taken
    if pending is None or _names(moment, pending.options):
        return None  # a list that offers yes and no is answered by them
    if moment.says(Does.NONE):
        return _without_list(moment, pending)
    if takes_back:
        return _without_suggested(moment, pending)
    if is_wholly(text, pack.clarifying.denied, pack.pursuit):
        return show_again(moment, pending, "refusal")
    return show_again(moment, pending, "hesitation") if moment.says(Does.UNSURE) else None


def _without_list(moment: Moment, pending: OptionSet) -> Decided:
    """The list is left, and one detail is asked for."""
    rejected = tuple(o.id for o in pending.options)
    state = _rejecting(pause(moment.state, PauseReason.STOP, turn=moment.message.index), rejected, moment.tuning)
    return tell(replace(moment, state=state), "list_rejected", "list_rejected", pending=PendingClarifier.REPAIR)


def detail(moment: Moment) -> Decided | None:
    """What the detail does that was asked for after "none of these": its list is asked about once more.

    None for any other message, and for a detail that no option has: it is searched for.
    """
    state, text, pack = moment.state, moment.message.text, moment.pack
    paused = state.paused
    if paused is None or state.pending is not PendingClarifier.REPAIR or moment.message.index > paused.turn + 1:
        return None
    if asks(text, pack) or len(keys_of(text)) > _LONGEST_DETAIL:
        return None
    if not moment.said(text).readings(paused.option_set.options):
        return None
    return ask_which(replace(moment, state=resume(state)), text, paused.option_set, None)


_LONGEST_DETAIL = 6  # words; a longer message says something of its own


def _take_back(moment: Moment) -> Decided | None:
    """The last action rejected, and the rest of its list shown again; None where nothing was done of late."""
    state, last = moment.state, moment.state.last_resolved_action
    if last is None or not is_recent(last, moment):
        return None
    entries = tuple(
        replace(entry, outcome=Outcome.REJECTED) if entry == last else entry for entry in state.recent_actions
    )
    state = _rejecting(state, (last.target_ref,), moment.tuning)
    state = replace(state, last_resolved_action=None, recent_actions=entries)
    moment = replace(moment, state=state)
    shown = state.set_of(last.option_set_id) if last.option_set_id is not None else None
    rest = tuple(o for o in shown.options if o.id not in state.recent_rejected_choice_ids) if shown else ()
    if shown is None or not rest:
        return tell(moment, "list_rejected", "last_rejected", pending=PendingClarifier.REPAIR)
    return tell(
        moment,
        "choose_rest",
        "last_rejected",
        shown=without(shown, rest),
        pending=PendingClarifier.REPAIR,
        values=(last.label,),
    )


def _without_suggested(moment: Moment, pending: OptionSet) -> Decided:
    """The list without what was suggested; as it is where nothing was."""
    cycle = moment.state.cycle
    suggested = pending.option(cycle.suggested) if cycle is not None and cycle.suggested is not None else None
    rest = tuple(o for o in pending.options if o != suggested)
    if suggested is None or not rest:
        return show_again(moment, pending, "suggestion_rejected")
    state = _rejecting(moment.state, (suggested.id,), moment.tuning)
    return tell(
        replace(moment, state=state),
        "choose_rest",
        "suggestion_rejected",
        shown=without(pending, rest),
        pending=PendingClarifier.REPAIR,
        values=(suggested.label,),
    )


def _rejecting(state: ContinuityState, ids: tuple[str, ...], tuning: Tuning) -> ContinuityState:
    known = tuple(i for i in state.recent_rejected_choice_ids if i not in ids)
    return replace(state, recent_rejected_choice_ids=(*ids, *known)[: tuning.choice_window])


def is_recent(entry: TraceEntry, moment: Moment) -> bool:
    """Whether something was done so recently that words like "that" may mean it: in turns and in minutes (2.7)."""
    turns = moment.message.index - entry.turn
    minutes = (moment.message.received_at - entry.at).total_seconds() / 60
    return (
        turns <= moment.tuning.continuity_ttl_max_turns
        and minutes <= moment.tuning.continuity_ttl_max_minutes
        and entry.source_scope is not Scope.NONE
    )
