"""What is asked back about a list: the same candidates, the likeliest named, and nothing executed (2.1, step 3).

Invariant: a clarifier shows the list that it is about, whole and in its own order: a number means the same place
before and after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

from followthrough.domain.continuity import (
    ActionType,
    ContinuityState,
    Cycle,
    Option,
    OptionSet,
    PendingClarifier,
    Provenance,
    Scope,
    SetOrigin,
)
from followthrough.domain.conversation import Decision, Lane, TurnClass
from followthrough.domain.decisions import GateResult, RoutedDecision
from followthrough.domain.framing import Does
from followthrough.domain.pack import Pack
from followthrough.domain.plan import Decided, ListText, OfferOptions, Unresolved
from followthrough.rules.lanes.perform import Moment
from followthrough.rules.language.words import keys_of, phrase_at
from followthrough.rules.lists.fingerprint import evidence_of, fingerprint, signature
from followthrough.rules.lists.framing import Reading
from followthrough.rules.lists.gates import Said, ambiguity_of
from followthrough.rules.lists.option_sets import distinct_label, pool_of, register

_SCOPES_ID = "scopes"


def routed_about(pool: OptionSet | None, state: ContinuityState) -> RoutedDecision:
    """The record of a decision about a set, with what is known of it so far."""
    return RoutedDecision(
        candidates=tuple(signature(o) for o in pool.options) if pool is not None else (),
        active_option_set_id=pool.id if pool is not None else None,
        active_scope=pool.scope if pool is not None else Scope.NONE,
        loop_cycle_id=state.cycle.id if state.cycle is not None else None,
        provenance=Provenance.SAFE_CLARIFIER,
    )


def tell(
    moment: Moment,
    text: ListText,
    reason: str,
    *,
    shown: OptionSet | None = None,
    pending: PendingClarifier = PendingClarifier.NONE,
    values: tuple[str, ...] = (),
) -> Decided:
    """A reply about a list; where it shows one, that list is the active one from then on."""
    state = replace(moment.state, pending=pending)
    if shown is not None:
        shown = replace(shown, turns_since_shown=0)
        state = register(moment.state, shown, pending=pending)
    decision = Decision(lane=Lane.SELECTION, reason=reason)
    return Decided(
        plan=OfferOptions(
            turn_class=TurnClass.SELECTION, decision=decision, say=text, option_set=shown, values=values
        ),
        jurisdiction=moment.thread.jurisdiction,
        open_slots=moment.thread.open_slots,
        routed=routed_about(shown, state),
        continuity=state,
    )


def show_again(moment: Moment, shown: OptionSet, reason: str, text: ListText = "choose_again") -> Decided:
    """The list once more, as it is. What was suggested before is not offered any more: a yes to this is no choice."""
    cycle = moment.state.cycle
    if cycle is not None:
        moment = replace(moment, state=replace(moment.state, cycle=replace(cycle, offers=False)))
    return tell(moment, text, reason, shown=shown, pending=PendingClarifier.SELECTION_DISAMBIGUATION)


def ask_which(
    moment: Moment,
    text: str,
    pool: OptionSet,
    gates: GateResult | None,
    *,
    verb: ActionType | None = None,
    explains: bool = False,
) -> Decided:
    """The clarifier over the pool, the likeliest named; a model may be asked before it is given.

    What is denied is neither suggested nor taken to a model. The same input over the same evidence in the same cycle
    is never taken to a model again, and names the same ones (C32).
    """
    pool = pool_of(pool, moment.tuning)
    said = moment.said(text)
    near, is_denied = _meant(said, pool)
    cycle = _cycle(moment, pool)
    evidence = evidence_of(pool, pool.options, moment.state)
    key = guard_key(plainly(text, moment.pack), fingerprint(evidence), cycle.id)
    is_repeat = key in cycle.asked
    likely = tuple(dict.fromkeys(one.option for one in near)) if len(pool.options) > 1 or is_denied else pool.options
    likely = tuple(o for i in cycle.order if (o := pool.option(i)) is not None) if is_repeat else likely
    suggested = likely[0].id if likely else None
    asked = tell(
        moment,
        _text(likely, pool),
        "no_deterministic_match",
        shown=pool,
        pending=PendingClarifier.SELECTION_DISAMBIGUATION,
        values=tuple(distinct_label(o, pool.options) for o in likely),
    )
    state, ambiguity = asked.continuity or moment.state, ambiguity_of(said, pool)
    routed = replace(
        routed_about(pool, state),
        gates=gates,
        ambiguity=ambiguity,
        suggested_id=suggested,
        loop_cycle_id=cycle.id,
        fingerprint_before=fingerprint(evidence),
    )
    unresolved = Unresolved(
        text=text,
        pool=pool,
        evidence=evidence,
        guard_key=key,
        ambiguity=ambiguity,
        aim_set_id=pool.id,
        verb=verb,
        explains=explains,
    )
    cycle = replace(cycle, order=tuple(option.id for option in likely), suggested=suggested, offers=len(likely) == 1)
    cycle = replace(cycle, verb=verb, explains=explains)
    asked = replace(asked, continuity=replace(state, cycle=cycle), routed=routed)
    return asked if is_repeat or is_denied else replace(asked, unresolved=unresolved)


def _meant(said: Said, pool: OptionSet) -> tuple[list[Reading], bool]:
    """What the message may mean, what is named first; and whether it denies anything: that is not meant."""
    readings = said.readings(pool.options)
    denied = [one for one in readings if said.judged(one).best in (Does.DENY, Does.DEED)]
    meant = [one for one in readings if one not in denied]
    if not any(one.by == "label" for one in meant):
        return meant, bool(denied)
    return [one for one in meant if one.by != "near"], bool(denied)


def plainly(text: str, pack: Pack) -> str:
    """The message without politeness: the same words with "please" are the same."""
    keys, beside, kept, place = keys_of(text), pack.pursuit.around | pack.pursuit.pleas, list[str](), 0
    while place < len(keys):
        length = phrase_at(keys, place, beside)
        kept += [] if length else [keys[place]]
        place += length or 1
    return " ".join(kept or keys)


def _cycle(moment: Moment, pool: OptionSet) -> Cycle:
    """The unresolved choice that the message goes on with, else a new one."""
    cycle = moment.state.cycle
    is_same = cycle is not None and moment.state.active_option_set_id == pool.id
    return cycle if cycle is not None and is_same else Cycle(id=f"cycle-{moment.message.turn_id}")


def guard_key(said: str, evidence: str, cycle_id: str) -> str:
    """The key of the loop guard (C32): the input without politeness, the evidence, the unresolved cycle."""
    return sha256("\n".join((said, evidence, cycle_id)).encode(errors="replace")).hexdigest()


def _text(likely: Sequence[Option], pool: OptionSet) -> ListText:
    if len(likely) == 1:
        return "choose_suggested"
    return "choose_one" if len(likely) in (0, len(pool.options)) else "choose_named"


def ask_scope(moment: Moment, rest: str, scopes: Sequence[Scope], reason: str) -> Decided:
    """Which of several lists is meant; choosing one says the message again with its name."""
    names = moment.pack.lists
    labels = {
        Scope.CHAT: names.scope_chat,
        Scope.WIDGET: names.scope_widget,
        Scope.DASHBOARD: names.scope_dashboard,
        Scope.WORKSPACE: names.scope_workspace,
    }
    hosts = {
        Scope.WIDGET: names.host_widget,
        Scope.DASHBOARD: names.host_dashboard,
        Scope.WORKSPACE: names.host_workspace,
    }
    own = {one.scope for one in moment.state.sets if one.origin is SetOrigin.HOST}
    labels |= {scope: name for scope, name in hosts.items() if scope in own}
    labels |= {one.scope: one.scope_label for one in moment.state.sets if one.scope_label}
    options = tuple(
        Option(
            id=scope.value,
            label=labels[scope],
            type="scope",
            execution_ref=f"scope:{scope.value}",
            says=rest,
        )
        for scope in dict.fromkeys(scopes)
    )
    marks = "-".join(option.id for option in options)
    shown = OptionSet(id=f"{_SCOPES_ID}-{marks}", options=options, scope=Scope.NONE, origin=SetOrigin.CHOICES)
    asked = tell(moment, "choose_list", reason, shown=shown, pending=PendingClarifier.SCOPE_DISAMBIGUATION)
    state = replace(asked.continuity or moment.state, pending_scopes=tuple(dict.fromkeys(scopes)))
    return replace(asked, continuity=state)


def is_scope_question(shown: OptionSet) -> bool:
    """Whether choosing from the set names a list."""
    return shown.scope is Scope.NONE and shown.id.startswith(_SCOPES_ID)
