"""What a message names of a list, and the frames that are judged: names are masked, whole labels and places only."""

from __future__ import annotations

import pytest
from tests.rules.listed import PACK, TUNING, A, judged, options

from followthrough.domain.continuity import ActionType
from followthrough.domain.framing import Framed
from followthrough.rules.lists.framing import bare, chooses, frames_of, read, verb_of
from followthrough.rules.lists.framing import judged as judged_by


def frames(text: str, *labels: str) -> list[tuple[str, str, str]]:
    found = read(text, options(*(labels or A)), PACK)
    exact = [reading for reading in found if reading.by != "near"]
    return [(reading.option.label, reading.frame, reading.by) for reading in exact or found]


@pytest.mark.parametrize(
    ("text", "labels", "found"),
    [
        ("Open the Member  Handbook", (), [("Member Handbook", "open the @", "label")]),
        ("open the second one", (), [("Member Handbook", "open the # one", "place")]),
        ("option 3 please", (), [("Appeals Form", "option # please", "place")]),
        ("open C", ("C", "C++"), [("C", "open @", "label")]),
        ("open C++ please", ("C", "C++"), [("C++", "open @ please", "label")]),
        ("the handbook's owner", ("Handbook",), [("Handbook", "the @ owner", "near")]),
        ("open v2.1", ("v2", "v2.1"), [("v2.1", "open @", "label")]),
        ("open the handbok", (), [("Member Handbook", "open the @", "near")]),
        ("show me -2", (), []),
        ("what is the weather", (), []),
        (
            "the notes, just open notes",
            ("Notes", "Fees"),
            [("Notes", "the @, just open it", "label"), ("Notes", "the it, just open @", "label")],
        ),
        ("mail me@home notes", ("Notes",), [("Notes", "mail me home @", "label")]),
    ],
)
def test_what_is_named_is_masked(text: str, labels: tuple[str, ...], found: list[tuple[str, str, str]]) -> None:
    assert frames(text, *labels) == found


def test_two_names_stand_in_one_frame() -> None:
    assert {frame for _, frame, _ in frames("the member handbook or the appeals form")} == {
        "the @ or the ~",
        "the ~ or the @",
    }
    assert ("Member Handbook", "not the ~, the #", "place") in frames("not the first, the second")


def test_a_label_that_is_the_place_of_another_has_both_readings() -> None:
    assert frames("open 2", "2", "5", "7") == [("2", "open @", "label"), ("5", "open #", "place")]


def test_a_label_within_another_has_both_readings() -> None:
    assert frames("open house", "Open House", "House") == [("Open House", "@", "label"), ("House", "open @", "label")]


def test_a_long_message_is_not_read_against_lists() -> None:
    assert read("x " * 600 + "notes", options("Notes"), PACK) == ()
    assert frames_of("x " * 600, [options("Notes")], PACK) == frozenset()
    assert frames_of(" ", [options("Notes")], PACK) == frozenset()
    assert len(bare("word " * 150)) == 200


@pytest.mark.parametrize(
    ("text", "verb"),
    [
        ("open the appeals form please", ActionType.OPEN),
        ("use the appeals form", ActionType.USE),
        ("the appeals form it is", None),
        ("I'm going with appeals form", None),
        ("let me have the appeals form", None),
        ("show me the third one", ActionType.OPEN),
        ("please appeals form", None),
    ],
)
def test_what_chooses_and_what_is_to_be_done(text: str, verb: ActionType | None) -> None:
    made = judged(frames_of(text, [options(*A)], PACK))
    (reading,) = [one for one in read(text, options(*A), PACK) if one.by != "near"]
    assert chooses(reading, made, TUNING)
    assert verb_of(judged_by(reading, made)) == verb


@pytest.mark.parametrize(
    "text",
    [
        "why is the appeals form grey",
        "did you open the appeals form",
        "don't open the appeals form",
        "delete the appeals form",
        "open the appeals form if it is free",
        "he said open the appeals form",
        "I opened the appeals form yesterday",
        "anything but the appeals form",
        "open the appeals form archive",
        "may i appeals form",
        "so i press appeals form and then what",
        "appeals form please explain",
        "appeals form haha just kidding",
        "i should appeals form",
        "what happens if i appeals form",
        "i guess 2",
        "3 lol",
        "2 you",
        "the member handbook or the appeals form",
    ],
)
def test_what_does_not_choose(text: str) -> None:
    made = judged(frames_of(text, [options(*A)], PACK))
    assert not any(chooses(one, made, TUNING) for one in read(text, options(*A), PACK))


@pytest.mark.parametrize(
    "text",
    [
        "not the member handbook, the appeals form",
        "the appeals form instead of the member handbook",
        "not the second, the third",
    ],
)
def test_one_is_chosen_where_another_is_denied(text: str) -> None:
    made = judged(frames_of(text, [options(*A)], PACK))
    assert [one.option.label for one in read(text, options(*A), PACK) if chooses(one, made, TUNING)] == [A[2]]


def test_nothing_but_the_name_chooses_without_a_judge() -> None:
    by_name, in_words = read("appeals form.", options(*A), PACK)[0], read("open appeals form", options(*A), PACK)[0]
    assert chooses(by_name, {}, TUNING)
    assert not chooses(in_words, {}, TUNING)
    assert judged_by(in_words, {}) == Framed()
