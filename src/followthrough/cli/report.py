"""``report``: the success metric over a period."""

from __future__ import annotations

from pathlib import Path

from followthrough.bootstrap import Followthrough
from followthrough.bootstrap.reporting import outcomes
from followthrough.cli.output import console, print_json, write_page
from followthrough.evals.outcomes.report import as_json, as_page, print_outcomes
from followthrough.settings import Settings


async def run_report(settings: Settings, *, window: str, html: Path | None, json_output: bool) -> None:
    """Counts the period's turns and prints or writes what became of their questions.

    Raises:
        InvalidInput: the window is none, or the page can't be written.
    """
    async with Followthrough.open(settings, background=False) as system:
        found, period = await outcomes(system, window)
    if html is not None:
        write_page(html, as_page(found, period))
    if json_output:
        print_json(as_json(found, period))
    elif html is None:
        print_outcomes(found, period, console())
