"""Which questions depend on slots is told by the pack's words alone."""

from __future__ import annotations

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.rules.slots.need import need_of

PAYER = load_pack("healthcare_payer")


def test_all_phrases_of_one_entry_must_stand_in_the_question() -> None:
    need = need_of("Do telehealth visits need prior authorization?", PAYER)
    assert need is not None
    assert need.slots == ("payor", "state")
    assert need_of("How does prior authorization work?", PAYER) is None


def test_the_first_kind_that_fits_decides() -> None:
    need = need_of("What is the income limit for two people?", PAYER)
    assert need is not None
    assert need.slots == ("state",)


def test_a_question_about_the_word_itself_depends_on_nothing() -> None:
    assert need_of("What is a copay?", PAYER) is None
    assert need_of("What does timely filing mean?", PAYER) is None


def test_a_pack_without_needs_asks_for_nothing() -> None:
    assert need_of("What is the copay?", load_pack("general")) is None
