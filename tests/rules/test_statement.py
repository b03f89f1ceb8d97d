"""The user's word on an open part: what it is, and which codes are in it (F18, F19)."""

from __future__ import annotations

import pytest
from tests.rules.giving import CODE, LIMIT, PACK, open_part

from followthrough.domain.given import GivenKind, Stated
from followthrough.rules.statement import is_hedged, statement_of


def stated(text: str, part: str) -> Stated | None:
    return statement_of(text, (open_part(part),), PACK, just_asked=True)


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


@pytest.mark.parametrize("text", ["I think it's covered", "probably 90 days", "90 days, I believe", "I was told 30"])
def test_f19_a_guess_is_known_as_one(text: str) -> None:
    assert is_hedged(text, PACK)


@pytest.mark.parametrize("text", ["H0038", "It is 90 days", "The code is H0038"])
def test_a_plain_fact_is_no_guess(text: str) -> None:
    assert not is_hedged(text, PACK)
