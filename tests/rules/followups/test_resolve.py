"""What is searched for a message (R1-5 to R1-10, R2-2, R2-3, C15, C38, F6 to F8, field reports 1, 4, 5, 11, 15)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.objective import SubObjective
from followthrough.domain.resolution import Exchange, Resolved, ResolvedQuery, RetrievalContext
from followthrough.rules.followups.conversation import import_history
from followthrough.rules.followups.kind import read_followup
from followthrough.rules.followups.resolve import resolve
from followthrough.rules.language.words import keys_of
from followthrough.tuning import DEFAULT_TUNING, Tuning

PACK = load_pack("general")


def part(text: str, context: str = "") -> SubObjective:
    return SubObjective(id=SubObjectiveId(text), text=text, context=context)


def resolved(
    history: Sequence[Exchange | str],
    text: str,
    *,
    jurisdiction: tuple[str, ...] = (),
    replaced: tuple[str, ...] = (),
    parts: tuple[SubObjective, ...] | None = None,
) -> Resolved:
    turns = [turn if isinstance(turn, Exchange) else Exchange(message=turn) for turn in history]
    context = RetrievalContext(
        last_refined_query=turns[-1].asked if turns else None,
        jurisdiction=jurisdiction,
        replaced=replaced,
        followup=read_followup(text, turns, PACK, DEFAULT_TUNING),
    )
    return resolve(parts or (part(text),), context, turns, PACK, DEFAULT_TUNING)


def query(history: Sequence[Exchange | str], text: str, **known: tuple[str, ...]) -> str:
    return resolved(
        history, text, jurisdiction=known.get("jurisdiction", ()), replaced=known.get("replaced", ())
    ).queries[0]


def has(query: str, words: str) -> bool:
    return set(keys_of(words)) <= set(keys_of(query))


def test_report_1_the_new_aspect_joins_the_plan() -> None:
    assert has(query(["What is the copay on Plan Silver?"], "and imaging?"), "imaging copay Plan Silver")


def test_report_4_the_very_first_followup_has_its_topic() -> None:
    assert has(query(["What is the dose limit for drug X?"], "and for a child?"), "child dose limit drug X")


@pytest.mark.parametrize(
    ("before", "text", "after"),
    [
        ("When was v1 released?", "of v2?", "When was v2 released?"),
        ("When was v1 released?", "and v2?", "When was v2 released?"),
        ("What is the rate for 90837 at Harborline?", "and 90834?", "What is the rate for 90834 at Harborline?"),
        ("What is the copay on Plan Silver?", "and on Plan Gold?", "What is the copay on Plan Gold?"),
        ("What was the fee in 2024?", "and in 2025?", "What was the fee in 2025?"),
    ],
)
def test_report_5_another_item_takes_the_place_of_the_last_one(before: str, text: str, after: str) -> None:
    found = resolved([before], text)
    assert (found.queries, found.rewritten_by, found.why) == ((after,), "rules", ("put_in_last_question",))


def test_report_5_an_item_that_could_go_to_two_places_goes_to_none() -> None:
    found = query(["Is v1 older than v2?"], "and v3?")
    assert has(found, "v3")
    assert found.startswith("and v3?")


def test_f26_a_correction_puts_the_right_name_in_place() -> None:
    found = query(["What does Sunshine pay for H0036?"], "I meant Molina, not Sunshine", replaced=("Sunshine",))
    assert found == "What does Molina pay for H0036?"


def test_f14_another_payer_takes_the_place_of_the_payer_and_not_of_the_state() -> None:
    found = query(
        ["What is the appeal deadline for Sunshine Health in Florida?"],
        "how about Community Care Plan",
        replaced=("Sunshine Health",),
        jurisdiction=("Community Care Plan", "Florida"),
    )
    assert found == "What is the appeal deadline for Community Care Plan in Florida?"


def test_f30_a_payer_that_no_longer_holds_is_not_carried() -> None:
    found = query(
        ["What does Sunshine Health require for inpatient stays?"],
        "What does Oscar Health require?",
        replaced=("Sunshine Health",),
    )
    assert "Sunshine" not in found
    assert found.startswith("What does Oscar Health require?")


def test_f8_the_new_aspect_is_kept_and_the_topic_joins_it() -> None:
    assert has(
        query(["How do I appeal a denied claim?"], "and can it be done by phone?"), "phone appeal denied claim"
    )


@pytest.mark.parametrize(
    "text",
    [
        "what is the eligibility limit for Medicaid",  # F6
        "Does Molina require prior authorization with H0036?",  # F7
        "Is it true that Molina pays for peer support?",  # F25
        "Is CPT 12345 covered?",  # field report 11
        "new topic: parking",  # field report 15
    ],
)
def test_a_standalone_question_stays_byte_for_byte(text: str) -> None:
    history = ["How do I appeal a denied claim at Sunshine Health?"]
    found = resolved(history, text, jurisdiction=("Sunshine Health", "Florida"))
    assert (found.queries, found.rewritten_by, found.why) == ((text,), "none", ())


def test_r1_10_a_search_request_keeps_its_action_and_gets_topic_and_jurisdiction() -> None:
    before = ["What are the income criteria for Florida Medicaid?"]
    found = query(before, "search the web for it", jurisdiction=("Sunshine Health", "Florida"))
    assert found == "search the web for income criteria for Florida Medicaid (Sunshine Health)"


def test_r2_2_a_topical_followup_is_searched_with_the_payer() -> None:
    before = ["Does Sunshine Health require prior authorization for H0036?"]
    found = query(before, "Which documents do I need?", jurisdiction=("Sunshine Health",))
    assert found.startswith("Which documents do I need?")
    assert has(found, "Sunshine Health prior authorization")


def test_r2_3_values_that_the_query_names_are_not_added_again() -> None:
    before = ["Does Sunshine Health require prior authorization for H0036?"]
    found = query(before, "Does Sunshine Health require it?", jurisdiction=("Sunshine Health", "Florida"))
    assert found.count("Sunshine Health") == 1
    assert found.endswith("Florida)")


@pytest.mark.parametrize("text", ["read their website", "search their site", "what is on its web page?"])
def test_r1_2_without_published_sources_the_site_is_the_packs(text: str) -> None:
    pack = load_pack("healthcare_payer")
    before = Exchange(message="What is the timely filing limit for Molina claims in Florida?")
    context = RetrievalContext(
        last_refined_query=before.message,
        jurisdiction=("Molina", "Florida"),
        organisations=("Molina",),
        followup=read_followup(text, (before,), pack, DEFAULT_TUNING),
    )
    found = resolve((part(text),), context, (before,), pack, DEFAULT_TUNING).queries[0]
    assert has(found, "Molina molinahealthcare.com")
    assert "their" not in found


def test_the_site_of_an_organisation_that_the_pack_does_not_know_is_not_made_up() -> None:
    pack = load_pack("healthcare_payer")
    before = Exchange(message="What is the timely filing limit for Harborline claims?")
    context = RetrievalContext(
        last_refined_query=before.message,
        jurisdiction=("Harborline Health Plan",),
        organisations=("Harborline Health Plan",),
        followup=read_followup("read their website", (before,), pack, DEFAULT_TUNING),
    )
    found = resolve((part("read their website"),), context, (before,), pack, DEFAULT_TUNING).queries[0]
    assert found == "read Harborline Health Plan website"


@pytest.mark.parametrize("text", ["What is the copay on Plan Gold?", "and on Plan Gold?"])
def test_a_name_behind_the_same_label_never_joins_the_one_that_is_asked_about(text: str) -> None:
    assert "Silver" not in query(["What is the copay on Plan Silver?", "Is imaging covered on Plan Silver?"], text)


def test_what_stands_in_two_cells_of_a_table_is_no_phrase() -> None:
    before = Exchange(message="What is H0038?", reply="| H0038 | Peer support | 16 units |")
    assert "|" not in query([before], "search the web for it")


def test_r1_2_their_website_is_the_site_of_the_last_sources() -> None:
    before = Exchange(
        message="How does Harborline handle appeals?",
        reply="Harborline decides appeals within 30 days.",
        site_urls=("https://www.harborline.example/manual/7", "https://other.example/"),
    )
    assert has(query([before], "read their website"), "read Harborline website www.harborline.example")


def test_c15_a_question_that_found_nothing_still_gives_its_topic() -> None:
    refused = Exchange(
        message="What is the respite limit of Plan Silver?", query="What is the respite limit of Plan Silver?"
    )
    assert has(query([refused], "and for a child?"), "respite limit Plan Silver child")


def test_the_query_before_counts_and_not_only_its_words() -> None:
    turns = [
        Exchange(message="What is the copay on Plan Silver?"),
        Exchange(message="and imaging?", query="and imaging? (copay on Plan Silver)"),
    ]
    assert has(query(turns, "and for a child?"), "child Plan Silver imaging")


def test_what_the_message_itself_says_comes_before_the_conversation() -> None:
    parts = (
        part("What is the premium of Plan Gold?"),
        part("Does it cover imaging?", "What is the premium of Plan Gold?"),
    )
    found = resolved(["What is the copay on Plan Silver?"], "So what is it? " + parts[0].text, parts=parts)
    assert found.queries[0] == parts[0].text
    assert has(found.queries[1], "Plan Gold imaging")
    assert "Silver" not in found.queries[1]


def test_r3_the_users_language_is_kept() -> None:
    assert query(["Kolik stojí vstupné?"], "A pro děti?") == "A pro děti? (Kolik stojí vstupné)"


@pytest.mark.parametrize(
    ("history", "text"),
    [
        (["How do I appeal?"], "ما هو الموعد النهائي للاستئناف في فلوريدا؟"),
        (["איך מערערים?"], "🙂"),
        (["入場料はいくらですか？"], "Сколько стоит билет for 2 adults?"),
    ],
)
def test_scripts_without_rules_are_searched_with_their_own_words(history: list[str], text: str) -> None:
    assert query(history, text).startswith(text)


def test_a_history_of_refusals_adds_none_of_their_words() -> None:
    refusal = "I'm sorry, but I could not find anything about that in the documents."
    messages = [
        {"role": role, "content": text}
        for question in ("What is the respite limit of Plan Silver?", "and for adults?", "and for children?")
        for role, text in (("user", question), ("assistant", refusal))
    ]
    found = query(import_history(messages, PACK), "and in Florida?")
    assert not {"sorry", "find", "anything", "documents"} & set(keys_of(found))
    assert has(found, "Florida")


def test_no_more_words_are_carried_than_the_table_allows() -> None:
    before = Exchange(message="alpha bravo charlie delta echo foxtrot golf hotel india juliet")
    context = RetrievalContext(
        last_refined_query=before.message, followup=read_followup("and it?", (before,), PACK, DEFAULT_TUNING)
    )
    found = resolve((part("and it?"),), context, (before,), PACK, Tuning(carry_max_words=2))
    assert len(keys_of(found.queries[0])) <= len(keys_of("and it?")) + 2


@pytest.mark.parametrize("text", ["it " * 5_333, '"a" ' * 4_000, "other than " * 1_400, "x" * 16_000, "🙂"])
def test_the_longest_messages_keep_every_word(text: str) -> None:
    found = query(["What is the copay on Plan Silver?"], text)
    assert len(keys_of(found)) >= len(keys_of(text))


def test_500_long_turns_add_no_more_than_a_short_one() -> None:
    turns = [Exchange(message=f"copay of plan {n} " * 800, reply="x" * 50_000) for n in range(500)]
    assert len(query(turns, "and it?")) < 500


@pytest.mark.parametrize(
    ("before", "text", "begins"),
    [
        ("When is Harbor View Clinic open?", "Does it have parking?", "Does Harbor View Clinic have parking?"),
        ("How is Mill Street Library closed in winter?", "Where is it?", "Where is Mill Street Library?"),
    ],
)
def test_it_is_the_name_and_not_what_was_said_of_it(before: str, text: str, begins: str) -> None:
    assert query([before], text).startswith(begins)


@pytest.mark.parametrize(
    ("before", "text", "begins"),
    [
        ("When does Northgate open on Saturday?", "is it open on Christmas?", "is Northgate open"),
        ("Does Northgate close on Mondays?", "where is it?", "where is Northgate"),
        ("How many weeks do partners get?", "how do they apply?", "how do they apply?"),
        ("How many weeks do partners get?", "Who is he?", "Who is he?"),
        ("When did Ann Miller join?", "Who is she?", "Who is Ann Miller"),
    ],
)
def test_a_pronoun_stands_for_a_thing_or_a_person_and_not_for_a_time(before: str, text: str, begins: str) -> None:
    assert query([before], text).startswith(begins)


@pytest.mark.parametrize(
    ("query", "more", "meant"),
    [
        ("the code?", (), "the code?"),
        ("the code?", ("H0038",), "the code? (H0038)"),
        ("the code (Molina)", ("H0038", "H0039"), "the code (Molina, H0038, H0039)"),
        ("the code (of (both), Molina)", (), "the code (of (both), Molina)"),
        ("(the code)", ("H0038",), "(the code) (H0038)"),
    ],
)
def test_what_the_conversation_adds_stands_in_one_pair_of_brackets(
    query: str, more: tuple[str, ...], meant: str
) -> None:
    assert ResolvedQuery.read(query).also(*more).text == meant
