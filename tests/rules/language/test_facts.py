"""Facts: what must stand in a source or in the user's words before a model may say it."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK

from followthrough.rules.language.facts import Known, facts_of


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ("The fee is $1,000.00 a year.", "codes", {"1000"}),
        ("Send it within 60 days.", "numbers", {"60"}),
        ("Send it within thirty days.", "numbers", {"thirty"}),
        ("One of the members may call.", "numbers", set()),
        ("Bill H0036 with F32.1 before 12:30.", "codes", {"h0036", "f32.1"}),
        ("Fax it to 1-800-555-0100.", "codes", {"1-800-555-0100"}),
        ("Ask Humana or Plan Silver.", "names", {"humana", "plan", "silver"}),
        ("Humana covers it.", "names", {"humana"}),
        ("Yes, within a day. If not, call.", "names", set()),
        ("It closes on monday, in March.", "names", {"monday", "march"}),
        ("You may call in may.", "names", set()),
        ("See https://example.org/fees.", "addresses", {"https://example.org/fees"}),
        ("Write to fees@example.org.", "addresses", {"fees@example.org"}),
    ],
)
def test_what_a_text_states(text: str, kind: str, found: set[str]) -> None:
    assert getattr(facts_of(text, PACK), kind) == found


@pytest.mark.parametrize(
    ("text", "source", "missing"),
    [
        ("The fee is $1,000.", "a fee of 1000.00 dollars", set()),
        ("Humana's fee", "the fee at HUMANA", set()),
        ("The fee is 12.", "the fee is 120", {"12"}),
        ("Ask Aetna.", "ask Humana", {"aetna"}),
        ("Read www.example.org/a", "read www.example.org/b", {"www.example.org/a"}),
        ("Members on Plan Silver", "a member of plan silver", set()),
    ],
)
def test_what_the_sources_lack(text: str, source: str, missing: set[str]) -> None:
    assert Known((source,), PACK).lacks(facts_of(text, PACK)) == missing
