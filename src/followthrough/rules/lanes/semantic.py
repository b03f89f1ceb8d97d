"""The semantic lane: why, what happened, what so far, what a thing is; from what is remembered, no action (2.7).

Invariants: nothing is executed; one thing is referred to or one packed question is asked; words that stand for
something borrow only what was done within a few turns and minutes.
"""

from __future__ import annotations

from dataclasses import replace

from followthrough.domain.continuity import Option, OptionSet, PendingClarifier, SetOrigin, TraceEntry
from followthrough.domain.conversation import Decision, DialogState, Lane, TurnClass
from followthrough.domain.decisions import RoutedDecision
from followthrough.domain.plan import Decided, Recount, SemanticIntent
from followthrough.domain.rollout import Mode
from followthrough.rules.lanes.asking_back import routed_about, tell
from followthrough.rules.lanes.closing import is_recent
from followthrough.rules.lanes.perform import Moment, Passed
from followthrough.rules.language.links import in_words
from followthrough.rules.lists.explaining import Wondering, asks_what_was_done, wonders
from followthrough.rules.lists.framing import read
from followthrough.rules.lists.naming import labelled

_ARBITRATION = frozenset(
    {
        PendingClarifier.SELECTION_DISAMBIGUATION,
        PendingClarifier.SCOPE_DISAMBIGUATION,
        PendingClarifier.CONFIRMATION,
    }
)


def explain(moment: Moment) -> Decided | Passed | None:
    """What a message wants explained of what was done or shown; None for any other message (2.7)."""
    if moment.flags.semantic_lane is Mode.OFF or moment.state.pending in _ARBITRATION:
        return None
    text, pack = moment.message.text, moment.pack
    wondering = wonders(text, pack)
    if wondering is None:
        return _whether_done(moment) if asks_what_was_done(text, pack) else None
    if not _is_about_deeds(moment, wondering):
        return None
    match wondering.intent:
        case SemanticIntent.SUMMARIZE_RECENT_ACTIVITY:
            return _recounted(moment, wondering.intent, moment.state.recent_actions[::-1])
        case SemanticIntent.EXPLAIN_ENTITY_MEANING:
            return _meaning(moment, wondering)
        case SemanticIntent.EXPLAIN_LAST_ACTION | SemanticIntent.REFLECTIVE_WHY_FOLLOWUP:
            last = _last(moment)
            return _recounted(moment, wondering.intent, () if last is None else (last,))


def _is_about_deeds(moment: Moment, wondering: Wondering) -> bool:
    """Whether it is about what was done, and not asked of the documents: "what do I have to take with me"."""
    hearing = moment.hearing
    if hearing.asks or not (moment.state.recent_actions or hearing.may_ask_what_was_done):
        return False
    return not wondering.bare or _is_right_after(moment)


def _is_right_after(moment: Moment) -> bool:
    """Whether the turn before chose something or told of it, and asked nothing: a bare "why?" is about that."""
    before = moment.turns[-1].record if moment.turns else None
    if before is None or moment.thread.open_slots is not None or moment.thread.clarification is not None:
        return False
    told = before.turn_class is TurnClass.SEMANTIC and before.dialog_state is not DialogState.NEEDS_CLARIFICATION
    return (before.action is not None or told) and bool(moment.state.recent_actions)


def _last(moment: Moment) -> TraceEntry | None:
    """The last action, while "that" may mean it."""
    last = moment.state.last_resolved_action
    return last if last is not None and is_recent(last, moment) else None


def _recounted(moment: Moment, intent: SemanticIntent, entries: tuple[TraceEntry, ...]) -> Decided:
    """What is told of the entries; the one packed question where there is nothing, or only what is long past."""
    if not entries:
        past = moment.state.recent_actions[:1]
        text, values = ("done_earlier" if past else "nothing_done"), tuple(entry.label for entry in past)
        asked = tell(moment, text, intent.value, pending=PendingClarifier.REPAIR, values=values)
        return replace(asked, plan=replace(asked.plan, turn_class=TurnClass.SEMANTIC, decision=_by(intent)))
    plan = Recount(
        turn_class=TurnClass.SEMANTIC,
        decision=_by(intent),
        intent=intent,
        entries=entries,
        about="\n".join(_found(entry, moment) for entry in entries),
    )
    return _telling(moment, plan)


def _found(entry: TraceEntry, moment: Moment) -> str:
    """What was found in the turn, where it is one of the last: the beginning of each part's answer."""
    records = (t.record for t in moment.turns if t.record is not None and t.message.index == entry.turn)
    subs = (sub for record in records if record.objective for sub in record.objective.subs)
    return " ".join(sub.answer.splitlines()[0] for sub in subs if sub.answer and sub.last_tried_turn == entry.turn)


def _by(intent: SemanticIntent) -> Decision:
    return Decision(lane=Lane.SEMANTIC, reason=intent.value)


def _telling(moment: Moment, plan: Recount) -> Decided:
    routed: RoutedDecision = replace(routed_about(moment.state.active, moment.state), provenance=None)
    return Decided(
        plan=plan,
        jurisdiction=moment.thread.jurisdiction,
        open_slots=moment.thread.open_slots,
        routed=routed,
        continuity=replace(moment.state, pending=PendingClarifier.NONE, pending_scopes=()),
    )


def _whether_done(moment: Moment) -> Decided | None:
    """The answer to "did you open the handbook?", from what was done; None where no list or action is meant."""
    state, text = moment.state, moment.message.text
    done = tuple(
        Option(id=str(place), label=entry.label)
        for place, entry in enumerate(state.recent_actions)
        if entry.option_set_id
    )
    named = read(text, done, moment.pack)
    listed = state.active.options if state.active is not None else ()
    if not named and not read(text, listed, moment.pack):
        return None
    found = tuple(state.recent_actions[int(one.option.id)] for one in named[:1])
    intent = SemanticIntent.EXPLAIN_LAST_ACTION
    plan = Recount(
        turn_class=TurnClass.SEMANTIC, decision=_by(intent), intent=intent, entries=found, confirms=bool(found)
    )
    return _telling(moment, plan)


def _meaning(moment: Moment, wondering: Wondering) -> Decided | Passed | None:
    """What stands beside the thing where a host said so; else the question with the thing's name, to be answered.

    A named thing goes before one that a word stands for; a list's own words before a search (2.7).
    """
    active = moment.state.active
    if not wondering.refers:
        options = active.options if active is not None else ()
        named = labelled(wondering.thing, options)
        return None if named is None or active is None else _beside(moment, named, active)
    last = _last(moment)
    if last is None:
        return None
    shown = moment.state.set_of(last.option_set_id) if last.option_set_id is not None else None
    option = shown.option(last.target_ref) if shown is not None else None
    if shown is not None and option is not None and (told := _beside(moment, option, shown)) is not None:
        return told
    text = moment.message.text.replace(wondering.thing, in_words(last.label), 1)
    return Passed(message=replace(moment.message, text=text))


def _beside(moment: Moment, option: Option, shown: OptionSet) -> Decided | None:
    """What a host says of its option, quoted."""
    about = option.sublabel or shown.excerpt
    if shown.origin is not SetOrigin.HOST or not about:
        return None
    intent = SemanticIntent.EXPLAIN_ENTITY_MEANING
    entry = TraceEntry(
        type="open",
        target_ref=option.id,
        label=option.label,
        source_scope=shown.scope,
        option_set_id=shown.id,
        at=moment.message.received_at,
        turn=moment.message.index,
    )
    plan = Recount(turn_class=TurnClass.SEMANTIC, decision=_by(intent), intent=intent, entries=(entry,), about=about)
    return _telling(moment, plan)
