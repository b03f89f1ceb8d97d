"""What of an answer is shown: one item of a list, or the beginning."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.said import PACK, TUNING, answer, passage, texts

from followthrough.domain.outcome import PartAnswer
from followthrough.domain.plan import Shown
from followthrough.rules.evidence.units import extract_of, units_of
from followthrough.rules.reading.showing import as_wanted

COURSES = passage(
    "You can take these:\n\n- Wheel course: six evenings.\n- Glaze course: two Saturdays.\n\n"
    "The glaze course is held in the yard. Bring a towel. Nothing is paid on the day."
)


def everything() -> PartAnswer:
    found = answer("which courses are there", COURSES)
    return PartAnswer(
        part_id=found.part_id,
        extracts=tuple(extract_of(COURSES, unit) for unit in units_of(COURSES, PACK)),
        coverage=found.coverage,
        missing=("tell",),
        complete=False,
        signal=found.signal,
    )


def test_an_item_is_shown_with_the_sentences_that_name_it() -> None:
    shown = Shown(item="Glaze course: two Saturdays.", passage_id=COURSES.id, alone=True)
    found = as_wanted(everything(), shown, [COURSES], name="Glaze course", pack=PACK, tuning=TUNING)
    assert texts(found) == ["Glaze course: two Saturdays.", "The glaze course is held in the yard."]
    assert found.complete


def test_an_item_that_stands_nowhere_leaves_the_answer_as_it_is() -> None:
    assert (
        as_wanted(everything(), Shown(item="Kiln"), [COURSES], name="Kiln", pack=PACK, tuning=TUNING) == everything()
    )


def test_what_is_wanted_shorter_is_the_first_list_whole() -> None:
    found = as_wanted(
        everything(), Shown(brief=True), [COURSES], name="which courses are there", pack=PACK, tuning=TUNING
    )
    assert texts(found) == ["You can take these:", "Wheel course: six evenings.", "Glaze course: two Saturdays."]
    assert set(found.extracts) <= set(everything().extracts)


@pytest.mark.parametrize(
    ("text", "name", "shown"),
    [
        (
            "Quiet hours are from ten. At level 5 no fire is allowed, not even a gas barbecue.",
            "is a gas barbecue allowed at level 5",
            ["At level 5 no fire is allowed, not even a gas barbecue."],
        ),
        (
            "Notice is four weeks in general. During probation it is one week.",
            "what is the notice",
            ["Notice is four weeks in general."],
        ),
        (
            "Descale every three months.\n\n1. Empty the tray.\n2. Fill the tank.\n\nNever use vinegar.",
            "how do I descale",
            ["Empty the tray.", "Fill the tank."],
        ),
    ],
)
def test_what_is_wanted_shorter_keeps_what_answers(text: str, name: str, shown: list[str]) -> None:
    said = passage(text)
    all_of_it = replace(everything(), extracts=tuple(extract_of(said, unit) for unit in units_of(said, PACK)))
    found = as_wanted(all_of_it, Shown(brief=True), [said], name=name, pack=PACK, tuning=TUNING)
    assert texts(found) == shown


def test_of_nothing_there_is_nothing_shorter() -> None:
    nothing = replace(everything(), extracts=())
    assert as_wanted(nothing, Shown(brief=True), [], name="what", pack=PACK, tuning=TUNING).extracts == ()


def test_of_a_long_list_that_is_wanted_shorter_the_first_items_are_shown() -> None:
    said = passage("You bring:\n\n- a towel\n- a lock\n- a bottle\n- a shirt\n- a cap")
    found = answer("what do i bring", said)
    whole = replace(found, extracts=tuple(extract_of(said, unit) for unit in units_of(said, PACK)))
    short = as_wanted(whole, Shown(brief=True), [said], name="what do i bring", pack=PACK, tuning=TUNING)
    assert (texts(short), short.left) == (["You bring:", "a towel", "a lock", "a bottle"], 2)
