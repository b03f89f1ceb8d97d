"""Leaving a list, coming back, taking back: only whole utterances (2.5, C35)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.listed import TUNING, a_moment, a_set, a_state, done, reason

from followthrough.domain.continuity import Outcome, PauseReason, Scope, SetOrigin
from followthrough.domain.conversation import Lane, TurnClass
from followthrough.domain.plan import Decided
from followthrough.rules.lanes.closing import closed_list, is_recent, leave, reject, waits
from followthrough.rules.lists.option_sets import pause

SOURCES = a_set(origin=SetOrigin.SOURCES, scope=Scope.WIDGET)


@pytest.mark.parametrize("text", ["stop", "cancel", "never mind", "please stop", "quit"])
def test_a_bare_stop_asks(text: str) -> None:
    assert reason(leave(a_moment(text))) == "confirm_stop"


@pytest.mark.parametrize("text", ["cancel this", "start over", "close the list", "stop that please"])
def test_a_stop_with_an_object_leaves(text: str) -> None:
    found = leave(a_moment(text))
    assert isinstance(found, Decided)
    assert (found.plan.turn_class, found.plan.decision.lane) == (TurnClass.END_PURSUIT, Lane.INTERRUPT)
    assert found.continuity is not None
    assert found.continuity.paused is not None
    assert found.continuity.paused.reason is PauseReason.STOP


@pytest.mark.parametrize("text", ["stpo", "stop loss provision", "when does it stop", "cancel an authorization", ""])
def test_typos_and_longer_messages_stop_nothing(text: str) -> None:
    assert leave(a_moment(text)) is None


def test_lists_that_stand_beside_a_conversation_are_not_stopped() -> None:
    assert leave(a_moment("stop", a_state(SOURCES))) is None
    assert waits(a_state(SOURCES)) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("none of these", "list_rejected"),
        ("neither", "list_rejected"),
        ("no", "refusal"),
        ("nope", "refusal"),
        ("I'm not sure", "hesitation"),
        ("not that one", "suggestion_rejected"),
        ("none of these covers appeals", None),
        ("no limit applies", None),
    ],
)
def test_rejections(text: str, why: str | None) -> None:
    assert reason(reject(a_moment(text))) == why


def test_what_was_done_is_taken_back_while_it_is_recent() -> None:
    state = replace(a_state(a_set()), last_resolved_action=done(), recent_actions=(done(),))
    found = reject(a_moment("that's not it", state))
    assert isinstance(found, Decided)
    assert found.continuity is not None
    assert found.continuity.recent_actions[0].outcome is Outcome.REJECTED
    old = replace(state, last_resolved_action=done(minutes=TUNING.continuity_ttl_max_minutes + 1))
    assert reason(reject(a_moment("not that", old))) == "suggestion_rejected"


@pytest.mark.parametrize(
    ("turns", "minutes", "recent"),
    [(3, 0, True), (4, 0, False), (0, 10, True), (0, 10.1, False)],
)
def test_recent_is_three_turns_and_ten_minutes(turns: int, minutes: float, recent: bool) -> None:
    moment = a_moment("x", turn=1 + turns)
    assert is_recent(done(turn=1, minutes=minutes), moment) is recent


def test_an_open_list_is_not_closed() -> None:
    assert closed_list(a_moment("2")) is None
    paused = pause(a_state(a_set()), PauseReason.STOP, turn=1)
    found = closed_list(a_moment("2", paused))
    assert isinstance(found, Decided)
    assert reason(found) == "list_is_closed"
    assert closed_list(a_moment("what is the fee?", paused)) is None
