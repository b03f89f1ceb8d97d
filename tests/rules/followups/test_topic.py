"""The topic that a follow-up leaves out."""

from __future__ import annotations

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.resolution import Exchange
from followthrough.rules.followups.told import Told, read_told
from followthrough.rules.followups.topic import asked_before, names_in, topic_of
from followthrough.rules.language.words import Stems

PACK = load_pack("general")
STEMS = Stems(PACK)


def told(text: str) -> Told:
    return read_told(text, STEMS, PACK)


def topic(text: str, *before: str, gone: frozenset[str] = frozenset(), most: int = 5) -> list[str]:
    return topic_of(told(text), [told(one) for one in before], PACK, gone=gone, most=most)


def test_the_last_questions_telling_words_are_left_out() -> None:
    assert topic("and for a child?", "What does a berth permit cost?") == STEMS.of(["berth", "permit", "cost"])


def test_a_question_that_says_next_to_nothing_was_about_the_one_before_it() -> None:
    assert topic("why?", "and for boats?", "What does a berth permit cost?")[:2] == STEMS.of(["boats", "berth"])


def test_words_of_the_message_values_that_no_longer_hold_and_its_numbers_are_not_repeated() -> None:
    assert "permit" not in topic("and the permit?", "What does a berth permit cost?")
    gone = frozenset(STEMS.of(["ohio"]))
    assert topic("and now?", "berth permit in Ohio", gone=gone) == STEMS.of(["berth", "permit"])
    assert topic("case 2?", "What does case 1 cost at the harbor?") == STEMS.of(["cost", "harbor"])


def test_no_more_are_taken_than_asked_for_and_none_of_nothing() -> None:
    assert topic("and?", "alpha bravo charlie delta", most=2) == STEMS.of(["alpha", "bravo"])
    assert topic("and?") == []


def test_of_each_turn_what_it_was_searched_with_comes_before_the_users_words_newest_first() -> None:
    turns = [Exchange(message="a"), Exchange(message="b", query="b (a)"), Exchange(message="c", query="c")]
    assert asked_before(turns) == ("c", "b (a)", "b", "a")


def test_names_are_told_from_what_begins_a_sentence() -> None:
    assert names_in([told("When is Northgate open?")], PACK) == frozenset(STEMS.of(["northgate"]))
