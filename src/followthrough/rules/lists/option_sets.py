"""Lists that can be chosen from: registered, shown, aged, left and come back to (requirements 2.4, 2.5).

Invariants: one set a scope at most and one active set at most; a new set takes the place of what competes with it and
nothing brings an old one back but a return cue; everything is bounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from operator import attrgetter

from followthrough.domain.continuity import (
    ContinuityState,
    Option,
    OptionSet,
    Paused,
    PauseReason,
    PendingClarifier,
    Scope,
    SetOrigin,
)
from followthrough.domain.conversation import Thread, TurnRecord, TurnSource
from followthrough.domain.ids import TurnId
from followthrough.domain.objective import Objective, ObjectiveStatus, SubStatus
from followthrough.domain.recents import PastQuestion
from followthrough.rules.language.wording import summarise
from followthrough.tuning import Tuning

PASSIVE = frozenset({SetOrigin.SOURCES, SetOrigin.RECENTS, SetOrigin.DOCUMENTS, SetOrigin.PARTS})
"""Lists that stand beside a conversation and ask nothing."""


def state_of(thread: Thread) -> ContinuityState:
    """What is remembered, with the options of a slot question that an earlier version left open."""
    state = thread.continuity
    asked = thread.open_slots.option_set if thread.open_slots is not None else None
    if asked is None or state.set_of(asked.id) is not None:
        return state
    return register(state, asked, pending=PendingClarifier.MISSING_SLOT)


def register(
    state: ContinuityState, shown: OptionSet, *, pending: PendingClarifier = PendingClarifier.NONE
) -> ContinuityState:
    """The state with a set that is shown now.

    It takes the place of the set of its scope, and the focus from all others; a passive list does not take it from a
    list that waits for a choice, and takes no place where a host shows its own list. What was left before is gone for
    good, but beside a passive list: that competes with nothing.
    """
    if _is_hosts_place(state, shown):
        return state
    others = tuple(s for s in state.sets if s.scope is not shown.scope and s.id != shown.id)
    active = state.active
    keeps_focus = shown.origin in PASSIVE and active is not None and active.origin not in PASSIVE and active in others
    if keeps_focus:
        return replace(state, sets=(*others, shown))
    paused = state.paused if shown.origin in PASSIVE else None
    is_same = state.active_option_set_id == shown.id
    return replace(
        state,
        sets=(*others, shown),
        active_option_set_id=shown.id,
        pending=pending,
        pending_scopes=(),
        paused=paused,
        cycle=state.cycle if is_same else None,
    )


def _is_hosts_place(state: ContinuityState, shown: OptionSet) -> bool:
    """Whether a list that only stands beside the conversation comes where a host's list is shown: that one stays."""
    in_place = state.in_scope(shown.scope)
    return shown.origin in PASSIVE and in_place is not None and in_place.origin is SetOrigin.HOST


def host_set(shown: OptionSet) -> OptionSet:
    """A host's set as it is kept: one without any reference can be looked at and clicked only."""
    return replace(shown, origin=SetOrigin.HOST, ui_only=all(o.execution_ref is None for o in shown.options))


def focus(state: ContinuityState, option_set_id: str) -> ContinuityState:
    """The state with another of its sets active: its scope was named."""
    if state.set_of(option_set_id) is None or state.active_option_set_id == option_set_id:
        return state
    return replace(
        state,
        active_option_set_id=option_set_id,
        pending=PendingClarifier.NONE,
        pending_scopes=(),
        cycle=None,
    )


def drop(state: ContinuityState, option_set_id: str) -> ContinuityState:
    """The state without a set; nothing is active in its place."""
    state = replace(state, sets=tuple(s for s in state.sets if s.id != option_set_id))
    if state.active_option_set_id != option_set_id:
        return state
    return replace(state, active_option_set_id=None, pending=PendingClarifier.NONE, pending_scopes=(), cycle=None)


def pause(state: ContinuityState, reason: PauseReason, *, turn: int) -> ContinuityState:
    """The state with its active set left; a return cue brings it back."""
    active = state.active
    if active is None:
        return state
    return replace(drop(state, active.id), paused=Paused(option_set=active, reason=reason, turn=turn))


def resume(state: ContinuityState) -> ContinuityState:
    """The state with the set that was left active again."""
    if state.paused is None:
        return state
    shown = replace(state.paused.option_set, turns_since_shown=0)
    return register(replace(state, paused=None), shown)


def aged(
    state: ContinuityState, shown: str | None, tuning: Tuning, *, turn: int, used: str | None = None
) -> ContinuityState:
    """The state a turn later: sets that were not shown are older by one, and gone when they are too old.

    Args:
        state: after the turn's own changes.
        shown: the id of the set that the turn's reply shows.
        tuning: how long they last.
        turn: the turn's index.
        used: the id of the set that was chosen from: the user has it in sight.
    """
    for one in state.sets:
        since = 0 if one.id in (shown, used) else one.turns_since_shown + 1
        if since > tuning.option_set_ttl_turns:
            state = drop(state, one.id)
        else:
            older = replace(one, turns_since_shown=since)
            state = replace(state, sets=tuple(older if s.id == one.id else s for s in state.sets))
    state = replace(state, shown_set_id=shown)
    paused = state.paused
    if paused is not None and turn - paused.turn > tuning.continuity_ttl_max_turns:
        state = replace(state, paused=None)
    return state


def visible(state: ContinuityState) -> tuple[OptionSet, ...]:
    """The sets that the user sees now: shown with the last reply, or by a host, which shows them itself."""
    return tuple(s for s in state.sets if s.turns_since_shown == 0 or s.origin is SetOrigin.HOST)


def pool_of(shown: OptionSet, tuning: Tuning) -> OptionSet:
    """The set with the options that words can choose from."""
    return replace(shown, options=shown.options[: tuning.option_pool_max])


def without(shown: OptionSet, rest: Sequence[Option]) -> OptionSet:
    """The set with these of its options left, the others set aside."""
    aside = tuple(o for o in shown.options if o not in rest)
    return replace(shown, options=tuple(rest), set_aside=(*shown.set_aside, *aside))


def distinct_label(option: Option, options: Sequence[Option]) -> str:
    """The label, with what tells it from others of the same label; with its number among them where nothing does."""
    alike = [o for o in options if o.label.casefold() == option.label.casefold()]
    if len(alike) < 2:
        return option.label
    for fact in _FACTS:
        if fact(option) and sum(fact(other) == fact(option) for other in alike) < 2:
            return f"{option.label} ({fact(option)})"
    return f"{option.label} ({[o.id for o in alike].index(option.id) + 1})"


_FACTS = (attrgetter("path"), attrgetter("sublabel"), attrgetter("owner"), attrgetter("type"))


def is_unsolved(thread: Thread) -> bool:
    """Whether more than a list is open: a question for a slot, or an objective that goes on."""
    objective = thread.active_objective
    open_ones = (ObjectiveStatus.ACTIVE, ObjectiveStatus.BLOCKED)
    return thread.open_slots is not None or (objective is not None and objective.status in open_ones)


# Sets of the product's own


def source_set(sources: Sequence[TurnSource], record: TurnRecord, tuning: Tuning) -> OptionSet | None:
    """The sources that a reply cites, in the order of their numbers; None without any.

    The references name the document and the passage that is cited.
    """
    cited = {c.passage_id: c.n for c in record.reply.citations}
    listed = sorted((s for s in sources if s.passage_id in cited), key=lambda s: cited[s.passage_id])
    options = tuple(
        Option(
            id=source.passage_id,
            label=source.document_name,
            type="source",
            path=f"p. {source.page}" if source.page is not None else "",
            execution_ref=f"source:{source.document_id}/{source.passage_id}",
        )
        for source in listed[: tuning.option_pool_max]
    )
    return _own_set(options, Scope.WIDGET, SetOrigin.SOURCES, record.message.turn_id) if options else None


def recent_set(questions: Sequence[PastQuestion], tuning: Tuning) -> OptionSet | None:
    """Past questions, newest first; None without any."""
    options = tuple(
        Option(
            id=q.turn_id,
            label=summarise(q.question, tuning.objective_summary_max_chars),
            sublabel=q.status.value,
            type="question",
            execution_ref=f"recent:{q.thread_id}/{q.turn_id}",
            says=q.question,
        )
        for q in questions[: tuning.option_pool_max]
    )
    return _own_set(options, Scope.DASHBOARD, SetOrigin.RECENTS) if options else None


def part_set(objective: Objective, turn: TurnId, tuning: Tuning) -> OptionSet | None:
    """The open parts of an objective that is over, each to be tried again; None where it goes on by itself."""
    if objective.status not in (ObjectiveStatus.INCOMPLETE, ObjectiveStatus.BLOCKED):
        return None
    options = tuple(
        Option(
            id=sub.id,
            label=summarise(sub.called, tuning.objective_summary_max_chars),
            type="part",
            execution_ref=f"part:{objective.id}/{sub.id}",
        )
        for sub in objective.subs
        if sub.status is not SubStatus.ANSWERED
    )
    return _own_set(options[: tuning.option_pool_max], Scope.CHAT, SetOrigin.PARTS, turn) if options else None


def document_set(documents: Sequence[tuple[str, str, str]], tuning: Tuning) -> OptionSet | None:
    """Documents as (id, title, where they come from); None without any."""
    options = tuple(
        Option(id=document_id, label=title, type="document", path=source, execution_ref=f"document:{document_id}")
        for document_id, title, source in documents[: tuning.option_pool_max]
    )
    return _own_set(options, Scope.WORKSPACE, SetOrigin.DOCUMENTS) if options else None


def _own_set(options: tuple[Option, ...], scope: Scope, origin: SetOrigin, beside: str = "") -> OptionSet:
    """The same list has the same id, so that showing it again is no new evidence."""
    marks = "\n".join((scope.value, beside, *(f"{o.id}\t{o.label}" for o in options)))
    digest = sha256(marks.encode(errors="replace")).hexdigest()[:16]
    return OptionSet(id=f"{origin.value}-{digest}", options=options, scope=scope, origin=origin)
