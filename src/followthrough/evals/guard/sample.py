"""What is counted of one side: decisions about what users said that ran to their end.

Invariant: a decision counts once, and nothing of it but numbers is kept.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from followthrough.domain.conversation import TurnStatus
from followthrough.domain.decision_record import DecisionRecord, StoredDecision
from followthrough.domain.rollout import Flag, Mode

_NOT_OURS = frozenset({"document"})  # questions that a document asks are no uncertainty of ours


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """The counts of one side.

    Attributes:
        decisions: turns of users that ran to their end.
        executed: those that executed something.
        wrong: those that came out as wrong.
        asked: those that put a question to clear up what was meant.
        by_cohort: decisions and those that asked, by the mode of the side's flag.
        latencies: milliseconds, in order of size.
        retries: times that a model was asked again.
        unchanged: those of them on evidence that had not changed.
    """

    decisions: int = 0
    executed: int = 0
    wrong: int = 0
    asked: int = 0
    by_cohort: tuple[tuple[Mode, int, int], ...] = ()
    latencies: tuple[float, ...] = ()
    retries: int = 0
    unchanged: int = 0


@dataclass(slots=True)
class Tally:
    """Counts decisions one by one."""

    flag: Flag
    decisions: int = 0
    executed: int = 0
    wrong: int = 0
    retries: int = 0
    unchanged: int = 0
    latencies: list[float] = field(default_factory=list[float])
    made: Counter[Mode] = field(default_factory=Counter[Mode])
    asked: Counter[Mode] = field(default_factory=Counter[Mode])

    def add(self, stored: StoredDecision) -> None:
        """Counts one more."""
        decision = stored.decision
        if not decision.is_users or decision.status is not TurnStatus.COMPLETED:
            return
        mode = decision.flags.mode_of(self.flag)
        self.decisions += 1
        self.made[mode] += 1
        self.executed += decision.acted is not None
        self.wrong += stored.wrong is not None
        self.asked[mode] += decision.asked is not None and decision.asked not in _NOT_OURS
        if decision.latency_ms is not None:
            self.latencies.append(decision.latency_ms)
        again, unchanged = _retries(decision)
        self.retries += again
        self.unchanged += unchanged

    def sample(self) -> Sample:
        """The counts so far."""
        return Sample(
            decisions=self.decisions,
            executed=self.executed,
            wrong=self.wrong,
            asked=self.asked.total(),
            by_cohort=tuple((mode, self.made[mode], self.asked[mode]) for mode in Mode if self.made[mode]),
            latencies=tuple(sorted(self.latencies)),
            retries=self.retries,
            unchanged=self.unchanged,
        )


def _retries(decision: DecisionRecord) -> tuple[int, int]:
    """How often a model was asked again, and how often of these on the same evidence."""
    routed = decision.routed
    if routed is None or not routed.retry_attempt_index:
        return 0, 0
    same = routed.fingerprint_before is not None and routed.fingerprint_before == routed.fingerprint_after
    return routed.retry_attempt_index, routed.retry_attempt_index if same else 0
