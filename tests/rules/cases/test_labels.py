"""The labels that units stand under: headings, rows, items, conditions."""

from __future__ import annotations

import pytest
from tests.rules.loops import PACK, document

from followthrough.rules.cases.labels import LabelKind, places_of, sentence_label


def test_each_unit_stands_under_its_headings_and_its_own_label():
    places = places_of(document("# Guide\n## Version 12\n| Light | Do |\n| Red | Wait |\n| Blue | Call |"), PACK)
    assert [p.order for p in places] == [0, 1]
    kinds = [label.kind for label in places[0].labels]
    assert kinds == [LabelKind.HEADING, LabelKind.HEADING, LabelKind.ROW]
    assert places[0].labels[-1].shown == "Red"
    assert places[0].labels[-1].choice == places[1].labels[-1].choice


def test_headings_under_one_heading_are_one_choice():
    places = places_of(document("# Guide\n## A\nOne.\n## B\nTwo.\n### C\nThree."), PACK)
    a, b, c = (p.labels[:-1] for p in places)
    assert a[1].choice == b[1].choice
    assert c[2].choice != b[1].choice


@pytest.mark.parametrize(
    ("text", "label"), [("- Red: wait.", "Red"), ("- More than 5 years: 20 weeks.", "More than 5 years")]
)
def test_an_item_is_called_by_the_words_before_its_colon(text, label):
    (place,) = places_of(document(f"# A\n{text}"), PACK)
    assert place.labels[-1].kind is LabelKind.ITEM
    assert place.labels[-1].text == label


@pytest.mark.parametrize(
    ("text", "kind", "label"),
    [
        ("If the light is red, unplug it.", LabelKind.CONDITION, "If the light is red"),
        ("On versions 8, 9 and 10, clear the cache.", LabelKind.CONDITION, "On versions 8, 9 and 10"),
        ("Unplug it if the light is red.", LabelKind.CONDITION, "if the light is red."),
        ("The desk is open.", LabelKind.SENTENCE, "The desk is open."),
        ("On the table stands a phone.", LabelKind.SENTENCE, "On the table stands a phone."),
    ],
)
def test_a_sentence_is_called_by_its_condition(text, kind, label):
    found = sentence_label(text, ("s",), PACK)
    assert (found.kind, found.text) == (kind, label)


def test_a_condition_on_something_named_before_leans():
    assert sentence_label("If it is blue, wait.", ("s",), PACK).leans
    assert not sentence_label("If the light is blue, wait.", ("s",), PACK).leans


def test_a_long_label_is_shown_short():
    label = sentence_label("word " * 60, ("s",), PACK)
    assert len(label.shown) <= 80
    assert label.shown.endswith("…")
