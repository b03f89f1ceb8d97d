"""How a reply ends (R0-28, R0-32, R0-33, C10)."""

from __future__ import annotations

from dataclasses import replace

from tests.rules.pursuing import PACK, objective, sub, thread

from followthrough.domain.conversation import PendingOffer
from followthrough.domain.objective import ObjectiveStatus, SearchAngle, SubStatus
from followthrough.domain.outcome import Progress
from followthrough.rules.pursuit.outlook import given_up_on, what_next

TEXTS = PACK.texts
FEE, HOURS = sub("What is the fee?"), sub("When is it open?", SubStatus.ANSWERED)


def test_a_part_of_an_earlier_message_is_not_dragged_along() -> None:
    assert what_next(Progress(objective=objective(FEE, HOURS)), PACK) == []


def test_the_ask_ends_the_reply() -> None:
    asked = objective(FEE, asked=1)

    assert what_next(Progress(objective=asked, asks=asked.asks), PACK) == [asked.asks[0].text]


def test_r0_16_incomplete_says_so_with_its_closure_and_asks_nothing() -> None:
    over = objective(FEE, HOURS, status=ObjectiveStatus.INCOMPLETE, asked=1)
    blocks = what_next(Progress(objective=over), PACK)

    assert blocks == [TEXTS.incomplete.format(parts="“What is the fee?”"), TEXTS.closure_incomplete]
    assert not any("?" in block.replace("“What is the fee?”", "") for block in blocks)


def test_r0_33_giving_up_names_what_is_known_what_was_tried_and_where_to_turn() -> None:
    blocked = replace(FEE, status=SubStatus.BLOCKED)
    text = " ".join(given_up_on(objective(blocked, HOURS, status=ObjectiveStatus.BLOCKED), PACK))

    assert "“What is the fee?”" in text
    assert "“When is it open?”" in text
    assert "searched the documents," in text
    assert TEXTS.alternatives in text
    on_the_web = objective(replace(blocked, tried=(SearchAngle.WEB,)), status=ObjectiveStatus.BLOCKED)
    assert "the documents and the web" in " ".join(given_up_on(on_the_web, PACK))


def test_c10_a_solved_objective_ends_with_the_offer_if_there_is_one() -> None:
    solved = objective(HOURS, status=ObjectiveStatus.SOLVED)
    offer = PendingOffer(text="Shall I?", objective_id=thread(objective(FEE, name="old")).objectives[0].id)

    assert what_next(Progress(objective=solved), PACK) == []
    assert what_next(Progress(objective=solved, offer=offer), PACK) == ["Shall I?"]


def test_without_an_objective_nothing_is_added() -> None:
    assert what_next(Progress(), PACK) == []


def test_a_parked_objective_is_not_still_open() -> None:
    old, now = objective(sub("Who tows cars?"), name="old"), objective(FEE)

    assert "tows" not in " ".join(what_next(Progress(objective=now), PACK))
    assert thread(old, now).active_objective == now
