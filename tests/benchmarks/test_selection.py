"""The selection benchmark keeps its musts: what it measures must stay true with every change of a rule (issue 6)."""

from __future__ import annotations

import asyncio

import pytest
from benchmarks.selection.__main__ import (
    ON,
    PACK,
    Done,
    decide,
    exact_label,
    fuzzy_label,
    judge,
    moment_of,
    musts,
    tally,
)
from benchmarks.selection.blind import SETS
from benchmarks.selection.cases import Case, all_cases, blind_cases, listed

from followthrough.domain.rollout import ALL_OFF

CASES = all_cases(PACK)


def test_each_must_holds() -> None:
    """R4-1, R4-31: less is asked, and nothing is executed wrongly."""
    asyncio.run(judge(CASES))
    found = musts(tally(CASES, lambda case: decide(case, ON)), 0)
    assert found
    assert [must for must, holds in found.items() if not holds] == []


def test_without_a_model_less_is_executed_and_nothing_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.selection.__main__.JUDGED", {})
    rows = tally(CASES, lambda case: decide(case, ON)).values()
    assert sum(row["right"] for row in rows) > 0
    assert sum(row["wrong"] for row in rows) == 0


def test_a_must_that_is_missed_is_seen() -> None:
    wrong = tally(CASES, lambda case: Done(executed="nobody"))
    assert not any(holds for name, holds in musts(wrong, 5).items())


def test_simpler_ways_execute_what_they_must_not() -> None:
    assert sum(row["wrong"] for row in tally(CASES, fuzzy_label).values()) > 0
    assert sum(row["wrong"] for row in tally(CASES, exact_label).values()) > 0
    assert sum(row["right"] + row["wrong"] for row in tally(CASES, lambda c: decide(c, ALL_OFF)).values()) == 0


def test_a_case_is_one_message_over_one_list() -> None:
    case = Case("exact", "Beta", listed("two", ["Alpha", "Beta"]), frozenset({"o2"}), "execute")
    assert moment_of(case, ON).state.active == case.options
    assert decide(case, ON) == Done(executed="o2")


def test_nothing_that_a_person_says_who_had_seen_no_code_is_executed_wrongly() -> None:
    cases = [case for name in SETS[:3] for case in blind_cases(name)]
    asyncio.run(judge(cases))
    rows = tally(cases, lambda case: decide(case, ON))
    assert set(rows) == {"command", "must not"}
    assert rows["command"]["right"] > rows["command"]["n"] / 2
    assert sum(row["wrong"] for row in rows.values()) == 0


def test_of_what_must_execute_nothing_no_more_is_executed_than_was_measured() -> None:
    cases = list(blind_cases(SETS[3]))
    asyncio.run(judge(cases))
    rows = tally(cases, lambda case: decide(case, ON))
    assert rows["must not"]["n"] == 200
    assert (
        rows["must not"]["wrong"] <= 4
    )  # names as senders and titles that go on: a known fault, in docs/benchmarks.md
