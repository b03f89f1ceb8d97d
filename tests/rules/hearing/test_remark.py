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
from followthrough.rules.hearing.certainty import NOT_HEARD, Hearing
from followthrough.rules.hearing.remark import remark
from followthrough.rules.pursuit.interrupt import interrupt
from followthrough.rules.replies.compose import compose
from followthrough.tuning import DEFAULT_TUNING

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


def heard(act: Act, chance: float = 0.9) -> Hearing:
    return Hearing(HeardActs(spot=Spot.AFTER_PARTIAL, acts=((act, chance),)))


def said(text: str, act: Act, before: Thread, *turns: StoredTurn, chance: float = 0.9) -> str | None:
    found = remark(message(text), before, turns or (turn(CITATION),), PACK, heard(act, chance))
    return None if found is None else found.say


def test_a_doubt_names_what_the_reply_rests_on() -> None:
    assert said("are you sure?", Act.DOUBTS, thread(OPEN)) == "doubted_sources"
    assert said("are you sure?", Act.DOUBTS, thread(OPEN), turn()) == "doubted"


def test_what_is_half_a_doubt_and_half_a_comment_is_a_remark_all_the_same() -> None:
    half = Hearing(HeardActs(spot=Spot.AFTER_ANSWER, acts=((Act.DOUBTS, 0.5), (Act.SMALLTALK, 0.4))))
    found = remark(message("hm, that seems like a long time"), thread(OPEN), (turn(CITATION),), PACK, half)
    assert found is not None
    assert found.say == "doubted_sources"


@pytest.mark.parametrize(
    ("acts", "say"),
    [
        (((Act.RETRY, 0.6), (Act.SUMMARY, 0.2)), "sources_none"),
        (((Act.SUMMARY, 0.95),), None),
        (((Act.RETRY, 0.95),), None),
    ],
)
def test_a_refusal_that_is_wanted_shorter_is_not_searched_for(
    acts: tuple[tuple[Act, float], ...], say: str | None
) -> None:
    refused = Hearing(HeardActs(spot=Spot.AFTER_REFUSAL, acts=acts))
    found = remark(message("tl;dr"), thread(OPEN), (turn(),), PACK, refused)
    assert (None if found is None else found.say) == say


def test_who_asks_where_it_stands_is_told() -> None:
    assert said("says who?", Act.ASKS_WHY, thread(OPEN)) == "sources_named"
    assert said("says who?", Act.ASKS_WHY, thread(OPEN), turn()) == "sources_none"
    plan = remark(message("says who?"), thread(OPEN), (turn(CITATION),), PACK, heard(Act.ASKS_WHY))
    assert plan is not None
    assert "“Leave”" in compose(plan, Said(), Progress(), PACK).text


def test_what_is_said_to_be_here_and_did_not_come_is_missed() -> None:
    solved = thread(objective(sub("x?", SubStatus.ANSWERED), status=ObjectiveStatus.SOLVED))
    assert said("here it is", Act.GIVES_MATERIAL, thread(OPEN)) == "nothing_attached"
    assert said("here it is", Act.GIVES_MATERIAL, solved) is None
    pasted = "Employees with five years of service receive a sabbatical of eight weeks after their application"
    assert said(pasted, Act.GIVES_MATERIAL, thread(OPEN)) is None


@pytest.mark.parametrize("text", ["what did I attach?", "Which files did I upload?", "did you get my file?"])
def test_what_was_given_is_named(text: str) -> None:
    given = Given(kind=GivenKind.FILE, document_id=DocumentId("d"), name="rules.pdf")
    refused = Given(kind=GivenKind.LINK, text="https://no.example", refused="not_found")
    with_file = turn(material=Material(given=(given, refused, given)))

    assert said(text, Act.QUESTION, thread(OPEN)) == "attached_none"
    found = remark(message(text), thread(OPEN), (with_file, turn()), PACK, NOT_HEARD)
    assert found is not None
    assert (found.say, found.values) == ("attached_named", ("rules.pdf",))


@pytest.mark.parametrize("text", ["that's wrong, it is 30 days", "the form says H-12", 'what does "not that" mean?'])
def test_what_has_a_figure_or_a_quotation_is_no_remark(text: str) -> None:
    assert said(text, Act.DOUBTS, thread(OPEN)) is None


def test_what_is_not_heard_surely_enough_is_no_remark() -> None:
    assert said("are you sure?", Act.DOUBTS, thread(OPEN), chance=DEFAULT_TUNING.hear_remark - 0.01) is None


def test_a_remark_needs_a_reply_before_it_and_no_question_of_ours() -> None:
    first = message("are you sure?", index=1)
    assert remark(first, replace(thread(), turns=0), (), PACK, heard(Act.DOUBTS)) is None
    assert said("are you sure?", Act.DOUBTS, thread(OPEN, slots=SLOTS)) is None


def test_c3_having_nothing_in_words_of_their_own_blocks_or_leaves_what_is_over() -> None:
    def plan(status: ObjectiveStatus) -> object:
        before = thread(replace(OPEN, status=status))
        told = message("ask somebody who has one")
        found = interrupt(told, before, (turn(),), PACK, TUNING, hearing=heard(Act.HAS_NOTHING, 0.95))
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
    found = interrupt(message("forget the sabbatical"), thread(both), (turn(),), PACK, TUNING, hearing=sure)
    assert found is not None
    assert isinstance(found.plan, Conclude)
    assert (found.plan.how, found.plan.dropped) == (Conclusion.PART_DROPPED, both.subs[:1])


def test_why_something_was_picked_from_a_list_is_no_question_for_sources() -> None:
    picked = turn(CITATION)
    assert picked.record is not None
    picked = replace(picked, record=replace(picked.record, turn_class=TurnClass.SELECTION))
    assert said("why did you pick that one?", Act.ASKS_WHY, thread(OPEN), picked) is None
