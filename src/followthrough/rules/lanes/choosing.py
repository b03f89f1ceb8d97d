"""Choosing from a list: a certain winner is executed, a doubtful one is asked about, the rest passes (2.1, 2.3, 2.4).

Invariant: what is executed stands in the pool, and is the one that was named, by its whole label or its place: alone,
or in words that surely choose it, through all gates; a question executes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from followthrough.domain.continuity import (
    ActionType,
    Option,
    OptionSet,
    PendingClarifier,
    Provenance,
    Scope,
    SetOrigin,
)
from followthrough.domain.decisions import Gate, GateResult, RouteReason
from followthrough.domain.framing import CHOOSES, NOT_FRAMED, Does
from followthrough.domain.hearing import Act
from followthrough.domain.plan import Decided, ListText
from followthrough.rules.hearing.certainty import COURTESIES
from followthrough.rules.lanes.asking_back import ask_scope, ask_which, is_scope_question, plainly, routed_about, tell
from followthrough.rules.lanes.perform import Choice, Moment, Passed, perform
from followthrough.rules.language.asking import asks, ends_as_question
from followthrough.rules.language.courtesy import courtesies
from followthrough.rules.language.utterance import is_wholly
from followthrough.rules.language.words import keys_of, says
from followthrough.rules.lists.explaining import wonders
from followthrough.rules.lists.framing import Reading, bare, is_sure, pointing, verb_of
from followthrough.rules.lists.gates import Aim, Said, check_gates, repeats
from followthrough.rules.lists.naming import Named, exactly, names_a_place
from followthrough.rules.lists.option_sets import PASSIVE, drop, focus, is_unsolved, pool_of, register, visible
from followthrough.rules.lists.scope_cue import read_cue, scope_named

_TERSE = 3  # words; over a host's list in sight so few of them are asked about, not searched for
_SHORT = 6  # words; a longer message that has no verb of lists is about something else


def choose_in_scope(moment: Moment) -> Decided | Passed | None:
    """What a message does that names a list: it is read against that list alone. None for any other message."""
    cue = read_cue(moment.message.text, moment.cues)
    if not cue.scopes or not _is_choosing(cue.rest, cue.scopes, moment):
        return None
    if len(cue.scopes) > 1:
        return ask_scope(moment, cue.rest, cue.scopes, "scope_cue_conflict")
    if cue.is_misspelt:
        near = (*cue.scopes, moment.state.active_scope)
        return ask_scope(moment, cue.rest, [s for s in near if s is not Scope.NONE], "scope_cue_doubtful")
    return choose_from(moment, next(iter(cue.scopes)), cue.rest)


def choose_from(moment: Moment, scope: Scope, rest: str) -> Decided | Passed:
    """What is left of a message once its list is known; it never leaves that list (R4-61)."""
    kept = moment.state.in_scope(scope)
    own = next((one for one in moment.lists if one.scope is scope), None)
    pool = kept if kept is not None and (own is None or kept.origin is SetOrigin.HOST) else own
    if pool is None:
        return tell(moment, _EMPTY[scope], "need_more_info", pending=PendingClarifier.REPAIR)
    state = register(moment.state, pool) if pool is not kept else moment.state
    moment = replace(moment, state=focus(state, pool.id))
    if not rest:
        return tell(moment, "list_shown", "list_shown", shown=pool)
    return _winner(moment, rest, pool_of(pool, moment.tuning)) or _ask(moment, rest, pool)


_EMPTY: dict[Scope, ListText] = {
    Scope.CHAT: "list_empty_chat",
    Scope.WIDGET: "list_empty_widget",
    Scope.DASHBOARD: "list_empty_dashboard",
    Scope.WORKSPACE: "list_empty_workspace",
    Scope.NONE: "list_empty_chat",
}


def choose_again(moment: Moment, said: str) -> Decided | Passed:
    """What is said behind a return cue, read against the list that came back; it never leaves that list."""
    active = moment.state.active
    if active is None:
        return Passed(message=moment.message)
    pool = pool_of(active, moment.tuning)
    return _winner(moment, said, pool) or _ask(moment, said, pool)


def execute_click(moment: Moment, option: Option, shown: OptionSet) -> Decided | Passed:
    """A click on an option, which needs neither gates nor a reference: the user touched it."""
    routed = replace(routed_about(shown, moment.state), provenance=Provenance.DETERMINISTIC, winner_id=option.id)
    if is_scope_question(shown):
        return choose_from(replace(moment, state=drop(moment.state, shown.id)), Scope(option.id), option.says)
    choice = Choice(
        option=option,
        pool=shown,
        why="click",
        provenance=Provenance.DETERMINISTIC,
        routed=routed,
        continuity=focus(moment.state, shown.id),
    )
    return perform(choice, moment)


def choose(moment: Moment) -> Decided | Passed | None:
    """What a message without a cue does to the active list; None for a message that is not about it."""
    active = moment.state.active
    if active is None:
        return None
    text = moment.message.text
    if (in_sight := _named_in_sight(moment, active)) is not None:
        active, moment = in_sight, replace(moment, state=focus(moment.state, in_sight.id))
    pool = pool_of(active, moment.tuning)
    if is_scope_question(active) and (found := _list_meant(moment, active)) is not None:
        return choose_from(replace(moment, state=drop(moment.state, active.id)), *found)
    seen = visible(moment.state)
    if len(meant := _lists_meant(text, seen, moment)) > 1 and not is_scope_question(active):
        return ask_scope(moment, text.strip(), [one.scope for one in meant], "which_list")
    if (chosen := _winner(moment, text, pool)) is not None:
        return chosen
    return _doubtful(moment, pool)


def _lists_meant(text: str, seen: Sequence[OptionSet], moment: Moment) -> list[OptionSet]:
    """The lists in sight that the message chooses from: each has another for a place; several may have one label."""
    if names_a_place(text, moment.pack):
        return list(seen)
    said = moment.said(text)
    having = [(shown, said.sure(said.readings(pool_of(shown, moment.tuning).options))) for shown in seen]
    if any(sure for _, sure in having) and all(one.by == "place" for _, sure in having for one in sure):
        return list(seen)
    return [shown for shown, sure in having if _labels(sure)]


def _named_in_sight(moment: Moment, active: OptionSet) -> OptionSet | None:
    """The list in sight that alone has what the message names, where the active one is out of sight."""
    seen = visible(moment.state)
    if active in seen or active.origin is SetOrigin.SLOTS:
        return None
    said = moment.said(moment.message.text)
    having = [one for one in seen if said.sure(_labels(said.readings(pool_of(one, moment.tuning).options)))]
    return having[0] if len(having) == 1 else None


def _labels(readings: Sequence[Reading]) -> list[Reading]:
    return [one for one in readings if one.by == "label"]


def _doubtful(moment: Moment, pool: OptionSet) -> Decided | None:
    """The clarifier for a message without a certain winner that is about the list; None for any other.

    "Which list?" has the turn until it is answered, left, or another thing is asked.
    """
    active, text = moment.state.active, moment.message.text
    if active is None or active.origin is SetOrigin.SLOTS or _is_courtesy(moment):
        return None
    if active.origin in PASSIVE and moment.hearing.asks:  # "and then take the old one off"
        return None
    if is_scope_question(active) and len(keys_of(text)) <= _SHORT and not asks(text, moment.pack):
        waits = PendingClarifier.SCOPE_DISAMBIGUATION
        return tell(moment, "choose_list", "which_list", shown=active, pending=waits)
    return _ask(moment, text, pool) if _is_about(text, pool, moment) else None


def _is_courtesy(moment: Moment) -> bool:
    """Whether the message is a courtesy, in a set phrase or as heard: it leaves every list (field report 73)."""
    heard = moment.hearing.is_any(COURTESIES, moment.tuning.hear_courtesy)
    kinds = courtesies(moment.message.text, moment.pack.phrases)
    if moment.state.pending is not PendingClarifier.NONE:
        kinds -= {"acknowledgement"}  # "yes" to a question about the list is asked about
    return heard or bool(kinds)


def _list_meant(moment: Moment, question: OptionSet) -> tuple[Scope, str] | None:
    """Which list an answer to "Which list?" means, and what is read against it.

    It names the list, or by its whole label an option of one of them alone.
    """
    text = moment.message.text
    if (scope := scope_named(text, moment.cues)) is not None:
        return scope, question.options[0].says
    said, asked = moment.said(text), {Scope(option.id) for option in question.options}
    lists = [one for one in moment.state.sets if one.scope in asked]
    has_it = [one for one in lists if said.sure(_labels(said.readings(one.options)))]
    return (has_it[0].scope, text) if len(has_it) == 1 else None


def _ask(moment: Moment, text: str, pool: OptionSet) -> Decided:
    """The clarifier, with what is to be done and whether it asks for an explanation too."""
    return _asked(moment, text, pool, None, moment.said(text).readings(pool.options))


def _asked(
    moment: Moment, text: str, pool: OptionSet, gates: GateResult | None, readings: Sequence[Reading]
) -> Decided:
    verb, explains = _wish(moment, text, readings)
    return ask_which(moment, text, pool, gates, verb=verb, explains=explains)


def _wish(moment: Moment, text: str, readings: Sequence[Reading]) -> tuple[ActionType | None, bool]:
    """What is to be done, and whether an explanation is wanted, by the reading that most likely chooses."""
    said = moment.said(text)
    framed = max((said.judged(one) for one in readings), key=lambda one: one.chance(*CHOOSES), default=None)
    if framed is None or not framed.does:
        return None, False
    return verb_of(framed), framed.explains >= moment.tuning.choose_about


def _winner(moment: Moment, text: str, pool: OptionSet) -> Decided | Passed | None:
    """The certain winner executed; the clarifier where gates failed on one that was named; None for neither."""
    pack, said = moment.pack, moment.said(text)
    readings = said.readings(pool.options)
    named = exactly(text, pool.options, pack)
    if named.by == "label" and asks(text, pack):
        return None  # a label that is a question is answered
    why = "exact_label" if named.by == "label" else "ordinal"
    is_new = not _says_it_twice(named, why, pool, moment)
    if named.only is not None and is_new and _is_certain(moment, said, readings, named):
        return _execute(moment, named.only, pool, why=why)
    if named.options:
        return _asked(moment, text, pool, None, readings)
    gates = check_gates(said, Aim(option_set_id=pool.id, scope=pool.scope), pool, moment.state)
    winner = pool.option(gates.winner_id) if gates.winner_id is not None else None
    if winner is None or gates.failed in (Gate.NO_QUESTION_INTENT, Gate.COMMAND_LIKE):
        return None
    if not gates.passed:
        return _asked(moment, text, pool, gates, readings)
    return _chosen(moment, text, pool, winner, gates)


def _may_repeat(moment: Moment, readings: Sequence[Reading]) -> bool:
    """Whether a place may be that of a question, which is wanted again, and of no list: "the first one again"."""
    lists = moment.pack.selecting.lists | moment.pack.selecting.list_names
    is_place = any(one.by == "place" for one in readings) and lists.isdisjoint(keys_of(moment.message.text))
    return is_place and moment.hearing.remarks(Act.RETRY)


def _says_it_twice(named: Named, why: str, pool: OptionSet, moment: Moment) -> bool:
    """Whether a bare name or place is what chose last, once more: "the first", then "1"."""
    last = moment.state.last_resolved_action
    is_same = last is not None and last.reason == why
    return is_same and named.only is not None and repeats(named.only, pool, moment.state)


def _is_certain(moment: Moment, said: Said, readings: Sequence[Reading], named: Named) -> bool:
    """Whether the whole message, which is a name or a place, chooses: "2?" wonders, and "stop" may end the list."""
    if said.text.rstrip(" !.").endswith("?") or _may_repeat(moment, readings):
        return False
    return named.by == "ordinal" or not (_means_another(said, readings, named.options) or said.ends)


def _means_another(said: Said, readings: Sequence[Reading], named: Sequence[Option]) -> bool:
    """Whether it surely chooses another option than those named, or may by its label and nobody judged that."""
    unjudged = [one for one in readings if one.by == "label" and not said.judged(one).does]
    return any(one.option not in named for one in (*said.sure(readings), *unjudged))


def _chosen(moment: Moment, text: str, pool: OptionSet, winner: Option, gates: GateResult) -> Decided | Passed:
    """The winner of the gates executed, with what is to be done."""
    said = moment.said(text)
    readings = said.readings(pool.options)
    own = [one for one in said.sure(readings) if one.option == winner]
    verb, explains = _wish(moment, text, own)
    is_farewell = moment.hearing.is_any((Act.GOODBYE,), moment.tuning.hear_courtesy)  # "see you later", over "Later"
    if is_farewell or _may_repeat(moment, own):
        return _asked(moment, text, pool, None, readings)
    by_place = any(one.by == "place" for one in own)
    why = "ordinal" if by_place else RouteReason.DETERMINISTIC_CONTINUITY_RESOLVE.value
    return _execute(moment, winner, pool, why=why, verb=verb, gates=gates, explains=explains)


def confirmed(moment: Moment) -> Decided | Passed | None:
    """What a plain yes to "Do you mean ...?" does: what was asked for; None for any other message, "no yes" too.

    The reply before has to be that question.
    """
    cycle, active = moment.state.cycle, moment.state.active
    is_asked = (
        moment.state.pending is PendingClarifier.SELECTION_DISAMBIGUATION and cycle is not None and cycle.offers
    )
    if not is_asked or cycle is None or active is None or cycle.suggested is None:
        return None
    option = active.option(cycle.suggested)
    is_shown = active.turns_since_shown == 0 and not says(keys_of(moment.message.text), moment.pack.clarifying.denied)
    confirms = moment.pack.pursuit.accepts | moment.pack.clarifying.affirmed
    if option is None or not is_shown or not is_wholly(moment.message.text, confirms, moment.pack.pursuit):
        return None
    return _execute(moment, option, active, why="confirmed", verb=cycle.verb, explains=cycle.explains)


def collision(moment: Moment) -> Decided | None:
    """The clarifier for a set phrase that ends and is a label of the active list as well; None for any other."""
    active = moment.state.active
    if active is None or active.origin is SetOrigin.SLOTS:
        return None
    text, pool = moment.message.text, pool_of(active, moment.tuning)
    if exactly(text, pool.options, moment.pack).by != "label" or not moment.said(text).ends:
        return None
    return ask_which(moment, text, pool, None)


def _execute(
    moment: Moment,
    winner: Option,
    pool: OptionSet,
    *,
    why: str,
    verb: ActionType | None = None,
    explains: bool = False,
    gates: GateResult | None = None,
) -> Decided | Passed:
    if is_scope_question(pool):
        return choose_from(replace(moment, state=drop(moment.state, pool.id)), Scope(winner.id), winner.says)
    if pool.ui_only or (winner.execution_ref is None and pool.origin is SetOrigin.HOST):
        return tell(moment, "tap_to_choose", "ui_only", shown=pool, values=(winner.label,))
    routed = replace(
        routed_about(pool, moment.state),
        provenance=Provenance.DETERMINISTIC,
        gates=gates,
        winner_id=winner.id,
        steps=(RouteReason.DETERMINISTIC_CONTINUITY_RESOLVE,) if gates is not None else (),
    )
    choice = Choice(
        option=winner,
        pool=pool,
        why=why,
        provenance=Provenance.DETERMINISTIC,
        routed=routed,
        continuity=moment.state,
        verb=verb,
        explains=explains,
    )
    return perform(choice, moment)


def _is_choosing(rest: str, scopes: Sequence[Scope], moment: Moment) -> bool:
    """Whether what stands beside a cue can be a choice: nothing, a place, a name that is chosen, or a few words."""
    lists = [one for one in (*moment.state.sets, *moment.lists) if one.scope in scopes]
    said = moment.said(rest)
    if not rest or names_a_place(rest, moment.pack) or any(said.sure(said.readings(one.options)) for one in lists):
        return True
    return len(keys_of(rest)) <= _SHORT and not asks(rest, moment.pack)


def _chooses_beside(moment: Moment, text: str, readings: Sequence[Reading]) -> bool:
    """Whether a message chooses from a list beside the conversation: surely, where it names nothing."""
    said = moment.said(text)
    if said.asks(readings):
        return False
    if said.sure(readings):
        return True
    pointed = moment.frames.get(pointing(text, moment.pack), NOT_FRAMED)
    near = [said.judged(one).chance(*CHOOSES) for one in readings if one.by == "near"]
    is_short = len(plainly(text, moment.pack).split()) <= _TERSE  # "search the web for it" is about the answer
    points = is_short and pointed.verb not in (Does.RERUN, Does.RETRY) and is_sure(pointed, moment.tuning)
    return points or max(near, default=0.0) >= moment.tuning.choose_least


_ABOUT = (*CHOOSES, Does.DENY, Does.DEED, Does.SEVERAL)


def _is_about(text: str, pool: OptionSet, moment: Moment) -> bool:
    """Whether a message without a certain winner is about the list all the same.

    It is when it likely chooses, denies or does something with what it names, or something like it; when it orders
    what is not there; and when it is terse over a host's list in sight. What only asks or tells passes on.
    """
    said, tuning = moment.said(text), moment.tuning
    readings = said.readings(pool.options)
    framed = [said.judged(one) for one in readings]
    if pool.origin in PASSIVE:
        return _chooses_beside(moment, text, readings)
    if any(one.chance(*_ABOUT) >= tuning.choose_about for one in framed if one.does):
        return True
    is_in_sight = pool.origin is SetOrigin.HOST and pool.turns_since_shown == 0 and not is_unsolved(moment.thread)
    is_terse = len(plainly(text, moment.pack).split()) <= _TERSE and not ends_as_question(text)
    if is_terse and is_in_sight and wonders(text, moment.pack) is None:
        return True
    if said.asks(readings):
        return False
    is_asked = moment.state.pending is PendingClarifier.SELECTION_DISAMBIGUATION
    keys = keys_of(text)
    is_short, judged_ = len(keys) <= _SHORT, any(one.does for one in framed)
    points = not moment.pack.selecting.points.isdisjoint(keys)
    orders = moment.frames.get(bare(text), NOT_FRAMED).best is Does.OUTSIDE
    return orders or (is_short and (is_asked or points or (bool(readings) and not judged_)))
