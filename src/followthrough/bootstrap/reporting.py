"""What became of questions, and whether a rollout may go on, counted from a running system."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from followthrough.domain.ids import DecisionId
from followthrough.domain.pack import Pack
from followthrough.evals.guard import report as guard_report
from followthrough.evals.guard.judge import judge
from followthrough.evals.guard.report import Judged
from followthrough.evals.guard.sample import Sample
from followthrough.evals.guard.sample import Tally as DecisionTally
from followthrough.evals.guard.windows import Side, read_side
from followthrough.evals.outcomes import report as outcomes_report
from followthrough.evals.outcomes.measure import Outcomes, Tally
from followthrough.rules.language.words import Stems, words_of
from followthrough.rules.records.window import Window, read_window

if TYPE_CHECKING:
    from followthrough.bootstrap import Followthrough

_AT_ONCE = 500  # turns or decisions a query


async def outcomes(system: Followthrough, window: str) -> tuple[Outcomes, Window]:
    """What became of the questions of a period, and that period.

    Raises:
        InvalidInput: the window is none.
    """
    period = read_window(window, system.clock.now())
    found = await _count_turns(system, period)
    given = await system.parts.feedback.between(since=period.start, until=period.end)
    return replace(found, feedback=tuple(given)), period


async def judged(system: Followthrough, baseline: str, candidate: str) -> Judged:
    """Two sides compared, and the flags that are held back; nothing is changed.

    Raises:
        InvalidInput: a side is none.
    """
    now, tuning = system.clock.now(), system.settings.tuning
    before, after = read_side(baseline, now, tuning), read_side(candidate, now, tuning)
    samples = await _count_decisions(system, before, but=after), await _count_decisions(system, after)
    holds = tuple(await system.flags.holds())
    return Judged(sides=(before, after), samples=samples, findings=judge(*samples, tuning), holds=holds)


async def report_json(system: Followthrough, window: str) -> dict[str, Any]:
    """What ``report --json`` prints."""
    return outcomes_report.as_json(*await outcomes(system, window))


async def guard_json(system: Followthrough, baseline: str, candidate: str) -> dict[str, Any]:
    """What ``guard --json`` prints."""
    return guard_report.as_json(await judged(system, baseline, candidate))


async def _count_turns(system: Followthrough, period: Window) -> Outcomes:
    tally, after = Tally(_keywords(system.parts.packs[system.settings.pack])), None
    while True:
        turns = await system.threads.ended(since=period.start, until=period.end, after=after, limit=_AT_ONCE)
        for turn in turns:
            tally.add(turn)
        if len(turns) < _AT_ONCE:
            return tally.outcomes()
        last = turns[-1].message
        after = (last.received_at, last.turn_id)


async def _count_decisions(system: Followthrough, side: Side, *, but: Side | None = None) -> Sample:
    """What the side comes to, without what is of the other: a decision is never compared with itself."""
    tally, after = DecisionTally(side.flag), None
    while True:
        page = await system.decisions.between(
            since=side.window.start, until=side.window.end, after=after, limit=_AT_ONCE
        )
        for stored in page:
            if side.has(stored.decision) and (but is None or not but.has(stored.decision)):
                tally.add(stored)
        if len(page) < _AT_ONCE:
            return tally.sample()
        last = page[-1].decision
        after: tuple[datetime, DecisionId] | None = (last.at, last.id)


def _keywords(pack: Pack) -> Callable[[str], frozenset[str]]:
    stems, little = Stems(pack), pack.words.stop | pack.words.light | pack.asking.question_words

    def of(text: str) -> frozenset[str]:
        return frozenset(stems.of([word.key for word in words_of(text) if word.key not in little]))

    return of
