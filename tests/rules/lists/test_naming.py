"""Which options a message names: by label, by place; never by likeness (requirements 2.3)."""

from __future__ import annotations

import pytest
from tests.rules.listed import PACK, A, options

from followthrough.domain.continuity import Option
from followthrough.rules.lists.naming import exactly, labelled, names_a_place, place_of


def exact(text: str, *labels: str) -> list[str]:
    return [o.label for o in exactly(text, options(*(labels or A)), PACK).options]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("2", 1),
        ("#2", 1),
        ("2.", 1),
        ("second", 1),
        ("the second one", 1),
        ("option 3", 2),
        ("number two", 1),
        ("the last one", 2),
        ("last", 2),
        ("1st", 0),
        ("third option", 2),
        ("the first, please", None),
        ("4", None),
        ("0", None),
        ("one more", None),
        ("the one", None),
        ("no one", None),
        ("open the second one", None),
        ("second opinion", None),
        ("2 weeks", None),
        ("last week", None),
        ("I want 2", None),
        ("", None),
        ("step 2", None),
        ('"2"', None),
        ("> 2", None),
        ("!2", None),
        ("¬2", None),
        ("click(2)", None),
        ("[2]()", None),
        ("(2)", 1),
        ("[2]", 1),
        ("the top one", 0),
        ("bottom", 2),
        ("the middle one", 1),
        ("last but one", 1),
        ("the second to last one", 1),
        ("second from the top", 1),
        ("the third one from the bottom", 0),
        ("segunda", 1),
        ("penúltima", 1),
        ("dritte", 2),
        ("vorletztes", 1),
        ("top floor", None),
    ],
)
def test_a_place_is_the_whole_message_or_nothing(text: str, place: int | None) -> None:
    assert place_of(text, 3, PACK) == place


def test_nothing_is_in_the_middle_of_an_even_number() -> None:
    assert place_of("the middle one", 4, PACK) is None


def test_want_is_never_last() -> None:
    assert exact("I want you to open the appeals one") == []
    assert exact("want") == []


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("member handbook", ["Member Handbook"]),
        ("  MEMBER HANDBOOK ", ["Member Handbook"]),
        ("member handbook please", []),
        ("member  handbook", []),
        ("handbook", []),
        ("member handbok", []),
        ("2", ["Member Handbook"]),
    ],
)
def test_strict_means_the_label_as_it_is(text: str, labels: list[str]) -> None:
    assert exact(text) == labels


def test_a_second_line_names_its_option() -> None:
    option = Option(id="a", label="Handbook", sublabel="Member edition")
    assert exactly("member edition", [option], PACK).only == option
    assert exactly("", [option], PACK).only is None


def test_a_label_that_is_also_the_place_of_another_names_both() -> None:
    assert exact("last", "Last", "Middle", "End") == ["Last", "End"]
    assert exact("2", "2", "5", "7") == ["2", "5"]
    assert exact("2", "1", "2", "3") == ["2"]


def test_the_same_label_twice_names_both() -> None:
    assert len(exact("notes", "Notes", "Notes")) == 2


def test_a_thing_is_a_label_with_an_article_at_most() -> None:
    found = labelled("the appeals form", options(*A))
    assert found is not None
    assert found.label == "Appeals Form"
    assert labelled("open the appeals form", options(*A)) is None
    assert names_a_place("99", PACK)


@pytest.mark.parametrize(
    "text", ["-1", "-2", "+2", "~2", "$2", "2%", "€2", "- 2", "<2", "=2", ".2", "no 2", "no, 2", "No - 2", "2°", "±2"]
)
def test_a_figure_with_a_sign_is_no_place(text: str) -> None:
    assert place_of(text, 3, PACK) is None


@pytest.mark.parametrize("text", ["2", "#2", "2.", "(2)", "2)", "no. 2", "No.2", "nr 2", "option 2", "2!", "2?"])
def test_marks_around_a_place_are_left_out(text: str) -> None:
    assert place_of(text, 3, PACK) == 1
