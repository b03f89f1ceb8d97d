"""Only a whole utterance acts, with politeness around it and nothing else (C14, F3, F5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.pursuing import PACK

from followthrough.rules.language.utterance import is_wholly
from followthrough.rules.language.words import LONGEST_PHRASE

ENDS, STEER = PACK.pursuit.ends, PACK.pursuit
WRITTEN: dict[str, Any] = yaml.safe_load((Path(__file__).parents[1] / "endings.yaml").read_text(encoding="utf-8"))
THIRTEEN: list[str] = WRITTEN["thirteen"]
AROUND: list[str] = WRITTEN["around"]
INSIDE: list[str] = [inside for some in WRITTEN["inside"].values() for inside in some]


@pytest.mark.parametrize("sentence", WRITTEN["sentences"])
def test_f3_f4_questions_and_information_end_nothing(sentence: str) -> None:
    assert not is_wholly(sentence, ENDS, STEER)


@pytest.mark.parametrize("typo", WRITTEN["typos"])
def test_a_typo_is_no_stop(typo: str) -> None:
    assert not is_wholly(typo, ENDS, STEER)


@pytest.mark.parametrize("inside", INSIDE)
def test_h_no_phrase_of_the_pack_counts_inside_anything_else(inside: str) -> None:
    said = [inside.format(phrase, phrase) for phrase in sorted({*ENDS, *THIRTEEN})]
    assert not [text for text in said if is_wholly(text, ENDS, STEER)]


@pytest.mark.parametrize("around", AROUND)
def test_every_phrase_of_the_pack_counts_with_politeness_around_it(around: str) -> None:
    said = [around.format(phrase) for phrase in sorted({*ENDS, *THIRTEEN})]
    typed = [form for text in said for form in (text, text.upper(), text.replace("'", "’"))]
    assert not [text for text in typed if not is_wholly(text, ENDS, STEER)]


@pytest.mark.parametrize(
    "synonym", ["quit", "enough", "that'll do", "nvm", "nevermind", "forget about it", "all done"]
)
def test_f5_synonyms_count_as_exact_utterances(synonym: str) -> None:
    assert is_wholly(synonym, ENDS, STEER)
    assert not is_wholly(f"how do I {synonym} this", ENDS, STEER)


@pytest.mark.parametrize("text", ["could you stop?", "can you please stop", "would you cancel it, please?"])
def test_a_polite_request_may_have_a_question_mark(text: str) -> None:
    assert is_wholly(text, ENDS, STEER)


@pytest.mark.parametrize("text", ["", "  ", "thanks", "ok", "please", "no", "yes", "hello", "good"])
def test_politeness_alone_is_no_utterance(text: str) -> None:
    assert not is_wholly(text, ENDS, STEER)


WORDS = ["copay", "authorization", "how", "why", "limit", "H0036", "form", "until", "if", "not", "30"]


@given(st.sampled_from(THIRTEEN), st.sampled_from(WORDS), st.booleans(), st.sampled_from(AROUND))
def test_one_word_more_and_it_is_no_stop(phrase: str, word: str, before: bool, around: str) -> None:
    text = f"{word} {phrase}" if before else f"{phrase} {word}"
    assert not is_wholly(around.format(text), ENDS, STEER)


@pytest.mark.parametrize("name", ["ends", "persons", "retries", "nothing", "accepts"])
def test_no_phrase_is_made_of_the_others_and_none_is_too_long_to_be_found(name: str) -> None:
    phrases: frozenset[str] = getattr(STEER, name)
    assert not [one for one in phrases if is_wholly(one, phrases - {one}, STEER)]
    assert not [one for one in phrases if len(one.split()) > LONGEST_PHRASE]
