"""What users say about a reply is no question: it searches nothing and becomes no part (C14, R0-31)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.pursuing import NOW, PACK, SLOTS, TUNING, message, objective, sub, thread

from followthrough.domain.conversation import (
    Citation,
    Decision,
    Lane,
    Query,
    Reply,
    RetrievalSummary,
    StoredTurn,
    Thread,
    TurnClass,
    TurnRecord,
    TurnStatus,
)
from followthrough.domain.given import Given, GivenKind, Material
from followthrough.domain.hearing import Act, HeardActs, Spot
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.domain.objective import ObjectiveStatus, SubStatus
from followthrough.domain.outcome import Progress, Said
from followthrough.domain.plan import Conclude, Conclusion, SayText
from followthrough.rules.hearing.certainty import Hearing
from followthrough.rules.hearing.remark import remark
from followthrough.rules.pursuit.interrupt import interrupt
from followthrough.rules.replies.compose import compose

OPEN = objective(sub("What is the sabbatical policy?"), asked=1)
CITATION = Citation(
    n=1, document_id=DocumentId("d"), document_name="Leave", passage_id=PassageId("p"), quote="Employees receive 25."
)


def turn(*citations: Citation, material: Material | None = None, index: int = 1) -> StoredTurn:
    said = message("What is the sabbatical policy?", index=index)
    record = TurnRecord(
        message=said,
        status=TurnStatus.COMPLETED,
        turn_class=TurnClass.NEW_QUESTION,
        query=Query(message=said.text),
        retrieval=RetrievalSummary(),
        reply=Reply(text="It is so.", citations=citations),
        decision=Decision(lane=Lane.ANSWER, reason="new_question"),
        ended_at=NOW,
        material=material,
    )
    return StoredTurn(message=said, record=record)


def said(text: str, before: Thread, *turns: StoredTurn) -> str | None:
    found = remark(message(text), before, turns or (turn(CITATION),), PACK)
    return None if found is None else found.say


@pytest.mark.parametrize(
    "text",
    ["are you sure?", "Are you really sure about that?", "that's wrong", "I think that is not right",
     "That can't be true",
     "you are mistaken", "I don't think so", "is that correct?", "this is incorrect!", "No, that's wrong.",
     "That doesn't sound right", "I don't believe you", "Is that really true?", "you must be mistaken"],
)  # fmt: skip
def test_a_doubt_names_what_the_reply_rests_on(text: str) -> None:
    assert said(text, thread(OPEN)) == "doubted_sources"
    assert said(text, thread(OPEN), turn()) == "doubted"


@pytest.mark.parametrize(
    "text",
    ["which document is that from?", "Where did you get that?", "where does it say that?",
     "what's your source?", "Says who?",
     "how do you know that?", "Which file did you get this from?", "what page is that on?",
     "can you tell me your source?",
     "where is that written?", "what is that based on?"],
)  # fmt: skip
def test_who_asks_where_it_stands_is_told(text: str) -> None:
    assert said(text, thread(OPEN)) == "sources_named"
    assert said(text, thread(OPEN), turn()) == "sources_none"
    plan = remark(message(text), thread(OPEN), (turn(CITATION),), PACK)
    assert plan is not None
    assert "“Leave”" in compose(plan, Said(), Progress(), PACK).text


@pytest.mark.parametrize(
    "text",
    ["what?", "you didn't understand me", "You misunderstood me", "that is not what I asked",
     "that's not what I meant",
     "that doesn't answer my question", "You did not answer my question.", "not that", "huh?", "I didn't ask that",
     "that makes no sense", "I don't understand", "what do you mean?", "that wasn't my question"],
)  # fmt: skip
def test_who_was_not_understood_is_asked_to_say_it_in_full(text: str) -> None:
    assert said(text, thread(OPEN)) == "misunderstood"


@pytest.mark.parametrize(
    "text",
    ["Let me check with HR and get back to you", "I'll ask my manager", "one moment please", "hang on",
     "ok, I will check",
     "Let me look it up", "I have to ask my boss first", "I'll send it tomorrow"],
)  # fmt: skip
def test_who_will_be_back_is_waited_for(text: str) -> None:
    assert said(text, thread(OPEN)) == "promised"


@pytest.mark.parametrize(
    "text",
    ["I have the handbook here", "here it is", "the link works for me", "I've attached the file",
     "Here's the document",
     "I have a copy of the policy here", "see the attached pdf", "it opens fine", "I just sent you the document"],
)  # fmt: skip
def test_what_is_said_to_be_here_and_did_not_come_is_missed(text: str) -> None:
    assert said(text, thread(OPEN)) == "nothing_attached"
    assert said(text, thread(objective(sub("x?", SubStatus.ANSWERED), status=ObjectiveStatus.SOLVED))) is None


@pytest.mark.parametrize("text", ["what did I attach?", "Which files did I upload?", "did you get my file?"])
def test_what_was_given_is_named(text: str) -> None:
    given = Given(kind=GivenKind.FILE, document_id=DocumentId("d"), name="rules.pdf")
    refused = Given(kind=GivenKind.LINK, text="https://no.example", refused="not_found")
    with_file = turn(material=Material(given=(given, refused, given)))

    assert said(text, thread(OPEN)) == "attached_none"
    found = remark(message(text), thread(OPEN), (with_file, turn()), PACK)
    assert found is not None
    assert (found.say, found.values) == ("attached_named", ("rules.pdf",))


@pytest.mark.parametrize("text", ["same thing happened yesterday", "the same problem again"])
def test_a_report_that_says_nothing_new_is_acknowledged(text: str) -> None:
    assert said(text, thread(OPEN)) == "acknowledged"


@pytest.mark.parametrize(
    "text",
    ["Are you sure about the parking fee?", "that's wrong, it is 30 days", "which document do I need?",
     "Which documents should I read?", "what is the refund time?", "where did you find the parking fee?",
     "what about cats?",
     "I have the handbook here: employees get 25 days", "it says business casual",
     "I don't understand the bonus rule",
     "what page is the travel policy on?", "let me know the fee", "is it true that members pay?",
     "who says no to remote work?",
     'what does "not that" mean?', "check the document", "try the other file", "the form says H-12",
     "it is in the manual",
     "I have a question", "what do you mean by sabbatical?", "not that plan, the other one",
     "Same rule for interns?",
     "I think it's 30 days", "where is the source code?", "is the handbook wrong about leave?",
     "who is responsible?"],
)  # fmt: skip
def test_what_has_a_word_of_its_own_is_no_remark(text: str) -> None:
    assert said(text, thread(OPEN)) is None


def test_a_remark_needs_a_reply_before_it_and_no_question_of_ours() -> None:
    assert remark(message("are you sure?", index=1), replace(thread(), turns=0), (), PACK) is None
    assert said("are you sure?", thread(OPEN, slots=SLOTS)) is None


@pytest.mark.parametrize(
    "text",
    ["I don't know, ask someone else", "I already told you I don't have a document", "I told you, I don't have it",
     "we have no handbook", "no, I don't have that", "Sorry, I can't find the document", "as I said, no idea"],
)  # fmt: skip
def test_c3_having_nothing_in_words_of_their_own_blocks_or_leaves_what_is_over(text: str) -> None:
    def plan(status: ObjectiveStatus) -> object:
        before = thread(replace(OPEN, status=status))
        found = interrupt(message(text), before, (turn(),), PACK, TUNING)
        return None if found is None else found.plan

    active, over = plan(ObjectiveStatus.ACTIVE), plan(ObjectiveStatus.INCOMPLETE)
    assert isinstance(active, Conclude)
    assert active.how is Conclusion.NOTHING_TO_GIVE
    assert isinstance(over, SayText)
    assert over.say == "acknowledged"


@pytest.mark.parametrize("text", ["nope forget the sabbatical", "I don't need the sabbatical policy", "vergiss es"])
@pytest.mark.parametrize(("chance", "ends"), [(0.95, True), (0.5, False)])
def test_c14_a_search_is_ended_by_what_it_is_for_where_that_is_heard(text: str, chance: float, ends: bool) -> None:
    sure = Hearing(HeardActs(spot=Spot.AFTER_REFUSAL, acts=((Act.WANTS_OUT, chance),)))
    found = interrupt(message(text), thread(OPEN), (turn(),), PACK, TUNING, hearing=sure)

    assert isinstance(found and found.plan, Conclude) is (ends or text == "vergiss es")


def test_c14_what_is_only_one_of_the_open_parts_does_not_end_the_others() -> None:
    both = objective(sub("What is the sabbatical policy?"), sub("What is the parking fee?"), asked=1)

    sure = Hearing(HeardActs(spot=Spot.AFTER_REFUSAL, acts=((Act.WANTS_OUT, 1.0),)))
    assert interrupt(message("forget the sabbatical"), thread(both), (turn(),), PACK, TUNING, hearing=sure) is None
