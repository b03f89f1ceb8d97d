"""Words of the conversation as candidates, and how their weights add up."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.resolution import Exchange
from followthrough.rules.followups.carry import Candidate, candidates_of, weigh
from followthrough.rules.followups.carry_signals import Signal, Trait, Weights
from followthrough.rules.followups.told import read_told
from followthrough.rules.language.words import Stems
from followthrough.tuning import DEFAULT_TUNING

PACK = load_pack("general")
STEMS = Stems(PACK)


def candidates(history: tuple[Exchange, ...], text: str) -> dict[str, Candidate]:
    found, _ = candidates_of(read_told(text, STEMS, PACK), history, STEMS, PACK, DEFAULT_TUNING)
    return {c.stem: c for c in found}


def signals(candidate: Candidate) -> set[Signal]:
    return {signal for signal in Signal if candidate.signals >> signal & 1}


def test_a_chance_is_the_logistic_sum_of_its_facts() -> None:
    weights = Weights.of(-1.0, {Signal.LAST_MESSAGE: 0.5, Signal.ONCE: 2.0}, {Trait.SEVERAL_SENTENCES: 0.25})
    one = Candidate("one", 1 << Signal.LAST_MESSAGE | 1 << Signal.ONCE)
    none = Candidate("none", 1 << Signal.NAME)
    chances = weigh([one, none], 1 << Trait.SEVERAL_SENTENCES, weights)
    assert chances == pytest.approx({"one": 0.8520, "none": 0.3208}, abs=1e-4)


def test_words_of_the_message_and_stop_words_are_no_candidates() -> None:
    found = candidates((Exchange(message="What is the copay on Plan Silver?"),), "Is the copay high?")
    assert set(found) == {"plan", "silver"}


def test_where_a_word_was_said_is_known() -> None:
    history = (
        Exchange(message="Which plans cover acupuncture?", reply="Plan Silver covers acupuncture."),
        Exchange(message="What is its copay?", query="What is Plan Silver copay?", reply="The copay is $25 a visit."),
    )
    found = candidates(history, "and a referral?")
    assert {Signal.LAST_MESSAGE, Signal.LAST_QUERY, Signal.LAST_REPLY, Signal.MESSAGE_AND_ITS_REPLY} <= signals(
        found["copay"]
    )
    assert {Signal.LAST_QUERY_ADDED, Signal.EARLIER_REPLY, Signal.NAME} <= signals(found["silver"])
    assert {Signal.BEFORE_LAST_MESSAGE, Signal.FIRST_MESSAGE} <= signals(found["acupunctur"])
    assert {Signal.ONLY_LAST_REPLY, Signal.ONCE} <= signals(found["visit"])


def test_letters_and_digits_of_a_word_are_known() -> None:
    found = candidates((Exchange(message="Does H0036 quickly need processing?"),), "and it?")
    assert Signal.CODE in signals(found["h0036"])
    assert Signal.ENDS_LY in signals(next(c for stem, c in found.items() if stem.startswith("quick")))


def test_only_the_first_words_of_a_long_reply_are_read() -> None:
    reply = "filler " * DEFAULT_TUNING.history_text_words + "needle"
    assert "needl" not in candidates((Exchange(message="a question", reply=reply),), "and it?")
