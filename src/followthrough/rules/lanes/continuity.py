"""What is remembered after a turn: the lists that it showed, what it did, and what it asks (R4-20 to R4-22).

Invariant: whatever the turn did, the state stays within its bounds; a question about a list is pending exactly where
the reply asked it.
"""

from __future__ import annotations

from dataclasses import replace

from followthrough.domain.continuity import (
    Action,
    ContinuityState,
    PauseReason,
    PendingClarifier,
    Scope,
    SetOrigin,
    TraceEntry,
)
from followthrough.domain.conversation import DialogState, Thread, TurnClass, TurnRecord
from followthrough.domain.objective import OutwardStatus
from followthrough.domain.outcome import Opened, Outcome
from followthrough.domain.plan import Decided, OfferOptions, Recount
from followthrough.domain.rollout import Flags, Mode
from followthrough.rules.lanes.closing import waits
from followthrough.rules.language.wording import summarise
from followthrough.rules.lists.option_sets import aged, drop, part_set, pause, register, source_set, state_of
from followthrough.tuning import Tuning

_COMMANDS = frozenset({TurnClass.RETRY, TurnClass.RECENTS, TurnClass.HUMAN_REQUEST})
_ARBITRATION = frozenset({PendingClarifier.SELECTION_DISAMBIGUATION, PendingClarifier.SCOPE_DISAMBIGUATION})


def carry_on(
    record: TurnRecord, decided: Decided, outcome: Outcome, thread: Thread, *, flags: Flags, tuning: Tuning
) -> TurnRecord:
    """The record with what is remembered as the turn leaves it, and what was executed."""
    action = decided.action
    if isinstance(outcome, Opened) and outcome.passage is None:
        action = None
    state = decided.continuity if decided.continuity is not None else _elsewhere(state_of(thread), record)
    if action is not None:
        state = _acted(state, action, record, tuning)
    state = _answered(state, record, tuning)
    state, shown = _shown(state, decided, record, flags, tuning)
    used = action.option_set_id if action is not None else _told_of(decided)
    state = aged(state, shown, tuning, turn=record.message.index, used=used)
    question = record.reply.text.partition("\n\n")[0] if state.pending is not PendingClarifier.NONE else ""
    state = replace(state, question=question)
    asks = state.pending is not PendingClarifier.NONE
    dialog = DialogState.NEEDS_CLARIFICATION if asks else record.dialog_state
    return replace(record, action=action, routed=decided.routed, continuity=state, dialog_state=dialog)


def _told_of(decided: Decided) -> str | None:
    """The set that was told about: the user has it in sight as if something had been chosen from it."""
    routed = decided.routed if isinstance(decided.plan, Recount) else None
    return None if routed is None else routed.active_option_set_id


def _elsewhere(state: ContinuityState, record: TurnRecord) -> ContinuityState:
    """The state after a turn that was about something else: a question about a list waits no longer.

    Only a clear command that came between takes the list away (2.5); what the user asks or tells leaves it there.
    """
    turn = record.message.index
    if record.turn_class is TurnClass.END_PURSUIT and waits(state) is not None:
        return pause(state, PauseReason.STOP, turn=turn)
    if state.pending in _ARBITRATION and record.turn_class in _COMMANDS:
        return pause(state, PauseReason.INTERRUPT, turn=turn)
    return replace(state, pending=PendingClarifier.NONE, pending_scopes=())


def _acted(state: ContinuityState, action: Action, record: TurnRecord, tuning: Tuning) -> ContinuityState:
    entry = TraceEntry(
        type=action.type.value,
        target_ref=action.option_id,
        label=action.label,
        source_scope=action.scope,
        option_set_id=action.option_set_id,
        at=record.ended_at,
        turn=record.message.index,
        reason=record.decision.reason,
        execution_ref=action.execution_ref,
    )
    accepted = tuple(i for i in state.recent_accepted_choice_ids if i != action.option_id)
    return replace(
        _traced(state, entry, tuning),
        last_resolved_action=entry,
        last_accepted_choice_id=action.option_id,
        recent_accepted_choice_ids=(action.option_id, *accepted)[: tuning.choice_window],
        recent_rejected_choice_ids=tuple(i for i in state.recent_rejected_choice_ids if i != action.option_id),
        pending=PendingClarifier.NONE,
        pending_scopes=(),
        cycle=None,
    )


def _answered(state: ContinuityState, record: TurnRecord, tuning: Tuning) -> ContinuityState:
    """The state with the question that was answered, and the beginning of the answer."""
    if not record.reply.citations:
        return state
    said = summarise(record.reply.text, tuning.explanation_max_chars)
    state = replace(state, last_explanation=said, explained_at_turn=record.message.index)
    objective = record.objective
    if objective is None or record.objective_status is not OutwardStatus.RESOLVED:
        return state
    entry = TraceEntry(
        type="answer",
        target_ref=objective.id,
        label=objective.summary,
        source_scope=Scope.CHAT,
        option_set_id=None,
        at=record.ended_at,
        turn=record.message.index,
        reason=record.decision.reason,
    )
    return _traced(state, entry, tuning)


def _traced(state: ContinuityState, entry: TraceEntry, tuning: Tuning) -> ContinuityState:
    entries = (entry, *state.recent_actions)[: tuning.recent_action_trace_max_entries]
    return replace(state, recent_actions=entries)


def _shown(
    state: ContinuityState, decided: Decided, record: TurnRecord, flags: Flags, tuning: Tuning
) -> tuple[ContinuityState, str | None]:
    """The state with the lists of the reply, and the id of the one that it shows to be chosen from."""
    asked = record.open_slots.option_set if record.open_slots is not None else None
    for one in state.sets:
        if one.origin is SetOrigin.SLOTS and (asked is None or one.id != asked.id):
            state = drop(state, one.id)
    if asked is not None:
        return register(state, asked, pending=PendingClarifier.MISSING_SLOT), asked.id
    if isinstance(decided.plan, OfferOptions):
        return state, decided.plan.option_set.id if decided.plan.option_set is not None else None
    if flags.selection_lane is not Mode.ON:
        return state, None
    over = None if record.objective is None else part_set(record.objective, record.message.turn_id, tuning)
    own = over or source_set(record.retrieval.passages, record, tuning)
    if own is None:
        return state, None
    state = register(state, own)
    return state, own.id if state.set_of(own.id) is not None else None
