"""What is bidden and what is denied: negation, foreign verbs, questions and conditions withhold (2.1, 2.2)."""

from __future__ import annotations

import pytest
from tests.rules.listed import PACK, A, options

from followthrough.rules.lists.bidding import affirmed, is_plain_order

LABELS = options(*A)


@pytest.mark.parametrize(
    "text",
    [
        "not the member handbook",
        "please never open the member handbook",
        "don't open the handbook",
        "dont show me the handbok",
        "no member handbook",
        "anything but the handbook",
        "everything other than the appeals form",
        "close the member handbook",
        "could you delete the handbook",
        "please get rid of the appeals form",
        "email the handbook",
        "Member Handbook is wrong",
        "I can't use the handbook",
        "without the handbook",
        "demolish the member handbook",
        "please laminate the form",
        "everything besides the handbook",
    ],
)
def test_what_is_denied_is_not_affirmed(text: str) -> None:
    assert affirmed(text, LABELS, PACK) == ""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("not the handbook, the appeals form", "the appeals form"),
        ("no, the handbook", "the handbook"),
        ("the manual; never the form", "the manual"),
        ("open the handbok", "open the handbok"),
        ("opne the handbok", "opne the handbok"),
        ("about the handbok", "about the handbok"),
        ("gimme the handbok", "gimme the handbok"),
        ("the manual: 2025", "the manual: 2025"),
    ],
)
def test_the_other_clauses_stand(text: str, left: str) -> None:
    assert affirmed(text, LABELS, PACK) == left


@pytest.mark.parametrize("text", ["open the not covered list", "the no show form", "close out form"])
def test_a_word_of_a_label_denies_nothing(text: str) -> None:
    labels = options("Not covered services", "No show form", "Close out form")
    assert affirmed(text, labels, PACK) == text


@pytest.mark.parametrize(
    "text",
    [
        "open the handbok",
        "the handbok please",
        "I want you to open the appeals one",
        "please use the handbok, thanks",
        "show me that handbok",
        "open the complaints form",
    ],
)
def test_a_verb_of_lists_and_a_thing_is_an_order(text: str) -> None:
    assert is_plain_order(text, LABELS, PACK)


@pytest.mark.parametrize(
    "text",
    [
        "wich one is handbok",
        "hav you opend the member handbook",
        "dose the handbok help",
        "was the handbok opned",
        "would you open the handbok if you were me?",
        "I dont want the handbook",
        "anything but the handbok",
        "please never open the handbook",
        "close the handbok",
        "delete handbok",
        "unopen the handbok",
        "open the handbook later",
        "open the handbok tomorrow",
        "open the handbok when I say so",
        "open everything except the handbok",
        "you opened the handbok",
        "email me the handbok",
        "maybe the handbok",
    ],
)
def test_all_else_is_none(text: str) -> None:
    assert not is_plain_order(text, LABELS, PACK)
