"""The whole turn on one page.

accept (``turn.service``) → load → guard → classify → plan → retrieve → answer → evaluate → compose → commit

A line with ``await`` touches the world; a line without is a rule. The service runs this as its own task under the
thread's queue: readers only follow the events, so one that leaves never ends a turn.
"""

from __future__ import annotations

from typing import assert_never

from followthrough.domain.conversation import Message, TurnRecord
from followthrough.domain.events import Planned, Started
from followthrough.domain.ids import ObjectiveId
from followthrough.domain.outcome import Found, Outcome, Said
from followthrough.domain.plan import AnswerQuestion, Plan, SayText
from followthrough.rules.answer import answer_part
from followthrough.rules.classify import classify
from followthrough.rules.compose import compose
from followthrough.rules.evaluate import evaluate
from followthrough.rules.guard import guard
from followthrough.rules.plan import plan
from followthrough.rules.record import record_turn
from followthrough.tuning import Tuning
from followthrough.turn import steps
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
    situation = await steps.load(message, deps)
    thread, pack = situation.thread, situation.pack
    watch.lap("load")

    decided = decide(situation, deps.tuning)
    watch.lap("plan")
    await log.emit(Planned(plan=decided))

    outcome = await _carry_out(decided, situation, deps, log, watch)
    now, objective_id = deps.clock.now(), ObjectiveId(deps.ids.new("obj"))
    progress = evaluate(decided, outcome, thread, turn=message, now=now, objective_id=objective_id)
    watch.lap("evaluate")
    reply = compose(decided, outcome, progress, pack)
    watch.lap("compose")
    await steps.release(reply, log)

    record = record_turn(
        message, decided, outcome=outcome, progress=progress, reply=reply, pack=pack, now=now, timings_ms=watch.laps()
    )
    await steps.commit(record, thread.version, deps, log)
    return record


def decide(situation: Situation, tuning: Tuning) -> Plan:
    """What the turn will do: the first stage that knows decides."""
    message, thread, pack = situation.message, situation.thread, situation.pack
    if (blocked := guard(message.text)) is not None:
        return blocked
    turn_class = classify(message.text, pack)
    return plan(message, turn_class, thread, pack, tuning)


async def _carry_out(decided: Plan, situation: Situation, deps: TurnDeps, log: EventLog, watch: Stopwatch) -> Outcome:
    match decided:
        case SayText():
            return Said()
        case AnswerQuestion(parts=parts):
            retrievals = await steps.retrieve(parts, situation, deps, log)
            watch.lap("retrieve")
            answers = tuple(
                answer_part(part, found, situation.pack, deps.tuning)
                for part, found in zip(parts, retrievals, strict=True)
            )
            watch.lap("answer")
            return Found(retrievals=retrievals, answers=answers)
        case _:
            assert_never(decided)
