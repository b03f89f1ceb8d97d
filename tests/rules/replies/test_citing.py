"""Extracts as a reply sets them: one number a passage, in order of first use."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.loops import PACK, document

from followthrough.domain.documents import HEAD_MARK
from followthrough.rules.cases.labels import places_of
from followthrough.rules.loop.clarified import extract_of
from followthrough.rules.replies.citing import Sources, cited, paragraphs

PASSAGES = document("# A\n## B\nFirst one. Second one.\n## C\n1. Step one\n2. Step two")
EXTRACTS = [extract_of(p) for p in places_of(PASSAGES, PACK)]


def test_neighbours_of_a_passage_share_the_number_behind_the_last():
    sources = Sources()
    lines = cited(EXTRACTS, sources, PACK.texts)
    assert paragraphs(lines) == ["First one. Second one. [1]", "1. Step one\n2. Step two [2]"]
    first, second = sources.citations()
    assert (first.n, first.quote) == (1, "First one. Second one.")
    assert (second.n, second.passage_id) == (2, PASSAGES[1].id)


def test_a_passage_keeps_its_number():
    sources = Sources()
    assert paragraphs(cited([EXTRACTS[0], EXTRACTS[2], EXTRACTS[1]], sources, PACK.texts)) == [
        "First one. [1]",
        "1. Step one [2]",
        "Second one. [1]",
    ]
    assert len(sources.citations()) == 2


def test_a_quote_over_the_names_of_columns_has_no_mark_of_theirs():
    [passage] = document(f"# A\nFees of May:\n\nPlan | Fee{HEAD_MARK}\nGold | $5\n")
    sources = Sources()
    sources.number([extract_of(place) for place in places_of([passage], PACK)])
    [citation] = sources.citations()
    assert citation.quote == "Fees of May:\n\nPlan | Fee\nGold | $5"
    assert citation.quote.split() == passage.text[citation.start : citation.end].split()


def test_paragraphs_of_the_document_stay_apart_and_code_keeps_its_lines():
    text = "# A\nRun this first:\n\n$ apt update\n$ apt install -y example\n\nThen open the page. It is there."
    places = places_of(document(text), PACK)
    assert paragraphs(cited([extract_of(p) for p in places], Sources(), PACK.texts)) == [
        "Run this first:",
        "```\n$ apt update\n$ apt install -y example\n```",
        "Then open the page. It is there. [1]",
    ]


@pytest.mark.parametrize(
    ("heading", "shown"),
    [
        ("We do not accept:", ["We do not accept:", "- Passports\n- Permits [1]"]),
        ("Not accepted", ["**Not accepted**", "- Passports\n- Permits [1]"]),
    ],
)
def test_a_list_is_not_shown_without_its_heading_which_may_say_the_opposite(heading: str, shown: list[str]) -> None:
    places = places_of(document(f"# A\n## {heading}\n- Passports\n- Permits"), PACK)
    assert paragraphs(cited([extract_of(p) for p in places], Sources(), PACK.texts)) == shown


def test_lists_of_several_headings_stand_under_their_names() -> None:
    places = places_of(
        document("# Tickets\n## Day\n- 4 EUR\n- Until midnight\n## Week*\n- 19 EUR\n- Seven days"), PACK
    )
    shown = paragraphs(cited([extract_of(p) for p in places], Sources(), PACK.texts))
    assert shown == [
        "**Day**",
        "- 4 EUR\n- Until midnight [1]",
        "**Week\\***",
        "- 19 EUR\n- Seven days [2]",
    ]


def test_items_stand_under_those_that_they_are_indented_under_in_the_document() -> None:
    text = "Report it:\n\n1. Call us.\n  - Bring a photo\n    - In colour\n  - Bring the number\n2. Wait"
    passage = replace(document("# A\nx")[0], text=text, start=0, end=len(text))
    places = places_of((passage,), PACK)
    extracts = [extract_of(p) for p in places]
    assert paragraphs(cited(extracts, Sources(), PACK.texts))[-1] == (
        "1. Call us.\n    - Bring a photo\n        - In colour\n    - Bring the number\n2. Wait [1]"
    )
    deepest = extracts[2:4]
    assert paragraphs(cited(deepest, Sources(), PACK.texts)) == ["**A**", "- Bring a photo\n    - In colour [1]"]
