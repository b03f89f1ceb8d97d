"""The document reader: every format in processes of their own, several at once, each within its limits.

Invariant: every input gives a parsed document with text in it, or one typed refusal that names what was wrong,
a limit by its number.
"""

from __future__ import annotations

import asyncio
import threading

from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.processes import processes_of
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.domain.documents import ParsedDocument
from followthrough.ports.document_reader import Refused
from followthrough.tuning import Tuning


class Reader:
    """Reads every format that ``detect`` knows.

    Args:
        tuning: how large files and what they unfold to may be, and how many are read at once.
    """

    def __init__(self, tuning: Tuning) -> None:
        self._most = tuning.document_max_bytes
        self._slow_s = tuning.document_slow_s
        self._limits = Limits.of(tuning)
        self._processes = processes_of(tuning.document_readers)

    async def read(self, data: bytes, name: str) -> ParsedDocument | Refused:
        """See ``ports.document_reader``."""
        if len(data) > self._most:
            return _refused(Refusal("too_large", f"is larger than {self._most / 2**20:,.0f} MiB; split it."))
        loop = asyncio.get_running_loop()
        unwanted = threading.Event()
        try:
            return await loop.run_in_executor(self._processes.threads, self._read, data, name, unwanted)
        except asyncio.CancelledError:
            unwanted.set()
            raise

    def _read(self, data: bytes, name: str, unwanted: threading.Event) -> ParsedDocument | Refused:
        if not data.strip():
            return _refused(Refusal("empty", "is empty."))
        try:
            return self._processes.read(data, name, self._limits, slow_s=self._slow_s, unwanted=unwanted)
        except Refusal as refusal:
            return _refused(refusal)


def _refused(refusal: Refusal) -> Refused:
    return Refused(code=refusal.code, reason=f"The file {refusal.reason}")
