"""Periods as the command line and the API take them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from followthrough.errors import InvalidInput
from followthrough.rules.records.window import read_window

NOON = datetime(2026, 11, 28, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("7d", "2026-11-21T12:00:00", "2026-11-28T12:00:00"),
        ("24h", "2026-11-27T12:00:00", "2026-11-28T12:00:00"),
        ("2026-11-01..2026-11-08", "2026-11-01T00:00:00", "2026-11-09T00:00:00"),
        (" 2026-11-01 .. 2026-11-01 ", "2026-11-01T00:00:00", "2026-11-02T00:00:00"),
    ],
)
def test_a_window_is_a_length_or_two_days(text: str, start: str, end: str) -> None:
    window = read_window(text, datetime(2026, 11, 28, 12, tzinfo=UTC))
    assert window.start == datetime.fromisoformat(start).replace(tzinfo=UTC)
    assert window.end == datetime.fromisoformat(end).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["", "7", "d", "0d", "-3d", "7 weeks", "2026-11-08..2026-11-01", "2026-13-01..x", ".."]
)
def test_what_is_no_window_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(InvalidInput, match="such as 7d"):
        read_window(text, NOON)
