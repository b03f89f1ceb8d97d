"""Several processes that read documents at once.

What takes long moves aside and lets others go before it, so that a slow document, or one made to be slow, holds
nobody up: as many may be aside as read at once, each within its limits.
"""

from __future__ import annotations

import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache
from typing import Any

from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.process import ReaderProcess
from followthrough.domain.documents import ParsedDocument


class ReaderProcesses:
    """Reads from any number of threads; those beyond the places wait.

    Args:
        size: how many documents are read at once, beside as many that take long.
        command: Python code that the processes run; the usual one when None.
    """

    def __init__(self, size: int, command: str | None = None) -> None:
        self._command = command
        self._places = threading.Semaphore(size)
        self._lock = threading.Lock()
        self._idle: list[ReaderProcess] = []
        self.threads = ThreadPoolExecutor(2 * size, "read")

    def read(
        self, data: bytes, name: str, limits: Limits, *, slow_s: float, unwanted: threading.Event
    ) -> ParsedDocument:
        """Reads a document, called from one of ``threads``.

        Args:
            data: the whole file.
            name: its file name.
            limits: when it is given up.
            slow_s: after so many seconds it moves aside.
            unwanted: set when nobody waits for it any more.

        Raises:
            Refusal: it can't be read, or has met a limit.
        """
        with self._held() as (process, place):
            return process.read(data, name, limits, slow_s=slow_s, on_slow=place.leave, unwanted=unwanted)

    def ask(
        self, order: dict[str, Any], data: bytes, limits: Limits, *, slow_s: float, unwanted: threading.Event
    ) -> tuple[dict[str, Any], bytes]:
        """Has something else done with a file than reading it; as ``read``."""
        with self._held() as (process, place):
            return process.ask(order, data, limits, slow_s=slow_s, on_slow=place.leave, unwanted=unwanted)

    @contextmanager
    def _held(self) -> Generator[tuple[ReaderProcess, _Place]]:
        place = _Place(self._places)
        process = self._take()
        try:
            yield process, place
        finally:
            self._give_back(process, place)

    def close(self) -> None:
        """Ends the processes that have nothing to do."""
        with self._lock:
            idle, self._idle = self._idle, []
        for process in idle:
            process.close()

    def _take(self) -> ReaderProcess:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return ReaderProcess() if self._command is None else ReaderProcess(self._command)

    def _give_back(self, process: ReaderProcess, place: _Place) -> None:
        with self._lock:
            self._idle.append(process)
        place.leave()


class _Place:
    """One of the places, held until it is left."""

    def __init__(self, places: threading.Semaphore) -> None:
        places.acquire()
        self._places = places
        self._lock = threading.Lock()
        self.left = False

    def leave(self) -> None:
        """Lets another in; doing it again changes nothing."""
        with self._lock:
            if self.left:
                return
            self.left = True
        self._places.release()


@cache
def processes_of(size: int) -> ReaderProcesses:
    """The processes of this program, one set for each size."""
    return ReaderProcesses(size)
