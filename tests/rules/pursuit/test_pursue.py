"""Which objective a question belongs to, and which open parts are looked for beside it (C6, C10, C34, F35)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.pursuing import PACK, objective, question, sub, thread

from followthrough.domain.conversation import TurnClass
from followthrough.domain.ids import ObjectiveId
from followthrough.domain.objective import ObjectiveStatus, SearchAngle, StuckReason, SubStatus
from followthrough.domain.plan import AnswerQuestion, Begins, Continues, TriesAgain
from followthrough.domain.resolution import Followup, FollowupKind
from followthrough.rules.pursuit.pursue import pursue

TRIED = (SearchAngle.AS_ASKED,)
FEE, HOURS = sub("What is the fee?", tried=TRIED), sub("When is it open?", SubStatus.ANSWERED, tried=TRIED)


def followup(*texts: str, kind: FollowupKind = FollowupKind.TOPICAL) -> AnswerQuestion:
    return replace(question(*texts), followup=Followup(kind=kind, why="same_topic"))


def test_c10_a_question_of_its_own_begins_an_objective() -> None:
    asked = question("Who is the mayor?")

    assert pursue(asked, thread(objective(FEE)), PACK) == asked
    assert asked.aim == Begins()


@pytest.mark.parametrize("kind", list(FollowupKind))
@pytest.mark.parametrize("status", [ObjectiveStatus.ACTIVE, ObjectiveStatus.SOLVED, ObjectiveStatus.BLOCKED])
def test_c34_a_follow_up_of_either_kind_joins_it(kind: FollowupKind, status: ObjectiveStatus) -> None:
    plan = pursue(followup("Is parking free?", kind=kind), thread(objective(HOURS, status=status)), PACK)

    assert plan.aim == Continues(objective_id=ObjectiveId("o1"))
    assert [p.text for p in plan.parts] == ["Is parking free?"]


@pytest.mark.parametrize("status", [ObjectiveStatus.ABANDONED, ObjectiveStatus.INCOMPLETE])
def test_f21_an_ended_objective_is_not_brought_back_by_a_follow_up(status: ObjectiveStatus) -> None:
    plan = pursue(followup("Is parking free?"), thread(objective(FEE, status=status)), PACK)

    assert plan.aim == Begins()
    assert len(plan.parts) == 1


def test_c6_open_parts_are_looked_for_beside_a_follow_up_from_a_new_angle() -> None:
    plan = pursue(followup("Is parking free?"), thread(objective(FEE, HOURS)), PACK)

    assert [p.text for p in plan.parts] == ["Is parking free?", "What is the fee?"]
    assert [part.angle for part in plan.planned] == [SearchAngle.AS_ASKED, SearchAngle.EXPANDED]
    assert plan.again == {FEE.id}
    assert plan.queries == ("Is parking free?", "What is the fee?")
    assert plan.planned[0].sent == "Is parking free?"
    assert plan.planned[1].sent.startswith("What is the fee? (")


def test_where_all_that_is_open_was_shown_a_follow_up_has_an_objective_of_its_own_and_asks_nothing_again() -> None:
    shown = replace(FEE, status=SubStatus.PARTIAL, stuck_reason=None)
    before = objective(shown, HOURS, asked=1)
    plan = pursue(followup("Is parking free?"), thread(before), PACK)

    assert plan.aim == Begins(asks=before.asks)
    assert plan.again == frozenset()
    waited_for = replace(shown, stuck_reason=StuckReason.PARTIAL_ANSWER)
    assert isinstance(pursue(followup("Is parking free?"), thread(objective(waited_for)), PACK).aim, Continues)


def test_c6_an_identical_search_is_never_made_by_itself() -> None:
    exhausted = replace(FEE, tried=(SearchAngle.AS_ASKED, SearchAngle.EXPANDED, SearchAngle.WIDER))
    plan = pursue(followup("Is parking free?"), thread(objective(exhausted)), PACK)

    assert [p.text for p in plan.parts] == ["Is parking free?"]


def test_a_part_that_nobody_can_help_with_is_left_alone() -> None:
    plan = pursue(followup("Is parking free?"), thread(objective(replace(FEE, status=SubStatus.BLOCKED))), PACK)

    assert plan.again == frozenset()


def test_what_the_follow_up_searches_anyway_is_not_searched_twice() -> None:
    asked = followup("search the web for it")
    asked = replace(asked, planned=(replace(asked.planned[0], query="search the web for the fee"),))

    assert pursue(asked, thread(objective(FEE)), PACK).again == frozenset()


@pytest.mark.parametrize("text", ["What is the fee?", "what is the fee", "What is the fee??"])
@pytest.mark.parametrize("status", [s for s in ObjectiveStatus if s is not ObjectiveStatus.SOLVED])
def test_f35_an_unsolved_question_put_again_is_tried_again(text: str, status: ObjectiveStatus) -> None:
    plan = pursue(question(text), thread(objective(FEE, HOURS, status=status)), PACK)

    assert plan.turn_class is TurnClass.RETRY
    assert plan.aim == TriesAgain(objective_id=ObjectiveId("o1"))
    assert plan.decision.reason == "same_question"


def test_f35_a_parked_question_put_again_is_picked_up() -> None:
    parked, newer = objective(FEE, name="old"), objective(HOURS, name="new", status=ObjectiveStatus.SOLVED)

    assert pursue(question("What is the fee?"), thread(parked, newer), PACK).aim == TriesAgain(
        objective_id=ObjectiveId("old")
    )


def test_g_an_answered_question_put_again_is_a_new_one() -> None:
    solved = objective(replace(HOURS), status=ObjectiveStatus.SOLVED)

    assert pursue(question("When is it open?"), thread(solved), PACK).turn_class is TurnClass.NEW_QUESTION


def test_a_question_that_asks_more_is_a_new_one() -> None:
    plan = pursue(question("What is the fee?", "Who is the mayor?"), thread(objective(FEE)), PACK)

    assert plan.turn_class is TurnClass.NEW_QUESTION


@pytest.mark.parametrize(
    "texts", [("What is the fee?", "When is it open?"), ("When is it open?", "What is the fee?")]
)
def test_f35_c4_a_question_put_again_whole_is_the_same_though_a_part_is_answered(texts: tuple[str, str]) -> None:
    plan = pursue(question(*texts), thread(objective(FEE, HOURS)), PACK)

    assert plan.aim == TriesAgain(objective_id=ObjectiveId("o1"))
    assert [part.text for part in plan.parts] == ["What is the fee?"]


def test_g_the_answered_part_of_an_open_question_put_again_is_a_new_question() -> None:
    plan = pursue(question("When is it open?"), thread(objective(FEE, HOURS)), PACK)

    assert plan.turn_class is TurnClass.NEW_QUESTION


@pytest.mark.parametrize("text", ["so what is the fee?", "ok, and what is the fee?", "What is the fee"])
def test_f35_what_leads_over_to_an_open_question_makes_no_other_part_of_it(text: str) -> None:
    plan = pursue(followup(text), thread(objective(FEE, HOURS)), PACK)

    assert [p.text for p in plan.parts] == ["What is the fee?"]
    assert plan.turn_class is TurnClass.RETRY
