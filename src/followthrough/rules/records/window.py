"""Periods of time as the command line and the API take them: ``7d``, ``24h``, ``2026-11-01..2026-11-08``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from followthrough.errors import InvalidInput

_LENGTH = re.compile(r"([1-9]\d{0,4})([hd])")
_FIX = "Give a length such as 7d or 24h, or two days such as 2026-11-01..2026-11-08."


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """From ``start`` up to, and without, ``end``; both in UTC. ``name`` is what the user wrote."""

    name: str
    start: datetime
    end: datetime


def read_window(text: str, now: datetime) -> Window:
    """The period that the text names; a length ends now, of two days both belong to it, from midnight UTC.

    Raises:
        InvalidInput: it names none.
    """
    text = text.strip()
    if length := _LENGTH.fullmatch(text):
        count = int(length[1])
        span = timedelta(hours=count) if length[2] == "h" else timedelta(days=count)
        return Window(name=text, start=now - span, end=now)
    first, dots, last = text.partition("..")
    if not dots:
        raise InvalidInput("The window is neither a length nor two days.", fix=_FIX, field="window")
    begins, ends = _day(first), _day(last)
    if ends < begins:
        raise InvalidInput("The window ends before it begins.", fix=_FIX, field="window")
    midnight = datetime.combine(ends, time(), tzinfo=UTC) + timedelta(days=1)
    return Window(name=text, start=datetime.combine(begins, time(), tzinfo=UTC), end=midnight)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        raise InvalidInput("A day of the window is no date.", fix=_FIX, field="window") from None
