"""Names of packs and documents: longest first, joined, and as people say them."""

from __future__ import annotations

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.rules.slots.gazetteer import Gazetteer, code_of

PACK = load_pack("healthcare_payer")


def names(text: str, *payors: str) -> list[str]:
    return [m.value for m in Gazetteer(PACK, {"payor": payors}).mentions(text)]


def test_the_longest_name_wins() -> None:
    assert names("Aetna Better Health of Florida") == ["Aetna Better Health"]
    assert names("Florida Blue in Florida") == ["Florida Blue", "Florida"]


def test_a_document_that_names_a_known_plan_differently_adds_none() -> None:
    known = Gazetteer(PACK, {"payor": ("Molina Healthcare", "UHC")})

    assert [v.name for v in known.slot("payor").values] == [v.name for v in PACK.slots.named("payor").values]
    assert known.canonical("payor", ("Molina Healthcare", "Zebra")) == ("Molina", "Zebra")


def test_a_short_name_is_one_only_where_it_is_the_documents_own() -> None:
    assert names("harborline appeals", "Harborline Health Plan") == ["Harborline Health Plan"]
    assert names("harbor appeals", "Harbor Health Plan", "Harbor Care") == []
    assert names("the first appeal", "First Health Plan") == []


def test_names_are_shortened_to_what_people_say() -> None:
    known = Gazetteer(PACK, {"payor": ("Harborline Health Plan",)})

    assert known.shortened("copay at Harborline Health Plan?") == "copay at Harborline?"
    assert known.shortened("copay at Sunshine Health?") == "copay at Sunshine Health?"


def test_codes_are_made_of_names() -> None:
    assert code_of("Community Care Plan") == "community_care_plan"
