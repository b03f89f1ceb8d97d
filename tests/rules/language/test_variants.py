"""Words of one meaning in a pack's field."""

from __future__ import annotations

import pytest
from tests.rules.said import answer, texts

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.rules.language.variants import meanings_in, with_variants
from followthrough.rules.language.words import keys_of

GENERAL = load_pack("general")
HEALTH = load_pack("healthcare_payer")


@pytest.mark.parametrize(
    ("text", "searched"),
    [
        ("Is a PA needed?", "Is a PA needed? (prior authorization)"),
        ("Is precert needed?", "Is precert needed? (prior authorization)"),
        ("Is pre-auth needed?", "Is pre-auth needed? (prior authorization)"),
        ("Is prior authorization needed?", "Is prior authorization needed? (pa)"),
        ("Is prior authorization (PA) needed?", "Is prior authorization (PA) needed?"),
        ("Is a pad needed?", "Is a pad needed?"),
    ],
)
def test_the_commonest_other_form_joins_a_search(text: str, searched: str) -> None:
    assert with_variants(text, HEALTH) == searched


def test_a_text_without_a_variant_is_searched_as_it_is() -> None:
    assert with_variants("Where do I park?", GENERAL) == "Where do I park?"


def test_a_meaning_is_found_in_all_its_forms() -> None:
    (meant,) = meanings_in(keys_of("the wifi name"), GENERAL)
    assert meant.asked == ("wifi",)
    assert meant.places_in(keys_of("Our Wi-Fi is called Guest; the wireless network ends here.")) == [1, 2, 7, 8]


@pytest.mark.parametrize("asks", ["wifi", "Wi-Fi", "wireless network"])
@pytest.mark.parametrize("says", ["wifi", "Wi-Fi", "wireless network"])
def test_an_answer_may_use_another_form_than_the_question(asks: str, says: str) -> None:
    found = answer(f"What is the {asks} password?", f"The {says} password is tulip22.", "Parking is free on Sundays.")
    assert found.complete
    assert texts(found) == [f"The {says} password is tulip22."]
