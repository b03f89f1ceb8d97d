"""What a question points at and nothing names (issue 7, underspecified questions)."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.rules.which_one.referents import points_at_list, unnamed

PACK = load_pack("general")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Does this animal have antlers?", "this animal"),
        ("What all facilities does this library provide for the public?", "this library"),
        ("How wealthy is this county of California?", "this county"),
        ("Does this Superior Court publish judges rosters?", "this Superior Court"),
        ("Who may use these machines?", "these machines"),
        ("What documentation is needed to apply for the loan?", "the loan"),
        ("What services does the clinic provide?", "the clinic"),
        ("Can we take dogs into the park?", "the park"),
        ("When is the clinic open?", "the clinic"),
        ("How did the fast food chain establish itself abroad?", "the fast food chain"),
        ("Is the pool heated?", "the pool"),
        ("How many seats are in the theatre's balcony?", "the theatre"),
    ],
)
def test_a_thing_that_is_pointed_at_and_not_named_is_found(text: str, words: str) -> None:
    found = unnamed(text, (), PACK, most=8)

    assert [one.words for one in found][:1] == [words]
    assert found[0].pointed is not words.startswith("the ")


@pytest.mark.parametrize(
    "text",
    [
        "What is a deductible?",
        "What is the fee for parking?",
        "Which is the largest river in Europe?",
        "What does the plan that covers dental care cost?",
        "When does the Mill Street Clinic open?",
        "I keep seeing the word Kubernetes, but I do not understand this term.",
        "I found an old key in a drawer. What is this key for?",
        "How does that work?",
        "Is this possible?",
        "Can I do this at home?",
        "does it run out if i dont use it this year?",
    ],
)
def test_a_thing_that_is_named_or_says_which_one_it_is_is_none(text: str) -> None:
    assert unnamed(text, (), PACK, most=8) == ()


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("Does this animal sleep in winter?", "The red panda is an animal of the Himalayas."),
        ("What services does the clinic provide?", "Tell me about the Hibbing VA Clinic"),
        ("When do these libraries open?", "The city has a library in every district."),
    ],
)
def test_a_thing_that_was_spoken_of_is_none(text: str, before: str) -> None:
    assert unnamed(text, ("Hello", before), PACK, most=8) == ()
    assert unnamed(text, ("Hello", "The weather is fine."), PACK, most=8) != ()


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("which of these covers appeals deadlines?", True),
        ("any of those about dental?", True),
        ("do these explain the grievance steps?", True),
        ("Are those for members", True),
        ("what do most of them say about parking", True),
        ("which of the forms covers appeals?", False),
        ("what are the rules for these clinics?", False),
        ("these symptoms got worse", False),
        ("these", False),
    ],
)
def test_fault_15_several_things_are_pointed_at_as_a_list_is(text: str, points: bool) -> None:
    assert points_at_list(text, PACK) is points
