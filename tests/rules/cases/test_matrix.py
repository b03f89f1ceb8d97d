"""Tables of which the columns are cases too."""

from __future__ import annotations

from tests.rules.said import PACK, passage

from followthrough.rules.cases.details import DetailReader
from followthrough.rules.cases.matrix import places_for

TABLE = passage("Weight | In the fridge | In cold water\n2 kg | 24 hours | 3 hours\n4 kg | 48 hours | 6 hours")


def test_each_cell_of_a_column_that_a_question_offers_is_a_place() -> None:
    asked = ["Do you thaw it in the fridge or in cold water?"]
    assert len(places_for([TABLE], asked, DetailReader(PACK), PACK)) == 4
    assert len(places_for([TABLE], ["How heavy is it?"], DetailReader(PACK), PACK)) == 2


def test_without_a_passage_there_is_no_place() -> None:
    assert places_for([], [], DetailReader(PACK), PACK) == []
