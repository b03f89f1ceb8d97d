"""What a question takes for granted is put right by a cited sentence (field report 19)."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, part, passage

from followthrough.domain.outcome import Wording
from followthrough.rules.claims.check import ClaimCheck
from followthrough.rules.proposals.premise import corrected

LIMITS = passage(
    "The limit is 10 visits per year. A visit lasts 45 minutes. Use code H0036 for visits.", name="Limits"
)


def written(question: str, sentence: str) -> tuple[Wording, ...]:
    checked = ClaimCheck(question, {1: LIMITS}, PACK).weigh(sentence)
    assert isinstance(checked, list), checked
    return (Wording(gap="", text=checked[0].text, extracts=checked[0].extracts),)


@pytest.mark.parametrize(
    ("question", "sentence", "right"),
    [
        (
            "since the limit is 30, how do I get more visits?",
            "The limit is 10 visits, not 30 [1].",
            "since the limit is 10, how do I get more visits?",
        ),
        (
            "If a visit lasts 60 minutes, who pays the visit?",
            "A visit lasts not 60 but 45 minutes [1].",
            "If a visit lasts 45 minutes, who pays the visit?",
        ),
        (
            "As visits are billed with H0038, who signs?",
            "Visits use code H0036, not H0038 [1].",
            "As visits are billed with H0036, who signs?",
        ),
    ],
)
def test_the_sources_value_takes_the_place_of_the_assumed_one(question: str, sentence: str, right: str) -> None:
    found = corrected(part(question), written(question, sentence), PACK)
    assert found is not None
    assert found.text == right


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("since the limit is 10, how do I get more visits?", "The limit is 10 visits per year [1]."),
        ("how do I get more visits?", "The limit is 10 visits per year [1]."),
        ("what of 30 visits?", "A visit lasts 45 minutes and the limit is 10 visits, not 30 [1]."),
    ],
)
def test_nothing_is_put_right_where_one_value_does_not_stand_for_another(question: str, sentence: str) -> None:
    assert corrected(part(question), written(question, sentence), PACK) is None
