"""Which words look like a code of the field, and which questions ask for one (F18, F23, section 4)."""

from __future__ import annotations

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.rules.language.identifiers import asks_for_code, has_shape, is_shape, names_code

PAYER, SUPPORT = load_pack("healthcare_payer"), load_pack("it_support")


@pytest.mark.parametrize(
    "question",
    [
        "What is the CPT code for acupuncture?",
        "what's the diagnosis code for anxiety?",
        "which modifier do I use for telehealth",
        "Which HCPCS for peer support?",
        "What ICD-10 code is used for depression?",
        "HCPCS code for peer support",
        "tell me the procedure code for an x-ray",
        "Is there a modifier for telehealth?",
        "What code do I bill for group therapy?",
        "I need the CPT code for a home visit",
        "Under which code is peer support billed?",
        "Can you give me the place of service code for a school?",
        "What NPI does the clinic bill under?",
        "what is the payer id for Molina?",
        "what is the module number of billing?",
        "which code opens the portal?",
    ],
)
def test_a_question_whose_own_noun_is_an_identifier_asks_for_a_code(question: str) -> None:
    assert asks_for_code(question, PAYER)


@pytest.mark.parametrize(
    "question",
    [
        "Where does a diagnosis code go on a form?",
        "Are claims encoded for telehealth?",
        "Where is the barcode?",
        "What is the barcode for?",
        "What is a modifier?",
        "What does CPT code 99213 mean?",
        "What is the fee for CPT code 90837?",
        "How do I enter a billing code?",
        "What is the dress code?",
        "What is the decoder for the codebook?",
        "Is CPT 12345 covered?",
        "When do codes change?",
        "Who assigns the CPT code for acupuncture?",
        "How many diagnosis codes fit on a claim?",
        "What is the total number of visits?",
        "which code editor do we use?",
        "Does the plan follow a code of conduct?",
        "",
    ],
)
def test_f23_letters_in_a_word_and_questions_about_codes_ask_for_none(question: str) -> None:
    assert not asks_for_code(question, PAYER)


def test_each_field_has_its_own_identifiers() -> None:
    assert asks_for_code("What is the service tag of my laptop?", SUPPORT)
    assert not asks_for_code("What is the service tag of my laptop?", PAYER)
    assert not asks_for_code("What is the CPT code for acupuncture?", SUPPORT)


@pytest.mark.parametrize("code", ["F32.1", "Z55.9", "90837", "H0036", "CO-29", "1234567893", "101YM0800X"])
def test_f18_codes_of_the_field_have_their_shape(code: str) -> None:
    assert has_shape(code, PAYER)
    assert names_code(f"I think it is {code}.", PAYER)


@pytest.mark.parametrize("word", ["F3", "hello", "12", "2026", "covid-19", "H00361x", "in-network", "", "F32.1 F33"])
def test_other_words_have_none(word: str) -> None:
    assert not has_shape(word, PAYER)


@pytest.mark.parametrize("shape", ["A9999", "A99[.X+]", "AA-9+", "9 9", "A+-999+", "9[9[.9]]"])
def test_a_shape_is_letters_digits_and_what_may_be_absent(shape: str) -> None:
    assert is_shape(shape)


@pytest.mark.parametrize("shape", ["", "(a+)+", "B9", "A[", "A]9", ".*", "A9{2}", "+A", "A++"])
def test_a_shape_is_no_pattern_of_another_kind(shape: str) -> None:
    assert not is_shape(shape)
