"""The selection lane: what a message chooses from a list, leaves, takes back or comes back to (2.1 to 2.6, C23, C30).

The ladder: a certain winner is executed; else one bounded model call may decide (``turn.arbitration``); else the same
candidates are asked about. Invariants: a running loop over a document's questions has the message before any list;
with the lane off only clicks and answers to the product's own slot questions choose anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from followthrough.domain.continuity import OptionSet, PendingClarifier, Provenance, Scope, Selection, SetOrigin
from followthrough.domain.framing import Does
from followthrough.domain.plan import Decided
from followthrough.domain.rollout import Mode
from followthrough.rules.lanes.asking_back import routed_about, show_again, tell
from followthrough.rules.lanes.choosing import (
    choose,
    choose_again,
    choose_in_scope,
    collision,
    confirmed,
    execute_click,
)
from followthrough.rules.lanes.closing import closed_list, detail, is_recent, leave, reject, waits
from followthrough.rules.lanes.on_screen import items_shown, point
from followthrough.rules.lanes.perform import Moment, Passed
from followthrough.rules.lanes.semantic import explain
from followthrough.rules.language.guard import has_words
from followthrough.rules.language.links import links_in
from followthrough.rules.language.utterance import is_wholly
from followthrough.rules.lists.framing import frames_of
from followthrough.rules.lists.naming import exactly
from followthrough.rules.lists.option_sets import is_unsolved, pool_of, resume
from followthrough.rules.lists.scope_cue import read_cue, returns_to, returns_to_list


def select(moment: Moment) -> Decided | Passed:
    """What the message does to a list, or the message as it goes on through the turn."""
    message, passed = moment.message, Passed(message=moment.message)
    if message.selection is not None:
        return _clicked(moment, message.selection)
    is_asked = moment.thread.clarification is not None and moment.thread.clarification.is_active
    if is_asked or not has_words(message.text) or message.retry_of is not None or _brings_a_page(moment):
        return passed
    found = _by_mode(moment) or passed
    if isinstance(found, Passed) and found.action is None and (told := explain(moment)) is not None:
        return told if moment.flags.semantic_lane is Mode.ON else _in_shadow(found, told)
    return found


def _in_shadow(passed: Passed, found: Decided | Passed) -> Passed:
    """The message as it goes on, with what a lane in shadow would have done recorded."""
    decision = found.plan.decision if isinstance(found, Decided) else found.decision
    if found.routed is None:
        return passed
    would = "" if decision is None else decision.reason
    return replace(passed, routed=replace(found.routed, shadow=True, would=would))


def frames_wanted(moment: Moment) -> frozenset[str]:
    """What has to be judged of the message before it is decided: nothing where there is no list that it may mean."""
    state, message, pack = moment.state, moment.message, moment.pack
    if message.selection is not None or not has_words(message.text) or _brings_a_page(moment):
        return frozenset()
    left = () if state.paused is None else (state.paused.option_set,)
    listed = items_shown(moment.turns, moment.tuning)
    shown = (*state.sets, *moment.lists, *left, *(() if listed is None else (listed,)))
    if not shown and state.last_resolved_action is None:
        return frozenset()
    texts = {message.text, read_cue(message.text, moment.cues).rest, returns_to(message.text, pack) or ""}
    lists = [pool_of(one, moment.tuning).options for one in shown]
    texts |= _said_before(shown)
    return frozenset[str]().union(*(frames_of(text, lists, pack) for text in texts))


def _said_before(shown: Sequence[OptionSet]) -> set[str]:
    """What was said before it was asked which list is meant."""
    return {option.says for one in shown if one.scope is Scope.NONE for option in one.options}


def _brings_a_page(moment: Moment) -> bool:
    """Whether the message has an address that no option in sight is known by: it gives, and chooses nothing."""
    text, active = moment.message.text, moment.state.active
    shown = "" if active is None else "\n".join(f"{o.label}\n{o.sublabel}" for o in active.options).casefold()
    given = [text[start:end].casefold() for start, end, _ in links_in(text)]
    return bool(given) and not any(link in shown for link in given)


def _by_mode(moment: Moment) -> Decided | Passed | None:
    """What the lane does as far as its flag lets it; None for a message that passes."""
    if moment.flags.selection_lane is Mode.ON:
        return point(moment) or _ladder(moment)
    own = _own_slot(moment)
    if moment.flags.selection_lane is Mode.OFF:
        return own
    found = _ladder(moment)
    if own is not None or found is None:
        return own
    return _in_shadow(Passed(message=moment.message), found)


def names_option(moment: Moment) -> bool:
    """Whether the message is the name of one option of the list that waits: that is meant, whatever else it says.

    A running loop has the message before any list, and a set phrase that ends is asked about.
    """
    pending, loop, text = waits(moment.state), moment.thread.clarification, moment.message.text
    is_looping = loop is not None and loop.is_active
    if moment.flags.selection_lane is not Mode.ON or pending is None or is_looping or moment.said(text).ends:
        return False
    named = exactly(text, pool_of(pending, moment.tuning).options, moment.pack)
    return pending.turns_since_shown == 0 and named.by == "label" and named.only is not None


def claims(moment: Moment) -> bool:
    """Whether a message that other rules know as an end, a courtesy or nothing is one about a list (C35).

    A click is. With the lane on, so is a stop while a list and nothing else is pending, a rejection of what was
    shown or done last, and what points at an item of the list that the last answer shows ("explain step 2").
    """
    if moment.message.selection is not None:
        return True
    if moment.flags.selection_lane is not Mode.ON:
        return False
    text, pack, state = moment.message.text, moment.pack, moment.state
    steer, pending = pack.selecting, waits(state)
    confirms = pack.pursuit.accepts | pack.clarifying.affirmed
    is_fresh = pending is not None and pending.turns_since_shown == 0 and moment.thread.open_slots is None
    claimed: list[tuple[bool, frozenset[str]]] = [
        (pending is not None and not is_unsolved(moment.thread), pack.pursuit.ends | steer.exits),
        (state.pending is PendingClarifier.CONFIRMATION, confirms | steer.keeps | pack.clarifying.denied),
        (is_fresh and state.pending is PendingClarifier.SELECTION_DISAMBIGUATION, confirms),
        (is_fresh, pack.clarifying.denied),
    ]
    if _rejects(moment, is_fresh=is_fresh) or _points(moment):
        return True
    return any(holds and is_wholly(text, phrases, pack.pursuit) for holds, phrases in claimed)


def _points(moment: Moment) -> bool:
    """Whether it points at an item of the list that the last answer shows, or returns to a list that was left."""
    is_return = moment.state.paused is not None and returns_to(moment.message.text, moment.pack) is not None
    return is_return or isinstance(point(moment), Passed)


def _rejects(moment: Moment, *, is_fresh: bool) -> bool:
    """Whether the message rejects what was done last, or says of a list in sight that it is none of it, or unsure."""
    last, takes_back = moment.state.last_resolved_action, moment.says(Does.UNDO)
    if takes_back and last is not None and is_recent(last, moment):
        return True
    return is_fresh and (takes_back or moment.says(Does.NONE) or moment.says(Does.UNSURE))


def _ladder(moment: Moment) -> Decided | Passed | None:
    """The first rung that knows what the message does."""
    found = collision(moment) or confirmed(moment)
    if found is None and not is_unsolved(moment.thread):
        found = leave(moment)
    found = found or _return(moment) or reject(moment) or detail(moment) or choose_in_scope(moment)
    if found is not None:
        return found
    closed = closed_list(moment)
    return closed if isinstance(closed, Decided) else choose(closed or moment)


def _return(moment: Moment) -> Decided | Passed | None:
    """What a return cue does, with what stands behind it; None without a cue.

    Where nothing was left, the list in sight is meant; without one it is said that there is none.
    """
    text, pack, paused = moment.message.text, moment.pack, moment.state.paused
    if paused is None and returns_to_list(text, pack):
        if (active := moment.state.active) is not None:
            return show_again(moment, active, "list_shown")
        return tell(moment, "selection_gone", "selection_gone", pending=PendingClarifier.REPAIR)
    behind = returns_to(text, pack)
    if behind is None or paused is None:
        return None
    moment = replace(moment, state=resume(moment.state))
    if not behind:
        return show_again(moment, paused.option_set, "list_resumed")
    return choose_again(moment, behind)


def _own_slot(moment: Moment) -> Decided | Passed | None:
    """The answer to the product's own question for a slot, by place or label; it needs no flag."""
    active = moment.state.active
    return choose(moment) if active is not None and active.origin is SetOrigin.SLOTS else None


def _clicked(moment: Moment, clicked: Selection) -> Decided | Passed:
    """A click: it executes the option of the set that it is of, or asks over the one that took its place."""
    shown = moment.state.set_of(clicked.option_set_id)
    option = shown.clicked(clicked.option_id) if shown is not None else None
    if shown is not None and option is not None:
        return execute_click(moment, option, shown)
    paused = moment.state.paused
    if paused is not None and paused.option_set.id == clicked.option_set_id:
        return tell(moment, "list_is_closed", "list_is_closed")
    current = moment.state.active
    if current is None:
        return tell(moment, "selection_gone", "selection_gone", pending=PendingClarifier.REPAIR)
    asked = show_again(moment, current, "selection_replaced", "selection_replaced")
    routed = asked.routed or routed_about(current, moment.state)
    return replace(asked, routed=replace(routed, provenance=Provenance.SAFE_CLARIFIER))
