"""Documents that are each about another thing of one kind, as their titles say (issue 7)."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.retrieval import Ranked, RankedPassage
from followthrough.rules.language.words import Stems
from followthrough.rules.which_one.titled import label_of, titled

PACK = load_pack("general")


def found(*titles: str, text: str = "It is open to all.") -> list[RankedPassage]:
    return [
        RankedPassage(
            passage=Passage(
                id=PassageId(f"p{n}"),
                document_id=DocumentId(f"d{n}"),
                document_name=title,
                collection="default",
                text=text,
                start=0,
                end=len(text),
                ordinal=0,
            ),
            ranked=Ranked(passage_id=PassageId(f"p{n}"), score=1 - n / 10),
        )
        for n, title in enumerate(titles)
    ]


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("When did the Grey's Anatomy season premiere?", ("Grey's Anatomy (season 9)", "Grey's Anatomy (season 14)")),
        ("What powers does the Prime Minister have?", ("Prime Minister of Canada", "Prime Minister of Russia")),
        (
            "Can we take dogs into the park?",
            ("Sampson State Park", "Watkins Glen State Park", "Elm State Park"),
        ),
        ("How do I set up the VPN?", ("VPN Setup for Windows", "VPN Setup for Mac")),
    ],
)
def test_titles_that_differ_by_a_name_are_readings(text: str, titles: tuple[str, ...]) -> None:
    readings = titled(text, frozenset(), found(*titles), PACK)

    assert readings is not None
    assert tuple(one.label for one in readings.readings) == titles


@pytest.mark.parametrize(
    ("text", "titles"),
    [
        ("What is the parental leave policy?", ("Leave Policy", "Travel Policy")),
        ("How long is a password valid?", ("Password Policy", "Password Reset Guide")),
        ("What is the fee?", ("Fee Schedule 2024", "Fee Schedule 2025")),
        ("When does the clinic open?", ("Hibbing Clinic", "Hibbing Clinic")),
        ("When does the clinic open?", ("Hibbing Clinic", "Clinic")),
        ("When does the Hibbing clinic open?", ("Hibbing Clinic", "Ely Clinic")),
        ("When does the museum open?", ("Hibbing Clinic", "Ely Clinic")),
        ("When does the clinic open?", ()),
    ],
)
def test_titles_that_are_about_one_thing_or_say_which_are_none(text: str, titles: tuple[str, ...]) -> None:
    general = "Every policy, guide, travel, leave and schedule is for all; a reset is free."

    assert titled(text, frozenset(), found(*titles, text=general), PACK) is None


def test_a_name_that_was_said_before_leaves_nothing_open() -> None:
    titles = ("Hibbing Clinic", "Ely Clinic")

    assert titled("When does the clinic open?", frozenset(Stems(PACK).of(["ely"])), found(*titles), PACK) is None


def test_a_label_leaves_out_the_name_of_the_site() -> None:
    assert label_of("Purchase Loan | Veterans Affairs") == "Purchase Loan"
    assert label_of("| odd") == "| odd"


def test_of_a_thing_that_is_known_the_titles_of_its_kind_count() -> None:
    """That one title has another word of the question too does not make it the only one."""
    titles = ("Hibbing Clinic", "Ely Clinic", "Rehabilitation Services Clinic Oslo")
    text, kind = "What services does the clinic provide?", frozenset(Stems(PACK).of(["clinic"]))

    assert titled(text, frozenset(), found(*titles), PACK) is None
    readings = titled(text, frozenset(), found(*titles), PACK, kind)
    assert readings is not None
    assert tuple(one.label for one in readings.readings) == titles


def test_titles_that_are_alike_but_for_their_site_are_told_apart_by_it() -> None:
    titles = ("Police Explorers | Auburn", "Police Explorer | San Bruno")

    readings = titled("What does the police explorer program offer?", frozenset(), found(*titles), PACK)
    assert readings is not None
    assert tuple(one.label for one in readings.readings) == titles
