"""`keys list` shows what `keys revoke` asks for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

COMMAND = Path(sys.executable).with_name("followthrough")


def keys(folder: Path, *arguments: str) -> str:
    """What a key command prints to a pipe, as on a narrow screen."""
    environment = {**os.environ, "FOLLOWTHROUGH_DATA_DIR": str(folder), "COLUMNS": "40"}
    done = subprocess.run(
        [COMMAND, "keys", *arguments], check=True, capture_output=True, text=True, timeout=120, env=environment
    )
    return done.stdout


def test_a_listed_id_is_whole_on_one_line_and_can_be_revoked(tmp_path: Path) -> None:
    keys(tmp_path, "create", "--owner", "clinic-a", "--name", "the front desk of the clinic")
    row = keys(tmp_path, "list").splitlines()[1]
    assert row.rstrip().endswith("in force")
    keys(tmp_path, "revoke", row.split()[0])
    assert "revoked" in keys(tmp_path, "list").splitlines()[1]
