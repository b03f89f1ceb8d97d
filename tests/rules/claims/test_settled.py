"""A claim beside the sentence, item or row that settles what was asked."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, passage

from followthrough.domain.documents import Passage
from followthrough.rules.claims.check import ClaimCheck, Flaw
from followthrough.rules.evidence.units import extract_of, units_of

KEYS = passage(
    "A lost badge costs 15 euros. A lost key costs 85 euros. Report either to the front desk on extension 220.",
    name="Keys and badges",
)
CARS = passage("Petrol cars are paid 0.38 euros per kilometre. Electric cars are paid 0.30 euros per kilometre.")
PARKING = passage(
    "Parking in the yard costs 4.50 euros a day.\n\nZone | Price per day\nYard | 4.50 euros\nRoof | 6.00 euros",
    name="Parking",
)
FIRE = passage(
    "Drills are held in April and October. Flap B is for paper. The assembly point is the lawn behind building C."
)
CODES = passage("Code | Meaning | Remedy\nE31 | Toner is low | Order it\nE44 | Too hot | Wait")
BADGE, PETROL = "What does a lost badge cost?", "What does petrol mileage pay per kilometre?"
ROOF, POINT = "What does roof parking cost per day?", "Where is the assembly point?"
DRILLS, ERROR = "When are drills held?", "What does error E31 mean?"


def refused(question: str, found: Passage, text: str) -> bool:
    shown = [extract_of(found, unit) for unit in units_of(found, PACK)]
    check = ClaimCheck(question, {1: found}, PACK, settled=((question, shown),))
    return check.weigh(f"{text} [1]") is Flaw.OTHERWISE_SETTLED


@pytest.mark.parametrize(
    ("question", "found", "text"),
    [
        (BADGE, KEYS, "A lost badge costs 85 euros."),
        (BADGE, KEYS, "It costs 85 euros."),
        (BADGE, KEYS, "85 euros"),
        (BADGE, KEYS, "A lost badge costs 15 euros or 85 euros."),
        (BADGE, KEYS, "A lost key costs 15 euros."),
        (BADGE, KEYS, "A found badge costs 15 euros."),
        (BADGE, KEYS, "A lost badge costs at least 15 euros."),
        (BADGE, KEYS, "A lost badge costs less than 15 euros."),
        (BADGE, KEYS, "A lost badge costs 15 euros a month."),
        (PETROL, CARS, "Petrol cars are paid 0.30 euros per kilometre."),
        (PETROL, CARS, "Petrol cars are paid 0.38 euros per mile."),
        (ROOF, PARKING, "Roof parking costs 4.50 euros per day."),
        (POINT, FIRE, "The assembly point is behind building B."),
        (DRILLS, FIRE, "Drills are held in October and March."),
        (ERROR, CODES, "E31 means that it is too hot."),
    ],
)
def test_another_value_limit_or_rate_than_what_settles_it_is_refused(
    question: str, found: Passage, text: str
) -> None:
    assert refused(question, found, text)


@pytest.mark.parametrize(
    ("question", "found", "text"),
    [
        (BADGE, KEYS, "A lost badge costs 15 euros."),
        (BADGE, KEYS, "It costs fifteen euros."),
        (BADGE, KEYS, "Losing a badge costs 15 euros."),
        (BADGE, KEYS, "Replacing a lost badge costs 15 euros."),
        (BADGE, KEYS, "A lost badge costs 15 euros and a lost key costs 85 euros."),
        (BADGE, KEYS, "A lost key costs 85 euros."),
        (BADGE, KEYS, "Report it to the front desk on extension 220."),
        (PETROL, CARS, "Petrol cars are paid 0.38 euros per kilometre."),
        (ROOF, PARKING, "Roof parking costs 6 euros per day."),
        (POINT, FIRE, "It is on the lawn behind building C."),
        (DRILLS, FIRE, "Drills are held in October and April."),
        (ERROR, CODES, "E31 means that the toner is low."),
    ],
)
def test_what_agrees_or_is_borne_by_other_words_is_not_refused(question: str, found: Passage, text: str) -> None:
    assert not refused(question, found, text)
