"""``decisions``: how turns were decided; what today's rules would decide; an operator's verdict."""

from __future__ import annotations

from rich.table import Table

from followthrough.bootstrap import Followthrough
from followthrough.channels.wire.decision import decision_record as wire_decision
from followthrough.cli.output import console, print_json
from followthrough.domain.decision_record import StoredDecision, Wrong
from followthrough.domain.ids import DecisionId, ThreadId
from followthrough.errors import NotFound
from followthrough.rules.decisions.replay import Replayed, Ruling
from followthrough.rules.records.window import read_window
from followthrough.settings import Settings

_SHOWN = 200


async def run_list(settings: Settings, *, thread: str | None, json_output: bool) -> None:
    """Lists the newest decisions.

    Raises:
        NotFound: there is no such thread.
    """
    async with Followthrough.open(settings, background=False) as system:
        of = None if thread is None else ThreadId(thread)
        if of is not None and await system.threads.get(of) is None:
            raise NotFound("There is no conversation with this id.", fix="Check the id.")
        found = await system.decisions.list(thread_id=of, limit=_SHOWN)
    if json_output:
        print_json({"decisions": [wire_decision(one).model_dump(mode="json") for one in found]})
    elif not found:
        print("There are no decisions.")
    else:
        _print(found)


async def run_mark(settings: Settings, decision: str, *, wrong: bool) -> None:
    """Marks a decision as wrong, or takes the mark away.

    Raises:
        NotFound: there is no such decision.
    """
    async with Followthrough.open(settings, background=False) as system:
        how = Wrong.OPERATOR if wrong else None
        if not await system.decisions.mark(DecisionId(decision), how, at=system.clock.now()):
            raise NotFound("There is no decision with this id.", fix="Take one that `followthrough decisions` shows.")
    print(f"{decision} is marked as wrong." if wrong else f"{decision} is not marked any more.")


async def run_replay(settings: Settings, *, window: str, json_output: bool) -> None:
    """Decides the period's turns again and lists those that come out otherwise.

    Raises:
        InvalidInput: the window is none.
    """
    async with Followthrough.open(settings, background=False) as system:
        period = read_window(window, system.clock.now())
        found = await system.replay(since=period.start, until=period.end)
    if json_output:
        print_json(_as_json(found))
        return
    print(f"{found.decided} decisions made again, {len(found.changed)} changed, {found.skipped} can't be made again.")
    for change in found.changed:
        print(f"{change.decision}  {change.thread} turn {change.index}: {', '.join(change.what)}")
        print(f"  was  {_line(change.was)}")
        print(f"  now  {_line(change.now)}")


def _as_json(found: Replayed) -> dict[str, object]:
    return {
        "decided": found.decided,
        "skipped": found.skipped,
        "changed": [
            {
                "decision": change.decision,
                "thread": change.thread,
                "index": change.index,
                "what": list(change.what),
                "was": _fields(change.was),
                "now": _fields(change.now),
            }
            for change in found.changed
        ],
    }


def _fields(ruling: Ruling) -> dict[str, object]:
    return {
        "turn_class": ruling.turn_class,
        "lane": ruling.lane,
        "reason": ruling.reason,
        "queries": len(ruling.queries),
    }


def _line(ruling: Ruling) -> str:
    queries = len(ruling.queries)
    searched = f", {queries} {'query' if queries == 1 else 'queries'}" if queries else ""
    return f"{ruling.turn_class} by {ruling.lane}: {ruling.reason}{searched}"


def _print(found: list[StoredDecision]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("decision", no_wrap=True, min_width=max(len(one.decision.id) for one in found))
    for heading in ("made", "turn", "lane", "reason", "fallback", "asked", "done", "wrong"):
        table.add_column(heading)
    for one in found:
        made, routed = one.decision, one.decision.routed
        fallback = routed.fallback_reason if routed is not None else None
        table.add_row(
            made.id,
            f"{made.at:%Y-%m-%d %H:%M}",
            f"{made.thread_id} {made.index}",
            made.lane.value,
            made.reason,
            fallback.value if fallback is not None else "-",
            made.asked or "-",
            made.acted.type.value if made.acted is not None else "-",
            one.wrong.value if one.wrong is not None else "-",
        )
    console().print(table)
