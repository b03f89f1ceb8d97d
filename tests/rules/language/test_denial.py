"""What a message denies holds for its own clause (C21)."""

from __future__ import annotations

import pytest
from tests.rules.pursuing import PACK

from followthrough.rules.language.denial import denial_in, denies_end


@pytest.mark.parametrize(
    ("text", "kept", "denied"),
    [
        ("i don't want an agent", (), ("want an agent",)),
        ("no, an agent", ("an agent",), ()),
        ("not a bot, a human", ("a human",), ("a bot",)),
        ("bitte keinen menschen", (), ("menschen",)),
        ("un agente no hace falta", (), ("hace falta",)),
        ("do not get an agent and no human", (), ("get an agent", "human")),
    ],
)
def test_a_denial_holds_for_its_own_clause(text: str, kept: tuple[str, ...], denied: tuple[str, ...]) -> None:
    found = denial_in(text, PACK)
    assert found is not None
    assert (found.kept, found.denied) == (kept, denied)


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("a human not a bot", (("a human", "a bot"),)),
        ("no bot", ()),
        ("please don't get an agent", ()),
        ("i want no bot", (("i want", "bot"),)),
    ],
)
def test_what_stands_before_the_word_is_told_too(text: str, pairs: tuple[tuple[str, str], ...]) -> None:
    found = denial_in(text, PACK)
    assert found is not None
    assert found.set_against == pairs


@pytest.mark.parametrize(
    "text",
    [
        "can't i talk to a person",
        "isn't there a person",
        "is there nobody i can talk to",
        "can you not get me a person",
        "kann ich nicht mit einem Menschen sprechen?",
        "i can't talk to a bot anymore, human please",
        "no i want an agent",
        "get me an agent",
        "",
    ],
)
def test_who_asks_for_it_or_says_no_to_something_else_denies_nothing(text: str) -> None:
    assert denial_in(text, PACK) is None


@pytest.mark.parametrize("text", ["don't forget the first", "please do not drop the sauna", "i won't end the chat"])
def test_an_end_is_denied_right_before_it(text: str) -> None:
    assert denies_end(text, PACK)


@pytest.mark.parametrize("text", ["i don't need the sauna", "no, stop", "never mind the sauna", "not the sauna"])
def test_what_takes_back_by_a_denial_is_not_denied(text: str) -> None:
    assert not denies_end(text, PACK)
