"""Each later search for a part is from an angle that is new for it (C6)."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.pursuing import PACK, TUNING, sub

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.objective import SearchAngle, SubStatus
from followthrough.rules.objective.expand import next_search, readings, searched_text, widened

PAYER = load_pack("healthcare_payer")
AS_ASKED, EXPANDED, WIDER = SearchAngle.AS_ASKED, SearchAngle.EXPANDED, SearchAngle.WIDER


def test_the_angles_come_in_order_and_each_once() -> None:
    part = sub("Does Molina need prior authorization?")
    found = []
    while (angle := next_search(part, PAYER)) is not None:
        found.append(angle)
        part = replace(part, tried=(*part.tried, angle))

    assert found == [AS_ASKED, EXPANDED, WIDER]


def test_an_expansion_without_other_words_is_passed_over() -> None:
    part = sub("Who is the mascot?", tried=(AS_ASKED,))

    assert next_search(part, PACK) is WIDER


def test_an_expanded_query_has_the_fields_other_words_beside_the_users() -> None:
    part = sub("Does Molina need prior authorization?")
    text = searched_text(part, EXPANDED, PAYER)

    assert text.startswith("Does Molina need prior authorization? (")
    assert "precert" in text
    assert searched_text(part, AS_ASKED, PAYER) == searched_text(part, WIDER, PAYER) == part.text


def test_other_words_join_what_the_conversation_added() -> None:
    part = replace(sub("prior authorization?"), effective="prior authorization? (Molina)")

    assert searched_text(part, EXPANDED, PAYER).startswith("prior authorization? (Molina, ")
    assert searched_text(part, EXPANDED, PAYER).count("(") == 1


def test_codes_of_a_partial_answer_join_the_query_where_a_code_is_asked_for() -> None:
    answer = "The unit asks for form HB-117 by fax, at SO40 3WX."
    asked = replace(sub("What is the form number?", SubStatus.PARTIAL), answer=answer)
    other = replace(sub("Where do members send it?", SubStatus.PARTIAL), answer=answer)

    assert "HB-117" in searched_text(asked, EXPANDED, PACK)
    assert next_search(replace(asked, tried=(AS_ASKED,)), PACK) is EXPANDED
    assert searched_text(other, EXPANDED, PACK) == "Where do members send it?"


def test_an_expanded_part_is_also_read_in_words_that_mean_the_same() -> None:
    part = sub("Does Molina need prior authorization?")
    said = [one.text for one in readings(part, EXPANDED, PAYER)]

    assert said[0] == part.text
    assert "Does Molina need precert?" in said or "Does Molina need preauth?" in said
    assert all(one.id == part.id for one in readings(part, EXPANDED, PAYER))
    assert readings(part, WIDER, PAYER) == (part,)


def test_a_wider_search_reads_more() -> None:
    wide = widened(TUNING)

    assert wide.passages_per_part == TUNING.passages_per_part * TUNING.wider_times
    assert wide.candidates == TUNING.candidates * TUNING.wider_times
