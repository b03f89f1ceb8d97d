"""A server's process is settled for many threads; a program that only uses the library is left as it is."""

from __future__ import annotations

import subprocess
import sys

_SETTLED = """
import gc, sys
from followthrough.bootstrap.process import keep_loaded, settle
keep_loaded()
print(gc.get_freeze_count(), sys.getswitchinterval())
settle()
keep_loaded()
print(gc.get_freeze_count() > 10_000, sys.getswitchinterval())
"""


def test_a_process_is_settled_on_demand_alone() -> None:
    ran = subprocess.run([sys.executable, "-c", _SETTLED], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["0 0.005", "True 0.001"]
