"""Whether passages bear a sentence: natural answers on the samples, and wrong ones made of the same words."""

from __future__ import annotations

import re
from importlib import resources

import pytest
from tests.rules.said import PACK, TUNING, passage

from followthrough.domain.documents import Passage
from followthrough.rules.bearing import strong_negations
from followthrough.rules.check_answer import AnswerCheck, Flaw, Sentence
from followthrough.rules.speaking import whole_sentences

SAMPLES = resources.files("followthrough.samples")


def section(path: str, words: str) -> Passage:
    """The section of a sample document that has these words, tables as readers write them."""
    text = (SAMPLES / path).read_text(encoding="utf-8").split("---", 2)[2]
    title = next(line[2:] for line in text.splitlines() if line.startswith("# "))
    found = next(part for part in text.split("\n## ") if words in part)
    head, _, body = found.partition("\n")
    lines = [line for line in body.strip().splitlines() if not re.fullmatch(r"\|[-|]+\|", line)]
    rows = [
        " | ".join(cell.strip() for cell in line.strip("|").split("|")) if "|" in line else line for line in lines
    ]
    return passage("\n".join(rows), name=title, heading=(title, head.strip("# ")))


VPN, LAPTOP = "it_support/vpn.md", "it_support/laptop-replacement.md"
PRINT, SECURE, PASSWORD = "it_support/printers.md", "it_support/security.md", "it_support/password-reset.md"
CORALWOOD = "healthcare_payer/coralwood-provider-faq.md"
ERRORS, EXCHANGE, MODELS = section(VPN, "809"), section(LAPTOP, "4 years"), section(LAPTOP, "Basalt")
CLAIMS, COPAYS = section(CORALWOOD, "first claims"), section(CORALWOOD, "no copay")
AUTHORIZED, PAYROLL = section(CORALWOOD, "Only inpatient"), section(PASSWORD, "payroll office")
MESSAGES, GUESTS, COLOUR = section(PRINT, "Waste box"), section(PRINT, "release code"), section(PRINT, "6 cents")
PHONE, SHARING, STICKS = section(SECURE, "2 hours"), section(SECURE, "Drive only"), section(SECURE, "64 GB")


def checked(question: str, about: Passage, sentence: str) -> Sentence | Flaw:
    return AnswerCheck(question, {1: about}, PACK, TUNING).check(f"{sentence} [1]")


@pytest.mark.parametrize(
    ("question", "about", "answer"),
    [
        (
            "What does VPN error 809 mean?",
            ERRORS,
            "Error 809 means that a router or hotel network is blocking the VPN tunnel. You can get around it by "
            "using a phone hotspot, or by switching the client to TCP mode.",
        ),
        (
            "How often are laptops replaced?",
            EXCHANGE,
            "Laptops are exchanged every 4 years. You will receive an invitation 6 weeks beforehand, and the "
            "exchange itself takes around 90 minutes.",
        ),
        ("Which laptop do engineers get?", MODELS, "Engineers and designers get the Basalt 16, which weighs 2.2 kg."),
        (
            "How long do I have to file a claim with Coralwood?",
            CLAIMS,
            "You have 12 months from the date of service to file a first claim with Coralwood. Later claims are "
            "denied with reason code CO-29, unless retroactive eligibility caused the delay.",
        ),
        (
            "Do Coralwood members pay a copay?",
            COPAYS,
            "No, Coralwood members don't pay a copay for covered services.",
        ),
        (
            "Who resets the payroll password?",
            PAYROLL,
            "Only the payroll office can reset it, in person or by video, and you need your staff card. The service "
            "desk cannot see or change it.",
        ),
        ("How many pages can guests print?", GUESTS, "Guests may print up to 20 pages a day."),
        ("What does a colour page cost?", COLOUR, "A colour page costs the department 6 cents, a black page 1 cent."),
        ("The waste box is full, what now?", MESSAGES, "Ask facilities, who will empty it within one working day."),
        ("I lost my phone", PHONE, "Please report a lost phone within 2 hours. Your private photos are not erased."),
        ("How long does a shared link work?", SHARING, "A link expires after 30 days."),
        ("Can I borrow a USB stick?", STICKS, "Yes, encrypted sticks of 64 GB are lent at the counter for one week."),
    ],
)
def test_what_a_colleague_would_say_is_borne(question: str, about: Passage, answer: str) -> None:
    for piece in whole_sentences(answer, PACK, is_all=True)[0]:
        assert isinstance(checked(question, about, piece.text), Sentence), piece.text


@pytest.mark.parametrize(
    ("question", "about", "sentence"),
    [
        ("What does VPN error 809 mean?", ERRORS, "Error 809 means that the password is wrong."),
        ("What does VPN error 809 mean?", ERRORS, "Error 691 means that the client is too old."),
        ("What does VPN error 809 mean?", ERRORS, "Error 809 means that the clock is wrong."),
        ("How often are laptops replaced?", EXCHANGE, "Laptops are exchanged every 6 weeks."),
        ("How often are laptops replaced?", EXCHANGE, "Laptops are exchanged every 90 minutes."),
        ("How often are laptops replaced?", EXCHANGE, "You get an invitation 4 years before."),
        ("Which laptop do engineers get?", MODELS, "Engineers get the Aster 15."),
        ("Which laptop do engineers get?", MODELS, "Office staff get the Basalt 16."),
        ("Which laptop do engineers get?", MODELS, "Engineers get a laptop of 1.1 kg."),
        (
            "How long to file a claim?",
            CLAIMS,
            "Coralwood denies first claims for 12 months from the date of service.",
        ),
        ("How long to file a claim?", CLAIMS, "Claims that come later are paid."),
        ("How long to file a claim?", CLAIMS, "Claims are never denied with CO-29."),
        ("Do Coralwood members pay a copay?", COPAYS, "Coralwood members pay a copay for covered services."),
        ("Is authorization needed?", AUTHORIZED, "Outpatient therapy needs authorization at Coralwood."),
        ("Is authorization needed?", AUTHORIZED, "Inpatient admissions do not need authorization."),
        ("Who resets the payroll password?", PAYROLL, "The service desk resets the payroll password."),
        ("How many pages can guests print?", GUESTS, "Guests may print 8 pages a day."),
        ("What does a colour page cost?", COLOUR, "A colour page costs 3 cents."),
        ("What is call service 49.3?", MESSAGES, "Call service 49.3 means that you ask facilities."),
        ("I lost my phone", PHONE, "Private photos are erased."),
        ("Can I share confidential files?", SHARING, "Confidential files can be shared by link."),
        ("Are private USB sticks allowed?", STICKS, "Private USB sticks are lent for 64 weeks."),
    ],
)
def test_what_the_same_words_would_say_wrongly_is_not(question: str, about: Passage, sentence: str) -> None:
    assert isinstance(checked(question, about, sentence), Flaw)


def test_an_exception_does_not_deny_the_sentence_it_stands_in() -> None:
    strong = strong_negations(PACK)
    assert {"not", "never", "no"} <= strong
    assert strong.isdisjoint({"unless", "except", "without"})
