"""``audit``: who did what to what, newest first."""

from __future__ import annotations

from rich.table import Table

from followthrough.bootstrap import Followthrough
from followthrough.channels.wire.audit import entry as wire_entry
from followthrough.cli.output import console, print_json
from followthrough.domain.audit import AuditEntry
from followthrough.rules.records.window import read_window
from followthrough.settings import Settings

_PIPED_WIDTH = 1000  # a pipe has no width: a row is one line
_PAGE = 500


async def run_audit(settings: Settings, *, window: str, json_output: bool) -> None:
    """Lists the audit log of a period."""
    found: list[AuditEntry] = []
    async with Followthrough.open(settings, background=False) as system:
        period = read_window(window, system.clock.now())
        log = system.parts.audit
        while log is not None:
            before = found[-1].id if found else None
            page = await log.list(since=period.start, until=period.end, before=before, limit=_PAGE)
            found += page
            if len(page) < _PAGE:
                break
    if json_output:
        print_json({"entries": [wire_entry(one).model_dump(mode="json") for one in found]})
        return
    if not found:
        print("Nothing was done in this period.")
        return
    table = Table(box=None)
    for heading in ("when (UTC)", "key", "action", "object", "outcome"):
        table.add_column(heading, no_wrap=True)
    for one in found:
        table.add_row(f"{one.at:%Y-%m-%d %H:%M:%S}", one.by, one.action, one.object or "-", one.outcome.value)
    out = console()
    if not out.is_terminal:
        out.width = _PIPED_WIDTH
    out.print(table)
