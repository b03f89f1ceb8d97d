"""A question about several plans becomes one for each of them."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.conversation import Decision, Lane, TurnClass
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.planned_part import as_it_stands
from followthrough.rules.questions.comparison import for_each_value, part_for_each_value
from followthrough.rules.questions.plan import sub_objective
from followthrough.rules.slots.gazetteer import Gazetteer
from followthrough.tuning import DEFAULT_TUNING, Tuning

PACK = load_pack("healthcare_payer")
KNOWN = Gazetteer(PACK, {"payor": ["Harborline Health Plan", "Pinecrest Community Plan", "Coralwood Care"]})


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("compare molina and humana on appeals", ["appeals for Molina", "appeals for Humana"]),
        ("Compare Molina with Humana regarding telehealth", ["telehealth for Molina", "telehealth for Humana"]),
        (
            "compare the filing limits of molina and humana",
            ["the filing limits of Molina", "the filing limits of Humana"],
        ),
        (
            "what is the filing limit for molina and humana?",
            ["what is the filing limit for Molina?", "what is the filing limit for Humana?"],
        ),
        (
            "Which is longer, Molina's filing limit or Humana's?",
            ["Molina's filing limit?", "Humana's filing limit?"],
        ),
        ("Which is higher: humana’s copay or molina’s?", ["Humana’s copay?", "Molina’s copay?"]),
        (
            "Which plan has the longer filing limit, Molina or Humana?",
            ["filing limit for Molina?", "filing limit for Humana?"],
        ),
        ("who has the lower copay: humana or molina?", ["copay for Humana?", "copay for Molina?"]),
        ("is the copay higher at humana or molina?", ["copay for Humana", "copay for Molina"]),
        ("How do Molina and Humana differ on telehealth?", ["telehealth for Molina?", "telehealth for Humana?"]),
        ("difference between molina and humana in copays", ["copays for Molina", "copays for Humana"]),
        ("does molina or humana cover braces?", ["does Molina cover braces?", "does Humana cover braces?"]),
        ("copay for molina versus humana", ["copay for Molina", "copay for Humana"]),
        (
            "compare harborline, pinecrest and coralwood on peer support",
            [
                "peer support for Harborline Health Plan",
                "peer support for Pinecrest Community Plan",
                "peer support for Coralwood Care",
            ],
        ),
    ],
)
def test_f37_each_compared_plan_is_a_part(text: str, parts: list[str]) -> None:
    assert for_each_value(text, KNOWN, PACK) == parts


@pytest.mark.parametrize(
    "text",
    [
        "What is the filing limit for Molina?",
        "What is the filing limit for Molina, not Humana?",  # a correction
        "Does Molina coordinate benefits with Humana?",
        "I have both Molina and Humana, who pays first?",
        "What is the difference between Molina and Humana?",  # nothing is asked of either
        "Is Molina better than Humana?",
        "Molina denied what Humana had paid, what now?",
        "What is the filing limit for Molina and for Brightpath Health?",  # one of them is unknown
    ],
)
def test_what_is_no_comparison_stays_whole(text: str) -> None:
    assert for_each_value(text, KNOWN, PACK) == [text]


def test_a_pack_without_slots_takes_nothing_apart() -> None:
    pack = load_pack("general")
    text = "compare molina and humana on appeals"
    assert for_each_value(text, Gazetteer(pack), pack) == [text]


def asked(*texts: str) -> AnswerQuestion:
    return AnswerQuestion(
        turn_class=TurnClass.NEW_QUESTION,
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        summary="a summary",
        planned=tuple(as_it_stands(sub_objective(text)) for text in texts),
    )


def test_parts_without_a_comparison_keep_their_ids() -> None:
    plan = asked("Where do I park?", "compare molina and humana on appeals")
    apart = part_for_each_value(plan, KNOWN, PACK, DEFAULT_TUNING)
    assert [part.text for part in apart.parts] == ["Where do I park?", "appeals for Molina", "appeals for Humana"]
    assert apart.parts[0] == plan.parts[0]


def test_a_plan_never_gets_more_parts_than_it_may_have() -> None:
    plan = asked("compare molina and humana on appeals")
    assert part_for_each_value(plan, KNOWN, PACK, Tuning(plan_max_parts=1)) == plan
