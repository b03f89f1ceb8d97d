"""``guard``: whether a rollout may go on, from recorded decisions."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from followthrough.bootstrap import Followthrough
from followthrough.cli.output import console, print_json, write_page
from followthrough.domain.ids import DecisionId
from followthrough.domain.rollout import Flag, Hold
from followthrough.errors import InvalidInput
from followthrough.evals.guard.judge import EXIT_CODES, Finding, Verdict, judge, overall
from followthrough.evals.guard.report import Judged, as_json, as_page, print_judged, reason_of
from followthrough.evals.guard.sample import Sample, Tally
from followthrough.evals.guard.windows import Side, read_side
from followthrough.rules.holding import hold_after
from followthrough.settings import Settings

_AT_ONCE = 500  # decisions a query
_FLAGS = {flag.value: flag for flag in Flag}


async def run_guard(
    settings: Settings, *, baseline: str, candidate: str, html: Path | None, json_output: bool
) -> int:
    """Compares two sides and prints or writes the verdicts; returns the exit code.

    Where ``guard_auto_rollback`` is on, a broken rule turns the flag on trial off and a halt keeps it where it is.

    Raises:
        InvalidInput: a side is none, or the page can't be written.
    """
    async with Followthrough.open(settings, background=False) as system:
        now, tuning = system.clock.now(), settings.tuning
        before, after = read_side(baseline, now, tuning), read_side(candidate, now, tuning)
        samples = await _count(system, before, but=after), await _count(system, after)
        findings = judge(*samples, tuning)
        held = await _hold(system, after.flag, findings, now) if settings.guard_auto_rollback else None
        holds = tuple(await system.flags.holds())
    judged = Judged(sides=(before, after), samples=samples, findings=findings, holds=holds, held=held)
    if html is not None:
        write_page(html, as_page(judged))
    if json_output:
        print_json(as_json(judged))
    elif html is None:
        print_judged(judged, console())
    return EXIT_CODES[judged.verdict]


async def run_release(settings: Settings, name: str) -> None:
    """Lets a flag follow its setting again.

    Raises:
        InvalidInput: there is no such flag, or it is not held back.
    """
    flag = _FLAGS.get(name.lower()) or _FLAGS.get(f"{name.lower()}_enabled")
    if flag is None:
        raise InvalidInput("There is no such flag.", fix=f"Use one of: {', '.join(_FLAGS)}.", field="release")
    async with Followthrough.open(settings, background=False) as system:
        if not await system.flags.release(flag):
            raise InvalidInput(f"{flag.value} is not held back.", fix="Nothing is to be done.", field="release")
    print(f"{flag.value} follows its setting again.")


async def _count(system: Followthrough, side: Side, *, but: Side | None = None) -> Sample:
    """What the side comes to, without what is of the other: a decision is never compared with itself."""
    tally, after = Tally(side.flag), None
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


async def _hold(system: Followthrough, flag: Flag, findings: tuple[Finding, ...], now: datetime) -> Hold | None:
    verdict = overall(findings)
    if verdict not in {Verdict.ROLL_BACK, Verdict.HALT}:
        return None
    hold = hold_after(
        flag,
        await system.switches.rollout(),
        await system.flags.holds(),
        roll_back=verdict is Verdict.ROLL_BACK,
        why=reason_of(findings, verdict),
        now=now,
    )
    if hold is not None:
        await system.flags.hold(hold)
    return hold
