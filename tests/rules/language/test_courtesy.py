"""Courtesies count only as the whole utterance."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.rules.language.courtesy import courtesies

PHRASES = load_pack("general").phrases


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("Hi there!", {"greeting"}),
        ("ok, thank you so much", {"acknowledgement", "thanks"}),
        ("thanks, great!", {"thanks", "acknowledgement"}),
        ("it didn't work", set[str]()),
        ("that worked but the light is red", set[str]()),
        ("hello, what is the copay?", set[str]()),
        ("thanksgiving", set[str]()),
        ("?!", set[str]()),
    ],
)
def test_courtesies_are_whole_utterances(text: str, kinds: set[str]) -> None:
    assert courtesies(text, PHRASES) == kinds
