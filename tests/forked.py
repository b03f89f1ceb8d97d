"""Processes of the product that tests kill, forked from one that has loaded it.

A process that starts by itself spends seconds on loading; one that is forked is there at once, and is killed as any
other. The process that they come from is started with the first and ends with the tests.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from multiprocessing.connection import Connection
from pathlib import Path

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.loaded"])


class Forked:
    """``python SCRIPT ARGUMENTS`` with this process's environment.

    Attributes:
        stdout: what it prints; ends with it.
    """

    def __init__(self, script: Path, *arguments: object) -> None:
        printed, print_to = _FORKS.Pipe(duplex=False)
        given = [str(script), *map(str, arguments)]
        self._process = _FORKS.Process(target=_run, args=(given, dict(os.environ), print_to), daemon=True)
        self._process.start()
        print_to.close()
        with printed:
            self.stdout = os.fdopen(os.dup(printed.fileno()), encoding="utf-8")

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.is_alive()

    def kill(self) -> int:
        """Ends it as a power cut would, if it has not ended; returns how it ended."""
        self._process.kill()
        return self.wait()

    def wait(self) -> int:
        """Waits until it has ended; returns how. What it printed and nobody read is lost."""
        self._process.join()
        code = self._process.exitcode
        assert code is not None
        self.stdout.close()
        return code


def _run(given: list[str], environment: dict[str, str], print_to: Connection) -> None:
    """In the new process: runs the script as Python would."""
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(print_to.fileno(), sys.__stdout__.fileno())
    print_to.close()
    sys.argv = given
    runpy.run_path(given[0], run_name="__main__")
