"""Which hold a verdict makes (issue 6): a broken rule turns the flag off, a halt freezes its share."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from followthrough.domain.rollout import Dial, Flag, Hold, Mode
from followthrough.rules.decisions.holding import hold_after
from followthrough.rules.decisions.rollout import held_back

NOW = datetime(2026, 11, 28, tzinfo=UTC)
LANE = Flag.SELECTION_LANE
TENTH, ON, OFF = Dial(mode=Mode.ON, share=0.1), Dial(mode=Mode.ON), Dial()


def after(dial: Dial, *holds: Hold, roll_back: bool) -> Hold | None:
    return hold_after(LANE, held_back({LANE: dial}, holds), holds, roll_back=roll_back, why="because", now=NOW)


@pytest.mark.parametrize("dial", [TENTH, ON, Dial(mode=Mode.SHADOW)])
def test_a_broken_rule_turns_the_flag_off(dial: Dial) -> None:
    assert after(dial, roll_back=True) == Hold(flag=LANE, at_most=OFF, why="because", at=NOW)


@pytest.mark.parametrize("dial", [TENTH, ON])
def test_a_halt_freezes_the_share(dial: Dial) -> None:
    assert after(dial, roll_back=False) == Hold(flag=LANE, at_most=dial, why="because", at=NOW)


def test_a_flag_that_is_off_is_not_held() -> None:
    assert after(OFF, roll_back=True) is None
    assert after(OFF, roll_back=False) is None


def test_a_later_verdict_makes_no_hold_weaker_and_keeps_the_first_reason() -> None:
    off = Hold(flag=LANE, at_most=OFF, why="first", at=NOW)
    frozen = Hold(flag=LANE, at_most=TENTH, why="first", at=NOW)
    assert after(ON, off, roll_back=False) is None
    assert after(ON, off, roll_back=True) is None
    assert after(ON, frozen, roll_back=False) is None
    stronger = after(ON, frozen, roll_back=True)
    assert stronger is not None
    assert stronger.at_most == OFF


def test_another_flags_hold_is_another_matter() -> None:
    other = Hold(flag=Flag.SEMANTIC_LANE, at_most=OFF, why="first", at=NOW)
    assert after(TENTH, other, roll_back=False) is not None
