"""What is written down of a decision beside its turn, and which earlier action it shows to have been wrong.

A label is kept where the product itself named the option; lists of a host application, past questions and texts that
the user may have meant hold words of people, and are known by their options' ids.
"""

from __future__ import annotations

from dataclasses import replace

from followthrough.domain.continuity import Action, Outcome, PendingClarifier, Provenance, SetOrigin, TraceEntry
from followthrough.domain.conversation import Lane, Thread, TurnClass, TurnRecord, TurnStatus
from followthrough.domain.decision_record import Acted, DecisionRecord, TakenBack, Terms, Wrong
from followthrough.domain.decisions import CandidateSignature, RoutedDecision
from followthrough.domain.framing import OPTION
from followthrough.domain.handoff import Origin
from followthrough.domain.ids import DecisionId
from followthrough.domain.pack import Pack
from followthrough.domain.rollout import Mode
from followthrough.rules.language.private import without_identifiers
from followthrough.rules.language.words import keys_of, phrase_at, words_of
from followthrough.rules.lists.framing import read
from followthrough.tuning import Tuning

_NAMED_BY_US = frozenset({SetOrigin.SLOTS, SetOrigin.SOURCES, SetOrigin.DOCUMENTS})


def decision_record(
    record: TurnRecord, before: Thread, terms: Terms, pack: Pack | None, tuning: Tuning
) -> DecisionRecord:
    """The decision of a turn.

    Args:
        record: the turn as it ended.
        before: the thread before it.
        terms: under what it was decided.
        pack: the thread's; None where it is not installed any more, and nothing is read from words.
        tuning: the table of numbers.
    """
    message = record.message
    text = message.text if terms.keep_words and pack is not None else None
    return DecisionRecord(
        id=DecisionId(message.turn_id),
        turn_id=message.turn_id,
        thread_id=message.thread_id,
        owner=before.owner,
        index=message.index,
        at=record.ended_at,
        lane=record.decision.lane,
        reason=record.decision.reason,
        turn_class=record.turn_class,
        status=record.status,
        routed=None if record.routed is None else _without_words(record.routed, record, before),
        asked=question_put(record, before),
        acted=None if record.action is None else _acted(record.action),
        takes_back=taken_back(record, before, pack, tuning),
        flags=terms.flags,
        rules=terms.rules,
        model_calls=record.model_calls,
        latency_ms=dict(record.timings_ms).get("total"),
        effective=len(record.query.effective),
        previous_documents=_previous_documents(record, before, terms),
        words=None if text is None or pack is None else without_identifiers(text, pack),
        chars=len(message.text),
        is_users=message.origin is Origin.USER and record.turn_class is not TurnClass.RECORDED,
    )


def _previous_documents(record: TurnRecord, before: Thread, terms: Terms) -> int:
    """As ``rules.questions.scope.with_previous_documents`` has them; in shadow they are only counted (C20)."""
    if terms.flags.previous_docs is Mode.OFF or not record.query.is_followup or not record.query.effective:
        return 0
    return len({source.document_id for source in before.last_turn_sources})


def question_put(record: TurnRecord, before: Thread) -> str | None:
    """The kind of question that this turn put, None where it put none; one that only waits on is none."""
    routed = record.routed
    if routed is not None and not routed.shadow:
        pending = record.continuity.pending if record.continuity is not None else PendingClarifier.NONE
        if record.decision.lane is Lane.SELECTION and pending is not PendingClarifier.NONE:
            return pending.value
        if routed.provenance is Provenance.SAFE_CLARIFIER:
            return PendingClarifier.SELECTION_DISAMBIGUATION.value
    if record.open_slots is not None and record.open_slots != before.open_slots:
        return record.open_slots.kind.value
    loop = record.clarification
    puts = loop is not None and loop.is_active and record.decision.lane is Lane.CLARIFICATION
    return "document" if puts else None


def taken_back(record: TurnRecord, before: Thread, pack: Pack | None, tuning: Tuning) -> tuple[TakenBack, ...]:
    """The actions of the last turns that the user rejected, took back or corrected in this one, oldest first.

    A rejection and an undoing are in the state; a correction is what opens the message: "no, I meant ...".
    """
    if record.status is not TurnStatus.COMPLETED:
        return ()
    recent = [e for e in before.continuity.recent_actions if _is_recent(e, record, tuning)]
    found = {e.turn: how for e in reversed(recent) if (how := _how(e, record, before)) is not None}
    text = record.message.text
    if (
        not found
        and recent
        and pack is not None
        and (_opens_with_correction(text, pack) or _wanted_another(text, recent[0], before, pack))
    ):
        found = {recent[0].turn: Wrong.CORRECTED}
    return tuple(TakenBack(turn=turn, how=how) for turn, how in sorted(found.items()))


def _is_recent(entry: TraceEntry, record: TurnRecord, tuning: Tuning) -> bool:
    """An action from a list, not an answer, and not long ago."""
    is_action = entry.option_set_id is not None and entry.outcome is Outcome.DONE
    return is_action and 0 < record.message.index - entry.turn <= tuning.wrong_within_turns


def _how(entry: TraceEntry, record: TurnRecord, before: Thread) -> Wrong | None:
    after = record.continuity
    if after is None:
        return None
    outcomes = [e.outcome for e in after.recent_actions if (e.turn, e.target_ref) == (entry.turn, entry.target_ref)]
    if Outcome.REJECTED in outcomes:
        return Wrong.REJECTED
    was_last = before.continuity.last_resolved_action == entry
    return Wrong.UNDONE if was_last and after.last_resolved_action is None else None


def _opens_with_correction(text: str, pack: Pack) -> bool:
    keys = keys_of(text)
    asides = next((n for n in range(len(keys)) if not phrase_at(keys, n, pack.phrases.asides)), 0)
    return any(phrase_at(keys, place, pack.following.corrections) for place in {0, asides} if place < len(keys))


def _wanted_another(text: str, done: TraceEntry, before: Thread, pack: Pack) -> bool:
    """As in "I wanted the appeals form": words of regret, and behind them another option of the same list."""
    words = words_of(text)
    keys = [word.key for word in words]
    ahead = pack.pursuit.around | pack.phrases.asides
    start = next((n for n in range(len(keys)) if not phrase_at(keys, n, ahead)), 0)
    behind = start + phrase_at(keys, start, pack.selecting.regrets)
    shown = before.continuity.set_of(done.option_set_id) if done.option_set_id is not None else None
    if shown is None or behind == start or behind >= len(words):
        return False
    readings = read(text[words[behind].start :], shown.options, pack)
    named = {
        one.option.id for one in readings if one.by == "label" and one.frame.startswith((OPTION, f"the {OPTION}"))
    }
    return len(named) == 1 and done.target_ref not in named


def _acted(action: Action) -> Acted:
    return Acted(
        type=action.type,
        option_id=action.option_id,
        option_set_id=action.option_set_id,
        scope=action.scope,
        provenance=action.provenance,
    )


def _without_words(routed: RoutedDecision, record: TurnRecord, before: Thread) -> RoutedDecision:
    """The decision with labels only where the product gave them."""
    states = (before.continuity, *((record.continuity,) if record.continuity is not None else ()))
    origins = {s.id: s.origin for state in states for s in state.sets}
    if routed.active_option_set_id is not None and origins.get(routed.active_option_set_id) in _NAMED_BY_US:
        return routed
    bare = tuple(CandidateSignature(id=c.id, label_normalized="", type=c.type) for c in routed.candidates)
    return replace(routed, candidates=bare)
