"""Who asks what there is gets the titles (requirements 2.8)."""

from __future__ import annotations

import pytest
from tests.rules.pursuing import PACK, TUNING, message

from followthrough.domain.conversation import TurnClass
from followthrough.domain.hearing import Act, HeardActs, Spot
from followthrough.domain.plan import Decided, SayText
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.questions.catalogue import is_wanted, what_there_is, with_titles


def heard(*, for_titles: bool = True) -> Hearing:
    acts = ((Act.ASKS_ABOUT_QUESTION, 0.9),)
    return Hearing(HeardActs(spot=Spot.AFTER_ANSWER, acts=acts, asks_for_titles=for_titles), TUNING)


def told(*titles: str, places: tuple[str, ...] = ()) -> SayText:
    plan = what_there_is(message("what do you have"), PACK, heard())
    assert plan is not None
    assert is_wanted(Decided(plan=plan))
    said = with_titles(Decided(plan=plan), titles, places, PACK.texts, TUNING).plan
    assert isinstance(said, SayText)
    return said


def test_it_is_told_without_a_search() -> None:
    assert told("Fees").turn_class is TurnClass.CHAT
    (said,) = told("Fees", "Rules", places=("Rent", "Water")).values
    assert said.startswith("I answer from these documents: “Fees”, “Rules”. ")
    assert said.endswith("what they say of “Rent” or “Water”.")


def test_of_many_titles_the_first_are_named_and_the_others_counted() -> None:
    (few,) = told(*(f"Title {n}" for n in range(10))).values
    assert "“Title 7” and 2 more." in few
    assert "Title 8" not in few
    (page,) = told(*(f"Title {n}" for n in range(TUNING.catalogue_read))).values
    assert "and 192+ more" in page


def test_without_documents_that_is_said() -> None:
    assert told().say == "catalogue_none"


@pytest.mark.parametrize(
    ("text", "hearing"),
    [
        ("which letter", heard(for_titles=False)),
        ("what do you know about shoes for winter training in the school gym", heard()),
        ("what do you have in 2024", heard()),
        ('what is "what do you have"', heard()),
    ],
)
def test_what_asks_about_something_of_its_own_is_a_question(text: str, hearing: Hearing) -> None:
    assert what_there_is(message(text), PACK, hearing) is None
