"""Follow-up detection by whole words (R1-4, R2-6, C15, F6, F7, F17, F25, F41, field reports 4, 11, 15)."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.resolution import Exchange, FollowupKind
from followthrough.rules.followups.conversation import import_history
from followthrough.rules.followups.kind import read_followup, without_shift
from followthrough.tuning import DEFAULT_TUNING

PACK = load_pack("general")
APPEALS = (Exchange(message="How do I appeal a denied claim at Sunshine Health?"),)


def kind(text: str, history: tuple[Exchange, ...] = APPEALS) -> FollowupKind | None:
    return read_followup(text, history, PACK, DEFAULT_TUNING).kind


def why(text: str, history: tuple[Exchange, ...] = APPEALS) -> str:
    return read_followup(text, history, PACK, DEFAULT_TUNING).why


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("and can it be done by phone?", "pronoun"),
        ("read their website", "pronoun"),
        ("and for a child?", "ellipsis"),
        ("of v2?", "ellipsis"),
        ("and imaging?", "ellipsis"),
        ("or by fax?", "ellipsis"),
        ("What about dental?", "ellipsis"),
        ("how about Community Care Plan", "ellipsis"),
        ("who signs this form", "demonstrative"),
        ("What are the other steps?", "comparison"),
        ("why?", "no_topic"),
        ("tell me more", "no_topic"),
        ("search the web", "no_topic"),
        ("I meant Molina, not Sunshine", "correction"),
        ("Thanks! And how long does it take?", "pronoun"),
    ],
)
def test_a_message_that_points_back_is_deictic(text: str, reason: str) -> None:
    assert (kind(text), why(text)) == (FollowupKind.DEICTIC, reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("fax number", "few_words"),
        ("What is the deadline?", "few_words"),
        ("What happens when the claim was denied twice already?", "same_topic"),
    ],
)
def test_a_question_of_its_own_that_leaves_the_topic_out_is_topical(text: str, reason: str) -> None:
    assert (kind(text), why(text)) == (FollowupKind.TOPICAL, reason)


@pytest.mark.parametrize(
    "text",
    [
        "what is the eligibility limit for Medicaid",  # F6: "it" stands inside "eligibility"
        "Does Molina require prior authorization with H0036?",  # F7: and inside "with"
        "Is CPT 12345 covered?",  # field report 11
        "Is it true that Molina pays for peer support?",  # F25
        "How long does it take to renew Medicaid eligibility?",  # F25
        "How often is Medicaid eligibility renewed?",  # F41
        "According to the manual, what is the enrollment deadline for new members?",  # F17
        "What is a copay and how does it work?",  # "it" is the copay
        "Is there a plan that covers acupuncture visits in Nevada?",
        "What is the copay, the deductible and the premium of Plan Silver?",  # F40
    ],
)
def test_a_standalone_question_is_no_followup(text: str) -> None:
    assert kind(text) is None


@pytest.mark.parametrize(
    "text", ["new topic: parking", "Different question: where do I park?", "ok, new topic. parking"]
)
def test_report_15_a_new_topic_carries_nothing(text: str) -> None:
    assert why(text) == "topic_shift"


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("new topic: parking", "parking"),
        ("Different question: where do I park?", "where do I park?"),
        ("ok, thanks. Unrelated: is 12 the limit?", "is 12 the limit?"),
        ("new topic", "new topic"),
        ("Where do I park?", "Where do I park?"),
    ],
)
def test_report_15_the_announcement_of_a_topic_is_not_asked(text: str, rest: str) -> None:
    assert without_shift(text, PACK) == rest


def test_report_4_the_very_first_followup_counts() -> None:
    assert kind("and for a child?", (Exchange(message="What is the dose limit for drug X?"),)) is FollowupKind.DEICTIC


@pytest.mark.parametrize("history", [(), import_history([{"role": "user", "content": "hi"}], PACK)])
def test_without_an_earlier_question_nothing_is_a_followup(history: tuple[Exchange, ...]) -> None:
    assert why("and it?", history) == "no_history"


def test_a_message_without_a_word_is_no_followup() -> None:
    assert why("🙂") == "no_words"


@pytest.mark.parametrize(
    "text",
    [
        "I have got four weeks. What about the fee?",
        "Wow, that is better than I thought. What are common treatments?",
        "Okay. The doctors were slow this time. What did the records say?",
        "My claim was denied and my manager is away. Who signs?",
    ],
)
def test_of_several_sentences_the_one_that_asks_decides(text: str) -> None:
    assert read_followup(text, APPEALS, PACK, DEFAULT_TUNING).is_followup


@pytest.mark.parametrize(
    "text",
    [
        "My claim was denied. What is the mailing address for provider credentialing applications in Georgia?",
        "I moved to another office. Which hospitals in Tampa accept Aetna members for cardiac surgery?",
    ],
)
def test_a_sentence_that_names_its_topic_stands_alone_behind_another(text: str) -> None:
    assert not read_followup(text, APPEALS, PACK, DEFAULT_TUNING).is_followup
