"""Which hold a verdict of the guard makes: a broken rule turns a flag off, a halt leaves it no further than it is.

Invariant: a later verdict never makes a hold weaker; only an operator releases a flag.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from followthrough.domain.rollout import OFF, Flag, Hold, Mode, Rollout


def hold_after(
    flag: Flag, rollout: Rollout, holds: Iterable[Hold], *, roll_back: bool, why: str, now: datetime
) -> Hold | None:
    """The hold that the verdict makes, None where the flag is off already or is held as far as that.

    Args:
        flag: the one that is on trial.
        rollout: how far each flag is on, holds taken into account.
        holds: those in force.
        roll_back: turn it off; else it may go no further than it is.
        why: what is recorded.
        now: when.
    """
    dial = rollout.get(flag, OFF)
    is_held = any(hold.flag is flag for hold in holds)
    if dial.mode is Mode.OFF or (is_held and not roll_back):
        return None
    return Hold(flag=flag, at_most=OFF if roll_back else dial, why=why, at=now)
