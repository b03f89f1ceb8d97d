"""When it is asked which of several things is meant, and when never (issue 7, underspecified questions)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.rules.said import PACK, TUNING

from followthrough.domain.conversation import Decision, Lane, Message, StoredTurn, Thread, TurnClass
from followthrough.domain.documents import Passage
from followthrough.domain.given import GivenKind
from followthrough.domain.ids import DocumentId, OwnerId, PassageId, SubObjectiveId, ThreadId, TurnId
from followthrough.domain.jurisdiction import OpenSlots, Waits
from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import PartAnswer
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.planned_part import as_it_stands
from followthrough.domain.retrieval import Ranked, RankedPassage, Retrieval, RetrievalSignal
from followthrough.rules.evidence.answer import answer_part
from followthrough.rules.followups.conversation import imported_turns
from followthrough.rules.which_one.ambiguity import question_of, still_asked, which_one

NOW = datetime(2026, 1, 1, tzinfo=UTC)
THREAD = Thread(
    id=ThreadId("thr"), owner=OwnerId("me"), collection="default", pack="general", created_at=NOW, updated_at=NOW
)
CLINICS = {
    "Harbor View Clinic": "The clinic is open from 8 a.m. to 6 p.m. on weekdays. Parking is free.",
    "Mill Street Clinic": "The clinic is open from 9 a.m. to 4 p.m. on weekdays. There is no parking.",
}
HANDBOOK = {
    "Staff handbook": "Employees have 25 days of paid leave a year. The clinic on the first floor is open to all."
}
LOANS = {
    "Money": "A loan is paid back monthly. A student loan has no fee.",
    "Buying": "You can buy a house with a loan.",
}


def history(*said: str) -> tuple[StoredTurn, ...]:
    messages = [{"role": ("user", "assistant")[n % 2], "content": text} for n, text in enumerate(said)]
    return imported_turns(messages, PACK, thread_id=THREAD.id, at=NOW)


def asked(
    text: str,
    documents: dict[str, str],
    *before: str,
    thread: Thread = THREAD,
    turn_class: TurnClass = TurnClass.NEW_QUESTION,
    given: tuple[GivenKind, ...] = (),
) -> OpenSlots | None:
    part = SubObjective(id=SubObjectiveId("sub"), text=text)
    plan = AnswerQuestion(
        turn_class=turn_class,
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        summary=text,
        planned=(as_it_stands(part),),
        given=given,
    )
    passages = tuple(
        RankedPassage(
            passage=Passage(
                id=PassageId(f"p{n}"),
                document_id=DocumentId(f"d{n}"),
                document_name=name,
                collection="default",
                ordinal=0,
                text=said,
                start=0,
                end=len(said),
            ),
            ranked=Ranked(passage_id=PassageId(f"p{n}"), score=1 - n / 10),
        )
        for n, (name, said) in enumerate(documents.items())
    )
    found = Retrieval(query=text, passages=passages)
    message = Message(turn_id=TurnId("t"), thread_id=THREAD.id, index=7, text=text, received_at=NOW)
    answers = (answer_part(part, found, PACK, TUNING),)
    return which_one(
        plan, message, (found,), answers, thread=thread, turns=history(*before), pack=PACK, tuning=TUNING
    )


def test_documents_that_are_each_about_another_one_are_offered() -> None:
    found = asked("When is the clinic open?", {**CLINICS, **HANDBOOK})

    assert found is not None
    assert found.kind is Waits.UNDERSPECIFIED
    assert found.original == "When is the clinic open?"
    assert found.phrase == "the clinic"
    assert found.asked_at_turn == 7
    assert found.option_set is not None
    assert [o.label for o in found.option_set.options] == list(CLINICS)
    assert all(label in found.question for label in CLINICS)


@pytest.mark.parametrize(
    "text",
    [
        "When is the Mill Street Clinic open?",
        "Which clinic is open on weekdays?",
        "What is the difference between the clinics?",
        "Are all clinics open on weekdays?",
        "How many days of paid leave do employees have?",
    ],
)
def test_a_question_that_says_which_one_or_asks_about_all_is_not_asked_back(text: str) -> None:
    assert asked(text, {**CLINICS, **HANDBOOK}) is None


def test_one_document_of_the_kind_leaves_nothing_open() -> None:
    one = dict([next(iter(CLINICS.items()))])

    assert asked("When is the clinic open?", {**one, **HANDBOOK}) is None


@pytest.mark.parametrize(
    "text", ["Does this gym have showers?", "Who may use these machines?", "Is this library heated in winter?"]
)
def test_a_thing_that_is_pointed_at_and_that_nothing_names_is_asked_about(text: str) -> None:
    found = asked(text, HANDBOOK)

    assert found is not None
    assert found.option_set is None
    assert found.phrase in text
    assert found.phrase in found.question


@pytest.mark.parametrize(
    "text",
    [
        "Is this clinic on the first floor heated?",
        "Is this clinic open to all?",
        "Are children welcome in this clinic?",
    ],
)
def test_what_only_one_document_speaks_of_needs_no_name(text: str) -> None:
    assert asked(text, HANDBOOK) is None


def test_nothing_is_asked_where_the_user_gave_documents_or_was_just_asked() -> None:
    text = "When is the clinic open?"
    waiting = asked(text, CLINICS)

    assert asked(text, CLINICS, given=(GivenKind.FILE,)) is None
    assert asked(text, CLINICS, thread=replace(THREAD, document_ids=(DocumentId("mine"),))) is None
    assert asked(text, CLINICS, thread=replace(THREAD, open_slots=waiting)) is None
    assert asked(text, CLINICS, turn_class=TurnClass.SLOT_FILL) is None
    assert asked(text, CLINICS, turn_class=TurnClass.CONTINUATION) is not None


def test_at_most_so_many_readings_are_offered() -> None:
    many = {
        f"Clinic {name}": "The clinic is open on weekdays." for name in ("Ely", "Bode", "Cass", "Dora", "Elm", "Fay")
    }

    found = asked("When is the clinic open?", many)
    assert found is not None
    assert found.option_set is not None
    assert len(found.option_set.options) == TUNING.readings_max < len(many)


def read_as(*, complete: bool = False, likely: bool = False) -> PartAnswer:
    signal = RetrievalSignal.HIGH if complete else RetrievalSignal.LOW
    return PartAnswer(
        part_id=SubObjectiveId("sub"),
        extracts=(),
        coverage=0.5,
        missing=(),
        complete=complete,
        signal=signal,
        likely=likely,
    )


COMPLETE, LIKELY, DOUBTFUL = read_as(complete=True), read_as(likely=True), read_as()


@pytest.mark.parametrize(
    ("phrase", "answers", "is_asked"),
    [
        ("this library", (LIKELY,), True),
        ("that case", (LIKELY,), True),
        ("this library", (COMPLETE,), False),
        ("this library", (COMPLETE, LIKELY), True),
        ("those usb keys", (LIKELY,), False),
        ("the loan", (LIKELY,), False),
        ("the loan", (LIKELY, DOUBTFUL), True),
        ("those usb keys", (DOUBTFUL,), True),
    ],
)
def test_once_read_only_a_single_thing_pointed_at_is_asked_about_beside_what_is_likely(
    phrase: str, answers: tuple[PartAnswer, ...], is_asked: bool
) -> None:
    assert still_asked(question_of("?", phrase, (), PACK, 7), answers, PACK) is is_asked


def test_readings_to_choose_from_are_always_asked() -> None:
    offered = asked("When is the clinic open?", CLINICS)
    assert offered is not None
    assert still_asked(offered, (COMPLETE,), PACK)
