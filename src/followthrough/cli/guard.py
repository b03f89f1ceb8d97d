"""``guard``: whether a rollout may go on, from recorded decisions."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from followthrough.bootstrap import Followthrough
from followthrough.bootstrap.reporting import judged
from followthrough.cli.output import console, print_json, write_page
from followthrough.domain.rollout import Flag, Hold
from followthrough.errors import InvalidInput
from followthrough.evals.guard.judge import EXIT_CODES, Finding, Verdict, overall
from followthrough.evals.guard.report import as_json, as_page, print_judged, reason_of
from followthrough.rules.decisions.holding import hold_after
from followthrough.settings import Settings

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
        found = await judged(system, baseline, candidate)
        if settings.guard_auto_rollback:
            held = await _hold(system, found.sides[1].flag, found.findings, system.clock.now())
            found = replace(found, held=held, holds=tuple(await system.flags.holds()))
    if html is not None:
        write_page(html, as_page(found))
    if json_output:
        print_json(as_json(found))
    elif html is None:
        print_judged(found, console())
    return EXIT_CODES[found.verdict]


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
