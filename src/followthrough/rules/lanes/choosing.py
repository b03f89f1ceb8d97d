"""Choosing from a list: a certain winner is executed, a doubtful one is asked about, the rest passes (2.1, 2.3, 2.4).

Invariant: what is executed stands in the pool, and was named by its whole label, by its place, or by its label
without politeness, one verb and one article through all gates; a question executes nothing.
"""

from __future__ import annotations

from dataclasses import replace

from followthrough.domain.continuity import Option, OptionSet, PendingClarifier, Provenance, Scope, SetOrigin
from followthrough.domain.decisions import GateResult, RouteReason
from followthrough.domain.pack import Pack
from followthrough.domain.plan import Decided, ListText
from followthrough.rules.lanes.asking_back import ask_scope, ask_which, is_scope_question, routed_about, tell
from followthrough.rules.lanes.perform import Choice, Moment, Passed, perform
from followthrough.rules.language.asking import ends_as_question
from followthrough.rules.language.words import keys_of
from followthrough.rules.lists.command import Command, asks_about, asks_to_see, is_politely_whole, read_command
from followthrough.rules.lists.explaining import split_mixed, wonders
from followthrough.rules.lists.gates import Aim, check_gates
from followthrough.rules.lists.naming import exactly, is_reserved, names_a_place, nearly, normally, readings
from followthrough.rules.lists.option_sets import PASSIVE, drop, focus, is_unsolved, pool_of, register, visible
from followthrough.rules.lists.scope_cue import read_cue, scope_named

_TERSE = 3  # words; over a host's list in sight so few of them are asked about, not searched for
_SHORT = 6  # words; a longer message that has no verb of lists is about something else


def choose_in_scope(moment: Moment) -> Decided | Passed | None:
    """What a message does that names a list: it is read against that list alone. None for any other message."""
    cue = read_cue(moment.message.text, moment.pack)
    if not cue.scopes or asks_about(cue.rest, moment.pack) or not _is_choosing(cue.rest, moment):
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
    text, pack = moment.message.text, moment.pack
    if (in_sight := _named_in_sight(moment, active)) is not None:
        active, moment = in_sight, replace(moment, state=focus(moment.state, in_sight.id))
    pool = pool_of(active, moment.tuning)
    if is_scope_question(active) and (found := _list_meant(moment, active)) is not None:
        return choose_from(replace(moment, state=drop(moment.state, active.id)), *found)
    command = read_command(text, pack)
    seen = visible(moment.state)
    if len(seen) > 1 and names_a_place(command, pack) and not is_scope_question(active):
        return ask_scope(moment, text.strip(), [one.scope for one in seen], "which_list")
    if (chosen := _winner(moment, text, pool)) is not None:
        return chosen
    return None if asks_about(text, pack) else _doubtful(moment, command, pool)


def _named_in_sight(moment: Moment, active: OptionSet) -> OptionSet | None:
    """The list in sight that alone has what the message names, where the active one is out of sight."""
    seen = visible(moment.state)
    if active in seen or active.origin is SetOrigin.SLOTS:
        return None
    command = read_command(moment.message.text, moment.pack)
    having = [one for one in seen if normally(command, pool_of(one, moment.tuning).options).only is not None]
    return having[0] if len(having) == 1 else None


def _doubtful(moment: Moment, command: Command, pool: OptionSet) -> Decided | None:
    """The clarifier for a message without a certain winner that is about the list; None for any other.

    "Which list?" has the turn until it is answered, left, or another thing is asked.
    """
    active, text = moment.state.active, moment.message.text
    if active is None or active.origin is SetOrigin.SLOTS:
        return None
    if active.origin in PASSIVE and moment.hearing.asks:  # "and then take the old one off"
        return None
    if is_scope_question(active) and len(keys_of(text)) <= _SHORT:
        waits = PendingClarifier.SCOPE_DISAMBIGUATION
        return tell(moment, "choose_list", "which_list", shown=active, pending=waits)
    return _ask(moment, text, pool) if _is_about(text, command, pool, moment) else None


def _list_meant(moment: Moment, question: OptionSet) -> tuple[Scope, str] | None:
    """Which list an answer to "Which list?" means, and what is read against it.

    It names the list, or by its whole label an option of one of them alone.
    """
    text, pack = moment.message.text, moment.pack
    if (scope := scope_named(text, pack)) is not None:
        return scope, question.options[0].says
    command, asked = read_command(text, pack), {Scope(option.id) for option in question.options}
    lists = [one for one in moment.state.sets if one.scope in asked]
    has_it = [one for one in lists if normally(command, one.options).options]
    return (has_it[0].scope, text) if len(has_it) == 1 else None


def _ask(moment: Moment, text: str, pool: OptionSet) -> Decided:
    """The clarifier, with what the message's verb does and whether it asks for an explanation too."""
    said, explains = split_mixed(text, moment.pack)
    verb = read_command(said, moment.pack).action
    return ask_which(moment, said, pool, None, verb=verb, explains=explains)


def _winner(moment: Moment, text: str, pool: OptionSet) -> Decided | Passed | None:
    """The certain winner executed; the clarifier where gates failed on one that was named; None for neither."""
    pack = moment.pack
    head, explains = split_mixed(text, pack)
    seen = asks_to_see(head, pack)
    said = seen if seen is not None else head
    if asks_about(head, pack) and seen is None:
        return None
    command = read_command(said, pack)
    named = exactly(command, said, pool.options, pack)
    others = [o for o in readings(command, pool.options) if o not in named.options]
    is_sure = named.by == "ordinal" or not (others or is_reserved(command, pack))
    if named.only is not None and is_sure:
        why = "exact_label" if named.by == "label" else "ordinal"
        return _execute(moment, named.only, pool, why=why, command=command, explains=explains)
    if named.options:
        return ask_which(moment, said, pool, None, verb=command.action, explains=explains)
    gates = check_gates(
        said, Aim(option_set_id=pool.id, scope=pool.scope), pool, moment.state, pack=pack, tuning=moment.tuning
    )
    winner = pool.option(gates.winner_id) if gates.winner_id is not None else None
    if winner is None:
        return None
    if not gates.passed:
        return ask_which(moment, said, pool, gates, verb=command.action, explains=explains)
    why = RouteReason.DETERMINISTIC_CONTINUITY_RESOLVE.value
    return _execute(moment, winner, pool, why=why, command=command, gates=gates, explains=explains)


def confirmed(moment: Moment) -> Decided | Passed | None:
    """What a plain yes to "Do you mean ...?" does: what was asked for; None for any other message.

    The reply before has to be that question.
    """
    cycle, active = moment.state.cycle, moment.state.active
    is_asked = (
        moment.state.pending is PendingClarifier.SELECTION_DISAMBIGUATION and cycle is not None and cycle.offers
    )
    if not is_asked or cycle is None or active is None or cycle.suggested is None:
        return None
    option = active.option(cycle.suggested)
    is_shown = active.turns_since_shown == 0
    confirms = moment.pack.pursuit.accepts | moment.pack.clarifying.affirmed
    if option is None or not is_shown or not is_politely_whole(moment.message.text, confirms, moment.pack):
        return None
    command = replace(read_command("", moment.pack), action=cycle.verb)
    return _execute(moment, option, active, why="confirmed", command=command, explains=cycle.explains)


def collision(moment: Moment) -> Decided | None:
    """The clarifier for a word that steers lists and is a label of the active one as well; None for any other."""
    active = moment.state.active
    if active is None or active.origin is SetOrigin.SLOTS:
        return None
    command, pool = read_command(moment.message.text, moment.pack), pool_of(active, moment.tuning)
    named = exactly(command, moment.message.text, pool.options, moment.pack)
    if named.by != "label" or not is_reserved(command, moment.pack):
        return None
    return ask_which(moment, moment.message.text, pool, None)


def _execute(
    moment: Moment,
    winner: Option,
    pool: OptionSet,
    *,
    why: str,
    command: Command,
    explains: bool,
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
        verb=command.action,
        explains=explains,
    )
    return perform(choice, moment)


def _is_choosing(rest: str, moment: Moment) -> bool:
    """Whether what stands beside a cue can be a choice: nothing, a place, a verb of lists, or a few words."""
    command = read_command(rest, moment.pack)
    few = len(keys_of(rest)) <= _SHORT
    return not rest or names_a_place(command, moment.pack) or command.action is not None or few


def _is_about(text: str, command: Command, pool: OptionSet, moment: Moment) -> bool:
    """Whether a message without a certain winner is about the list all the same.

    It is when it is terse over a host's list in sight; when it has a word of a label and a verb of lists, or is
    short; when it points at a place; and when it orders something opened or used that is not there. What only asks to
    be told something passes on.
    """
    pack, words = moment.pack, keys_of(text)
    if command.is_wish:
        command = replace(command, action=None)
    near = nearly(text, pool.options, pack)
    is_asked = moment.state.pending is PendingClarifier.SELECTION_DISAMBIGUATION
    is_short = len(words) <= _SHORT
    refers = command.action is not None and command.object in pack.selecting.referents
    placed = refers or names_a_place(replace(command, plain=command.object), pack)
    points = placed or (command.action is not None and _points(words, pack))
    if pool.origin in PASSIVE:
        if len(pool.options) == 1 and not is_asked and names_a_place(replace(command, plain=command.object), pack):
            return False  # its only place is the winner's: any other is in no list
        return points or (command.action is not None and bool(near))
    is_terse = len(keys_of(command.plain)) <= _TERSE and not ends_as_question(text) and wonders(text, pack) is None
    is_in_sight = pool.origin is SetOrigin.HOST and pool.turns_since_shown == 0 and not is_unsolved(moment.thread)
    return (
        points
        or _orders(command, pack)
        or (is_terse and is_in_sight)
        or (bool(near) and command.action is not None)
        or (is_short and (bool(near) or is_asked or _points(words, pack)))
    )


def _orders(command: Command, pack: Pack) -> bool:
    """Whether something is to be opened or used, and not only told."""
    return command.action is not None and not any(_begins(command.plain, r) for r in pack.asking.requests)


def _begins(text: str, phrase: str) -> bool:
    """Whether the words of the text begin with the phrase's."""
    wanted = keys_of(phrase)
    return keys_of(text)[: len(wanted)] == wanted


def _points(keys: list[str], pack: Pack) -> bool:
    return any(key in pack.selecting.points for key in keys)
