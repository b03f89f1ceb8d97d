"""Misspelt words of a question, as what was found spells them."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.retrieval import Ranked, RankedPassage
from followthrough.rules.retrieval.respelt import respelt

PACK = load_pack("general")


def _found(text: str) -> RankedPassage:
    passage = Passage(
        id=PassageId("p"),
        document_id=DocumentId("d"),
        document_name="Server help",
        collection="default",
        ordinal=0,
        text=text,
        start=0,
        end=len(text),
    )
    return RankedPassage(passage=passage, ranked=Ranked(passage_id=passage.id, score=1.0))


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("i forgot my pasword", "i forgot my password"),
        ("how do I reste the serevr", "how do I reset the server"),
        ("how do I reset passwords", "how do I reset passwords"),  # another form of a word that is there
        ("who is Resett", "who is Resett"),  # it may be a name
        ("code PASWORD1", "code PASWORD1"),
        ("is it free", "is it free"),
        ("", ""),
    ],
)
def test_strange_words_are_read_as_the_nearest_that_was_found(said: str, meant: str) -> None:
    assert respelt(said, [_found("You can reset your password on the server.")], PACK) == meant


def test_where_nothing_is_found_nothing_is_put_right() -> None:
    assert respelt("my pasword", [], PACK) == "my pasword"
