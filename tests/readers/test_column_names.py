"""Of a table that was laid out for the eye, the first row names the columns where it reads so."""

from __future__ import annotations

import pytest

from followthrough.adapters.document_reader.column_names import names_in_layout


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        (("Region | 2023 | 2024", "North | 30 | 35"), True),
        (("Plan | Q1 2026 | Q2 2026", "Gold | $5 | -", "Free | $0 | $1"), True),
        (("Service | Tier 1 | Tier 2", "Visit | free | $5"), True),
        (("Kind | Name", "Fee | low"), True),
        (("Founded | 1998", "Employees | 300"), False),
        (("Room 12 | 30 m² | north", "Room 14 | 20 m² | south"), False),
        (("Ann | 1985 | Bern", "Ben | 1990 | Rome"), False),
        (("Name: | Ann | Bern", "City: | Rome | Oslo"), False),
        (("Gold | Gold | 5", "Free | Free | 0"), False),
    ],
)
def test_names_are_told_from_values(rows: tuple[str, ...], *, names: bool) -> None:
    assert names_in_layout([row.split(" | ") for row in rows]) is names
