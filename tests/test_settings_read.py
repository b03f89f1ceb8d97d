"""No setting and no number of the tuning exists that nothing reads."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path

from followthrough.settings import Settings
from followthrough.tuning import Tuning
from followthrough.tuning_machinery import Machinery

SOURCE = Path(__file__).parent.parent / "src" / "followthrough"
_DEFINED_IN = {"settings.py", "setting_values.py", "tuning.py", "tuning_machinery.py", "tuning_reading.py"}


def _read() -> set[str]:
    """Every word of the code besides the definitions, and of the settings' own methods."""
    found: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if path.parent == SOURCE and path.name in _DEFINED_IN:
            found.update(re.findall(r"\bself\.(\w+)", text))
        else:
            found.update(re.findall(r"\b\w+\b", text))
    return found


def test_every_number_of_the_tuning_is_read() -> None:
    assert {f.name for f in (*fields(Tuning), *fields(Machinery))} - _read() == set()


def test_every_setting_is_read() -> None:
    assert set(Settings.model_fields) - _read() == set()
