"""The user's word on an open part: what it is, and which codes are in it (F18, F19)."""

from __future__ import annotations

import pytest
from tests.rules.giving import CODE, LIMIT, PACK, open_part

from followthrough.domain.given import GivenKind, Stated
from followthrough.domain.hearing import Act, HeardActs, Spot
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.hearing.statement import statement_of


def stated(text: str, part: str, act: Act | None = None) -> Stated | None:
    hearing = Hearing(HeardActs(spot=Spot.AFTER_PARTIAL, acts=() if act is None else ((act, 0.9),)))
    return statement_of(text, (open_part(part),), PACK, just_asked=True, hearing=hearing)


@pytest.mark.parametrize(
    ("text", "kind", "codes"),
    [
        ("Z55.9", GivenKind.CODE, ("Z55.9",)),
        ("Z55.9, thanks", GivenKind.CODE, ("Z55.9",)),
        ("I think it's H0038", GivenKind.STATEMENT, ("H0038",)),
        ("H0038 or H0039, not sure", GivenKind.STATEMENT, ("H0038", "H0039")),
    ],
)
def test_f18_f19_codes_are_read_from_the_words(text: str, kind: GivenKind, codes: tuple[str, ...]) -> None:
    said = stated(text, CODE)

    assert said is not None
    assert said.codes == codes
    assert said.kind is kind or "not sure" in text


def test_a_date_or_a_telephone_number_is_no_code() -> None:
    said = stated("it ends on 2027-03-03", "When does the warranty end?")

    assert said is not None
    assert (said.kind, said.codes) == (GivenKind.STATEMENT, ())


def test_a_long_story_is_no_statement() -> None:
    story = "The limit is 90 days. " + "We sent it and they sent it back and so we sent it again. " * 4

    assert stated("The limit is 90 days.", LIMIT) is not None
    assert stated(story, LIMIT) is None


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("What is the bicycle allowance?", "The bicycle allowance is 33 euros."),
        ("What is the bicycle allowance?", "The bicycle allowance depends on the contract."),
        ("Who approves sabbaticals?", "Sabbaticals are approved by the works council. They take three weeks."),
        ("Which badge opens the lab?", "The lab badge that opens it is blue."),
    ],
)
def test_issue_4_a_sentence_about_all_that_is_open_is_information(part: str, text: str) -> None:
    said = stated(text, part, Act.ANSWER)
    assert said is not None
    assert said.text == text


@pytest.mark.parametrize(
    ("part", "text"),
    [
        ("What is the bicycle allowance?", "What is the bicycle allowance in Leeds?"),
        ("What is the bicycle allowance?", "I need the bicycle allowance of Leeds."),
        ("What is the parking fee?", "A member was discharged and needs a room. The parking lot is full."),
        ("What is the parking fee?", "parking fee"),
        ("What is the parking fee?", "Compare the parking fee of Leeds and York."),
    ],
)
def test_f17_a_question_a_wish_or_a_case_is_none(part: str, text: str) -> None:
    assert stated(text, part) is None


SABBATICAL = "What is the sabbatical policy?"


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (SABBATICAL, "Sabbaticals are 3 months unpaid after 5 years"),
        (SABBATICAL, "A sabbatical lasts 3 months."),
        (SABBATICAL, "According to HR, a sabbatical lasts 3 months and is unpaid."),
        (SABBATICAL, "According to Ann it is 3 months"),
        (SABBATICAL, "I asked HR: sabbaticals are 3 months"),
        (SABBATICAL, "The help desk wrote: a sabbatical is unpaid"),
        (SABBATICAL, "My boss told me that sabbaticals end after three months"),
        (SABBATICAL, "sabbaticals can be taken every five years"),
        (SABBATICAL, "Payroll confirmed that a sabbatical is unpaid"),
        ("What does E-77 mean?", "E-77 means the door is open"),
        ("How do I get a second monitor?", "You need form M-2 from the IT desk"),
        ("How do I get a second monitor?", "you have to order a monitor at the IT desk"),
        ("What do pens cost?", "they cost 2 EUR"),
        ("What is the dress code?", "The dress code is business casual"),
    ],
)
def test_issue_4_what_a_user_tells_of_what_is_open_is_information(part: str, text: str) -> None:
    assert stated(text, part, Act.ANSWER) is not None
    assert stated(text, part, Act.QUESTION) is None


@pytest.mark.parametrize(
    ("part", "text"),
    [
        (SABBATICAL, "sabbatical policy in Leeds"),
        (SABBATICAL, "the sabbatical policy for part-time staff"),
        (SABBATICAL, "I need the sabbatical rules of Leeds"),
        (SABBATICAL, "what HR says is: how long is a sabbatical?"),
        (SABBATICAL, "you need to look harder"),
        (SABBATICAL, "Ask HR about sabbaticals"),
        (SABBATICAL, "A member was discharged and is on leave. Her sabbatical is over."),
        (SABBATICAL, "According to you nothing works"),
        ("How do I get a second monitor?", "you should answer me"),
        ("What is the parking fee?", "parking fee in Leeds"),
    ],
)
def test_f17_other_words_about_it_are_none(part: str, text: str) -> None:
    assert stated(text, part) is None
