"""Which pieces of a message ask something, and which hang on what stands before them."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK

from followthrough.rules.language.asking import (
    asks,
    ends_as_question,
    hangs_on_before,
    is_filler,
    is_hedged,
    open_words,
    points_back,
    protected_spans,
)


@pytest.mark.parametrize(
    "text",
    [
        "What is the copay?",
        "is it covered",
        "For Plan Silver, what is the copay",
        "Tell me the fax number.",
        "Please, could you explain the rule",
        "So how many visits",
        "can Molina deny it",
        "fax number?",
        'Is it "urgent"?',
    ],
)
def test_f17_interrogatives_and_requests_ask(text: str) -> None:
    assert asks(text, PACK)


@pytest.mark.parametrize(
    "text",
    ["I have Plan Silver.", "When I call, they say no.", "My claim was denied.", "copay for Molina", "Is.", ""],
)
def test_a_story_asks_nothing(text: str) -> None:
    assert not asks(text, PACK)


@pytest.mark.parametrize(
    ("text", "ends"), [('Is it "so"?', True), ("so?)", True), ("so? no", False), ("是吗？", True)]
)
def test_a_question_mark_ends_a_question(text: str, ends: bool) -> None:
    assert ends_as_question(text) is ends


@pytest.mark.parametrize(
    "text",
    [
        "If so, does it need auth?",
        "and what about imaging?",
        "Does it need auth?",
        "Who signs those forms?",
        "What is the deductible?",
        "How many visits?",
    ],
)
def test_a_piece_that_points_back_or_says_little_hangs_on_what_is_before(text: str) -> None:
    assert hangs_on_before(text, PACK)


@pytest.mark.parametrize(
    "text",
    [
        "How do I file an appeal?",
        "Where do I park?",
        "Does H0036 need auth?",
        "Who says that the plan pays for rides?",
    ],
)
def test_a_piece_that_says_enough_stands_by_itself(text: str) -> None:
    assert not hangs_on_before(text, PACK)


def test_f25_that_before_a_clause_is_no_reference() -> None:
    assert points_back("is that covered?", PACK)
    assert not points_back("who says that Molina pays?", PACK)


@pytest.mark.parametrize("text", ["I have two questions:", "Hi", "Thanks!", "please help", ""])
def test_a_lead_in_that_asks_nothing_is_filler(text: str) -> None:
    assert is_filler(text, PACK)


def test_quotations_brackets_and_addresses_are_protected() -> None:
    text = """a "b c" (d) [e] 'f g' it's `h` https://x.y/z?a=1 «i» “j”"""

    assert [text[s:e] for s, e in protected_spans(text)] == [
        '"b c"',
        "(d)",
        "[e]",
        "'f g'",
        "`h`",
        "https://x.y/z?a=1",
        "«i»",
        "“j”",
    ]
    assert [w.text for w in open_words(text)] == ["a", "it's"]


@pytest.mark.parametrize(
    "text",
    [
        "Many join a plan, which coordinates both.",
        "It is necessary when it is needed, and is neither more nor less costly.",
        "The form is due, whose copy is kept.",
        "It is needed to prevent, find or treat a condition.",
    ],
)
def test_issue_4_a_sentence_of_a_document_asks_nothing(text: str) -> None:
    assert not asks(text, PACK)


@pytest.mark.parametrize(
    "text",
    ["For plan Silver, is it covered", "Hello, what is it.", "For the report, tell me the fee.", "So, is it open."],
)
def test_a_question_behind_a_comma_still_asks(text: str) -> None:
    assert asks(text, PACK)


@pytest.mark.parametrize(
    ("text", "hangs"),
    [
        ("What is the deductible?", True),
        ("What is an objective?", False),
        ("What is Followthrough?", False),
        ("Where do I park?", False),
    ],
)
def test_a_definition_or_a_name_hangs_on_nothing(text: str, hangs: bool) -> None:
    assert hangs_on_before(text, PACK) is hangs


@pytest.mark.parametrize("text", ["I think it's covered", "probably 90 days", "90 days, I believe", "I was told 30"])
def test_f19_a_guess_is_known_as_one(text: str) -> None:
    assert is_hedged(text, PACK)


@pytest.mark.parametrize("text", ["H0038", "It is 90 days", "The code is H0038"])
def test_a_plain_fact_is_no_guess(text: str) -> None:
    assert not is_hedged(text, PACK)


@pytest.mark.parametrize("text", ["if you can he will do it", "when i was sick i did not go", "only if they do it"])
def test_a_condition_asks_nothing(text: str) -> None:
    assert not asks(text, PACK)
