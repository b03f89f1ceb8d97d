"""The reply: what was found, then what was not, every number with its source (R0-32)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args, get_type_hints

import pytest
from tests.rules.pursuit.test_evaluate import NOW, OBJECTIVE, THREAD, TURN
from tests.rules.said import PACK, TUNING, part, passage, ranked, retrieval

from followthrough.domain.conversation import Decision, Lane, Reply, TurnClass
from followthrough.domain.documents import Passage
from followthrough.domain.jurisdiction import OpenSlots, Waits
from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import Found, PartAnswer, Progress, Said
from followthrough.domain.plan import AnswerQuestion, SayText
from followthrough.domain.planned_part import as_it_stands
from followthrough.domain.retrieval import RankedPassage, Retrieval
from followthrough.rules.evidence.answer import answer_part
from followthrough.rules.pursuit.ask import ask_for_help
from followthrough.rules.pursuit.evaluate import evaluate
from followthrough.rules.replies.compose import compose

TEXTS = PACK.texts
SAID_OTHERWISE = {
    "material_noted",
    "points_at_nothing",
    "nothing",
    "person",
    "catalogue",
    "slot_noted",
    "doubted_sources",
    "sources_named",
    "attached_named",
}


def replied(*asked: tuple[str, Retrieval]) -> Reply:
    """The reply to these parts, each with what its search found, through the real rules."""
    plan, found, progress = turn_of(*asked)
    return compose(plan, found, progress, PACK)


def turn_of(*asked: tuple[str, Retrieval]) -> tuple[AnswerQuestion, Found, Progress]:
    """The plan for these parts, what was found and where the objective stands, through the real rules."""
    parts = tuple(part(text, part_id=f"sub{n}") for n, (text, _) in enumerate(asked))
    answers = tuple(answer_part(p, r, PACK, TUNING) for p, (_, r) in zip(parts, asked, strict=True))
    return evaluated(parts, answers, tuple(r for _, r in asked))


def written(
    parts: tuple[SubObjective, ...], answers: tuple[PartAnswer, ...], retrievals: tuple[Retrieval, ...]
) -> Reply:
    plan, found, progress = evaluated(parts, answers, retrievals)
    return compose(plan, found, progress, PACK)


def evaluated(
    parts: tuple[SubObjective, ...], answers: tuple[PartAnswer, ...], retrievals: tuple[Retrieval, ...]
) -> tuple[AnswerQuestion, Found, Progress]:
    plan = AnswerQuestion(
        turn_class=TurnClass.NEW_QUESTION,
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        summary="s",
        planned=tuple(map(as_it_stands, parts)),
    )
    found = Found(retrievals=retrievals, answers=answers)
    return (
        plan,
        found,
        evaluate(plan, found, THREAD, turn=TURN, now=NOW, objective_id=OBJECTIVE, pack=PACK, tuning=TUNING),
    )


FEE = passage("The entry fee is 12 dollars. Cash only.", name="Fees")
FAX = passage("The fax number for appeals is 1-800-555-0100.", name="Contacts", ordinal=7)


def test_one_part_is_answered_without_a_heading() -> None:
    reply = replied(("What is the entry fee?", retrieval(FEE)))

    assert reply.text == "The entry fee is 12 dollars. [1]"
    (citation,) = reply.citations
    assert (citation.n, citation.document_name, citation.passage_id) == (1, "Fees", FEE.id)
    assert (citation.quote, citation.start, citation.end) == ("The entry fee is 12 dollars.", 100, 128)


def test_several_parts_are_told_apart_by_their_own_words() -> None:
    reply = replied(("What is the entry fee?", retrieval(FEE)), ("fax number for appeals?", retrieval(FAX)))

    assert reply.text == (
        "**What is the entry fee?**\n\nThe entry fee is 12 dollars. [1]\n\n"
        "**fax number for appeals?**\n\nThe fax number for appeals is 1-800-555-0100. [2]"
    )


def test_parts_that_found_the_very_same_stand_over_it_together() -> None:
    reply = replied(("What is the entry fee?", retrieval(FEE)), ("the entry fee is how much?", retrieval(FEE)))

    assert reply.text == (
        "**What is the entry fee? · the entry fee is how much?**\n\nThe entry fee is 12 dollars. [1]"
    )


def test_a_passage_has_one_number_however_often_it_is_used() -> None:
    both = passage("The entry fee is 12 dollars. The late fee is 3 dollars.", name="Fees")
    reply = replied(("What is the entry fee?", retrieval(both)), ("What is the late fee?", retrieval(both)))

    assert reply.text.count("[1]") == 2
    (citation,) = reply.citations
    assert citation.quote == both.text


def test_r0_32_what_is_answered_comes_before_what_is_missing() -> None:
    reply = replied(
        ("What is the parking fee of llamas?", retrieval(FAX)), ("What is the entry fee?", retrieval(FEE))
    )

    answered, missing = reply.text.index("12 dollars"), reply.text.index("llamas")
    assert answered < missing
    assert "?”" in reply.text
    assert len(reply.citations) == 1


def test_what_was_not_found_is_said_once_in_plain_words() -> None:
    reply = replied(("What is the rate for 99999 at Harborline?", retrieval(FEE)))

    assert reply == Reply(text=TEXTS.not_found.format(part="What is the rate for 99999 at Harborline?"))


def test_an_empty_library_is_no_reason_to_pad() -> None:
    reply = replied(("What is the parking fee?", retrieval()))

    assert reply.text == TEXTS.not_found.format(part="What is the parking fee?")


def test_the_nearest_place_is_named_as_a_place() -> None:
    plan, found, progress = turn_of(("What is the parking fee?", retrieval()))
    near = passage("Cars stand behind the hall.", name="Guide")
    for place, told in (
        (replace(near, heading=("Arriving", "Parking")), TEXTS.nearest_place.format(place="Parking", name="Guide")),
        (near, TEXTS.nearest.format(name="Guide")),
    ):
        answers = (replace(found.answers[0], nearest=place),)
        reply = compose(plan, replace(found, answers=answers), progress, PACK)
        assert reply.text.endswith(f" {told}")
        assert reply.citations == ()


def test_a_partial_answer_says_that_it_may_not_be_all_unless_it_likely_is() -> None:
    text = passage("Therapy visits at Harborline are covered with a referral.")
    plan, found, progress = turn_of(("How many therapy visits are covered?", retrieval(text)))
    likely = replace(found, answers=(replace(found.answers[0], likely=True),))

    assert TEXTS.partial_open in compose(plan, found, progress, PACK).text
    assert TEXTS.partial_open not in compose(plan, likely, progress, PACK).text


def test_what_may_be_meant_stands_as_the_closest_before_the_question_which_one_is() -> None:
    text = passage("Therapy visits at Harborline are covered with a referral.")
    plan, found, progress = turn_of(("How many therapy visits are covered?", retrieval(text)))
    question = OpenSlots(
        slots=(), question="Which?", original="x", asked_at_turn=TURN.index, kind=Waits.UNDERSPECIFIED
    )
    reply = compose(plan, replace(found, unclear=question), progress, PACK)

    assert reply.text.split("\n\n") == [f"{text.text} [1]", TEXTS.partial_open.strip(), "Which?"]


def test_what_was_looked_for_again_does_not_stand_before_the_question_which_one_is_meant() -> None:
    text = passage("Therapy visits at Harborline are covered with a referral.")
    plan, found, progress = turn_of(("How many therapy visits are covered?", retrieval(text)))
    older = replace(plan, planned=tuple(replace(one, is_again=True) for one in plan.planned))
    question = OpenSlots(
        slots=(), question="Which?", original="x", asked_at_turn=TURN.index, kind=Waits.UNDERSPECIFIED
    )

    assert compose(older, replace(found, unclear=question), progress, PACK).text == "Which?"


def test_r0_32_the_ask_comes_last_as_the_ledger_has_it() -> None:
    plan, found, progress = turn_of(
        ("What is the parking fee of llamas?", retrieval(FAX)), ("What is the entry fee?", retrieval(FEE))
    )
    asked = ask_for_help(progress, THREAD, PACK, TUNING, turn=TURN.index, now=NOW)
    text = compose(plan, found, asked, PACK).text

    assert text.index("12 dollars") < text.index("I could not find") < text.index(asked.asks[0].text)
    assert text.endswith(asked.asks[0].text)


def test_f38_a_failed_search_says_to_try_again() -> None:
    failed = Retrieval(query="q", failed=True)

    assert replied(("What is the fee?", failed)) == Reply(text=TEXTS.search_failed)


def test_f38_one_failed_search_of_two_is_told_apart_from_a_miss() -> None:
    reply = replied(("What is the entry fee?", retrieval(FEE)), ("fax number?", Retrieval(query="q", failed=True)))

    assert "12 dollars" in reply.text
    assert TEXTS.part_search_failed.format(part="fax number?") in reply.text


@pytest.mark.parametrize(
    ("say", "text"),
    [
        ("empty", TEXTS.empty),
        ("greeting", TEXTS.greeting),
        ("thanks", TEXTS.thanks),
        ("acknowledged", TEXTS.acknowledged),
    ],
)
def test_courtesies_are_said_from_the_pack(say: str, text: str) -> None:
    plan = SayText(turn_class=TurnClass.CHAT, decision=Decision(lane=Lane.CHAT, reason="r"), say=say)  # type: ignore[arg-type]  # one of the four
    progress = evaluate(plan, Said(), THREAD, turn=TURN, now=NOW, objective_id=OBJECTIVE, pack=PACK, tuning=TUNING)

    assert compose(plan, Said(), progress, PACK) == Reply(text=text)


def test_steps_and_items_are_set_as_lists() -> None:
    steps = passage("To open the box:\n\n1. Turn the key.\n2. Lift the lid.")
    items = passage("The box has these parts:\n\n- a lid\n- a key")

    assert replied(("How do I open the box?", retrieval(steps))).text == (
        "To open the box:\n\n1. Turn the key.\n2. Lift the lid. [1]"
    )
    assert replied(("What are the parts of the box?", retrieval(items))).text == (
        "The box has these parts:\n\n- a lid\n- a key [1]"
    )


def test_a_replaced_document_is_named_as_such() -> None:
    old: RankedPassage = ranked(FEE, superseded=True)
    reply = replied(("What is the entry fee?", Retrieval(query="q", passages=(old,))))

    assert reply.text == f"The entry fee is 12 dollars. {TEXTS.superseded} [1]"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("The museum fee is 12 dollars [3].", r"The museum fee is 12 dollars \[3\]."),
        ("The museum fee is <b>12</b> dollars.", r"The museum fee is \<b>12\</b> dollars."),
        ("# The museum fee is 12 dollars.", r"\# The museum fee is 12 dollars."),
        ("> The museum fee is 12 dollars.", r"\> The museum fee is 12 dollars."),
    ],
)
def test_report_20_words_of_a_document_are_no_markup_of_the_reply(text: str, shown: str) -> None:
    reply = replied(("What is the museum fee?", retrieval(passage(text))))

    assert reply.text == f"{shown} [1]"
    assert reply.citations[0].quote == text


def test_words_of_the_user_are_no_markup_of_the_reply() -> None:
    reply = replied(("What is *that* [1] <img src=x>?", retrieval()), ("What is the entry fee?", retrieval(FEE)))

    assert r"\[1\]" in reply.text
    assert r"\<img" in reply.text
    assert len(reply.citations) == 1


def test_a_long_part_is_named_in_short() -> None:
    reply = replied(("What is the fee for " + "very " * 100 + "long words?", retrieval()))

    assert len(reply.text) < 400
    assert "…" in reply.text


def test_a_citation_carries_all_that_is_known_of_its_place() -> None:
    known: Passage = replace(FEE, page=4, heading=("Fees", "Entry"), url="https://example.org/fees")
    (citation,) = replied(("What is the entry fee?", retrieval(known))).citations

    assert (citation.page, citation.heading, citation.url) == (4, ("Fees", "Entry"), "https://example.org/fees")


def test_however_much_was_asked_the_reply_repeats_only_some_of_it() -> None:
    found = [
        replied((text, retrieval(FEE))).text
        for text in ("q" * 16_000, "Which " + " of ".join(f"zorb{n}" for n in range(230)))
    ]

    assert all(len(text) < 900 for text in found)


@pytest.mark.parametrize("control", ["\x1b", "\x07", "\x9b", "\u202e", "\u2066"])
def test_what_a_screen_obeys_is_not_shown_whoever_wrote_it(control: str) -> None:
    fee = passage(f"The entry fee is {control}12 dollars.", name="Fees")

    missed = replied((f"Is the {control}zorb blue?", retrieval(FEE)))
    found = replied(("What is the entry fee?", retrieval(fee)))

    assert "zorb" in missed.text
    assert "12 dollars" in found.text
    assert control not in missed.text + found.text
    assert control in found.citations[0].quote


@pytest.mark.parametrize(
    "say", [say for say in get_args(get_type_hints(SayText)["say"]) if say not in SAID_OTHERWISE]
)
def test_what_the_product_says_is_the_packs_text_of_that_name(say: Any) -> None:
    plan = SayText(turn_class=TurnClass.CHAT, decision=Decision(lane=Lane.CHAT, reason="r"), say=say)
    assert compose(plan, Said(), Progress(), PACK) == Reply(text=getattr(TEXTS, say))


def test_the_words_of_a_person_make_no_citation_and_no_tag() -> None:
    decision = Decision(lane=Lane.INTERRUPT, reason="person_spoke")
    plan = SayText(turn_class=TurnClass.RECORDED, decision=decision, say="person", values=("See [1] in <b>.",))
    assert compose(plan, Said(), Progress(), PACK) == Reply(text="See \\[1\\] in \\<b>.")
    silent = SayText(turn_class=TurnClass.RECORDED, decision=decision, say="nothing")
    assert compose(silent, Said(), Progress(), PACK) == Reply(text="")


def test_what_points_at_nothing_is_named_in_one_line() -> None:
    decision = Decision(lane=Lane.GUARD, reason="points_at_nothing")
    plan = SayText(turn_class=TurnClass.NEW_QUESTION, decision=decision, say="points_at_nothing", values=("12",))
    text = compose(plan, Said(), Progress(), PACK).text
    assert text == TEXTS.points_at_nothing.format(words="12")
    assert "\n" not in text
