"""The guard of a rollout on made-up decisions: each rule trips and does not (R4-30, issue 6)."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from followthrough.domain.conversation import TurnStatus
from followthrough.domain.decision_record import StoredDecision, Wrong
from followthrough.domain.rollout import Dial, Flag, Flags, Hold, Mode
from followthrough.errors import InvalidInput
from followthrough.evals.guard.intervals import Measured, difference, percentile, rate, relative
from followthrough.evals.guard.judge import EXIT_CODES, Finding, RuleName, Verdict, Why, judge, overall
from followthrough.evals.guard.report import Judged, as_json, as_page, print_judged, reason_of
from followthrough.evals.guard.sample import Sample, Tally
from followthrough.evals.guard.windows import Side, read_side
from followthrough.rules.records.window import Window
from followthrough.testing.contracts.decision_store import ROUTED, a_decision
from followthrough.testing.contracts.values import NOON
from followthrough.tuning import Tuning

TUNING = Tuning()
ENOUGH = TUNING.guard_min_decisions
FAST = tuple(float(n % 50) for n in range(2 * ENOUGH))
BASE = Sample(decisions=2_000, wrong=10, asked=400, executed=500, latencies=tuple(sorted(FAST)))
SEVERITY = {Verdict.GO: 0, Verdict.NOT_ENOUGH_DATA: 1, Verdict.HALT: 2, Verdict.ROLL_BACK: 3}


def finding(rule: RuleName, candidate: Sample, baseline: Sample = BASE) -> Finding:
    return next(f for f in judge(baseline, candidate, TUNING) if f.rule is rule)


def test_no_change_is_go() -> None:
    findings = judge(BASE, BASE, TUNING)
    assert [f.rule for f in findings] == list(RuleName)
    assert {f.verdict for f in findings} == {Verdict.GO}
    assert EXIT_CODES[overall(findings)] == 0


@pytest.mark.parametrize(
    ("wrong", "verdict", "why"),
    [
        (0, Verdict.GO, Why.WITHIN),
        (10, Verdict.GO, Why.WITHIN),
        (20, Verdict.GO, Why.WITHIN),  # 0.5 points are the limit, not beyond it
        (21, Verdict.NOT_ENOUGH_DATA, Why.MAY_BE_CHANCE),
        (30, Verdict.ROLL_BACK, Why.BEYOND),
        (100, Verdict.ROLL_BACK, Why.BEYOND),
    ],
)
def test_wrong_actions_may_grow_by_half_a_point(wrong: int, verdict: Verdict, why: Why) -> None:
    found = finding(RuleName.WRONG_ACTIONS, replace(BASE, wrong=wrong))
    assert (found.verdict, found.why) == (verdict, why)


def test_more_wrong_actions_that_may_be_chance_are_not_enough_data() -> None:
    few = replace(BASE, decisions=ENOUGH, asked=40, wrong=4)
    found = finding(RuleName.WRONG_ACTIONS, few, replace(few, wrong=1))
    assert (found.verdict, found.why) == (Verdict.NOT_ENOUGH_DATA, Why.MAY_BE_CHANCE)


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [(300, Verdict.GO), (400, Verdict.GO), (440, Verdict.GO), (455, Verdict.ROLL_BACK), (800, Verdict.ROLL_BACK)],
)
def test_questions_may_grow_by_a_tenth(asked: int, verdict: Verdict) -> None:
    assert finding(RuleName.CLARIFIERS, replace(BASE, asked=asked)).verdict is verdict


def test_a_first_question_ever_is_compared_too() -> None:
    none = replace(BASE, asked=0)
    assert finding(RuleName.CLARIFIERS, none, none).verdict is Verdict.GO
    assert finding(RuleName.CLARIFIERS, replace(BASE, asked=50), none).verdict is Verdict.ROLL_BACK


@pytest.mark.parametrize(("slower", "verdict"), [(0, Verdict.GO), (250, Verdict.GO), (251, Verdict.ROLL_BACK)])
def test_the_95th_percentile_may_grow_by_250_ms(slower: float, verdict: Verdict) -> None:
    slow = replace(BASE, latencies=tuple(ms + slower for ms in BASE.latencies))
    assert finding(RuleName.LATENCY, slow).verdict is verdict


def test_a_few_slow_turns_are_not_the_95th_percentile() -> None:
    slow = (*BASE.latencies[:-8], *(10_000.0 for _ in range(8)))
    assert finding(RuleName.LATENCY, replace(BASE, latencies=slow)).verdict is Verdict.GO


@pytest.mark.parametrize(
    ("unchanged", "retries", "verdict", "why"),
    [
        (0, 0, Verdict.GO, Why.NONE),
        (0, 1_000, Verdict.GO, Why.NONE),
        (1, 49, Verdict.NOT_ENOUGH_DATA, Why.TOO_FEW),
        (1, 50, Verdict.GO, Why.WITHIN),
        (2, 50, Verdict.HALT, Why.BEYOND),
        (20, 1_000, Verdict.GO, Why.WITHIN),
        (21, 1_000, Verdict.HALT, Why.BEYOND),
    ],
)
def test_retries_on_unchanged_evidence_halt(unchanged: int, retries: int, verdict: Verdict, why: Why) -> None:
    found = finding(RuleName.UNCHANGED_RETRIES, replace(BASE, unchanged=unchanged, retries=retries))
    assert (found.verdict, found.why) == (verdict, why)


@pytest.mark.parametrize(
    "short", [{"decisions": ENOUGH - 1, "asked": 40, "wrong": 1}, {"latencies": FAST[: ENOUGH - 1]}]
)
@pytest.mark.parametrize("is_baseline", [True, False])
def test_too_few_decisions_on_either_side_are_not_enough_data(short: dict[str, Any], is_baseline: bool) -> None:
    small = replace(BASE, **short)
    findings = judge(small, BASE, TUNING) if is_baseline else judge(BASE, small, TUNING)
    assert Why.TOO_FEW in {f.why for f in findings}
    assert EXIT_CODES[overall(findings)] == 4


def test_nothing_recorded_is_not_enough_data() -> None:
    assert overall(judge(Sample(), Sample(), TUNING)) is Verdict.NOT_ENOUGH_DATA


def test_the_strongest_verdict_counts() -> None:
    halted = replace(BASE, retries=100, unchanged=50)
    assert overall(judge(BASE, halted, TUNING)) is Verdict.HALT
    assert overall(judge(BASE, replace(halted, wrong=500), TUNING)) is Verdict.ROLL_BACK
    assert overall(judge(replace(BASE, latencies=()), halted, TUNING)) is Verdict.HALT
    assert {v: EXIT_CODES[v] for v in Verdict} == {
        Verdict.GO: 0,
        Verdict.ROLL_BACK: 3,
        Verdict.NOT_ENOUGH_DATA: 4,
        Verdict.HALT: 5,
    }


def test_a_cohort_that_got_worse_is_not_hidden_by_one_that_did_not() -> None:
    before = replace(BASE, by_cohort=((Mode.OFF, 1_500, 300), (Mode.ON, 500, 100)))
    after = replace(BASE, asked=420, by_cohort=((Mode.OFF, 1_500, 240), (Mode.ON, 500, 180)))
    findings = [f for f in judge(before, after, TUNING) if f.rule is RuleName.CLARIFIERS]
    assert [(f.cohort, f.verdict) for f in findings] == [
        (None, Verdict.GO),
        (Mode.OFF, Verdict.GO),
        (Mode.ON, Verdict.ROLL_BACK),
    ]


def test_cohorts_of_one_mode_each_are_compared_once() -> None:
    off, on = replace(BASE, by_cohort=((Mode.OFF, 2_000, 400),)), replace(BASE, by_cohort=((Mode.ON, 2_000, 400),))
    assert [f.cohort for f in judge(off, on, TUNING)] == [None] * 4


# More harm never makes a verdict milder.

counts = st.integers(0, 3_000)


def samples() -> st.SearchStrategy[Sample]:
    def made(n: int, shares: tuple[float, float, float], times: list[float], retries: int) -> Sample:
        wrong, asked, unchanged = shares
        return Sample(
            decisions=n,
            wrong=round(n * wrong),
            asked=round(n * asked),
            latencies=tuple(sorted(times * 60)),
            retries=retries,
            unchanged=round(retries * unchanged),
        )

    share = st.floats(0, 1)
    times = st.lists(st.floats(0, 5_000), min_size=1, max_size=8)
    return st.builds(made, counts, st.tuples(share, share, share), times, st.integers(0, 200))


@given(samples(), samples(), st.tuples(*(st.integers(0, 50) for _ in range(3))), st.floats(0, 1_000))
def test_more_harm_never_makes_a_verdict_milder(
    baseline: Sample, candidate: Sample, more: tuple[int, int, int], slower: float
) -> None:
    worse = replace(
        candidate,
        wrong=min(candidate.decisions, candidate.wrong + more[0]),
        asked=min(candidate.decisions, candidate.asked + more[1]),
        latencies=tuple(ms + slower for ms in candidate.latencies),
        unchanged=min(candidate.retries, candidate.unchanged + more[2]),
    )
    before, after = judge(baseline, candidate, TUNING), judge(baseline, worse, TUNING)
    for one, other in zip(before, after, strict=True):
        assert SEVERITY[other.verdict] >= SEVERITY[one.verdict], one.rule
    assert SEVERITY[overall(after)] >= SEVERITY[overall(before)]


@given(samples(), samples())
def test_an_interval_holds_its_estimate(baseline: Sample, candidate: Sample) -> None:
    for found in judge(baseline, candidate, TUNING):
        for value in (found.baseline, found.candidate, found.harm):
            assert value is None or value.low - 1e-9 <= value.value <= value.high + 1e-9


@given(samples())
def test_a_side_against_itself_is_never_harmful(side: Sample) -> None:
    verdicts = {f.verdict for f in judge(side, side, TUNING) if f.rule is not RuleName.UNCHANGED_RETRIES}
    assert Verdict.ROLL_BACK not in verdicts


def test_the_intervals_are_those_of_the_books() -> None:
    # Newcombe (1998), table II (a), method 10: 56/70 against 48/80
    found = difference(rate(48, 80), rate(56, 70))
    assert (round(found.value, 4), round(found.low, 4), round(found.high, 4)) == (0.2, 0.0524, 0.3339)
    assert relative((100, 1_000), (100, 1_000)).value == 0
    assert percentile([float(n) for n in range(1, 101)], 0.95).value == 95
    assert percentile([], 0.95) == Measured(0.0, 0.0, 0.0, 0)
    assert percentile([7.0], 0.95) == Measured(7.0, 7.0, 7.0, 1)


# What is counted.


def stored(wrong: Wrong | None = None, **changes: Any) -> StoredDecision:
    plain: dict[str, Any] = {"is_users": True, "routed": None, "asked": None, "acted": None}
    return StoredDecision(decision=replace(a_decision(), **{**plain, **changes}), wrong=wrong)


def count(*decisions: StoredDecision) -> Sample:
    tally = Tally(Flag.GROUNDING_CONTINUITY)
    for one in decisions:
        tally.add(one)
    return tally.sample()


def test_only_what_users_said_and_what_ran_to_its_end_counts() -> None:
    sample = count(
        stored(), stored(is_users=False), stored(status=TurnStatus.STOPPED), stored(status=TurnStatus.FAILED)
    )
    assert sample.decisions == 1
    assert sample.latencies == (12.3,)


@pytest.mark.parametrize(
    ("asked", "counts"),
    [("missing_slot", 1), ("selection_disambiguation", 1), ("confirmation", 1), ("document", 0), (None, 0)],
)
def test_a_documents_own_questions_are_no_clarifiers(asked: str | None, counts: int) -> None:
    assert count(stored(asked=asked)).asked == counts


@pytest.mark.parametrize("wrong", list(Wrong))
def test_a_wrong_action_counts_however_it_came_out(wrong: Wrong) -> None:
    sample = count(stored(wrong, acted=a_decision().acted), stored())
    assert (sample.executed, sample.wrong) == (1, 1)


def test_a_retry_counts_as_unchanged_when_its_fingerprint_is_the_same() -> None:
    same = replace(ROUTED, fingerprint_before="a", fingerprint_after="a", retry_attempt_index=1)
    other = replace(same, fingerprint_after="b")
    never = replace(same, retry_attempt_index=0)
    sample = count(*(stored(routed=routed) for routed in (same, other, other, never)))
    assert (sample.retries, sample.unchanged) == (3, 1)


# What is compared.

NOW = datetime(2026, 11, 28, 12, tzinfo=NOON.tzinfo)


@pytest.mark.parametrize(
    ("text", "flag", "mode"),
    [
        ("cohort:on", Flag.GROUNDING_CONTINUITY, Mode.ON),
        ("cohort:OFF", Flag.GROUNDING_CONTINUITY, Mode.OFF),
        ("cohort:shadow", Flag.GROUNDING_CONTINUITY, Mode.SHADOW),
        ("cohort:selection_lane", Flag.SELECTION_LANE, Mode.ON),
        ("cohort:selection_lane_enabled=off", Flag.SELECTION_LANE, Mode.OFF),
        ("cohort:previous_docs=shadow", Flag.PREVIOUS_DOCS, Mode.SHADOW),
    ],
)
def test_a_cohort_is_one_mode_of_a_flag(text: str, flag: Flag, mode: Mode) -> None:
    side = read_side(text, NOW, TUNING)
    assert (side.name, side.flag, side.mode) == (text, flag, mode)
    inside = replace(a_decision(), at=NOW - timedelta(days=1), flags=Flags(**{flag.value[: -len("_enabled")]: mode}))
    assert side.has(inside)
    others = [m for m in Mode if m is not mode]
    assert not any(side.has(replace(inside, flags=Flags(**{flag.value[: -len("_enabled")]: m}))) for m in others)
    assert not side.has(replace(inside, at=NOW - timedelta(days=TUNING.guard_cohort_days, seconds=1)))


def test_a_period_has_every_cohort() -> None:
    side = read_side("7d", NOW, TUNING)
    assert side.has(replace(a_decision(), at=NOW - timedelta(days=7)))
    assert not side.has(replace(a_decision(), at=NOW))


@pytest.mark.parametrize("text", ["", "soon", "cohort:", "cohort:nobody", "cohort:on=off", "cohort:lane=maybe"])
def test_what_is_no_side_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(InvalidInput, match="cohort:on"):
        read_side(text, NOW, TUNING)


# What is shown.

SIDE = Side(window=Window(name="cohort:off", start=NOW - timedelta(days=14), end=NOW))
HOLD = Hold(flag=Flag.SELECTION_LANE, at_most=Dial(mode=Mode.ON, share=0.1), why="<halted>", at=NOW)


def judged(candidate: Sample, **more: Any) -> Judged:
    findings = judge(BASE, candidate, TUNING)
    return Judged(sides=(SIDE, replace(SIDE, mode=Mode.ON)), samples=(BASE, candidate), findings=findings, **more)


def test_the_table_and_the_json_say_the_same() -> None:
    found, printed = judged(replace(BASE, wrong=100), holds=(HOLD,)), io.StringIO()
    print_judged(found, Console(width=300, file=printed))
    shown, document = printed.getvalue(), as_json(found)
    assert (document["verdict"], document["exit_code"]) == ("roll_back", 3)
    assert shown.rstrip().endswith("Verdict: roll back.")
    [wrong] = [rule for rule in document["rules"] if rule["rule"] == "wrong_actions"]
    assert (wrong["verdict"], wrong["candidate"]["value"], wrong["limit"]) == ("roll_back", 0.05, 0.005)
    assert re.search(r"wrong actions +0\.5% +5\.0% +\+4\.5 points", shown)
    assert (document["candidate"]["wrong"], document["baseline"]["window"]) == (100, "cohort:off")
    assert document["holds"][0]["at_most"] == "0.1"
    assert "selection_lane_enabled, at most 0.1" in shown


def test_the_page_shows_every_rule_and_loads_nothing() -> None:
    page = as_page(judged(replace(BASE, wrong=100), holds=(HOLD,), held=HOLD))
    assert page.count("<section>") == len(RuleName)
    assert '<span class="roll_back">roll back</span>' in page
    assert "&lt;halted&gt;" in page
    assert "<halted>" not in page
    assert "http" not in page.replace('http-equiv="Content-Security-Policy"', "")
    assert page.count('aria-hidden="true"') == page.count("<svg")


def test_a_hold_says_which_rule_and_by_how_much() -> None:
    why = reason_of(judge(BASE, replace(BASE, wrong=100), TUNING), Verdict.ROLL_BACK)
    assert why.startswith("wrong actions: worse by +4.5 points (")
    assert why.endswith("limit +0.5 points")
