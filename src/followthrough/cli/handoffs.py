"""``handoffs``: conversations that were passed to a person, with deliveries that failed; takes and gives back."""

from __future__ import annotations

from rich.table import Table

from followthrough.bootstrap import Followthrough
from followthrough.channels.wire.handoff import handoff as wire_handoff
from followthrough.cli.output import console, print_json
from followthrough.domain.handoff import DeliveryState, StoredHandoff
from followthrough.domain.ids import ThreadId
from followthrough.settings import Settings

_PIPED_WIDTH = 1000  # a pipe has no width: a row is one line
_SHOWN = 200


async def run_handoffs(settings: Settings, *, retry: bool, json_output: bool) -> None:
    """Lists the newest hand-offs; ``retry`` first sends the deliveries that were given up."""
    async with Followthrough.open(settings, background=False) as system:
        again = await system.handoffs.retry(now=system.clock.now()) if retry else 0
        if again:
            await system.outbox.run_once()
        found = await system.handoffs.list(limit=_SHOWN)
    if json_output:
        print_json({"handoffs": [wire_handoff(one).model_dump(mode="json") for one in found], "retried": again})
        return
    if retry:
        print(f"Tried again: {again}.")
    if not found:
        print("There are no hand-offs.")
        return
    _print(found)


async def run_hold(settings: Settings, *, take: str | None, give_back: str | None, note: str | None) -> None:
    """A person takes a thread or gives it back."""
    async with Followthrough.open(settings, background=False) as system:
        if take is not None:
            await system.people.take(ThreadId(take))
            await system.note("thread.hold", take)
            print(f"{take} is yours: the assistant records and stays silent.")
        if give_back is not None:
            await system.people.give_back(ThreadId(give_back), note=note or "")
            await system.note("thread.hold", give_back)
            print(f"{give_back} is the assistant's again.")


def _print(found: list[StoredHandoff]) -> None:
    table = Table(box=None)
    table.add_column("thread", no_wrap=True, min_width=max(len(one.handoff.thread_id) for one in found))
    for heading in ("called", "why", "state", "told", "objective"):
        table.add_column(heading)
    for one in found:
        table.add_row(
            one.handoff.thread_id,
            f"{one.handoff.created_at:%Y-%m-%d %H:%M}",
            one.handoff.reason.value,
            one.state.value,
            _told(one),
            one.handoff.summary.objective or "-",
        )
    out = console()
    if not out.is_terminal:
        out.width = _PIPED_WIDTH
    out.print(table)


def _told(one: StoredHandoff) -> str:
    delivery = one.delivery
    match delivery.state:
        case DeliveryState.NONE:
            return "nobody to tell"
        case DeliveryState.DELIVERED:
            return "delivered"
        case DeliveryState.WAITING:
            return f"waiting, {delivery.attempts} tries" + (f": {delivery.error}" if delivery.error else "")
        case DeliveryState.DEAD:
            return f"failed, {delivery.attempts} tries: {delivery.error} (--retry)"
