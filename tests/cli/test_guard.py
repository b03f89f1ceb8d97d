"""`guard` on a real database: exit codes, the flag that is turned off, and its release (interface.md; issue 6)."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from followthrough.bootstrap import Followthrough
from followthrough.cli import app
from followthrough.domain.decision_record import Wrong
from followthrough.domain.rollout import Flag, Flags, Mode
from followthrough.errors import InvalidInput
from followthrough.rules.decisions.rollout import value_of
from followthrough.settings import only
from followthrough.testing.contracts.decision_store import ROUTED, a_decision, decide

FLAG = Flag.GROUNDING_CONTINUITY.value


@pytest.fixture
def guard(tmp_path: Path):
    def invoke(*arguments: str, auto: bool = False) -> Result:
        env = {
            "FOLLOWTHROUGH_DATA_DIR": str(tmp_path),
            "FOLLOWTHROUGH_TUNING": '{"guard_min_decisions": 10, "guard_min_retries": 5}',
            "FOLLOWTHROUGH_GROUNDING_CONTINUITY_ENABLED": "0.5",
            "FOLLOWTHROUGH_GUARD_AUTO_ROLLBACK": str(auto),
        }
        return CliRunner().invoke(app, ["guard", *arguments], env=env)

    return invoke


async def _record(folder: Path, wrong: int, unchanged: int, days_ago: int) -> None:
    async with Followthrough.open(only(data_dir=folder, sqlite_synchronous="NORMAL"), background=False) as system:
        now = system.clock.now() - timedelta(days=days_ago)
        for mode in (Mode.OFF, Mode.ON):
            for index in range(1, 21):
                again = mode is Mode.ON and index <= unchanged
                routed = replace(ROUTED, retry_attempt_index=int(again), fingerprint_after=ROUTED.fingerprint_before)
                flags = Flags(grounding_continuity=mode)
                decision = replace(
                    a_decision(f"t-{mode.value}-{days_ago}", index),
                    at=now,
                    flags=flags,
                    is_users=True,
                    asked=None,
                    routed=routed,
                )
                await decide(system.threads, decision)
                if mode is Mode.ON and index <= wrong:
                    await system.decisions.mark(decision.id, Wrong.OPERATOR, at=now)


def record(folder: Path, *, wrong: int = 0, unchanged: int = 0, days_ago: int = 0) -> None:
    """Twenty decisions with the flag off and on; of the latter some wrong, some made again on the same evidence."""
    asyncio.run(_record(folder, wrong, unchanged, days_ago))


def dial(folder: Path) -> str:
    """How far the flag is on for a system that is opened now with half of the threads."""

    async def ask() -> str:
        settings = only(data_dir=folder, grounding_continuity_enabled="0.5")
        async with Followthrough.open(settings, background=False) as system:
            return value_of((await system.switches.rollout())[Flag.GROUNDING_CONTINUITY])

    return asyncio.run(ask())


def test_nothing_recorded_is_not_enough_data(guard) -> None:
    done = guard("--json")
    assert done.exit_code == 4
    assert json.loads(done.output)["verdict"] == "not_enough_data"


def test_a_candidate_that_is_as_good_is_go(guard, tmp_path: Path) -> None:
    record(tmp_path)
    done = guard()
    assert (done.exit_code, done.output.rstrip().splitlines()[-1]) == (0, "Verdict: go.")
    assert guard("--candidate", "cohort:shadow").exit_code == 4


@pytest.mark.parametrize(
    ("baseline", "candidate"), [("7d", "1d"), ("1d", "1d"), ("1d", "7d"), ("7d", "cohort:on"), ("24h", "1d")]
)
def test_fault_21_no_decision_is_compared_with_itself(guard, tmp_path: Path, baseline: str, candidate: str) -> None:
    record(tmp_path)
    document = json.loads(guard("--baseline", baseline, "--candidate", candidate, "--json").output)
    kept = 20 if candidate == "cohort:on" else 0  # those with the flag off
    assert document["baseline"]["decisions"] == kept
    assert document["candidate"]["decisions"] == (20 if kept else 40)
    assert document["verdict"] == ("go" if kept else "not_enough_data")


def test_a_period_against_its_last_day_is_what_lies_before_that_day(guard, tmp_path: Path) -> None:
    record(tmp_path)
    record(tmp_path, days_ago=3)
    done = guard("--baseline", "7d", "--candidate", "1d", "--json")
    document = json.loads(done.output)
    assert (done.exit_code, document["baseline"]["decisions"], document["candidate"]["decisions"]) == (0, 40, 40)


def test_a_broken_rule_is_told_and_turns_nothing_off_by_itself(guard, tmp_path: Path) -> None:
    record(tmp_path, wrong=10)
    done = guard("--json")
    document = json.loads(done.output)
    assert (done.exit_code, document["verdict"], document["held"], document["holds"]) == (3, "roll_back", None, [])
    assert dial(tmp_path) == "0.5"


def test_with_auto_rollback_a_broken_rule_turns_the_flag_off_and_records_why(guard, tmp_path: Path) -> None:
    record(tmp_path, wrong=10)
    document = json.loads(guard("--json", auto=True).output)
    assert (document["held"]["flag"], document["held"]["at_most"]) == (FLAG, "off")
    assert document["held"]["why"].startswith("wrong actions: worse by +50.0 points")
    assert dial(tmp_path) == "off"
    again = json.loads(guard("--json", auto=True).output)
    assert (again["held"], again["holds"]) == (None, [document["held"]])
    assert "follows its setting again" in guard("--release", "grounding_continuity").output
    assert dial(tmp_path) == "0.5"
    assert isinstance(guard("--release", FLAG).exception, InvalidInput)
    assert isinstance(guard("--release", "nope").exception, InvalidInput)


def test_a_halt_freezes_the_share_and_turns_nothing_off(guard, tmp_path: Path) -> None:
    record(tmp_path, unchanged=6)
    done = guard("--json", auto=True)
    document = json.loads(done.output)
    assert (done.exit_code, document["verdict"]) == (5, "halt")
    assert (document["held"]["flag"], document["held"]["at_most"]) == (FLAG, "0.5")
    assert dial(tmp_path) == "0.5"


def test_the_page_is_written(guard, tmp_path: Path) -> None:
    page = tmp_path / "guard.html"
    assert guard("--html", str(page)).exit_code == 4
    assert "Guard: <span" in page.read_text(encoding="utf-8")
    assert isinstance(guard("--html", str(tmp_path / "no" / "page.html")).exception, InvalidInput)


def test_a_side_that_is_none_is_refused(guard) -> None:
    for side in ("--candidate", "--baseline"):
        for text in ("cohort:nobody", "bogus", "7", ""):
            done = guard(side, text)
            assert done.exit_code == 2
            assert "Give a length" in " ".join(done.output.replace("│", " ").split())
