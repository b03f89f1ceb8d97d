"""Flags by share of threads and what they rest on (requirements 5.2, C30; R4-29)."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followthrough.domain.ids import ThreadId
from followthrough.domain.rollout import ALL_OFF, Dial, Flag, Flags, Hold, Mode
from followthrough.rules.decisions.rollout import dial_of, flags_of, held_back, place_of, value_of

ON, SHADOW = Dial(mode=Mode.ON), Dial(mode=Mode.SHADOW)
LANES = (Flag.SELECTION_LANE, Flag.SEMANTIC_LANE)
PAGE = Path(__file__).parents[3] / "docs" / "concepts" / "rollout.md"


def test_the_places_are_those_that_the_docs_give() -> None:
    vectors = re.findall(r"^\| `(.+)` \| (0\.\d{6}) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(vectors) >= 4
    assert {name: f"{place_of(ThreadId(name)):.6f}" for name, _ in vectors} == dict(vectors)


@given(st.text(), st.floats(0, 1), st.floats(0, 1))
def test_a_thread_keeps_what_it_has_while_a_share_grows(name: str, one: float, other: float) -> None:
    small, large = sorted((one, other))
    before = flags_of(ThreadId(name), {Flag.PREVIOUS_DOCS: Dial(mode=Mode.ON, share=small)})
    after = flags_of(ThreadId(name), {Flag.PREVIOUS_DOCS: Dial(mode=Mode.ON, share=large)})
    assert before.previous_docs is Mode.OFF or after.previous_docs is Mode.ON


@pytest.mark.parametrize("share", [0.1, 0.5])
def test_a_share_takes_about_so_many_threads(share: float) -> None:
    rollout = {Flag.GROUNDING_CONTINUITY: Dial(mode=Mode.ON, share=share)}
    taken = [flags_of(ThreadId(f"thr_{n}"), rollout).grounding_continuity is Mode.ON for n in range(4_000)]
    assert abs(sum(taken) / len(taken) - share) < 0.03


def test_without_settings_nothing_is_on() -> None:
    assert flags_of(ThreadId("t1"), {}) == ALL_OFF
    assert all(Flags().mode_of(flag) is Mode.OFF for flag in Flag)


@pytest.mark.parametrize("lane", LANES)
@pytest.mark.parametrize(
    ("master", "own", "comes_to"),
    [
        (Dial(), ON, Mode.OFF),
        (ON, Dial(), Mode.OFF),
        (ON, ON, Mode.ON),
        (SHADOW, ON, Mode.SHADOW),
        (ON, SHADOW, Mode.SHADOW),
    ],
)
def test_c30_a_lane_needs_the_master_flag_and_its_own(lane: Flag, master: Dial, own: Dial, comes_to: Mode) -> None:
    flags = flags_of(ThreadId("t1"), {Flag.GROUNDING_CONTINUITY: master, lane: own})
    assert flags.mode_of(lane) is comes_to


@pytest.mark.parametrize(
    ("flag", "rests_on"),
    [
        (Flag.LLM_AUTO_EXECUTE, Flag.SELECTION_LANE),
        (Flag.CONTEXT_RETRY, Flag.GROUNDING_CONTINUITY),
    ],
)
def test_what_rests_on_a_flag_is_at_most_as_far_on(flag: Flag, rests_on: Flag) -> None:
    everything = dict.fromkeys(Flag, ON)
    assert flags_of(ThreadId("t1"), everything).mode_of(flag) is Mode.ON
    assert flags_of(ThreadId("t1"), everything | {rests_on: Dial()}).mode_of(flag) is Mode.OFF
    assert flags_of(ThreadId("t1"), everything | {rests_on: SHADOW}).mode_of(flag) is Mode.SHADOW


@given(
    st.dictionaries(st.sampled_from(Flag), st.sampled_from([ON, SHADOW, Dial(mode=Mode.ON, share=0.5)])), st.text()
)
def test_previous_documents_depend_on_no_other_flag(rollout: dict[Flag, Dial], name: str) -> None:
    alone = {flag: dial for flag, dial in rollout.items() if flag is Flag.PREVIOUS_DOCS}
    thread = ThreadId(name)
    assert flags_of(thread, rollout).previous_docs is flags_of(thread, alone).previous_docs


def test_every_combination_of_two_shares_is_nested() -> None:
    for one, other in product((0.2, 0.7), repeat=2):
        rollout = {
            Flag.GROUNDING_CONTINUITY: Dial(mode=Mode.ON, share=one),
            Flag.SELECTION_LANE: Dial(mode=Mode.ON, share=other),
        }
        on = [flags_of(ThreadId(f"thr_{n}"), rollout).selection_lane is Mode.ON for n in range(2_000)]
        assert abs(sum(on) / len(on) - min(one, other)) < 0.04


@pytest.mark.parametrize("value", ["off", "on", "shadow", "0.1", "0.25", "0.000001"])
def test_a_value_is_read_and_said_alike(value: str) -> None:
    assert float_or_word(value_of(dial_of(value))) == float_or_word(value)


def float_or_word(value: str) -> float | str:
    return value if value.isalpha() else float(value)


@pytest.mark.parametrize("value", ["", "maybe", "1.5", "-0.1", "nan"])
def test_other_values_are_refused(value: str) -> None:
    with pytest.raises(ValueError, match=r"share|convert"):
        dial_of(value)


HELD_OFF = Hold(flag=Flag.SELECTION_LANE, at_most=Dial(), why="rolled back", at=datetime(2026, 1, 1, tzinfo=UTC))
FROZEN = replace(HELD_OFF, at_most=Dial(mode=Mode.ON, share=0.2))


@pytest.mark.parametrize(
    ("dial", "hold", "comes_to"),
    [
        (ON, HELD_OFF, Dial()),
        (SHADOW, HELD_OFF, Dial()),
        (ON, FROZEN, Dial(mode=Mode.ON, share=0.2)),
        (Dial(mode=Mode.ON, share=0.1), FROZEN, Dial(mode=Mode.ON, share=0.1)),
        (SHADOW, FROZEN, SHADOW),
        (Dial(), FROZEN, Dial()),
    ],
)
def test_a_held_flag_is_at_most_as_far_on_as_its_hold_allows(dial: Dial, hold: Hold, comes_to: Dial) -> None:
    rollout = {Flag.SELECTION_LANE: dial, Flag.SEMANTIC_LANE: ON}
    assert held_back(rollout, [hold]) == {Flag.SELECTION_LANE: comes_to, Flag.SEMANTIC_LANE: ON}
    assert held_back(rollout, []) == rollout
