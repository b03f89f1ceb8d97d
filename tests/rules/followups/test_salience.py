"""Words of a conversation weighed beside each other."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.resolution import Exchange
from followthrough.rules.followups.carry import candidates_of, weigh
from followthrough.rules.followups.carry_signals import Trait
from followthrough.rules.followups.carry_weights import SHIPPED as CARRY
from followthrough.rules.followups.salience import (
    ALONE,
    MOST,
    Fact,
    Measure,
    Salience,
    Scene,
    Standing,
    standings_of,
    weigh_again,
)
from followthrough.rules.followups.salience_weights import SHIPPED
from followthrough.rules.followups.told import read_told
from followthrough.rules.language.words import Stems
from followthrough.tuning import DEFAULT_TUNING

PACK = load_pack("general")
STEMS = Stems(PACK)


def standings(text: str, *history: Exchange) -> dict[str, Standing]:
    asked = read_told(text, STEMS, PACK)
    candidates, texts = candidates_of(asked, history, STEMS, PACK, DEFAULT_TUNING)
    chances = weigh(candidates, 0, CARRY)
    return {
        s.stem: s
        for s in standings_of(candidates, chances, Scene(asked=asked, history=history, texts=texts, pack=PACK))
    }


def has(standing: Standing, fact: Fact) -> bool:
    return bool(standing.facts >> fact & 1)


def test_a_chance_is_the_logistic_sum_of_measures_facts_and_traits() -> None:
    weights = Salience.of(-1.0, {Measure.OWN: 0.5, Measure.PLACE: -1.0}, {Fact.LATE: 0.25}, {Trait.PRONOUN: 0.75})
    one = Standing("one", [2.0, 0.0, 0.0, 0.0, 0.0], 1 << Fact.LATE)
    two = Standing("two", [2.0, 1.0, 0.0, 0.0, 0.0], 0)
    chances = weigh_again([one, two], 1 << Trait.PRONOUN, weights)
    assert chances == pytest.approx({"one": 0.7311, "two": 0.4378}, abs=1e-4)


def test_without_weights_of_its_own_a_chance_is_that_of_the_word_by_itself() -> None:
    asked = read_told("and it?", STEMS, PACK)
    history = (Exchange(message="Which plans cover acupuncture?", reply="Plan Silver covers acupuncture."),)
    candidates, texts = candidates_of(asked, history, STEMS, PACK, DEFAULT_TUNING)
    alone = weigh(candidates, 0, CARRY)
    scene = Scene(asked=asked, history=history, texts=texts, pack=PACK)
    again = weigh_again(standings_of(candidates, alone, scene), 0, ALONE)
    assert again == pytest.approx(alone)


def test_the_likeliest_words_come_first_and_no_more_than_are_weighed() -> None:
    reply = " ".join(f"Thing{n} works." for n in range(40))
    found = list(standings("and it?", Exchange(message="Which things work?", reply=reply)).values())
    assert len(found) == MOST
    own = [s.measures[Measure.OWN] for s in found]
    assert own == sorted(own, reverse=True)
    assert found[0].measures[Measure.PLACE] == 0
    assert found[0].measures[Measure.BEHIND] == 0
    assert all(s.measures[Measure.BEHIND] <= 0 for s in found)


def test_a_conversation_without_other_words_leaves_nothing_out() -> None:
    assert standings("What is the copay?", Exchange(message="What is the copay?")) == {}


def test_what_the_last_reply_speaks_of_most_has_the_whole_share() -> None:
    reply = "Cotton needs sun. Cotton needs water. Cotton needs time. The harvest is late."
    found = standings("and it?", Exchange(message="How does one farm?", reply=reply))
    assert found["cotton"].measures[Measure.SHARE] == 1
    assert has(found["cotton"], Fact.REPLY_THRICE)
    assert found["harvest"].measures[Measure.SHARE] == pytest.approx(1 / 3)
    assert not has(found["harvest"], Fact.REPLY_THRICE)


def test_a_phrase_said_twice_is_known() -> None:
    reply = "Heat pumps save energy. Heat pumps need care."
    found = standings("and it?", Exchange(message="What saves energy?", reply=reply))
    assert has(found["heat"], Fact.PHRASE_TWICE)
    assert has(found["pump"], Fact.PHRASE_TWICE)
    assert not has(found["care"], Fact.PHRASE_TWICE)


@pytest.mark.parametrize(
    ("text", "reply", "stem"),
    [
        ("What did the Alliance do?", "The National Alliance helps people.", "nation"),
        ("Why was the Squad founded?", "The Special Squad was founded in 1992.", "special"),
    ],
)
def test_the_rest_of_a_name_that_the_message_shortens_is_known(text: str, reply: str, stem: str) -> None:
    found = standings(text, Exchange(message="Who helps?", reply=reply))
    assert has(found[stem], Fact.COMPLETES_NAME)


@pytest.mark.parametrize("text", ["How do those values matter?", "Do the values matter?"])
def test_the_rest_of_a_noun_that_the_message_points_at_is_known(text: str) -> None:
    found = standings(text, Exchange(message="What counts?", reply="Here cultural values count. Prices are low."))
    assert has(found["cultur"], Fact.COMPLETES_DEFINITE)
    assert not has(found["price"], Fact.COMPLETES_DEFINITE)


def test_the_head_of_a_phrase_is_told_from_what_stands_before_it() -> None:
    found = standings(
        "and it?", Exchange(message="What does a gravel driveway cost?", reply="Gravel roads are cheap.")
    )
    assert has(found["driveway"], Fact.HEAD_IN_MESSAGE) or has(found["cost"], Fact.HEAD_IN_MESSAGE)
    assert has(found["gravel"], Fact.FIRST_IN_PHRASE_OF_MESSAGE)
    assert has(found["gravel"], Fact.FIRST_IN_PHRASE_OF_REPLY)
    assert has(found["road"], Fact.HEAD_IN_REPLY)


def test_facts_of_the_conversation_hold_for_every_word() -> None:
    turns = [Exchange(message=f"What is topic {n} about?", reply="It is about trees.") for n in range(6)]
    found = standings("and it?", *turns)
    assert found
    assert all(has(s, Fact.LATE) for s in found.values())


def test_the_shipped_weights_have_one_for_each_measure_fact_and_trait() -> None:
    assert (len(SHIPPED.measures), len(SHIPPED.facts), len(SHIPPED.traits)) == (len(Measure), len(Fact), len(Trait))
    assert SHIPPED.measures[Measure.OWN] > 0
