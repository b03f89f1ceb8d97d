"""What of an answer is shown: one item of a list, or the beginning."""

from __future__ import annotations

from tests.rules.said import PACK, TUNING, answer, passage, texts

from followthrough.domain.outcome import PartAnswer
from followthrough.domain.plan import Shown
from followthrough.rules.evidence.units import units_of
from followthrough.rules.reading.answering import extract_of
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
