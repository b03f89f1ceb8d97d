"""Extracts as a reply sets them: one number a passage, in order of first use."""

from __future__ import annotations

from tests.rules.loops import PACK, document

from followthrough.rules.cases import places_of
from followthrough.rules.citing import Sources, cited
from followthrough.rules.clarified import extract_of

PASSAGES = document("# A\n## B\nFirst one. Second one.\n## C\n1. Step one\n2. Step two")
EXTRACTS = [extract_of(p) for p in places_of(PASSAGES, PACK)]


def test_neighbours_of_a_passage_share_the_number_behind_the_last():
    sources = Sources()
    lines = cited(EXTRACTS, sources, PACK.texts)
    assert [line.text for line in lines] == ["First one.", "Second one. [1]", "1. Step one", "2. Step two [2]"]
    assert [line.is_prose for line in lines] == [True, True, False, False]
    first, second = sources.citations()
    assert (first.n, first.quote) == (1, "First one. Second one.")
    assert (second.n, second.passage_id) == (2, PASSAGES[1].id)


def test_a_passage_keeps_its_number():
    sources = Sources()
    assert [line.text for line in cited([EXTRACTS[0], EXTRACTS[2], EXTRACTS[1]], sources, PACK.texts)] == [
        "First one. [1]",
        "1. Step one [2]",
        "Second one. [1]",
    ]
    assert len(sources.citations()) == 2
