"""What identifies a person or opens a door goes nowhere but into the stored message (C42)."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.rules.language.private import (
    answer_without_identifiers,
    query_without_identifiers,
    without_identifiers,
    without_secrets,
)

PACK = load_pack("healthcare_payer")
OUT = "[left out]"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Is my claim paid? My member ID is W1234.", f"Is my claim paid? My member ID is {OUT}."),
        ("member id: ABC-99 12, copay?", f"member id: {OUT}, copay?"),
        ("Patient DOB 01/02/1980 needs H0036", f"Patient DOB {OUT} needs H0036"),
        ("She was born on March 3, 1980 in Tampa", f"She was born on {OUT} in Tampa"),
        ("write to jane.doe@example.org please", f"write to {OUT} please"),
        ("SSN 123-45-6789", f"SSN {OUT}"),
        ("the number 123-45-6789 is hers", f"the number {OUT} is hers"),
        ("call me at (813) 555-0100", f"call me at {OUT}"),
        ("call +1 813 555 0100 or 813.555.0100", f"call {OUT} or {OUT}"),
        ("call +49 (0)30 901820 or +49 (0) 30 / 901820", f"call {OUT} or {OUT}"),
        ("call 030/901820, (030) / 90 18 20 or 01.42.68.53.00", f"call {OUT}, {OUT} or {OUT}"),
        ("card 4111 1111 1111 1111", f"card {OUT}"),
        ("her id W123456789 was refused", f"her id {OUT} was refused"),
        ("My name is Jane Doe and I need help", f"My name is {OUT} and I need help"),
        ("for patient John Q Public", f"for patient {OUT}"),
        ("Mr. Smith wants an appeal", f"Mr. {OUT} wants an appeal"),
        ("the password is hunter2!", f"the password is {OUT}"),
        ("password: correct-horse", f"password: {OUT}"),
        ("my password was swordfish", f"my password was {OUT}"),
        ("my api key sk-abcdef does not work", f"my api key {OUT} does not work"),
        ("Medicaid number 9 998 877", f"Medicaid number {OUT}"),
        ("card 4111.1111.1111.1111 and 4111-1111-1111-1111", f"card {OUT} and {OUT}"),
        ("Medicare 1EG4-TE5-MK73 or 1EG4TE5MK73", f"Medicare {OUT} or {OUT}"),
        ("claim number 123456789A and AB12345678CD", f"claim number {OUT} and {OUT}"),
        ("from DE89 3704 0044 0532 0130 00 today", f"from {OUT} today"),
    ],
)
def test_it_is_left_out(text: str, left: str) -> None:
    assert without_identifiers(text, PACK) == left


@pytest.mark.parametrize(
    "text",
    [
        "Does Molina require prior authorization with H0036 for F32.1?",
        "Is CPT 90837 covered 12 times a year, not 20?",
        "version 11.2.3 shows error 0x80070005 since 2026-01-31",
        "The fee is $1,250.50 for 30 days",
        "What is the member handbook?",
        "Which patient forms are there? is the patient eligible",
        "How do I reset my password in Windows?",
        "my password is not accepted, the token expired",
        "",
        "CO-29 on 100 claims",
        "due on 01/02, 03/04/26 or 2026.01.31, half is 0.25 and +5 to +10 percent",
        "tables 0100/2 and 01.02.03 of version 01.02.03.04",
    ],
)
def test_what_identifies_nobody_stays_as_it_is(text: str) -> None:
    assert without_identifiers(text, PACK) == text
    assert query_without_identifiers(text, PACK) == text


def test_a_query_for_another_server_leaves_out_the_same_and_days_in_figures() -> None:
    text = "My member id is W1234, born 4/12/1980, card 4111 1111 1111 1111: which copay?"
    assert query_without_identifiers(text, PACK) == "My member id is , born , card : which copay?"
    assert "4/12/1980" in without_identifiers("seen on 4/12/1980", PACK)


@pytest.mark.parametrize(
    ("question", "answer", "left"),
    [
        ("What is the member's name?", "jane", OUT),
        ("What is your date of birth?", "the third of may", OUT),
        ("Which version?", "12", "12"),
        ("Which version?", "12, mail me at a@b.example", f"12, mail me at {OUT}"),
        ("What do you see?", "a red light", "a red light"),
    ],
)
def test_an_answer_is_private_when_its_question_asks_for_that(question: str, answer: str, left: str) -> None:
    assert answer_without_identifiers(question, answer, PACK) == left


@pytest.mark.parametrize(
    ("text", "repeated"),
    [
        ("my password is hunter2, why can't I log in", f"my password is {OUT} why can't I log in"),
        ("What does “Password rules” say?", "What does “Password rules” say?"),
        ("the password is wrong or expired", "the password is wrong or expired"),
    ],
)
def test_a_plain_word_after_password_is_no_secret(text: str, repeated: str) -> None:
    assert without_secrets(text, PACK) == repeated
