"""R1-10: requests to search the web, told from questions about it."""

from __future__ import annotations

import pytest
from tests.rules.said import PACK

from followthrough.rules.web.online import web_request, without_request

BARE = [
    "search the web for it",
    "Search the web.",
    "search the web please",
    "can you search the internet for that?",
    "Could you please look it up online?",
    "look online",
    "look that up on the internet",
    "google it",
    "Google that please",
    "just google it",
    "try the web",
    "ok, then check the internet",
    "please search online",
    "find it on the web",
    "do a web search",
    "could you do a web search for this",
    "would you mind searching the web?",
    "let's search the web for the answer",
    "maybe look on the web instead",
    "can you find out online?",
    "use google",
    "why don't you look on the internet",
    "search the web for more information",
    "check their website",
]


@pytest.mark.parametrize("text", BARE)
def test_a_bare_request_has_its_topic_in_the_conversation(text: str) -> None:
    found = web_request(text, PACK)
    assert found is not None
    assert found.topic == ""
    assert without_request(text, PACK) == text


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("search the web for the income criteria for Florida Medicaid", "the income criteria for Florida Medicaid"),
        ("Can you look up the parking fee online?", "the parking fee"),
        ("google the filing deadline of Medicare", "the filing deadline of Medicare"),
        ("Please find the copay on the internet", "the copay"),
        ("check the internet for outages in Berlin", "outages in Berlin"),
        ("search online for the dose limit of drug X, please", "the dose limit of drug X"),
        ("look on the web to see whether imaging is covered", "imaging is covered"),
        ("search their website for the specific criteria", "the specific criteria"),
        ("do a web search for CPT 90837", "CPT 90837"),
        ("What is the parking fee? Search the web for it.", "What is the parking fee?"),
        ("I need the parking fee, please look online", "I need the parking fee"),
        ("The handbook does not say it. Google the parking fee.", "the parking fee"),
    ],
)
def test_a_request_with_a_topic_gives_it(text: str, topic: str) -> None:
    found = web_request(text, PACK)
    assert found is not None
    assert found.topic.casefold() == topic.casefold()
    assert without_request(text, PACK) == found.topic


@pytest.mark.parametrize(
    "text",
    [
        "How do I search the web portal for a claim?",
        "How do I search the web?",
        "Where can members look online?",
        "Can I search online for a provider?",
        "Do members file online?",
        "Is there a web page with the fees?",
        "What does the website say about fees?",
        "search the web portal for my claim",
        "check online classes in the handbook",
        "find the internet service providers that are allowed",
        "look at the online form",
        "search the handbook for the fee",
        "search for it",
        "find it in the manual",
        "look it up",
        "The web was searched yesterday.",
        "Which google account is used for calendars?",
        "google drive permissions",
        "Explain web search",
        "What is the internet usage policy?",
        "use the internet connection of the guest network",
        "find out who pays for internet",
        "",
        "...",
    ],
)
def test_a_question_about_the_web_is_no_request(text: str) -> None:
    assert web_request(text, PACK) is None
    assert without_request(text, PACK) == text
