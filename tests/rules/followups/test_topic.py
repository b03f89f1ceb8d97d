"""Words of the conversation count for where they were said."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.resolution import Exchange
from followthrough.rules.followups.told import read_told
from followthrough.rules.followups.topic import Topic, topic_of
from followthrough.rules.language.words import Stems
from followthrough.tuning import DEFAULT_TUNING

PACK = load_pack("general")
STEMS = Stems(PACK)


def topic(text: str, *history: Exchange) -> Topic:
    return topic_of(read_told(text, STEMS, PACK), history, STEMS, PACK, DEFAULT_TUNING)


def stems(text: str) -> set[str]:
    return set(STEMS.of(text.split()))


COPAY = Exchange(message="What is the copay on Plan Silver?", reply="The copay is 20 dollars.")


def test_the_words_of_the_last_question_are_carried() -> None:
    found = topic("and imaging?", COPAY)
    assert set(found.words) == stems("copay plan silver")
    assert found.names == stems("plan silver")


def test_no_word_of_the_message_is_carried() -> None:
    assert "copay" not in topic("is the copay refunded?", COPAY).words


def test_what_a_question_that_says_nothing_was_searched_with_counts() -> None:
    again = Exchange(message="and for a child?", query="and for a child? (copay on Plan Silver)")
    assert stems("copay plan silver") <= set(topic("when?", COPAY, again).last)


@pytest.mark.parametrize(("times", "meant"), [(1, False), (3, True)])
def test_a_name_that_the_last_reply_comes_back_to_is_meant(times: int, meant: bool) -> None:
    said = Exchange(message="Which medicine is best?", reply="Doctors give Deferasirox daily. " * times)
    assert (STEMS.of(["deferasirox"])[0] in topic("How is it taken?", said).words) is meant
