"""Which names a message holds, and what it makes of the plans and states that hold (section 4, F13, F26 to F31)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.jurisdiction import NOTHING_KNOWN, Jurisdiction, OpenSlots
from followthrough.domain.resolution import Followup, FollowupKind
from followthrough.rules.slots.gazetteer import Gazetteer
from followthrough.rules.slots.stated import Said, change_slots, decline_slots, in_place_of, read_slots, scoped
from followthrough.tuning import Tuning

PACK = load_pack("healthcare_payer")
NAMES = {"payor": ("Coralwood Care", "Harborline Health Plan"), "state": ("Florida",)}
KNOWN = Gazetteer(PACK, NAMES)
ALONE = Followup(kind=None, why="stands_alone")
HANGS_ON = Followup(kind=FollowupKind.DEICTIC, why="pronoun")
SHIFT = Followup(kind=None, why="topic_shift")


def said(text: str, *open_slots: str) -> Said:
    waiting = OpenSlots(slots=open_slots, question="?", original="", asked_at_turn=1) if open_slots else None
    return read_slots(text, waiting, KNOWN, PACK)


def after(
    *texts: str, followup: Followup = ALONE, start: Jurisdiction = NOTHING_KNOWN, turn: int = 1
) -> Jurisdiction:
    state = start
    for number, text in enumerate(texts, start=turn):
        state = change_slots(state, said(text), followup, turn=number, pack=PACK, tuning=Tuning())
    return state


@pytest.mark.parametrize(
    ("text", "payors", "state"),
    [
        ("Does UHC cover telehealth?", ("United Healthcare",), None),
        ("does United require prior auth?", ("United Healthcare",), None),
        ("United States citizens eligibility", (), None),
        ("The United flight was late", (), None),
        ("sunshine act rules", (), None),
        ("does Sunshine pay for H0036?", ("Sunshine Health",), None),
        ("Sunshine Health Plan's appeals", ("Sunshine Health",), None),
        ("Florida Blue copays", ("Florida Blue",), None),
        ("copays in Florida", (), "Florida"),
        ("what is prior auth for me", (), None),
        ("see him in or out of network", (), None),
        ("WHAT IS PRIOR AUTH FOR ME OR HIM", (), None),
        ("my member ID card", (), None),
        ("the rules in OR", (), "Oregon"),
        ("our clinic in Salem, OR", (), "Oregon"),
        ("Medicaid (ME) rules", (), "Maine"),
        ("rules for PA requests", (), None),
        ("the state of PA", (), "Pennsylvania"),
        ("denied with CO-29", (), None),
        ("FL Medicaid", (), "Florida"),
        ("timely filing at Harborline", ("Harborline Health Plan",), None),
        ("coralwood copays", ("Coralwood Care",), None),
        ("Sunshine and Molina", ("Sunshine Health", "Molina"), None),
        ("hi there, molinary", (), None),
    ],
)
def test_section_4_names_are_whole_words_in_their_context(
    text: str, payors: tuple[str, ...], state: str | None
) -> None:
    found = said(text)

    assert found.values("payor") == payors
    assert next(iter(found.values("state")), None) == state


@pytest.mark.parametrize(
    ("code", "slot", "value"),
    [
        ("payor.community_care_plan", "payor", "Community Care Plan"),
        ("payer.molina", "payor", "Molina"),
        ("payor.harborline_health_plan", "payor", "Harborline Health Plan"),
        ("state.new_york", "state", "New York"),
        ("state.fl", "state", "Florida"),
        ("program.medicaid", "program", "Medicaid"),
        ("regulatory_authority.cms", "regulatory_agency", "CMS"),
        ("perspective.provider_office", "perspective", "Asked by a provider's office"),
    ],
)
def test_f13_a_code_is_a_value(code: str, slot: str, value: str) -> None:
    assert said(f" {code} ").values(slot) == (value,)
    assert said(code).is_code


def test_f13_an_unknown_code_and_a_code_in_a_sentence_are_no_values() -> None:
    assert said("payor.zebra_plan").unknown_code == ("payor", "Zebra Plan")
    assert said("payor.molina please").is_code is False
    assert said("notes.txt").is_code is False


def test_f30_an_organisation_that_nobody_knows_is_seen() -> None:
    assert said("What does Brightpath Health require?").unknown("payor") == ("Brightpath Health",)
    assert said("Does Brightpath cover telehealth?").unknown("payor") == ("Brightpath",)
    assert said("Does Medicaid cover IOP?").unknown("payor") == ()
    assert said("What does Behavioral Health require?").unknown("payor") == ()


def test_f26_a_correction_replaces_and_a_comparison_adds() -> None:
    start = after("Sunshine appeals")

    assert after("I meant Molina, not Sunshine", start=start, turn=2).values("payor") == ("Molina",)
    assert after("compare with Molina", start=start, turn=2).values("payor") == ("Sunshine Health", "Molina")
    assert after("not Sunshine", start=start, turn=2).values("payor") == ()


def test_f30_an_unknown_plan_empties_the_slot() -> None:
    start = after("Sunshine appeals in Florida")

    assert after("What does Brightpath Health require?", start=start, turn=2).values("payor") == ()


def test_a_change_of_plan_empties_what_depends_on_it() -> None:
    start = after("Sunshine Medicaid copays in Florida")
    changed = after("how about Molina?", start=start, turn=2)

    assert start.values("program") == ("Medicaid",)
    assert changed.values("program") == ()
    assert changed.values("state") == ("Florida",)


def test_f31_what_no_turn_relies_on_fades() -> None:
    most = Tuning().slot_max_age_turns
    start = after("Sunshine appeals")

    assert after("what time is it", start=start, turn=1 + most).values("payor") == ("Sunshine Health",)
    assert after("what time is it", start=start, turn=2 + most).values("payor") == ()
    assert after("what time is it", start=start, turn=2, followup=SHIFT).values("payor") == ()
    relied_on = after("and by phone?", start=start, turn=1 + most, followup=HANGS_ON)
    assert after("what time is it", start=relied_on, turn=2 + most).values("payor") == ("Sunshine Health",)
    state = relied_on.state_of("payor")
    assert state is not None
    assert (state.set_at_turn, state.used_at_turn) == (1, 1 + most)


def test_f29_what_is_no_value_fills_nothing() -> None:
    assert said("it is for my patient", "state", "payor").fills == frozenset()
    assert said("FL", "state").fills == {"state"}
    assert said("me", "state").fills == frozenset()


def test_declined_slots_are_settled_without_a_value() -> None:
    state = decline_slots(after("Sunshine appeals"), ("payor", "state"), turn=2)

    assert state.values("payor") == ("Sunshine Health",)
    settled = state.state_of("state")
    assert settled is not None
    assert settled.values == ()


@pytest.mark.parametrize(
    "text",
    [
        "how about Molina?",
        "and for Ambetter",
        "we're with Molina in Florida",
        "I meant Molina, not Sunshine",
        "Molina please",
    ],
)
def test_a_message_that_only_names_values_is_bare(text: str) -> None:
    assert said(text).is_bare


@pytest.mark.parametrize(
    "text", ["Does Molina cover H0036?", "What is Molina?", "Molina denied my claim last week", "hi"]
)
def test_a_message_that_says_more_is_not(text: str) -> None:
    assert not said(text).is_bare


def test_a_value_takes_the_place_of_another() -> None:
    payor = KNOWN.slot("payor")

    assert in_place_of("Sunshine's copays?", payor, ("Molina",), KNOWN) == "Molina's copays?"
    assert in_place_of("copays?", payor, ("Molina",), KNOWN) == "copays?"
    assert scoped("What is the copay?", ("Molina", "Florida"), PACK) == "What is the copay for Molina, Florida?"
    assert scoped("What is the copay at Molina?", ("Molina",), PACK) == "What is the copay at Molina?"
    assert scoped("and by fax? (appeal)", ("Molina",), PACK) == "and by fax? (appeal, Molina)"


@given(st.text(max_size=200))
def test_any_text_is_read_and_mentions_stand_in_it(text: str) -> None:
    for mention in said(text).mentions:
        assert 0 <= mention.start < mention.end <= len(text)


@given(st.text(alphabet="abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=8))
def test_letters_inside_a_word_are_never_a_name(letters: str) -> None:
    assert said(f"x{letters}molinax about sunshinex").mentions == ()
