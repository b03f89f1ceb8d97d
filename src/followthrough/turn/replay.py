"""Makes recorded decisions again by today's rules, each on the thread as it stood before its turn.

A thread's state is the fold of its records, so that nothing but the records is needed. Nothing is written, searched
or asked of a model.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from followthrough.domain.conversation import StoredTurn, Thread, TurnRecord
from followthrough.domain.decision_record import DecisionRecord
from followthrough.domain.ids import DecisionId, ThreadId, TurnId
from followthrough.domain.records import TurnEnded
from followthrough.ports.decision_store import DecisionStore
from followthrough.rules.decisions.replay import Change, Replayed, can_replay, compare
from followthrough.rules.records.apply import apply
from followthrough.turn.deps import Situation, TurnDeps
from followthrough.turn.hearing import hear
from followthrough.turn.named_lists import named_lists
from followthrough.turn.pipeline import decide
from followthrough.turn.steps import looked_back_on

_AT_ONCE = 500  # decisions a query


@dataclass(frozen=True, slots=True)
class Replay:
    """Makes decisions again.

    Attributes:
        decisions: what was decided.
        deps: threads, packs and names; nothing else of it is used.
    """

    decisions: DecisionStore
    deps: TurnDeps

    async def run(self, *, since: datetime, until: datetime) -> Replayed:
        """The decisions made from ``since`` to before ``until``, in the order of their threads' first ones.

        Raises:
            StoreUnavailable: the database did not answer.
        """
        decided = skipped = 0
        changed: list[Change] = []
        for thread_id, wanted in (await self._wanted(since, until)).items():
            again = await self._thread(thread_id, wanted)
            decided += again.decided
            skipped += again.skipped
            changed += again.changed
        return Replayed(decided=decided, skipped=skipped, changed=tuple(changed))

    async def _wanted(self, since: datetime, until: datetime) -> dict[ThreadId, dict[TurnId, DecisionRecord]]:
        wanted: defaultdict[ThreadId, dict[TurnId, DecisionRecord]] = defaultdict(dict)
        after: tuple[datetime, DecisionId] | None = None
        while True:
            page = await self.decisions.between(since=since, until=until, after=after, limit=_AT_ONCE)
            for one in page:
                wanted[one.decision.thread_id][one.decision.turn_id] = one.decision
            if len(page) < _AT_ONCE:
                return wanted
            after = (page[-1].decision.at, page[-1].decision.id)

    async def _thread(self, thread_id: ThreadId, wanted: dict[TurnId, DecisionRecord]) -> Replayed:
        thread = await self.deps.threads.get(thread_id)
        if thread is None:
            return Replayed(skipped=len(wanted))
        state = _as_created(thread)
        turns: list[StoredTurn] = []
        decided, changed = 0, list[Change]()
        for kept in await self.deps.threads.records(thread_id):
            if isinstance(kept, TurnEnded):
                decision = wanted.get(kept.turn.message.turn_id)
                if decision is not None and can_replay(kept.turn) and state.pack in self.deps.packs:
                    decided += 1
                    changed += await self._turn(decision, kept.turn, state, turns)
                turns.append(StoredTurn(message=kept.turn.message, record=kept.turn))
            state = apply(state, kept)
        return Replayed(decided=decided, skipped=len(wanted) - decided, changed=tuple(changed))

    async def _turn(
        self, decision: DecisionRecord, record: TurnRecord, state: Thread, turns: list[StoredTurn]
    ) -> list[Change]:
        pack, tuning = self.deps.packs[state.pack], self.deps.tuning
        recent = tuple(turns[-tuning.history_max_turns :])
        repeated = next((t for t in turns if t.message.turn_id == record.message.retry_of), None)
        situation = Situation(
            message=record.message,
            thread=state,
            pack=pack,
            known=await self.deps.known.of(state, pack),
            lists=await named_lists(record.message, state, pack, self.deps),
            turns=looked_back_on(record.message, state, recent, repeated, pack),
            flags=decision.flags,
        )
        situation = await hear(situation, self.deps)
        change = compare(decision, record, decide(situation, tuning))
        return [] if change is None else [change]


def _as_created(thread: Thread) -> Thread:
    """The thread before its first record: what it was created with does not change."""
    return Thread(
        id=thread.id,
        owner=thread.owner,
        collection=thread.collection,
        pack=thread.pack,
        created_at=thread.created_at,
        updated_at=thread.created_at,
        language=thread.language,
        user_id=thread.user_id,
    )
