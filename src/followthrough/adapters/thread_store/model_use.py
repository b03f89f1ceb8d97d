"""What language models were used for by day, kept in the transaction that ends a turn."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date

from sqlalchemy import Connection, Table, bindparam, select

from followthrough.adapters.database.access import Insert
from followthrough.adapters.database.tables import model_use
from followthrough.domain.conversation import TurnRecord
from followthrough.domain.model_calls import NOTHING_USED, ModelUse
from followthrough.rules.records.model_use import use_of

_c = model_use.c
_COUNTS = (_c.calls, _c.input_tokens, _c.output_tokens, _c.cost_usd)
_OF_DAY = select(*_COUNTS).where(_c.day == bindparam("on_day"))


def add_use(new: Callable[[Table], Insert]) -> Insert:
    """Adds to the day's counts."""
    wanted = new(model_use)
    return wanted.on_conflict_do_update(
        index_elements=[_c.day], set_={c.name: c + wanted.excluded[c.name] for c in _COUNTS}
    )


def keep_use(connection: Connection, add: Insert, turn: TurnRecord) -> None:
    """Counts the turn's calls; a turn without any writes nothing."""
    if not turn.model_calls:
        return
    use = use_of(turn.model_calls)
    connection.execute(
        add,
        {
            "day": turn.ended_at.astimezone(UTC).date(),
            "calls": use.calls,
            "input_tokens": use.input_tokens,
            "output_tokens": use.output_tokens,
            "cost_usd": use.cost_usd,
        },
    )


def read_use(connection: Connection, day: date) -> ModelUse:
    """The day's counts."""
    row = connection.execute(_OF_DAY, {"on_day": day}).first()
    if row is None:
        return NOTHING_USED
    calls, sent, came, cost = row
    return ModelUse(calls=calls, input_tokens=sent, output_tokens=came, cost_usd=cost)
