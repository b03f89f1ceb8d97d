"""When a document's questions are asked: best support, near enough, once an objective (R3-4, C44, S1)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.rules.loops import PACK, document
from tests.rules.said import TUNING, part, ranked

from followthrough.domain.clarification import LoopAnswer
from followthrough.domain.conversation import Decision, Lane, TurnClass
from followthrough.domain.documents import Document, DocumentMetadata, DocumentStatus
from followthrough.domain.ids import DocumentId
from followthrough.domain.plan import AnswerQuestion
from followthrough.domain.planned_part import as_it_stands
from followthrough.domain.retrieval import Retrieval
from followthrough.rules.evidence.answer import answer_part
from followthrough.rules.loop.trigger import (
    asking_support,
    language_of,
    questions_of,
    supports,
    task_of,
    told_by,
    wanting_person,
)

GUIDE = DocumentId("doc-guide")
OTHER = DocumentId("doc-other")
GUIDE_TEXT = document("# Device Guide\nWhen the phone shows an error, look at its light.\n## Version 12\nReplace it.")
OTHER_TEXT = document("# Lunch\nThe cafeteria opens at noon. It takes cash.", OTHER, "Lunch")


def catalogued(document_id, *questions, handoff=False):
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return Document(
        id=document_id,
        collection="default",
        source=document_id,
        name="Device Guide" if document_id == GUIDE else "Lunch",
        media_type="text/markdown",
        content_hash="h",
        size_bytes=1,
        status=DocumentStatus.READY,
        metadata=DocumentMetadata(clarifying_questions=questions, requires_handoff=handoff),
        created_at=now,
        updated_at=now,
    )


LIBRARY = {GUIDE: catalogued(GUIDE, "Which version?", handoff=True), OTHER: catalogued(OTHER)}


def found(question, *passages):
    """What supports the question, with its answer."""
    one = part(question)
    plan = AnswerQuestion(
        turn_class=TurnClass.NEW_QUESTION,
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        summary=question,
        planned=(as_it_stands(one),),
    )
    retrieval = Retrieval(query=question, passages=tuple(passages))
    answer = answer_part(one, retrieval, PACK, TUNING)
    return supports(plan, (retrieval,), (answer,)), (answer,)


def asking(question, *passages, already=(), library=LIBRARY):
    return asking_support(found(question, *passages)[0], library, already, PACK, TUNING)


def test_r3_4_the_document_that_supports_the_answer_best_asks():
    support = asking("My phone shows an error", ranked(GUIDE_TEXT[0]), ranked(OTHER_TEXT[0], similarity=0.1))
    assert support is not None
    assert support.ranked.passage.document_id == GUIDE


@pytest.mark.parametrize(
    ("question", "similarity"),
    [("My phone shows an error", 0.1), ("Which salad does the phone company serve on Fridays?", 0.5), ("Why?", 0.6)],
)
def test_c44_a_weakly_related_document_asks_nothing(question, similarity):
    assert asking(question, ranked(GUIDE_TEXT[1], similarity=similarity)) is None


def test_a_document_that_only_came_up_beside_the_answer_asks_nothing():
    passages = (ranked(OTHER_TEXT[0], similarity=0.7), ranked(GUIDE_TEXT[0], similarity=0.4))
    assert asking("When does the cafeteria open?", *passages) is None


def test_without_vectors_most_of_the_words_decide():
    assert asking("My phone shows an error", ranked(GUIDE_TEXT[0], similarity=None)) is not None
    assert asking("My phone bill error of last month", ranked(GUIDE_TEXT[1], similarity=None)) is None


def test_s1_a_document_asks_once_for_an_objective():
    assert asking("My phone shows an error", ranked(GUIDE_TEXT[0]), already=(GUIDE,)) is None


def test_a_replaced_document_asks_nothing():
    assert asking("My phone shows an error", ranked(GUIDE_TEXT[0], superseded=True)) is None


def test_a_document_without_questions_or_with_empty_ones_asks_nothing():
    empty = {GUIDE: catalogued(GUIDE, "", "??"), OTHER: LIBRARY[OTHER]}
    assert asking("My phone shows an error", ranked(GUIDE_TEXT[0]), library=empty) is None
    assert asking("My phone shows an error", ranked(GUIDE_TEXT[0]), library={}) is None


def test_c24_the_questions_are_kept_verbatim_in_order_and_twice():
    assert questions_of(catalogued(GUIDE, "B?", "A ?", "B?")) == ("B?", "A ?", "B?")


def test_the_task_holds_the_document_in_reading_order_within_its_bound():
    supported, answers = found("My phone shows an error", ranked(GUIDE_TEXT[1]))
    made = task_of(supported[0], LIBRARY[GUIDE], GUIDE_TEXT, answers, language="en", pack=PACK, tuning=TUNING)
    assert made.passages == GUIDE_TEXT
    assert (made.document_id, made.requires_handoff, made.language) == (GUIDE, True, "en")
    small = replace(TUNING, loop_text_chars=15)
    assert task_of(
        supported[0], LIBRARY[GUIDE], GUIDE_TEXT, answers, language=None, pack=PACK, tuning=small
    ).passages == (GUIDE_TEXT[1],)
    assert task_of(supported[0], LIBRARY[GUIDE], (), answers, language=None, pack=PACK, tuning=TUNING).passages == (
        GUIDE_TEXT[1],
    )


def test_the_language_is_the_packs_where_its_small_words_occur():
    assert language_of("What is the fee?", PACK) == "en"
    assert language_of("Wie hoch sind die Kosten?", PACK) is None


TOLD = document(
    "# Desk phone\nSee below.\n## Version 11\n### Red light in version 11\nA.\n### Blue light in version 11\nB."
    "\n## Version 12\n### Red light in version 12\nC.\n### Blue light in version 12\nD."
)
ASKS = {GUIDE: catalogued(GUIDE, "Which version is the phone?", "What colour is the light?")}


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("What does a red light mean in version 12?", {0, 1}),
        ("What does the blue light of version 11 mean?", {0, 1}),
        ("What does a red light mean?", {1}),
        ("What is wrong with version 12?", {0}),
        ("My desk phone shows an error", set[int]()),
        ("What does a green light mean in version 12?", {0}),
        ("What does a red light mean in version 99?", {1}),
        ("Is it the red or the blue light that matters in version 12?", {0}),
        ("The light is not red, what is wrong with version 12?", {0}),
    ],
)
def test_nothing_is_asked_that_the_question_says_already(question, told):
    questions = questions_of(ASKS[GUIDE])
    assert told_by(question, questions, TOLD, PACK).keys() == told


def test_what_a_query_carries_in_brackets_is_told_apart():
    questions = questions_of(ASKS[GUIDE])
    said = told_by("what now (a red light, phone)", questions, TOLD, PACK)
    assert [given.answer for given in said.values()] == ["a red light"]


def test_what_is_told_already_stands_before_what_is_asked():
    supported, answers = found("What does a red light mean?", ranked(TOLD[0]))
    made = task_of(supported[0], ASKS[GUIDE], TOLD, answers, language="en", pack=PACK, tuning=TUNING)
    assert made.questions == ("What colour is the light?", "Which version is the phone?")
    assert made.told == (LoopAnswer(question=made.questions[0], answer="What does a red light mean"),)
    assert not made.is_told


def test_r3_3_a_document_that_answers_and_wants_a_person_calls_one_once_for_an_objective() -> None:
    """One that merely came up calls nobody; one that called for the objective before does not again (S3)."""
    library = {OTHER: catalogued(OTHER, handoff=True), GUIDE: catalogued(GUIDE)}
    lunch = [ranked(p) for p in OTHER_TEXT]
    answered, _ = found("When does the cafeteria open?", *lunch)
    assert wanting_person(answered, library, ()) == (OTHER,)
    assert wanting_person(answered, library, (OTHER,)) == ()
    assert wanting_person(answered, {**library, OTHER: catalogued(OTHER)}, ()) == ()
    beside, _ = found("Who repairs the dishwasher of the cafeteria?", *lunch)
    assert wanting_person(beside, library, ()) == ()
