"""Answers the accepted messages of each thread, in order, whoever is listening.

Invariant: an accepted message is ended exactly once, by a completed, stopped or failed record. What this process
can't end it leaves pending; the sweep of any process takes it up again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import PurePath

from followthrough.domain.conversation import Message, StoredTurn, Thread, TurnRecord, TurnStatus
from followthrough.domain.decision_record import Terms
from followthrough.domain.events import Delta
from followthrough.domain.ids import ThreadId, TurnId, WorkerId
from followthrough.domain.records import TurnEnded
from followthrough.errors import FollowthroughError, NotFound, StoreUnavailable, VersionConflict
from followthrough.rules.decisions.record import decision_record
from followthrough.rules.language.wording import shown
from followthrough.rules.records.pursuit_report import pursuit_fields
from followthrough.rules.records.turn import record_early_end
from followthrough.turn.ahead import Ahead
from followthrough.turn.changes import Changes
from followthrough.turn.company import Company
from followthrough.turn.deps import TurnDeps
from followthrough.turn.event_log import EventLog, Observer
from followthrough.turn.lanes import Lanes
from followthrough.turn.model_calls import TurnModel
from followthrough.turn.pipeline import run_turn

_log = logging.getLogger(__name__)
_TOO_LONG = "turn_too_long"
_KEPT_LOGS = 128  # turns whose events stay in memory for readers; older ones are read from the store


class TurnQueue:
    """One draining task per thread with pending messages, and a sweep for threads that a dead worker left."""

    def __init__(self, deps: TurnDeps, worker: WorkerId) -> None:
        self.changes = Changes(deps.threads, deps.tuning)
        self.lanes = Lanes(deps.threads, deps.clock, worker, deps.tuning, ring=self.changes.ring)
        self._deps = deps
        self._logs: OrderedDict[TurnId, EventLog] = OrderedDict()  # those of ended turns among them
        self._open: dict[ThreadId, dict[TurnId, EventLog]] = {}
        self._drains: dict[ThreadId, asyncio.Task[None]] = {}
        self._again: set[ThreadId] = set()
        self._running: dict[ThreadId, tuple[EventLog, asyncio.Task[TurnRecord]]] = {}
        self._ending: dict[TurnId, TurnStatus] = {}  # cancelled here, and how they are to end
        self.ended_observers: list[Callable[[TurnRecord], None]] = []
        self._company = Company()
        self._lived_through: dict[TurnId, int] = {}  # attempts alone that count still, though nothing died of them
        self._closing = False
        self._ahead = Ahead(deps)
        self._lookouts: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Begins to look for turns that a dead worker left behind; the first look is at once."""
        self._lookouts = [asyncio.create_task(look()) for look in (self._sweep, self._watch_stops)]

    async def aclose(self) -> None:
        """Lets running turns finish for the grace time, then leaves the rest pending."""
        self._closing = True
        for task in self._lookouts:
            task.cancel()
        await asyncio.gather(*self._lookouts, return_exceptions=True)
        drains = list(self._drains.values())
        if drains:
            await asyncio.wait(drains, timeout=self._deps.tuning.shutdown_grace_s)
        for task in drains:
            task.cancel()
        await asyncio.gather(*drains, return_exceptions=True)
        await self._ahead.aclose()

    def add(self, message: Message, observe: Observer | None = None) -> None:
        """A new durable message: readers can follow it from now on."""
        self._log_of(message, observe)
        self.changes.ring(message.thread_id)
        self.wake(message.thread_id)

    def wake(self, thread_id: ThreadId) -> None:
        """Sees to it that the thread's pending messages are answered. Cheap, and harmless when there are none."""
        if thread_id in self._drains:
            self._again.add(thread_id)
        else:
            self._drains[thread_id] = asyncio.create_task(self._drain(thread_id))

    @property
    def unfinished(self) -> int:
        """How many turns this process has that are being answered or wait for it."""
        return sum(len(turns) for turns in self._open.values())

    def following(self, turn_id: TurnId) -> EventLog | None:
        """The turn's events as they happen here; None when this process does not have the turn."""
        log = self._logs.get(turn_id)
        return log if log is not None and not log.left else None

    async def stop(self, thread_id: ThreadId) -> TurnId | None:
        """Asks for the end of the turn that is being answered, here or at another worker; None without one."""
        pending = await self._deps.threads.next_pending(thread_id)
        if pending is None:
            return None
        turn_id = pending.message.turn_id
        running = self._running.get(thread_id)
        if running is None or running[0].message.turn_id != turn_id:
            await self._deps.threads.request_stop(thread_id, turn_id)
            self.wake(thread_id)
        else:
            self._cancel(*running)
        return turn_id

    def _cancel(self, log: EventLog, task: asyncio.Task[TurnRecord]) -> None:
        self._end(log, task, TurnStatus.STOPPED)

    def _end(self, log: EventLog, task: asyncio.Task[TurnRecord], how: TurnStatus) -> None:
        """Cancels a turn that is not being written yet; the first reason counts."""
        if not log.sealed and not task.done() and log.message.turn_id not in self._ending:
            self._ending[log.message.turn_id] = how
            task.cancel()

    def _log_of(self, message: Message, observe: Observer | None = None) -> EventLog:
        log = self._logs.get(message.turn_id)
        if log is None:
            live = self._deps.live
            relay = partial(live.publish, message.turn_id) if live.is_shared else None
            log = self._logs[message.turn_id] = EventLog(message, observe, relay)
        self._open.setdefault(message.thread_id, {})[message.turn_id] = log
        return log

    def _ended(self, log: EventLog, record: TurnRecord) -> None:
        log.end(record)
        self.changes.ring(record.message.thread_id)
        self._deps.live.finish(record.message.turn_id)
        turns = self._open.get(log.message.thread_id, {})
        turns.pop(log.message.turn_id, None)
        if len(self._logs) > _KEPT_LOGS:
            oldest, kept = next(iter(self._logs.items()))
            if kept.ended is not None or kept.left:
                del self._logs[oldest]
        _log.info("turn.ended", extra={"turn_id": record.message.turn_id, **pursuit_fields(record)})
        for observe in self.ended_observers:
            observe(record)

    async def _drain(self, thread_id: ThreadId) -> None:
        """Ends the thread's pending turns, then itself. While the store fails it waits between tries."""
        try:
            while True:
                self._again.discard(thread_id)
                try:
                    async with self.lanes.own(thread_id):
                        while (stored := await self._deps.threads.next_pending(thread_id)) is not None:
                            if not await self._answer(stored):
                                return
                            if not self._open.get(thread_id):
                                break  # whoever accepted another message elsewhere waits for the thread itself
                    if thread_id not in self._again:
                        return
                except NotFound:  # the thread was deleted, and its turns with it
                    return
                except StoreUnavailable as error:
                    _log.error("turn.not_saved", extra={"thread_id": thread_id, "code": error.code})
                    self._leave(thread_id, error)
                    await asyncio.sleep(self._deps.tuning.sweep_s)
        finally:
            self._drains.pop(thread_id, None)
            self._leave(thread_id)

    def _leave(self, thread_id: ThreadId, error: StoreUnavailable | None = None) -> None:
        for log in self._open.pop(thread_id, {}).values():
            log.leave(error)

    async def _answer(self, stored: StoredTurn) -> bool:
        """Ends the turn; False when another worker has the thread now.

        One that was cut off more than once runs alone from then on: what dies with it may have died of it.
        """
        alone = stored.attempt >= self._deps.tuning.attempts_in_company
        async with self._company.kept(alone=alone):
            return await (self._attempt_alone(stored) if alone else self._attempt(stored))

    async def _attempt_alone(self, stored: StoredTurn) -> bool:
        """An attempt that counts against the turn until this process has lived through it."""
        turn_id = stored.message.turn_id
        begun = await self._deps.threads.count_alone(turn_id, 1 - self._lived_through.get(turn_id, 0))
        self._lived_through.pop(turn_id, None)
        ended = False
        try:
            ended = await self._attempt(stored, give_up=begun > self._deps.tuning.max_attempts_per_turn)
        except asyncio.CancelledError:
            if self._closing:  # an orderly end is no crash
                await self._live_through(turn_id)
            raise
        except StoreUnavailable:
            await self._live_through(turn_id)
            raise
        if not ended:
            await self._live_through(turn_id)
        return ended

    async def _live_through(self, turn_id: TurnId) -> None:
        """Takes back what the attempt counted; what can't be written now is taken back by the next attempt here."""
        try:
            await self._deps.threads.count_alone(turn_id, -1)
        except StoreUnavailable:
            self._lived_through[turn_id] = 1
        except NotFound:  # deleted meanwhile
            return

    async def _attempt(self, stored: StoredTurn, *, give_up: bool = False) -> bool:
        message = stored.message
        log = self._log_of(message)
        attempt = await self._deps.threads.begin_attempt(message.turn_id)
        log.begin(attempt, stored.thread_version, stored.ended_before)
        try:
            if stored.stop_requested:
                record = await self._end_early(log, TurnStatus.STOPPED)
            elif give_up:
                record = await self._end_early(log, TurnStatus.FAILED, "too_many_attempts")
            else:
                record = await self._run(log)
        except (VersionConflict, NotFound) as conflict:
            _log.warning("turn.left", extra={"turn_id": message.turn_id, "code": conflict.code})
            return False
        self._ended(log, record)
        if self._deps.near_sessions is not None and log.session is not None:
            await self._deps.near_sessions.save(log.session)
        if log.session is not None and not self.unfinished:
            self._ahead.begin(log.session)
        return True

    async def _run(self, log: EventLog) -> TurnRecord:
        message = log.message
        clock, tuning = self._deps.clock, self._deps.tuning
        spent = await self._is_spent()
        model = TurnModel(self._deps.model, clock=clock, tuning=tuning, made=log.model_calls, is_spent=spent)
        task = asyncio.create_task(run_turn(message, replace(self._deps, model=model), log))
        limit = asyncio.get_running_loop().call_later(tuning.turn_limit_s, self._end, log, task, TurnStatus.FAILED)
        self._running[message.thread_id] = (log, task)
        try:
            return await task
        except asyncio.CancelledError:
            how = self._ending.get(message.turn_id)
            if how is None:
                raise  # this process is closing: the turn stays pending
            return await self._end_early(log, how, None if how is TurnStatus.STOPPED else _TOO_LONG)
        except (VersionConflict, NotFound, StoreUnavailable):
            raise
        except Exception as error:  # noqa: BLE001 - whatever went wrong, the message must end with an honest reply
            code = error.code if isinstance(error, FollowthroughError) else "internal"
            _log.error("turn.failed", extra={"turn_id": message.turn_id, "code": code}, exc_info=error)
            return await self._end_early(log, TurnStatus.FAILED, code)
        finally:
            limit.cancel()
            self._ending.pop(message.turn_id, None)
            self._running.pop(message.thread_id, None)

    async def _is_spent(self) -> bool:
        """Whether the day's tokens are used up; one turn that is under way may go beyond them."""
        most = self._deps.model_daily_tokens
        if most is None:
            return False
        used = await self._deps.threads.model_use(self._deps.clock.now().date())
        if used.tokens >= most:
            _log.warning("model.daily_ceiling", extra={"tokens": used.tokens})
        return used.tokens >= most

    def _why_failed(self, thread: Thread, error_code: str | None) -> str:
        own = self._deps.packs.get(thread.pack)
        texts = (own or next(iter(self._deps.packs.values()))).texts
        if own is None:
            return texts.pack_missing.format(name=shown(PurePath(thread.pack).name))  # a pack may be a folder
        return texts.turn_too_long if error_code == _TOO_LONG else texts.turn_failed

    async def _end_early(self, log: EventLog, status: TurnStatus, error_code: str | None = None) -> TurnRecord:
        message = log.message
        thread = await self._deps.threads.get(message.thread_id)
        if thread is None:
            raise NotFound("This conversation no longer exists.")
        if status is TurnStatus.FAILED:
            said, _ = log.released
            why = self._why_failed(thread, error_code)
            await log.emit(Delta(text=f"\n\n{why}" if said else why))
        text, citations = log.released
        record = record_early_end(
            message,
            log.plan,
            status,
            text,
            citations=citations,
            now=self._deps.clock.now(),
            session_status=thread.session_status,
            error_code=error_code,
        )
        record = replace(record, model_calls=tuple(log.model_calls))
        flags = await self._deps.switches.flags(thread.id)
        terms = Terms(flags=flags, rules=self._deps.rules, keep_words=self._deps.keep_words)
        pack = self._deps.packs.get(thread.pack)
        log.seal()
        await self._deps.threads.commit(
            thread_id=message.thread_id,
            record=TurnEnded(turn=record),
            expected_version=thread.version,
            events=log.stored(),
            decision=decision_record(record, thread, terms, pack, self._deps.tuning),
        )
        return record

    async def _watch_stops(self) -> None:
        """Sees stops that were pressed at another worker, of all turns that are being answered here."""
        while True:
            await asyncio.sleep(self._deps.tuning.stop_poll_ms / 1000)
            running = {log.message.turn_id: (log, task) for log, task in self._running.values()}
            with contextlib.suppress(StoreUnavailable):  # the next look may succeed; the turn itself reports it
                for turn_id in await self._deps.threads.stops_requested(tuple(running)) if running else ():
                    self._cancel(*running[turn_id])

    async def _sweep(self) -> None:
        while True:
            try:
                for thread_id in await self._deps.threads.abandoned(now=self._deps.clock.leases()):
                    self.wake(thread_id)
            except StoreUnavailable as error:
                _log.warning("sweep.failed", extra={"code": error.code})
            await asyncio.sleep(self._deps.tuning.sweep_s)
