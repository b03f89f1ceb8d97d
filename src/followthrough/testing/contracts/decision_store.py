"""The contract of ``DecisionStore``, beside the ``ThreadStore`` that makes the decisions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

import pytest

from followthrough.domain.continuity import ActionType, Provenance, Scope
from followthrough.domain.conversation import Lane, TurnClass, TurnStatus
from followthrough.domain.decision_record import Acted, DecisionRecord, StoredDecision, TakenBack, Wrong
from followthrough.domain.decisions import (
    Ambiguity,
    CandidateSignature,
    FallbackReason,
    Gate,
    GateResult,
    RoutedDecision,
    RouteReason,
)
from followthrough.domain.ids import DecisionId, OwnerId, ThreadId, TurnId
from followthrough.domain.model_calls import ModelCall, ModelFailure, ModelTask
from followthrough.domain.records import TurnEnded
from followthrough.domain.rollout import Flags, Mode
from followthrough.errors import VersionConflict
from followthrough.ports.decision_store import DecisionStore
from followthrough.ports.thread_store import ThreadStore
from followthrough.testing.contracts.values import DIFFICULT, NOON, a_thread, a_turn, moment

#: Gives both stores on the same data, once more each time, as another process would.
OpenDecisionStores: TypeAlias = Callable[[], Awaitable[tuple[ThreadStore, DecisionStore]]]

ANN, BOB = OwnerId("ann"), OwnerId("bob")


ROUTED = RoutedDecision(
    provenance=Provenance.DETERMINISTIC,
    gates=GateResult(failed=Gate.SAME_SCOPE, winner_id="a"),
    ambiguity=Ambiguity.CROSS_SOURCE_TIE,
    candidates=(CandidateSignature(id="a", label_normalized=DIFFICULT, path="/x", type="document"),),
    winner_id="a",
    suggested_id="b",
    fallback_reason=FallbackReason.TIMEOUT,
    steps=(RouteReason.LLM_SELECT,),
    loop_cycle_id="c-1",
    fingerprint_before="0" * 64,
    fingerprint_after="1" * 64,
    retry_attempt_index=1,
    retry_budget_remaining=1,
    model_calls=2,
    active_option_set_id="s-1",
    active_scope=Scope.WIDGET,
    shadow=True,
)
"""What a lane weighed."""


def a_decision(thread: str = "t-1", index: int = 1, *, owner: str = "ann", at: float = 0) -> DecisionRecord:
    """A decision with every field that a backend could lose."""
    return DecisionRecord(
        id=DecisionId(f"{thread}/{index}"),
        turn_id=TurnId(f"{thread}/{index}"),
        thread_id=ThreadId(thread),
        owner=OwnerId(owner),
        index=index,
        at=moment(at),
        lane=Lane.SELECTION,
        reason="deterministic_continuity_resolve",
        turn_class=TurnClass.SELECTION,
        status=TurnStatus.COMPLETED,
        routed=ROUTED,
        asked="selection_disambiguation",
        acted=Acted(
            type=ActionType.OPEN,
            option_id="a",
            option_set_id="s-1",
            scope=Scope.WIDGET,
            provenance=Provenance.LLM_EXECUTED,
        ),
        flags=Flags(grounding_continuity=Mode.ON, selection_lane=Mode.SHADOW),
        rules="0.1.0+abc",
        model_calls=(
            ModelCall(
                task=ModelTask.SELECT, model="m", ms=0.1 + 0.2, cost_usd=1e-6, failure=ModelFailure.RATE_LIMITED
            ),
        ),
        latency_ms=12.3,
        effective=1,
        words=DIFFICULT,
        chars=20,
        is_users=False,
    )


async def decide(threads: ThreadStore, decision: DecisionRecord, *, version: int | None = None) -> StoredDecision:
    """Ends the next turn of the decision's thread, which is made when it is not there, with this decision."""
    thread = await threads.get(decision.thread_id)
    if thread is None:
        thread = a_thread(decision.thread_id, owner=decision.owner)
        await threads.create(thread)
    message = await threads.accept(
        thread_id=decision.thread_id,
        turn_id=decision.turn_id,
        text="2",
        received_at=NOON,
        client_message_id=None,
    )
    record = TurnEnded(turn=a_turn(message))
    expected = thread.version if version is None else version
    await threads.commit(thread_id=decision.thread_id, record=record, expected_version=expected, decision=decision)
    return StoredDecision(decision=decision)


class DecisionStoreContract:
    """A backend inherits this and gives the fixture ``open_stores``."""

    @pytest.fixture
    async def stores(self, open_stores: OpenDecisionStores) -> tuple[ThreadStore, DecisionStore]:
        """Both stores on empty data."""
        return await open_stores()

    async def test_a_decision_is_kept_with_its_turn(self, open_stores: OpenDecisionStores) -> None:
        """Whole, for every process; an unknown id is none."""
        threads, decisions = await open_stores()
        stored = await decide(threads, a_decision())
        _, elsewhere = await open_stores()
        for store in (decisions, elsewhere):
            assert await store.get(stored.decision.id) == stored
            assert await store.list() == [stored]
        for unknown in ("?", "", "a\x00b", "\ud800", "x" * 10_000):
            assert await decisions.get(DecisionId(unknown)) is None
            assert await decisions.list(owner=OwnerId(unknown)) == []
            assert await decisions.list(thread_id=ThreadId(unknown)) == []
            assert await decisions.list(reasons=[unknown]) == []
            assert await decisions.list(before=DecisionId(unknown)) == []
            assert not await decisions.mark(DecisionId(unknown), Wrong.OPERATOR, at=NOON)

    async def test_a_refused_commit_keeps_no_decision(self, stores: tuple[ThreadStore, DecisionStore]) -> None:
        """The decision and the turn are one transaction."""
        threads, decisions = stores
        with pytest.raises(VersionConflict):
            await decide(threads, a_decision(), version=3)
        assert await decisions.list() == []

    async def test_decisions_are_listed_newest_first(self, stores: tuple[ThreadStore, DecisionStore]) -> None:
        """By owner, thread, reason and time, in pages."""
        threads, decisions = stores
        made = [await decide(threads, a_decision(f"t-{n}", at=n % 3)) for n in range(5)]
        other = await decide(threads, replace(a_decision("t-9", owner="bob", at=9), reason="greeting"))
        newest = sorted(made, key=lambda s: (s.decision.at, s.decision.id), reverse=True)
        assert await decisions.list() == [other, *newest]
        assert await decisions.list(owner=ANN) == newest
        assert await decisions.list(owner=BOB, reasons=["greeting", "thanks"]) == [other]
        assert await decisions.list(owner=ANN, reasons=["greeting"]) == []
        assert await decisions.list(thread_id=ThreadId("t-3")) == [made[3]]
        later = [s for s in newest if s.decision.at >= moment(1)]
        assert await decisions.list(since=moment(1), until=moment(9)) == later
        pages = [await decisions.list(limit=4), await decisions.list(before=newest[2].decision.id, limit=4)]
        assert [*pages[0], *pages[1]] == [other, *newest]

    async def test_a_window_is_read_oldest_first(self, stores: tuple[ThreadStore, DecisionStore]) -> None:
        """From its begin to before its end, of everybody, in pages."""
        threads, decisions = stores
        made = [await decide(threads, a_decision(f"t-{n}", owner=f"o-{n}", at=n // 2)) for n in range(6)]
        inside = [s for s in made if moment(1) <= s.decision.at < moment(3)]
        assert list(await decisions.between(since=moment(1), until=moment(3))) == inside
        first = list(await decisions.between(since=moment(1), until=moment(3), limit=1))
        beyond = (first[-1].decision.at, first[-1].decision.id)
        rest = list(await decisions.between(since=moment(1), until=moment(3), after=beyond))
        assert [*first, *rest] == inside

    async def test_what_is_taken_back_was_wrong(self, stores: tuple[ThreadStore, DecisionStore]) -> None:
        """In the thread of the decision that takes it back, and in no other; what was known before stays."""
        threads, decisions = stores
        for thread in ("t-1", "t-2"):
            for index in (1, 2, 3):
                await decide(threads, a_decision(thread, index, at=index))
        await decisions.mark(DecisionId("t-1/2"), Wrong.OPERATOR, at=moment(4))
        back = (TakenBack(turn=2, how=Wrong.UNDONE), TakenBack(turn=3, how=Wrong.REJECTED))
        await decide(threads, replace(a_decision("t-1", 4, at=5), takes_back=back))
        found = {s.decision.id: (s.wrong, s.wrong_at) for s in await decisions.list() if s.wrong is not None}
        assert found == {"t-1/2": (Wrong.OPERATOR, moment(4)), "t-1/3": (Wrong.REJECTED, moment(5))}

    async def test_a_mark_can_be_taken_away(self, stores: tuple[ThreadStore, DecisionStore]) -> None:
        """An operator says that it was wrong, and that it was not."""
        threads, decisions = stores
        stored = await decide(threads, a_decision())
        assert await decisions.mark(stored.decision.id, Wrong.OPERATOR, at=moment(1))
        assert await decisions.get(stored.decision.id) == replace(stored, wrong=Wrong.OPERATOR, wrong_at=moment(1))
        assert await decisions.mark(stored.decision.id, None, at=moment(2))
        again = await decisions.get(stored.decision.id)
        assert again is not None
        assert again.wrong is None

    async def test_a_deleted_thread_takes_its_decisions_along(
        self, stores: tuple[ThreadStore, DecisionStore]
    ) -> None:
        """Nothing is left of it."""
        threads, decisions = stores
        await decide(threads, a_decision("t-1"))
        kept = await decide(threads, a_decision("t-2"))
        await threads.delete(ThreadId("t-1"))
        assert await decisions.list() == [kept]
