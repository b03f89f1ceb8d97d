"""The whole turn on one page.

accept → load → hear → interrupt → select → classify → slots → plan → missing_slot → scope → pursue → consult → take_in → retrieve → answer → web → write → evaluate → ask → compose → translate → handoff → commit

A line with ``await`` touches the world; a line without is a rule. The service runs this as its own task under the
thread's queue: readers only follow the events, so one that leaves never ends a turn.
"""  # noqa: E501 - the stages stand on one line: a test reads them there

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from followthrough.domain import plan as plans
from followthrough.domain.conversation import Message, TurnClass, TurnRecord
from followthrough.domain.events import Planned, Started
from followthrough.domain.given import Material
from followthrough.domain.ids import ObjectiveId
from followthrough.domain.outcome import Found, Outcome, Said
from followthrough.domain.plan import AnswerQuestion, AskSlots, Decided, Plan
from followthrough.rules.evidence.answer import answer_all, theirs_of, unread
from followthrough.rules.handoff.call import attended, hand_over
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.hearing.classify import Heard, hear
from followthrough.rules.lanes.continuity import carry_on
from followthrough.rules.lanes.select import claims, names_option, select
from followthrough.rules.loop.clarification import follow_loop
from followthrough.rules.pursuit.ask import ask_for_help
from followthrough.rules.pursuit.evaluate import evaluate
from followthrough.rules.pursuit.interrupt import interrupt
from followthrough.rules.pursuit.plan_given import plan_given
from followthrough.rules.pursuit.pursue import pursue
from followthrough.rules.questions.missing_slot import ask_for_known, ask_missing, beside, read_reply
from followthrough.rules.questions.plan import plan_subject, waiting_after
from followthrough.rules.questions.scope import as_asked, scope_plan, with_previous_documents
from followthrough.rules.questions.subject import continue_original, subject_of
from followthrough.rules.records.turn import record_turn
from followthrough.rules.replies.compose import compose
from followthrough.rules.replies.compose_list import led
from followthrough.rules.slots.stated import decline_slots
from followthrough.rules.web.searching import retry_on_web
from followthrough.tuning import Tuning
from followthrough.turn import actions, hearing, steps
from followthrough.turn.deps import Situation, Stopwatch, TurnDeps
from followthrough.turn.event_log import EventLog


async def run_turn(message: Message, deps: TurnDeps, log: EventLog) -> TurnRecord:
    """Runs one turn from its durable message to its committed record.

    Raises:
        VersionConflict: another worker ended the turn or changed the thread; nothing was written.
        StoreUnavailable: nothing was written; the turn is still pending.
        NotFound: the thread was deleted meanwhile.
    """
    watch = Stopwatch(deps.clock)
    await log.emit(Started(turn_id=message.turn_id, index=message.index))
    situation = await hearing.hear(await steps.load(message, deps, log), deps)
    thread, pack, tuning = situation.thread, situation.pack, deps.tuning
    watch.lap("load")
    decided = await steps.consult(await steps.off_loop(situation, deps, decide, situation, tuning), situation, deps)
    watch.lap("plan")
    await log.emit(Planned(plan=decided.plan))
    material = await steps.take_in(decided.offered, situation, deps, watch)
    outcome = await _carry_out(decided.plan, situation, deps, log, material=material, watch=watch)
    outcome = await steps.write(decided, outcome, situation, deps, log=log, material=material, watch=watch)
    now, new = deps.clock.now(), ObjectiveId(deps.ids.new("obj"))
    progress = evaluate(
        decided.plan, outcome, thread, turn=message, now=now, objective_id=new, pack=pack, tuning=tuning
    )
    progress = follow_loop(progress, decided.plan, outcome, thread, turn=message.index, strict=deps.strict_loop)
    watch.lap("evaluate")
    progress = ask_for_help(progress, thread, pack, tuning, turn=message.index, now=now)
    watch.lap("ask")
    reply = led(compose(decided.plan, outcome, progress, pack, material), decided, pack)
    reply = await steps.translate(reply, progress, situation, deps)
    watch.lap("compose")
    await steps.release(reply, log)
    record = record_turn(
        message, decided, outcome, progress, reply, pack=pack, now=now, material=material, timings_ms=watch.laps()
    )
    record = carry_on(record, decided, outcome, thread, flags=situation.flags, tuning=tuning)
    record = actions.keep(record, outcome, situation, deps)
    record = hand_over(record, thread, pack, outcome, told=deps.person_comes, calls=situation.calls)
    return await steps.commit(record, situation, deps, log)


def decide(situation: Situation, tuning: Tuning) -> Decided:
    """What the turn will do: the first stage that knows decides."""
    message, thread, pack, known = situation.message, situation.thread, situation.pack, situation.known
    moment, turns = situation.moment(tuning), situation.turns
    hearing, blocked, chosen = Hearing(situation.heard, tuning), attended(message, thread), claims(moment)
    first = interrupt(message, thread, turns, pack, tuning, hearing=hearing, blocked=blocked, is_choice=chosen)
    if first is not None and (blocked is not None or not names_option(moment)):
        return first
    if isinstance(selected := select(moment), Decided):
        return selected
    heard = hear(selected.message, thread, turns, known=known, pack=pack, tuning=tuning, acts=situation.heard)
    return selected.mark(replace(_decide(heard, situation, tuning), offered=heard.given))


def _decide(heard: Heard, situation: Situation, tuning: Tuning) -> Decided:
    message, thread, pack, known = situation.message, situation.thread, situation.pack, situation.known
    reply = ask_for_known(heard, known, pack, tuning) or read_reply(heard, pack, tuning)
    if isinstance(reply, AskSlots):
        return Decided(plan=reply, jurisdiction=heard.now, open_slots=reply.open_slots)
    gives = heard.turn_class is TurnClass.INFO_PROVIDED
    if gives and heard.waiting is None:
        return Decided(plan=plan_given(heard, thread, pack, tuning), jurisdiction=heard.now)
    if (reply is not None or gives) and heard.waiting is not None:
        now = decline_slots(heard.now, reply.declined, turn=message.index) if reply is not None else heard.now
        subject = continue_original(heard.waiting, situation.turns, pack, tuning)
    else:
        now = heard.now
        subject = subject_of(heard, situation.turns, known, pack)
    planned = plan_subject(subject, heard, thread, pack, tuning)
    if not isinstance(planned, AnswerQuestion):
        return Decided(plan=planned, jurisdiction=now, open_slots=waiting_after(planned, heard))
    asking = None if reply is not None else ask_missing(heard, known, thread, pack, tuning)
    if isinstance(sure := beside(asking, planned, pack), AskSlots):
        return Decided(plan=sure, jurisdiction=now, open_slots=sure.open_slots)
    scoped = scope_plan(sure, subject, before=heard.before, now=now, known=known, pack=pack, tuning=tuning)
    asked = pursue(with_previous_documents(scoped, thread, situation.flags), thread, pack, situation.dropped)
    return Decided(plan=retry_on_web(asked, thread, pack), jurisdiction=now)


async def _carry_out(
    plan: Plan, situation: Situation, deps: TurnDeps, log: EventLog, *, material: Material | None, watch: Stopwatch
) -> Outcome:
    match plan:
        case plans.SayText() | AskSlots() | plans.Conclude() | plans.AskLoop():
            return Said()
        case plans.OfferOptions() | plans.TakeAction() | plans.Recount():
            return await steps.act(plan, situation, deps)
        case plans.FinishLoop():
            return await steps.finish(plan, situation, deps)
        case AnswerQuestion():
            theirs = theirs_of(plan, material, situation.thread, today=deps.clock.now().date())
            if theirs.unread:
                return Found(retrievals=(), answers=tuple(map(unread, plan.parts)))
            retrievals = await steps.retrieve(plan, situation, deps, log, material)
            watch.lap("retrieve")
            parts = as_asked(plan, situation.known, situation.pack)
            given = (plan, parts, retrievals, situation.pack, deps.tuning)
            answers = await steps.off_loop(situation, deps, answer_all, *given, theirs=theirs)
            watch.lap("answer")
            documents = await steps.with_questions(plan, parts, retrievals, answers, situation=situation, deps=deps)
            return await steps.web(plan, parts, documents, situation=situation, deps=deps, log=log, watch=watch)
        case _:
            assert_never(plan)
