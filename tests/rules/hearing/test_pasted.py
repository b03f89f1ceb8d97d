"""Words of someone else in a message, letter for letter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.said import PACK

from followthrough.rules.hearing.pasted import is_lead, pasted_in

BODY = "Claims must be filed within 120 days of the date of service."


@pytest.mark.parametrize(
    "text",
    [
        f"Here's what the manual says: {BODY}",
        f"This is from the handbook:\n{BODY}",
        f'According to the 2026 bulletin of Harborline: "{BODY}"',
        f"I found this on their website. {BODY}",
        f"see below\n\n{BODY}",
        f"My supervisor wrote: {BODY}",
    ],
)
def test_what_is_announced_is_pasted(text: str) -> None:
    found = pasted_in(text, PACK)

    assert found is not None
    assert found.text == BODY
    assert (found.before, found.after) == ("", "")


@pytest.mark.parametrize(
    "text",
    [
        BODY,
        "According to the manual, what is the appeal deadline?",
        "I have two questions: what is the fee, and what is the deadline of it?",
        "I need the following: the fee, the deadline, the address and the form",
        "Compare the following plans: Plan Silver, Plan Gold and Plan Bronze",
        "I get this error: cannot connect to the print server on floor two",
        "Does “claims must be filed within 120 days” hold for paper claims as well?",
        "The manual says: 90 days",
        "What does this mean: claims are subject to coordination of benefits rules",
        "Our office: 12 Main Street, second floor, behind the old post office",
    ],
)
def test_questions_requests_troubles_and_facts_hold_no_pasted_text(text: str) -> None:
    assert pasted_in(text, PACK) is None


def test_a_question_around_the_text_is_kept_apart() -> None:
    before = pasted_in(f"How long do I have? Here's what the manual says: {BODY}", PACK)
    after = pasted_in(f"Here's what the manual says: {BODY} So how long do I have?", PACK)

    assert before is not None
    assert (before.text, before.before) == (BODY, "How long do I have?")
    assert after is not None
    assert (after.text, after.after) == (BODY, "So how long do I have?")


def test_a_lead_names_its_source_or_says_that_something_follows() -> None:
    assert is_lead("here's what the manual says", PACK)
    assert is_lead("From the Harborline Provider Manual 2026", PACK, loose=True)
    assert not is_lead("From the Harborline Provider Manual 2026", PACK)
    assert not is_lead("we want what the manual says", PACK)
    assert not is_lead("", PACK, loose=True)


@given(st.text(max_size=300))
def test_what_is_pasted_is_a_stretch_of_the_message(text: str) -> None:
    found = pasted_in(text, PACK)

    if found is not None:
        assert all(line.strip() in text for line in found.text.splitlines())


@pytest.mark.parametrize(
    "text",
    [
        "Parental leave policy: employees receive 16 weeks of paid parental leave a year.",
        "Expense manual - claims are handed in by the fifth of each month at the latest.",
    ],
)
def test_r0_14_a_lead_that_only_names_the_text_stays_with_it(text: str) -> None:
    """It may be the text's own title: without it "the policy" is spoken of nowhere."""
    pasted = pasted_in(text, PACK)
    assert pasted is not None
    assert pasted.text.startswith(text.split(" ", 1)[0])
    assert pasted.text.endswith(text[-20:])


def test_r0_14_a_lead_that_announces_is_no_part_of_the_text() -> None:
    pasted = pasted_in("Here is what the policy says: employees receive 16 weeks of paid parental leave.", PACK)
    assert pasted is not None
    assert pasted.text == "employees receive 16 weeks of paid parental leave."
