"""The parts of a question (R0-10): several where it plainly asks several things, one everywhere else."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.conversation import Lane, Message, Thread, TurnClass
from followthrough.domain.hearing import Act, HeardActs
from followthrough.domain.ids import OwnerId, ThreadId, TurnId
from followthrough.domain.plan import AnswerQuestion, Plan, SayText
from followthrough.rules.hearing.classify import classify
from followthrough.rules.language.wording import summarise
from followthrough.rules.questions.plan import plan, split_question
from followthrough.tuning import Tuning

PACK = load_pack("general")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
THREAD = Thread(
    id=ThreadId("thr"), owner=OwnerId("me"), collection="c", pack="general", created_at=NOW, updated_at=NOW
)


def planned(text: str, tuning: Tuning | None = None) -> Plan:
    message = Message(turn_id=TurnId("t"), thread_id=THREAD.id, index=1, text=text, received_at=NOW)
    return plan(message, classify(text, PACK), THREAD, PACK, tuning or Tuning())


def parts(text: str) -> list[str]:
    return [piece.text for piece in split_question(text, PACK)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # "A, B and what about C?"
        (
            "What is the copay, what is the deductible and what about imaging?",
            ["What is the copay", "what is the deductible", "what about imaging?"],
        ),
        (
            "Is dental covered, is vision covered and what about hearing aids?",
            ["Is dental covered", "is vision covered", "what about hearing aids?"],
        ),
        # names and codes
        ("copay for Molina and Aetna", ["copay for Molina", "copay for Aetna"]),
        (
            "What is the copay for Molina, Aetna, and Humana?",
            ["What is the copay for Molina?", "What is the copay for Aetna?", "What is the copay for Humana?"],
        ),
        ("What is the copay for Molina and what about Aetna?", ["What is the copay for Molina", "what about Aetna?"]),
        ("opening hours on Saturday and Sunday", ["opening hours on Saturday", "opening hours on Sunday"]),
        (
            "Does H0036 and H0038 need prior authorization?",
            ["Does H0036 need prior authorization?", "Does H0038 need prior authorization?"],
        ),
        ("Is CPT 90837 and 90834 covered?", ["Is CPT 90837 covered?", "Is CPT 90834 covered?"]),
        ("What does Plan Silver and Gold cost?", ["What does Plan Silver cost?", "What does Plan Gold cost?"]),
        ("copay for Silver and Gold plans", ["copay for Silver plans", "copay for Gold plans"]),
        # things asked about under one phrase
        (
            "what is the copay and the deductible for Plan Silver?",
            ["what is the copay for Plan Silver?", "what is the deductible for Plan Silver?"],
        ),
        (
            "What are the limits for children and for adults?",
            ["What are the limits for children?", "What are the limits for adults?"],
        ),
        # clauses
        (
            "Is H0036 covered, does it need auth and what's the limit?",
            ["Is H0036 covered", "does it need auth", "what's the limit?"],
        ),
        (
            "For Plan Silver, what is the copay and what is the deductible?",
            ["For Plan Silver, what is the copay", "For Plan Silver, what is the deductible?"],
        ),
        (
            "When does the ferry leave, what does a ticket cost and who is the captain?",
            ["When does the ferry leave", "what does a ticket cost", "who is the captain?"],
        ),
        # sentences
        (
            "What is the copay? What is the deductible? How do I appeal?",
            ["What is the copay?", "What is the deductible?", "How do I appeal?"],
        ),
        ("what is the copay? and the deductible?", ["what is the copay?", "and the deductible?"]),
        ("Tell me the copay. Tell me the deductible.", ["Tell me the copay.", "Tell me the deductible."]),
        ("What is the copay? Thanks. What is the fee?", ["What is the copay? Thanks.", "What is the fee?"]),
        # lists
        (
            "I have two questions:\n1. What is the copay for imaging?\n2. What is the deductible?",
            ["What is the copay for imaging?", "What is the deductible?"],
        ),
        ("For Plan Silver:\n- copay\n- deductible", ["For Plan Silver copay", "For Plan Silver deductible"]),
        ("1) What is it? 2) Who pays? 3) When?", ["What is it?", "Who pays?", "When?"]),
        (
            "What is the copay for:\n* Molina\n* Aetna",
            ["What is the copay for Molina", "What is the copay for Aetna"],
        ),
        ("fax number and mailing address for appeals", ["fax number for appeals", "mailing address for appeals"]),
    ],
)
def test_r0_10_a_message_that_asks_several_things_has_several_parts(text: str, expected: list[str]) -> None:
    assert parts(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "What are the terms and conditions?",
        "How does search and rescue work?",
        "Does the plan cover hearing and vision exams?",
        "What is the difference between Molina and Aetna?",
        "Compare Molina and Aetna",
        "Can 90834 and 90837 be billed on the same day?",
        "Who qualifies with both Medicare and Medicaid?",
        "Who runs the Department of Health and Human Services?",
        "What do the Centers for Medicare and Medicaid Services do?",
        "What does Johnson and Johnson sell?",
        "Is it Ann and Bob's claim?",
        "What changed between March and May?",
        "How do I submit and track a claim?",
        "What is the policy on drugs and alcohol?",
        "What happens if the card is lost and has expired?",
        "Who decides what is covered and what is not?",
        "If I travel, is there a limit?",
        "When I call, will they answer?",
        "Tell me, what is the copay?",
        "I have Plan Silver. What is the copay?",
        "Hi! What is the copay? Thanks.",
        "What is the copay? What is the copay?",
        "What is the copay? I need this today for a member on Plan Silver.",
        "My claim was denied. I was told to appeal. Please help.",
        "Here is what I did:\n1. opened the app\n2. clicked login\nWhy does it fail?",
        'What does "copay for Molina and Aetna" mean?',
        "What is the copay (Molina and Aetna)?",
        "What does https://example.org/a,b and c say?",
        "Kolik stojí vstupné, prosím?",
        "12",
    ],
)
def test_r0_10_anything_else_is_one_part_byte_for_byte(text: str) -> None:
    assert parts(text) == [text]


def test_the_text_of_a_single_part_loses_only_outer_white_space() -> None:
    assert parts("  What  is\tthe copay ?\n\n") == ["What  is\tthe copay ?"]


@pytest.mark.parametrize(
    ("text", "context"),
    [
        ("Is CPT 90837 covered? If so, does it need authorization?", ["", "Is CPT 90837 covered?"]),
        ("I have Plan Silver. What is the copay? What is the fee?", ["", "I have Plan Silver."]),
        ("Does the plan cover PT? How many visits?", ["", "Does the plan cover PT?"]),
        ("Is H0036 covered and does it need auth?", ["", "Is H0036 covered"]),
        ("What is the copay? How do I file an appeal?", ["", ""]),
        ("How long does a VPN session last and who resets the payroll password?", ["", ""]),
    ],
)
def test_a_part_keeps_the_words_that_it_needs_to_make_sense(text: str, context: list[str]) -> None:
    assert [piece.context for piece in split_question(text, PACK)] == context


def test_a_part_is_searched_with_its_context() -> None:
    decided = planned("Is CPT 90837 covered? If so, does it need authorization?")

    assert isinstance(decided, AnswerQuestion)
    assert [part.query for part in decided.parts] == [
        "Is CPT 90837 covered?",
        "Is CPT 90837 covered? If so, does it need authorization?",
    ]


def test_f11_an_id_comes_from_the_words_and_is_the_same_everywhere() -> None:
    first, second = planned("What is the copay?"), planned("  what is the   COPAY ? ")
    other = planned("What is the deductible?")

    assert isinstance(first, AnswerQuestion)
    assert isinstance(second, AnswerQuestion)
    assert isinstance(other, AnswerQuestion)
    assert first.parts[0].id == second.parts[0].id != other.parts[0].id


def test_f11_the_same_words_about_two_things_are_two_parts() -> None:
    decided = planned("Is H0036 covered? Does it need auth? Is T1017 covered? Does it need auth?")

    assert isinstance(decided, AnswerQuestion)
    assert len(decided.parts) == len({part.id for part in decided.parts}) == 4


def test_parts_beyond_the_cap_are_asked_together_and_not_lost() -> None:
    text = " ".join(f"What is the fee for item{n}x?" for n in range(12))
    decided = planned(text, replace(Tuning(), plan_max_parts=3))

    assert isinstance(decided, AnswerQuestion)
    assert len(decided.parts) == 3
    assert all(f"item{n}x" in decided.parts[2].text for n in range(2, 12))


def test_a_question_creates_a_plan_in_the_answer_lane() -> None:
    decided = planned("What is the copay?")

    assert isinstance(decided, AnswerQuestion)
    assert (decided.turn_class, decided.decision.lane) == (TurnClass.NEW_QUESTION, Lane.ANSWER)
    assert decided.summary == "What is the copay?"


@pytest.mark.parametrize(
    ("text", "turn_class", "lane", "say"),
    [
        ("hello", TurnClass.CHAT, Lane.CHAT, "greeting"),
        ("thanks", TurnClass.ACK, Lane.CHAT, "thanks"),
        ("ok", TurnClass.ACK, Lane.CHAT, "acknowledged"),
        ("?", TurnClass.EMPTY, Lane.GUARD, "empty"),
    ],
)
def test_a_courtesy_is_answered_and_searches_nothing(text: str, turn_class: TurnClass, lane: Lane, say: str) -> None:
    decided = planned(text)

    assert isinstance(decided, SayText)
    assert (decided.turn_class, decided.decision.lane, decided.say) == (turn_class, lane, say)


def test_a_summary_is_one_line_cut_at_a_word() -> None:
    assert summarise("a\n b\tc", 200) == "a b c"
    assert summarise("What is the copay for imaging?", 20) == "What is the copay…"
    assert summarise("x" * 300, 200) == "x" * 199 + "…"


@pytest.mark.parametrize(
    ("text", "act", "say"),
    [
        ("see you", Act.GOODBYE, "farewell"),
        ("hasta luego", Act.GOODBYE, "farewell_es"),
        ("bis bald", Act.GOODBYE, "farewell_de"),
        ("bye", Act.GOODBYE, "farewell"),
        ("thanks, that helped a lot", Act.THANKS, "thanks"),
        ("one moment please", Act.THANKS, "acknowledged"),
        ("ok", Act.THANKS, "acknowledged"),
    ],
)
def test_a_farewell_gets_one_and_thanks_are_welcome(text: str, act: Act, say: str) -> None:
    message = Message(turn_id=TurnId("t"), thread_id=THREAD.id, index=1, text=text, received_at=NOW)
    found = plan(message, TurnClass.ACK, THREAD, PACK, Tuning(), acts=HeardActs(acts=((act, 0.9),)))
    assert isinstance(found, SayText)
    assert found.say == say
