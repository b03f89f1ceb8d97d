"""Which parts of a question are told by what a model wrote."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK, TUNING, answer, part, passage

from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import Wording
from followthrough.domain.reading import Chance
from followthrough.rules.proposals.telling import Telling

APPEALS = passage("An appeal must be sent within 60 days of the denial.", name="Appeals")
PARKING = passage("Parking at the office costs 4 dollars a day.", name="Parking")
ALIKE = Chance(0.5, 0.5, 0.5)
APPEAL, PARK = "When must an appeal be sent?", "What does parking at the office cost?"
HOW, FAX = "How is an appeal sent?", "Send it to the office by fax."
SIXTY, SENT = "You have 60 days to send it.", "Send the appeal once it was denied."


def telling(
    written: str, chance: Chance | None, *, stands: bool = True, trust: float = 1.0, of: SubObjective | None = None
) -> Telling:
    """Of what was written of the appeal, so likely to answer that."""
    cited = [Wording(gap="", text=written, extracts=answer(APPEAL, APPEALS).extracts)] if written else []
    chances = {} if chance is None else {(of or part(APPEAL)).id: chance}
    return Telling(cited, stands=stands, chances=chances, trust=trust, is_only=False, pack=PACK, tuning=TUNING)


@pytest.mark.parametrize(
    ("question", "written", "stands", "tells"),
    [
        pytest.param(APPEAL, SIXTY, True, True, id="the value that the rules found, from their passage"),
        pytest.param(APPEAL, SENT, True, False, id="no value where one was asked for and found"),
        pytest.param(PARK, SIXTY, True, False, id="the answer to another part"),
        pytest.param(APPEAL, SIXTY, False, False, id="as much was refused as said"),
        pytest.param(APPEAL, "", True, False, id="nothing"),
    ],
)
def test_a_part_is_told_where_its_answer_was_written(question: str, written: str, stands: bool, tells: bool) -> None:
    found = answer(question, APPEALS if question == APPEAL else PARKING)
    told = telling(written, ALIKE if question == APPEAL else None, stands=stands)
    assert found.complete
    assert told.tells(part(question), found) is tells


@pytest.mark.parametrize(
    ("written", "tells"),
    [("You can send the appeal by fax.", False), ("Yes. You can send the appeal by fax.", True)],
)
def test_what_was_asked_is_no_answer_unless_it_says_yes(written: str, tells: bool) -> None:
    question = part("Can I send the appeal by fax?")
    assert telling(written, ALIKE, of=question).tells(question, answer(question.text, APPEALS)) is tells


@pytest.mark.parametrize(
    ("trust", "chance", "tells"),
    [
        pytest.param(
            TUNING.written_proven, Chance(0.2, 0.9, 0.2), True, id="proven: a fifth of the best chance will do"
        ),
        pytest.param(TUNING.written_proven, Chance(0.1, 0.9, 0.1), False, id="proven: less will not"),
        pytest.param(TUNING.written_doubted, Chance(0.2, 0.9, 0.2), False, id="nearly proven: it takes more"),
        pytest.param(
            TUNING.written_doubted, Chance(0.8, 0.9, 0.8), True, id="nearly proven: most of the best chance"
        ),
        pytest.param(0.0, Chance(0.9, 0.1, 0.9), False, id="a model whose answers are no better than what is found"),
    ],
)
def test_how_likely_it_must_be_depends_on_the_models_latest_answers(
    trust: float, chance: Chance, tells: bool
) -> None:
    assert telling(FAX, chance, trust=trust, of=part(HOW)).tells(part(HOW), answer(HOW, APPEALS)) is tells


@pytest.mark.parametrize(
    ("written", "chance", "better"),
    [
        (SIXTY, Chance(0.5, 0.3, 0.5), True),
        (SIXTY, Chance(0.97, 0.95, 0.97), True),  # by odds: next to a sure block there is little room
        (SIXTY, Chance(0.3, 0.3, 0.3), None),  # what the rules settled
        (SENT, Chance(0.3, 0.3, 0.3), False),
        ("An appeal must be sent.", Chance(0.9, 0.1, 0.9), False),  # what was asked
        ("", None, False),
    ],
)
def test_an_answer_is_better_where_it_is_likelier_than_all_that_was_found(
    written: str, chance: Chance | None, better: bool | None
) -> None:
    assert telling(written, chance).better([part(APPEAL)], [answer(APPEAL, APPEALS)]) is better
