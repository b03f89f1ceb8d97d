"""Carried words as the phrases in which they were said."""

from __future__ import annotations

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.rules.followups.phrases import phrases_of
from followthrough.rules.followups.told import read_told
from followthrough.rules.language.words import Stems

PACK = load_pack("general")
STEMS = Stems(PACK)


def test_phrases_are_cut_from_what_was_said() -> None:
    told = read_told("Does lobular carcinoma in situ spread to the other breast?", STEMS, PACK)
    wanted = STEMS.of(["carcinoma", "situ", "lobular"])
    assert phrases_of(wanted, [told], PACK) == ["lobular carcinoma in situ"]


def test_a_name_is_carried_whole_unless_part_of_it_no_longer_holds() -> None:
    told = read_told("What is the copay on Plan Silver?", STEMS, PACK)
    assert phrases_of(["silver"], [told], PACK) == ["Plan Silver"]
    assert phrases_of(["silver"], [told], PACK, frozenset(("plan",))) == ["Silver"]


def test_a_heading_of_a_document_is_no_name() -> None:
    told = read_told("It is in the Annual Silver Report.", STEMS, PACK, by_user=False)
    assert phrases_of(["silver"], [told], PACK) == ["Silver"]


def test_no_word_stands_in_a_phrase_twice() -> None:
    told = read_told("copay copay copay plan", STEMS, PACK)
    assert phrases_of(STEMS.of(["copay", "plan"]), [told], PACK) == ["copay plan"]
