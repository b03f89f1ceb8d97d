"""The question for a missing slot: only where the answer depends on it, and only what nothing settles (C5, C22)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.conversation import Message, Thread, TurnClass
from followthrough.domain.ids import DocumentId, OwnerId, ThreadId, TurnId
from followthrough.domain.jurisdiction import NOTHING_KNOWN, Jurisdiction, OpenSlots, SlotState
from followthrough.domain.plan import AskSlots
from followthrough.rules.hearing.classify import Heard, hear
from followthrough.rules.questions.missing_slot import Reply, ask_missing, read_reply
from followthrough.rules.slots.gazetteer import Gazetteer
from followthrough.tuning import Tuning

PACK = load_pack("healthcare_payer")
NOW = datetime(2026, 1, 1, tzinfo=UTC)
TWO_PLANS = {"payor": ("Coralwood Care", "Harborline Health Plan"), "state": ("Florida",)}
WAITING = OpenSlots(slots=("payor",), question="Which?", original="What is the timely filing limit?", asked_at_turn=1)


def a_thread(waiting: OpenSlots | None = None, jurisdiction: Jurisdiction = NOTHING_KNOWN, *own: str) -> Thread:
    return Thread(
        id=ThreadId("thr"),
        owner=OwnerId("me"),
        collection="default",
        pack="healthcare_payer",
        created_at=NOW,
        updated_at=NOW,
        open_slots=waiting,
        jurisdiction=jurisdiction,
        document_ids=tuple(map(DocumentId, own)),
    )


def heard(text: str, thread: Thread, known: Gazetteer) -> Heard:
    message = Message(turn_id=TurnId("t"), thread_id=thread.id, index=2, text=text, received_at=NOW)
    return hear(message, thread, (), known=known, pack=PACK, tuning=Tuning())


def asked(text: str, names: dict[str, tuple[str, ...]], thread: Thread | None = None) -> AskSlots | None:
    thread, known = thread or a_thread(), Gazetteer(PACK, names)
    return ask_missing(heard(text, thread, known), known, thread, PACK, Tuning())


def settled(slot: str, *values: str) -> Jurisdiction:
    return Jurisdiction(slots=(SlotState(slot=slot, values=values, set_at_turn=1, used_at_turn=1),))


def test_r0_19_one_packed_question_names_all_that_is_missing() -> None:
    found = asked("What is the timely filing limit?", {})

    assert found is not None
    assert found.open_slots.slots == ("payor", "state")
    assert found.open_slots.question == "Which health plan is this about, and in which state?"
    assert found.open_slots.option_set is not None
    assert len(found.open_slots.option_set.options) == Tuning().slot_options_max


def test_what_the_documents_settle_is_not_asked_for() -> None:
    found = asked("What is the timely filing limit?", TWO_PLANS)

    assert found is not None
    assert found.open_slots.slots == ("payor",)
    assert found.open_slots.option_set is not None
    labels = [(option.id, option.label) for option in found.open_slots.option_set.options]
    assert labels == [
        ("payor.coralwood_care", "Coralwood Care"),
        ("payor.harborline_health_plan", "Harborline Health Plan"),
    ]
    assert asked("What is the timely filing limit?", {"payor": ("Molina",), "state": ("Florida",)}) is None


def test_a_plan_that_the_only_documents_are_not_about_is_an_answer_all_the_same() -> None:
    only_molina = {"payor": ("Molina",)}
    assert asked("What is the timely filing limit for Humana?", only_molina) is None
    assert asked("Which is longer, the timely filing limit of Molina or of Humana?", only_molina) is None
    found = asked("What is the timely filing limit for Molina?", only_molina)
    assert found is not None
    assert found.open_slots.slots == ("state",)


@pytest.mark.parametrize(
    "text",
    [
        "What is the timely filing limit for Coralwood?",
        "What is the timely filing limit at Brightpath Health?",
        "What is a timely filing limit?",
        "Which plans require prior authorization for telehealth?",
        "What does CO-29 mean?",
        "Where do I park?",
        "thanks",
        "how about coralwood?",
    ],
)
def test_c5_a_question_that_depends_on_nothing_open_is_not_asked_back(text: str) -> None:
    assert asked(text, TWO_PLANS) is None


def test_what_the_thread_settles_is_not_asked_for() -> None:
    question = "What is the timely filing limit?"

    assert asked(question, TWO_PLANS, a_thread(None, settled("payor", "Molina"))) is None
    assert asked(question, TWO_PLANS, a_thread(None, settled("payor"))) is None  # the user had none to give
    assert asked(question, TWO_PLANS, a_thread(None, settled("state", "Florida"))) is not None  # all are in Florida
    assert asked(question, TWO_PLANS, a_thread(None, NOTHING_KNOWN, "my-own-file")) is None


def reply(text: str, waiting: OpenSlots = WAITING) -> AskSlots | Reply | None:
    return read_reply(heard(text, a_thread(waiting), Gazetteer(PACK, TWO_PLANS)), PACK, Tuning())


def test_a_value_answers_and_no_value_declines() -> None:
    assert reply("Coralwood") == Reply(declined=())
    assert reply("payor.molina") == Reply(declined=())
    assert reply("I don't know") == Reply(declined=("payor",))
    assert reply("any of them") == Reply(declined=("payor",))


def test_f29_an_answer_without_a_value_is_asked_again_a_bounded_number_of_times() -> None:
    again = reply("it is for my patient")

    assert isinstance(again, AskSlots)
    assert again.open_slots.times == 2
    assert reply("it is for my patient", again.open_slots) == Reply(declined=("payor",))


@pytest.mark.parametrize("text", ["hi", "thanks!", "What is the copay at Molina?", "new topic: parking", "?!"])
def test_courtesies_questions_and_other_topics_are_no_answers(text: str) -> None:
    assert reply(text) is None


def test_f15_a_slot_counts_as_filled_only_where_a_value_was_parsed() -> None:
    known = Gazetteer(PACK, TWO_PLANS)

    assert heard("fax number", a_thread(WAITING), known).turn_class is not TurnClass.SLOT_FILL
    assert heard("no", a_thread(WAITING), known).turn_class is TurnClass.ACK
    assert heard("we bill Coralwood", a_thread(WAITING), known).turn_class is TurnClass.SLOT_FILL
