"""The reply to the question which one is meant (issue 7)."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.continuity import Option, OptionSet
from followthrough.domain.hearing import Act, HeardActs, Spot
from followthrough.domain.jurisdiction import OpenSlots, Waits
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.hearing.meant import meant, misses, place_said

PACK = load_pack("general")
LABELS = ("Harbor View Clinic", "Mill Street Clinic", "Oak Hill Clinic")
OPTIONS = OptionSet(
    id="readings-1", options=tuple(Option(id=f"reading.{n}", label=label) for n, label in enumerate(LABELS, start=1))
)


def waiting(options: OptionSet | None = OPTIONS, phrase: str = "the clinic") -> OpenSlots:
    return OpenSlots(
        slots=(),
        question="Which one?",
        original="When does the clinic open?",
        asked_at_turn=1,
        option_set=options,
        kind=Waits.UNDERSPECIFIED,
        phrase=phrase,
    )


@pytest.mark.parametrize(
    "text",
    [
        "2",
        "2.",
        "#2",
        "second",
        "the second one",
        "the 2nd, please",
        "number 2",
        "option two",
        "I'd like the second one",
        "Mill Street Clinic",
        "mill street clinic",
        "Mill Street",
        "the one on Mill Street",
        "I mean Mill Street, please",
        "what about Mill Street?",
        "How about the Mill Street clinic?",
        "sorry, the clinic in Mill Street",
        "reading.2",
    ],
)
def test_the_reply_may_be_a_place_a_name_or_free_words(text: str) -> None:
    assert meant(text, waiting(), PACK) == "When does Mill Street Clinic open?"


@pytest.mark.parametrize("text", ["last", "the last one", "3", "the third", "Oak Hill"])
def test_the_last_of_the_list(text: str) -> None:
    assert meant(text, waiting(), PACK) == "When does Oak Hill Clinic open?"


@pytest.mark.parametrize("text", ["any", "all of them", "it doesn't matter", "I don't know", "no idea", "whichever"])
def test_who_leaves_it_open_gets_the_question_as_it_was(text: str) -> None:
    assert meant(text, waiting(), PACK) == "When does the clinic open?"


@pytest.mark.parametrize(
    "text",
    [
        "How many days of leave do I have?",
        "thanks",
        "hello",
        "new topic: parking",
        "?!",
        "What is the daily allowance for meals on trips?",
        "Where is the clinic?",
    ],
)
def test_another_question_and_a_courtesy_are_no_reply(text: str) -> None:
    assert meant(text, waiting(), PACK) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hibbing", "When does Hibbing open?"),
        ("the one in Hibbing", "When does Hibbing open?"),
        ("the Hibbing clinic", "When does Hibbing clinic open?"),
    ],
)
def test_a_name_that_is_not_in_the_list_stands_for_the_thing(text: str, expected: str) -> None:
    assert meant(text, waiting(), PACK) == expected
    assert meant(text, waiting(options=None), PACK) == expected


def test_without_words_to_replace_the_name_stands_behind_the_question() -> None:
    assert meant("1", waiting(phrase=""), PACK) == "When does the clinic open (Harbor View Clinic)?"


@pytest.mark.parametrize("text", ["4", "0", "the fourth one", "1 or 2", "first and last", "12 days"])
def test_a_place_outside_the_list_or_two_places_choose_nothing(text: str) -> None:
    assert place_said(text, 3, PACK) is None


@pytest.mark.parametrize("text", ["4", "the fourth one", "1 or 2"])
def test_a_place_that_the_list_lacks_misses_it(text: str) -> None:
    assert meant(text, waiting(), PACK) is None
    assert misses(text, waiting(), PACK)


def test_a_question_about_the_question_misses_it_where_that_is_heard() -> None:
    sure = Hearing(HeardActs(spot=Spot.WHICH_ONE, acts=((Act.ASKS_ABOUT_QUESTION, 0.9),)))
    assert misses("i don't get the choice", waiting(), PACK, sure)
    assert not misses("i don't get the choice", waiting(), PACK)


def test_a_bare_question_word_asks_about_the_question() -> None:
    assert misses("why?", waiting(), PACK)
    assert not misses("why is it closed?", waiting(), PACK)


@pytest.mark.parametrize("text", ["2", "Hibbing", "How many days of leave do I have?", "thanks"])
def test_an_answer_and_another_question_do_not_miss_it(text: str) -> None:
    assert not misses(text, waiting(), PACK)
