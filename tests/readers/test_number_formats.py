"""Numbers, dates and times of a workbook as their formats show them."""

from __future__ import annotations

import pytest

from followthrough.adapters.document_reader.date_format import formatted_time, is_of_time
from followthrough.adapters.document_reader.number_format import formatted


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (0.155, "0%", "16%"),
        (-1234.5, "#,##0.00;[Red](#,##0.00)", "(1,234.50)"),
        (42, "00000", "00042"),
        (0, '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)', "$ -"),
        (1_500_000, '0.0,,"M"', "1.5M"),
        (12, "0.##", "12"),
        (0.07, '0.00"%"', "0.07%"),
        (5, "[$€-407] 0", "€ 5"),
        (0.5, "# ?/?", None),
        (5, "[>100]0", None),
        (1e300, "0.00", None),
    ],
)
def test_a_number_is_shown_by_its_format_or_not_at_all(value: float, code: str, shown: str | None) -> None:
    assert formatted(value, code) == shown


@pytest.mark.parametrize(
    ("days", "code", "shown"),
    [
        (46086.375, "dd/mm/yyyy", "05/03/2026"),
        (46086.375, "d mmm yyyy h:mm AM/PM", "5 Mar 2026 9:00 AM"),
        (46086, "[$-407]dddd, d. mmmm yyyy", "Donnerstag, 5. März 2026"),
        (46086.0, '[$-C0A]d "de" mmmm;@', "5 de marzo"),
        (0.75, 'hh"h"mm', "18h00"),
        (1.5, "[h]:mm", "36:00"),
        (0.0012, "mm:ss.0", "01:43.6"),
        (46086, "[$-F800]dddd, mmmm dd, yyyy", None),
        (46086, "[$-411]ggge mmm", None),
        (-1, "h:mm", None),
    ],
)
def test_a_date_or_a_time_is_shown_by_its_format(days: float, code: str, shown: str | None) -> None:
    assert is_of_time(code)
    assert formatted_time(days, code) == shown
