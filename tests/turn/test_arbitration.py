"""The one enrichment loop: a call, allowed evidence, another call only where it is new (R4-8 to R4-10, R4-19)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from followthrough.domain.continuity import Scope
from followthrough.domain.decisions import CandidateSignature, EvidencePack, EvidenceType, FallbackReason, RouteReason
from followthrough.rules.lanes.arbitrate import Ended, Weighed
from followthrough.turn.arbitration import bounded

EVIDENCE = EvidencePack(
    active_scope=Scope.CHAT,
    scope_instance_id="s",
    active_option_set_id="s",
    candidates=(CandidateSignature(id="a", label_normalized="a"),),
)
NEEDS = Weighed(fallback=FallbackReason.ABSTAIN, needs=(EvidenceType.CHAT_ACTIVE_OPTIONS,))
DONE = Weighed(executes=True)


async def play(*said: Weighed, new: bool, calls: int = 2, steps: int = 1) -> tuple[Ended, int]:
    left, fetched = list(said), 0

    async def ask() -> Weighed:
        return left.pop(0)

    async def enrich(needs: tuple[EvidenceType, ...]) -> EvidencePack:
        nonlocal fetched
        fetched += 1
        return replace(EVIDENCE, excerpts=(f"more {fetched}",)) if new else EVIDENCE

    return await bounded(EVIDENCE, ask, enrich, most_calls=calls, most_steps=steps), fetched


async def test_new_evidence_is_asked_about_once_more() -> None:
    ended, fetched = await play(NEEDS, DONE, new=True)
    assert (ended.calls, ended.retries, fetched, ended.budget_left) == (2, 1, 1, 0)
    assert ended.fingerprint_before != ended.fingerprint_after
    assert ended.steps == (RouteReason.CONTINUITY_ENRICHMENT_RETRY_CALLED,)


async def test_evidence_that_does_not_change_is_never_asked_about_again() -> None:
    """R4-2: this is the only loop of retries, for every lane."""
    ended, fetched = await play(NEEDS, new=False)
    assert (ended.calls, ended.retries, fetched) == (1, 0, 1)
    assert ended.weighed.fallback is FallbackReason.NO_NEW_EVIDENCE
    assert ended.fingerprint_before == ended.fingerprint_after
    assert ended.steps == (RouteReason.CONTINUITY_ENRICHMENT_FINGERPRINT_UNCHANGED,)


@pytest.mark.parametrize(("calls", "steps"), [(2, 1), (1, 5), (2, 5)])
async def test_budgets_end_it(calls: int, steps: int) -> None:
    ended, _ = await play(NEEDS, NEEDS, NEEDS, new=True, calls=calls, steps=steps)
    assert ended.calls == calls
    assert ended.weighed.fallback is FallbackReason.BUDGET_EXHAUSTED
    assert ended.steps[-1] is RouteReason.CONTINUITY_ENRICHMENT_BUDGET_EXHAUSTED


async def test_without_steps_nothing_is_fetched() -> None:
    ended, fetched = await play(NEEDS, new=True, steps=0)
    assert (ended.calls, fetched, ended.weighed.fallback) == (1, 0, FallbackReason.ABSTAIN)


async def test_an_answer_ends_it_at_once() -> None:
    ended, fetched = await play(DONE, new=True)
    assert (ended.calls, fetched, ended.weighed) == (1, 0, DONE)
