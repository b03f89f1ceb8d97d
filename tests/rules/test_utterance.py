"""Only a whole utterance acts, with politeness around it and nothing else (C14, F3, F5)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rules.pursuing import PACK

from followthrough.rules.utterance import is_wholly

ENDS, STEER = PACK.pursuit.ends, PACK.pursuit
#: the thirteen of R0-22
THIRTEEN = [
    "never mind", "that's enough", "stop", "I'm done", "no thanks", "cancel", "forget it", "don't worry", "that's ok",
    "skip it", "end the search", "that's all", "no more",
]  # fmt: skip
AROUND = [
    "{}", "{}.", "{}!", "{}...", "  {}  ", "{}, please", "please {}", "ok, {}", "okay {} thanks", "{}, thank you",
    "no, {}", "{} for now", "oh {}", "alright, {} then", "well, {}.", "{} thanks anyway", "Sorry, {}", "hm, {}",
    "{} now please", "actually {}", "I think {}", "ok {}, thanks for your help!", "yes, {}", "{}, bye", "{} 🙂",
]  # fmt: skip
INSIDE = [
    "What does {} mean?", "How do I {} a request?",
    "Can you explain “{}”?", 'The button says "{}".', "if {} then what",
    "When the form says {}, what happens?", "{}?", "do not {}", "don't {}", "I never said {}", "not {}", "{} or not",
    "The policy {} of 2026", "{}: a memoir", "Chapter 3: {}", "({})", "[{}]", "'{}'", "is {} an option?", "{} loss",
    "{} payment", "what about {}", "should I say {}?", "{} the authorization", "why {}", "{} because it expired",
    "what happens after {}", "they told me {}", "{} is what he wrote", "before you {} read this", "{} at 30 days",
    "In the portal I pressed {} and nothing came", "unless {}", "{} https://example.org/fees", "{} 12", "I won't {}",
    "the {} clause", "«{}»", "`{}`", "{}/{}", "did I {} it", "whether {}", "who can {}", "{} when coverage ends",
]  # fmt: skip


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("phrase", THIRTEEN)
def test_each_end_phrase_counts_with_politeness_around_it(phrase: str, around: str) -> None:
    assert is_wholly(around.format(phrase), ENDS, STEER)
    assert is_wholly(around.format(phrase).upper(), ENDS, STEER)
    assert is_wholly(around.format(phrase).replace("'", "’"), ENDS, STEER)


@pytest.mark.parametrize("inside", INSIDE)
@pytest.mark.parametrize("phrase", THIRTEEN)
def test_h_no_end_phrase_counts_inside_anything_else(phrase: str, inside: str) -> None:
    assert not is_wholly(inside.format(phrase, phrase), ENDS, STEER)


@pytest.mark.parametrize(
    "sentence",
    [
        "How do I cancel a prior authorization request?",
        "When does coverage stop after termination?",
        "no more than 30 days?",
        "no more than 30 days",
        "What is the stop-loss provision",
        "stop-loss",
        "that's all the info I have: https://example.org/fees",
        "that's all the info I have",
        "cancel all my appointments",
        "end the search warrant discussion",
        "skip it logic in the form",
        "enough money for a copay",
        "don't worry about the copay, what is the deductible",
        "I'm done with the form, what next",
        "never mind the copay, what is the deductible?",
        "that's ok with the plan?",
        "no thanks needed from providers",
        "stop it from expiring",
        "forget it if it is over 30 days",
        "Never Mind (album)",
    ],
)
def test_f3_f4_questions_and_information_end_nothing(sentence: str) -> None:
    assert not is_wholly(sentence, ENDS, STEER)


@pytest.mark.parametrize(
    "typo",
    ["stpo", "sto p", "cancle", "cancl", "nver mind", "never mnd", "frget it", "forgt it", "skp it", "thats al",
     "tht's all", "no mor", "no thnaks", "end teh search", "im dne", "dont wory", "that's enuf", "stopp", "cancell"],
)  # fmt: skip
def test_a_typo_is_no_stop(typo: str) -> None:
    assert not is_wholly(typo, ENDS, STEER)


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
