"""What holds for every test: no network, the same examples each time in CI, settings of nobody's machine."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from pydantic_ai import models as library_models

# Python keeps what it compiled, whatever the surroundings say: dozens of processes start, and each would spend more
# on compiling the package anew than on its work.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

_BAN_FOLDER = Path(__file__).parent / "netban"
_QUICK = Path(__file__).parent / "rules"
sys.path.insert(0, str(_BAN_FOLDER))

import netban  # noqa: E402 - found through the line above, as the processes that tests start find it

# No deadline: no test asserts a duration. In CI every run draws the same examples; a failure found elsewhere is
# pinned with @example. `--hypothesis-profile=thorough` looks further.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.register_profile("thorough", deadline=None, max_examples=2_000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci" if os.environ.get("CI") else "local")

# No test asks a language model unless it says so: those that start a server of their own switch it on.
library_models.ALLOW_MODEL_REQUESTS = False

_REPORT = Path(tempfile.mkdtemp(prefix="netban-")) / "left-this-machine.txt"
_REPORT.touch()
netban.install(_REPORT)


def pytest_configure() -> None:
    """Starts from known surroundings: no settings from outside, and the ban in every process a test starts."""
    outside = ("DATABASE_URL", "REDIS_URL", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL")
    for name in [n for n in os.environ if n.startswith("FOLLOWTHROUGH_") or n in outside]:
        del os.environ[name]
    os.environ[netban.REPORT_VARIABLE] = str(_REPORT)
    path = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = f"{_BAN_FOLDER}{os.pathsep}{path}" if path else str(_BAN_FOLDER)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Runs the quick tables last: what starts servers is then shared out while there is something left beside it."""
    items.sort(key=lambda item: _QUICK in item.path.parents)


def pytest_unconfigure() -> None:
    """Leaves nothing behind."""
    _REPORT.unlink(missing_ok=True)
    _REPORT.parent.rmdir()


@pytest.fixture(autouse=True)
def _stays_on_this_machine() -> Iterator[None]:
    """Fails the test that left this machine, even when the code under test swallowed the refusal."""
    before = _REPORT.stat().st_size
    yield
    with _REPORT.open(encoding="utf-8") as file:
        file.seek(before)
        left = file.read().splitlines()
    if left:
        pytest.fail(f"left this machine: {'; '.join(left)}")
