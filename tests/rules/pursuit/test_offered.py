"""An offer at the end of a written answer, and the yes that takes it (field report 3, C39)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.proposals.test_written import APPEAL, WRITTEN, asked, chances_of, draft_of, replied
from tests.rules.pursuing import PACK, TUNING, message, objective, sub, thread
from tests.rules.said import passage, retrieval

from followthrough.domain.conversation import PendingOffer
from followthrough.domain.ids import DocumentId
from followthrough.domain.objective import ObjectiveStatus, SubStatus
from followthrough.domain.plan import AnswerQuestion, Begins, Continues
from followthrough.rules.evidence.answer import Theirs
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.proposals.written import with_written
from followthrough.rules.pursuit.offered import offer_in, take_offer
from followthrough.rules.pursuit.retry import try_again

APPEALS = passage(
    "An appeal must be sent within 60 days of the denial.\n\n1. Fill in the form.\n2. Fax the form to the office.",
    name="Appeals",
    heading=("Appeal steps",),
)
DONE = objective(sub(APPEAL, SubStatus.ANSWERED), status=ObjectiveStatus.SOLVED)


def offered(text: str) -> PendingOffer | None:
    _, found, writing = asked((APPEAL, retrieval(APPEALS)))
    assert writing is not None
    draft = draft_of(writing, f"{WRITTEN} {text}")
    telling = draft.telling(writing.parts, chances_of(found, draft))
    found = with_written(found, writing, draft, telling, theirs=Theirs(), pack=PACK, tuning=TUNING)
    return offer_in(found, DONE, PACK)


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("Would you like the appeal steps?", "appeal steps"),
        ("Do you want the steps of the appeal?", "steps of the appeal"),
        ("Shall I tell you how to fax the form?", "fax the form"),
    ],
)
def test_what_a_passage_speaks_of_is_offered(text: str, about: str) -> None:
    offer = offered(text)
    assert offer is not None
    assert (offer.text, offer.about, offer.document_ids) == (text, about, (APPEALS.document_id,))
    assert offer.objective_id == DONE.id


@pytest.mark.parametrize(
    "text",
    [
        "Would you like a voucher for the theatre?",
        "Would you like the 12 appeal steps?",
        "Would you like the steps of Humana?",
        "Would you like to know when an appeal must be sent?",
        "Would you like [the steps](https://evil.example)?",
        "The steps come next.",
    ],
)
def test_what_no_passage_speaks_of_or_was_just_told_is_not(text: str) -> None:
    assert offered(text) is None


def test_an_offer_stands_in_the_reply_and_is_not_cited() -> None:
    reply, _, _ = replied(f"{WRITTEN} Would you like the appeal steps?", (APPEAL, retrieval(APPEALS)))
    assert reply.text.endswith("[1] Would you like the appeal steps?")
    assert len(reply.citations) == 1


def test_only_one_question_ends_an_answer_that_leaves_nothing_open() -> None:
    rows = ((APPEAL, retrieval(APPEALS)), ("What is the parking fee of llamas?", retrieval()))
    _, _, writing = asked(*rows)
    assert writing is not None
    assert not writing.may_offer
    assert not any(w.is_offer for w in draft_of(writing, f"{WRITTEN} Would you like the appeal steps?").said)
    _, _, writing = asked(rows[0])
    assert writing is not None
    twice = draft_of(writing, f"{WRITTEN} Would you like the appeal steps? Would you like the form?")
    assert sum(w.is_offer for w in twice.said) == 1


OFFER = PendingOffer(
    text="Would you like the appeal steps?",
    objective_id=DONE.id,
    about="appeal steps",
    document_ids=(DocumentId("Appeals"),),
)


def test_report_3_a_yes_asks_for_it_in_the_document_that_it_came_from() -> None:
    offering = replace(thread(DONE), pending_offer=OFFER)
    plan = try_again(message("yes please"), offering, (), PACK, Hearing(tuning=TUNING))
    assert isinstance(plan, AnswerQuestion)
    assert plan == take_offer(OFFER, offering)
    assert plan.queries == ("appeal steps",)
    assert plan.previous_document_ids == OFFER.document_ids
    assert plan.aim == Continues(objective_id=DONE.id)
    assert try_again(message("and by phone?"), offering, (), PACK, Hearing(tuning=TUNING)) is None


def test_a_yes_to_an_offer_of_an_ended_question_begins_one() -> None:
    ended = replace(DONE, status=ObjectiveStatus.ABANDONED)
    assert take_offer(OFFER, thread(ended)).aim == Begins()
