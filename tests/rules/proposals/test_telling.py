"""Which parts of a question are told by what a model wrote."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, TUNING, answer, part, passage

from followthrough.domain.outcome import Wording
from followthrough.rules.proposals.telling import Telling

APPEALS = passage("An appeal must be sent within 60 days of the denial.", name="Appeals")
PARKING = passage("Parking at the office costs 4 dollars a day.", name="Parking")
APPEAL, PARK = "When must an appeal be sent?", "What does parking at the office cost?"
SIXTY, NINETY = "You have 60 days to send it.", "You have 90 days to send the appeal."


@pytest.mark.parametrize(
    ("question", "written", "stands", "tells"),
    [
        pytest.param(APPEAL, SIXTY, True, True, id="the value that the rules found, from their passage"),
        pytest.param(APPEAL, NINETY, True, False, id="another value than the rules found"),
        pytest.param(PARK, SIXTY, True, False, id="the answer to another part"),
        pytest.param(APPEAL, "Send it by fax.", False, False, id="little of what the rules would say, after a loss"),
        pytest.param(APPEAL, "", True, False, id="nothing"),
    ],
)
def test_a_part_is_told_where_its_answer_was_written(question: str, written: str, stands: bool, tells: bool) -> None:
    found = answer(question, APPEALS if question == APPEAL else PARKING)
    own = answer(APPEAL, APPEALS).extracts
    cited = [Wording(gap="", text=written, extracts=own)] if written else []
    shares = {part(APPEAL).id: 1.0} if question == APPEAL else {}
    told = Telling(cited, stands=stands, shares=shares, settled={}, is_only=False, pack=PACK, tuning=TUNING)
    assert found.complete
    assert told.tells(part(question), found) is tells
