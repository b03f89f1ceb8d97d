"""The replies about lists: every text has its words, labels act as nothing (2.1 step 3, 2.7)."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest
from tests.rules.listed import PACK, a_set, done
from tests.rules.said import passage

from followthrough.adapters.pack.yaml_folder import load_pack, shipped_packs
from followthrough.domain.continuity import Action, ActionType, Option, Outcome, Provenance, Scope
from followthrough.domain.conversation import Citation, Decision, Lane, Reply, TurnClass
from followthrough.domain.decisions import RoutedDecision
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.outcome import Opened, Said
from followthrough.domain.plan import Decided, ListText, OfferOptions, Recount, SayText, SemanticIntent, TakeAction
from followthrough.rules.replies.compose_list import led, list_reply

DECIDED = Decision(lane=Lane.SELECTION, reason="ordinal")
ACTION = Action(
    type=ActionType.OPEN,
    option_id="o2",
    label="Member Handbook",
    scope=Scope.CHAT,
    option_set_id="set-a",
    execution_ref="run:2",
    provenance=Provenance.DETERMINISTIC,
)


def offer(say: ListText, *values: str, labels: tuple[str, ...] = ()) -> str:
    plan = OfferOptions(
        turn_class=TurnClass.SELECTION, decision=DECIDED, say=say, option_set=a_set(*labels), values=values
    )
    return list_reply(plan, Said(), PACK).text


@pytest.mark.parametrize("pack", [load_pack(name) for name in shipped_packs()], ids=shipped_packs())
def test_each_text_about_a_list_has_its_words(pack: object) -> None:
    for name in get_args(ListText):
        assert getattr(load_pack("general").lists, name)
        assert getattr(pack, "lists")  # noqa: B009 - the parameter is typed as a plain object


def test_options_stand_below_the_question_with_their_numbers() -> None:
    assert offer("choose_suggested", "Member Handbook").splitlines() == [
        "Do you mean **Member Handbook**?",
        "",
        "1. Provider Manual 2025",
        "2. Member Handbook",
        "3. Appeals Form",
    ]


def test_options_of_one_label_are_told_apart() -> None:
    two = tuple(Option(id=p, label="Notes", path=p) for p in ("/a", "/b"))
    plan = OfferOptions(
        turn_class=TurnClass.SELECTION, decision=DECIDED, say="choose_one", option_set=replace(a_set(), options=two)
    )
    assert list_reply(plan, Said(), PACK).text.endswith("1. Notes (/a)\n2. Notes (/b)")


def test_a_label_acts_as_nothing() -> None:
    text = offer("choose_one", labels=("**bold** [1] <img src=x>", "line\nbreak"))
    assert "**bold**" not in text
    assert "\\[1\\]" in text
    assert "\\<img" in text
    assert "line break" in text


def test_a_hosts_action_is_told_and_explained_where_asked() -> None:
    plan = TakeAction(turn_class=TurnClass.SELECTION, decision=DECIDED, action=ACTION)
    assert list_reply(plan, Said(), PACK).text == "Opening **Member Handbook**."
    mixed = replace(plan, why="exact_label", about="For members")
    assert list_reply(mixed, Said(), PACK).text == (
        "Opening **Member Handbook**. Because you gave its name, and no other entry of the list is called"
        " **Member Handbook**. The list says of it: For members"
    )


def test_a_document_is_shown_at_its_passage_with_its_source() -> None:
    found = passage("The fee is 12 dollars.\nIt is due at once.", name="Fees")
    plan = TakeAction(turn_class=TurnClass.SELECTION, decision=DECIDED, action=ACTION, document_id=DocumentId("Fees"))
    reply = list_reply(plan, Opened(passage=found), PACK)
    assert "> The fee is 12 dollars." in reply.text
    [citation] = reply.citations
    assert citation.quote in found.text
    assert (citation.start, citation.end) == (found.start, found.end)
    gone = list_reply(plan, Opened(passage=None), PACK)
    assert (gone.citations, "no longer there" in gone.text) == ((), True)
    long = passage("word " * 600)
    assert list_reply(plan, Opened(passage=long), PACK).citations[0].quote in long.text


@pytest.mark.parametrize(
    ("plan", "text"),
    [
        (SemanticIntent.REFLECTIVE_WHY_FOLLOWUP, "I opened **Member Handbook** because you gave its name"),
        (SemanticIntent.EXPLAIN_LAST_ACTION, "The last thing: I opened **Member Handbook**."),
        (SemanticIntent.SUMMARIZE_RECENT_ACTIVITY, "- You asked: Fees"),
    ],
)
def test_what_was_done_is_told(plan: SemanticIntent, text: str) -> None:
    entries = (replace(done(), type="answer", label="Fees"), done())
    recount = Recount(turn_class=TurnClass.SEMANTIC, decision=DECIDED, intent=plan, entries=entries)
    assert text in list_reply(recount, Said(), PACK).text


def test_what_was_taken_back_is_told_as_such() -> None:
    entry = replace(done(), outcome=Outcome.REJECTED)
    recount = Recount(
        turn_class=TurnClass.SEMANTIC,
        decision=DECIDED,
        intent=SemanticIntent.SUMMARIZE_RECENT_ACTIVITY,
        entries=(entry,),
    )
    assert "not what you meant" in list_reply(recount, Said(), PACK).text
    nothing = replace(recount, entries=())
    assert list_reply(nothing, Said(), PACK).text == PACK.lists.not_done


def test_what_goes_on_to_answer_is_led_by_what_was_done() -> None:
    cited = Citation(n=1, document_id=DocumentId("d"), document_name="D", passage_id=PassageId("p"), quote="q")
    reply = Reply(text="12 dollars [1]", citations=(cited,))
    plan = SayText(turn_class=TurnClass.SELECTION, decision=DECIDED, say="thanks")
    used = Decided(plan=plan, action=replace(ACTION, type=ActionType.USE), routed=RoutedDecision())
    assert led(reply, used, PACK).text == "From **Member Handbook** alone:\n\n12 dollars [1]"
    assert led(reply, used, PACK).citations == (cited,)
    why = led(reply, replace(used, explains=True), PACK).text
    assert "Because you gave its place" in why
    assert led(reply, Decided(plan=plan), PACK) == reply
    assert led(reply, replace(used, action=ACTION), PACK) == reply
