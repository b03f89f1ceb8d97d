"""A turn as the messages of a chat."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.channels.telegram.markdown import styled
from followthrough.channels.telegram.render import (
    MESSAGE_MAX_UNITS,
    Button,
    chosen,
    inert,
    partial_pieces,
    pieces_of,
    recents,
)
from followthrough.domain.chat import Chat
from followthrough.domain.continuity import Option, OptionSet
from followthrough.domain.conversation import Citation, Reply, TurnRecord, TurnStatus
from followthrough.domain.ids import DocumentId, PassageId, SubObjectiveId
from followthrough.domain.jurisdiction import OpenSlots
from followthrough.domain.objective import Angle, Ask, ObjectiveStatus, OutwardStatus, StuckReason
from followthrough.testing.contracts.values import a_message, a_thread, a_turn, an_objective

KEY = "m:7:365"


@cache
def words() -> Chat:
    return load_pack("general").chat


def a_record(text: str = "It is $25. [1]", *, footer: str | None = None, **more: object) -> TurnRecord:
    source = Citation(
        n=1,
        document_id=DocumentId("d"),
        document_name="Fees",
        passage_id=PassageId("p"),
        quote="$25",
        page=12,
        heading=("Fees", "Copays"),
    )
    plain = a_turn(a_message("t", "t/1", 1))
    reply = Reply(text=text, footer=footer, citations=(source,) if "[1]" in text else ())
    fields: dict[str, object] = {"reply": reply, "closure_message": None, "ask": None, "open_slots": None}
    return replace(plain, **(fields | more))  # type: ignore[arg-type]  # fields are given by name


def shown(record: TurnRecord) -> list[str]:
    return [piece.styled.text for piece in pieces_of(record, words(), key=KEY)]


def test_a_source_names_document_page_and_heading() -> None:
    assert shown(a_record()) == ["It is $25. [1]\n\nSources\n[1] Fees, page 12, Copays"]


def test_the_footer_stands_last_on_its_own() -> None:
    record = a_record(footer="Connecting you to an agent...")
    assert shown(record)[-1] == "Connecting you to an agent..."
    assert len(shown(record)) == 2


def test_the_footer_stands_last_below_the_options_too() -> None:
    offered = OptionSet(id="s", options=(Option(id="a", label="Alpha"),))
    waiting = OpenSlots(slots=("x",), question="Which?", original="q", asked_at_turn=1, option_set=offered)
    first, footer = pieces_of(a_record("Which?", footer="Wait.", open_slots=waiting), words(), key=KEY)
    assert first.buttons == (Button(label="Alpha", data=f"{KEY}:0"),)
    assert footer.buttons == ()


def test_options_are_buttons_under_the_last_message_of_the_answer() -> None:
    options = tuple(Option(id=f"a very long id of option {n}", label=f"Option {n} " + "x" * 90) for n in range(12))
    waiting = OpenSlots(
        slots=("x",), question="Which?", original="q", asked_at_turn=1, option_set=OptionSet(id="s", options=options)
    )
    first, last = pieces_of(a_record("word " * 1000, open_slots=waiting), words(), key=KEY)
    assert first.buttons == ()
    assert [b.data for b in last.buttons] == [f"{KEY}:{n}" for n in range(12)]
    assert all(len(b.label) <= 60 and len(b.data.encode()) <= 64 for b in last.buttons)


def test_what_was_chosen_is_shown() -> None:
    assert chosen("Alpha", words(), data="d") == Button(label="✓ Alpha", data="d")


def test_a_stopped_turn_says_so_after_what_was_said() -> None:
    assert shown(a_record("It is", status=TurnStatus.STOPPED)) == ["It is\n\n(stopped)"]
    assert shown(a_record("", status=TurnStatus.STOPPED)) == ["(stopped)"]


def test_a_turn_that_says_nothing_sends_nothing() -> None:
    assert shown(a_record("")) == []


def an_ask(text: str) -> Ask:
    return Ask(
        turn=1,
        sub_id=SubObjectiveId("s"),
        stuck_reason=StuckReason.NO_EVIDENCE,
        angle=Angle.DOCUMENT,
        text=text,
    )


def test_what_stands_beside_the_reply_is_shown_once() -> None:
    ask = an_ask("Do you have the fee schedule?")
    assert shown(a_record("Not found.", ask=ask)) == ["Not found.\n\nDo you have the fee schedule?"]
    assert shown(a_record("Not found. Do you have the fee schedule?", ask=ask)) == [
        "Not found. Do you have the fee schedule?"
    ]


@pytest.mark.parametrize(
    ("began", "status", "is_shown"),
    [
        ("t/1", OutwardStatus.RESOLVED, False),
        ("t/0", OutwardStatus.RESOLVED, True),
        ("t/1", OutwardStatus.INCOMPLETE, True),
    ],
    ids=["solved at once", "solved after a while", "given up"],
)
def test_c9_the_closure_is_left_out_where_a_question_was_solved_at_once(
    began: str, status: OutwardStatus, is_shown: bool
) -> None:
    message = a_message("t", "t/1", 1)
    objective = replace(an_objective("o", message), origin_turn=began)
    record = a_record("Yes.", objective=objective, objective_status=status, closure_message="Closed.")
    assert shown(record) == (["Yes.\n\nClosed."] if is_shown else ["Yes."])


def test_a_long_answer_is_several_messages() -> None:
    text = "\n\n".join(f"Paragraph {n} 😀. {'word ' * 120}" for n in range(12))
    found = pieces_of(a_record(text), words(), key=KEY)
    assert len(found) > 1
    assert all(len(p.styled.text.encode("utf-16-le")) // 2 <= MESSAGE_MAX_UNITS for p in found)
    assert all(p.styled.text.startswith("Paragraph") for p in found)


def test_what_is_still_written_is_marked() -> None:
    [piece] = partial_pieces("**What** is it", words())
    assert piece.styled.text == "What is it …"


def test_recents_say_where_each_question_stands() -> None:
    message = a_message("t", "t/1", 1)
    solved = replace(an_objective("o1", message), status=ObjectiveStatus.SOLVED, summary="How *much* is [it]?")
    given_up = replace(an_objective("o2", message), status=ObjectiveStatus.ABANDONED, summary="Who?")
    thread = replace(a_thread("t"), objectives=(solved, given_up))
    text = styled(recents([thread], ["What now?"], words(), most=2)).text
    assert text == "Your past questions\n\n1. What now? (being answered)\n2. Who? (ended by you)"
    assert "How *much* is [it]? (answered)" in styled(recents([thread], [], words(), most=9)).text


@pytest.mark.parametrize("text", ["a*b*c", "_x_", "[a](http://b)", "<b>", "# x", "`c`", "~~d~~", "\\", "1. x"])
def test_words_of_others_are_shown_as_they_are(text: str) -> None:
    assert styled(f"say {inert(text)}").text == f"say {text}"
