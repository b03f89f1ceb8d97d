"""What is logged and counted of each turn: names and numbers only (R0-2, R0-33, R0-34)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.pursuing import NOW, message, objective, question, sub

from followthrough.domain.conversation import TurnRecord, TurnStatus
from followthrough.domain.given import Given, GivenKind, Material
from followthrough.domain.objective import Objective, ObjectiveStatus, SubStatus
from followthrough.rules.objective.status import outward_status
from followthrough.rules.records.pursuit_report import OUTCOMES, asks_of, outcome_of, pursuit_fields
from followthrough.rules.records.turn import record_early_end

STUCK, DONE = sub("What is the secret fee?"), sub("When is it open?", SubStatus.ANSWERED)


def ended(of: Objective | None) -> TurnRecord:
    made = record_early_end(message("x"), question("x"), TurnStatus.STOPPED, "", now=NOW)
    return replace(made, status=TurnStatus.COMPLETED, objective=of, objective_status=outward_status(of))


@pytest.mark.parametrize(
    ("of", "outcome"),
    [
        (None, None),
        (objective(STUCK), "open"),
        (objective(STUCK, DONE), "partial"),
        (objective(sub("a?", SubStatus.PARTIAL)), "partial"),
        (objective(DONE, status=ObjectiveStatus.SOLVED), "solved"),
        (objective(STUCK, status=ObjectiveStatus.ABANDONED), "user_ended"),
        (objective(STUCK, status=ObjectiveStatus.INCOMPLETE), "incomplete"),
        (objective(STUCK, status=ObjectiveStatus.BLOCKED), "unable"),
    ],
)
def test_r0_33_each_turn_has_one_outcome(of: Objective | None, outcome: str | None) -> None:
    assert outcome_of(ended(of)) == outcome
    assert outcome is None or outcome in OUTCOMES


def test_asks_for_several_parts_in_one_turn_are_one() -> None:
    asked = objective(STUCK, DONE, asked=1)
    (ask,) = asked.asks

    assert asks_of(asked) == 1
    assert asks_of(replace(asked, asks=(ask, replace(ask, sub_id=DONE.id), replace(ask, turn=3)))) == 2


def test_r0_34_the_line_of_a_turn_says_statuses_ask_and_what_was_given() -> None:
    asked = objective(STUCK, DONE, asked=2)
    material = Material(given=(Given(kind=GivenKind.LINK, text="https://secret.example"),), solved=(DONE.id,))
    fields = pursuit_fields(replace(ended(asked), ask=asked.asks[0], material=material))

    assert fields["objective_status"] == "need_info"
    assert (fields["parts_failed"], fields["parts_answered"], fields["parts_blocked"]) == (1, 1, 0)
    assert (fields["asked"], fields["stuck_reason"], fields["angle"], fields["asks"]) == (
        True,
        "no_evidence",
        "document",
        1,
    )
    assert (fields["given"], fields["solved_by_given"]) == ("link", 1)
    assert "secret" not in str(fields)
    assert "Have you" not in str(fields)


def test_a_turn_without_an_objective_has_a_line_too() -> None:
    fields = pursuit_fields(ended(None))

    assert (fields["objective_status"], fields["asked"], fields["parts_failed"]) == (None, False, 0)
