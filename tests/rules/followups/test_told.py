"""A text of the conversation as words, stems and sentences."""

from __future__ import annotations

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.rules.followups.told import read_told
from followthrough.rules.language.words import Stems

PACK = load_pack("general")
STEMS = Stems(PACK)


def telling(text: str, most: int | None = None) -> list[str]:
    told = read_told(text, STEMS, PACK, most)
    return [told.words[place].text for place in told.telling]


def test_stop_words_lone_letters_and_endless_words_tell_nothing() -> None:
    assert telling("What is the limit of drug X in a b c " + "y" * 100) == ["limit", "drug", "X"]


def test_sentences_are_counted_and_decimals_break_none() -> None:
    told = read_told("It costs $5.50 a visit. Who pays? Members; always", STEMS, PACK)
    assert told.sentence[-1] == 3
    assert told.sentence[: [w.key for w in told.words].index("visit") + 1] == [0] * 5


def test_no_more_words_are_read_than_asked_for() -> None:
    assert telling("alpha bravo charlie", 2) == ["alpha", "bravo"]
