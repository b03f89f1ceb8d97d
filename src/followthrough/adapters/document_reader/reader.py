"""The document reader: every format in processes of their own, several at once, each within its limits.

Invariant: every input gives a parsed document with text in it, or one typed refusal that names what was wrong,
a limit by its number.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import asdict
from typing import Any, TypeVar

from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.processes import processes_of
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.domain.documents import ParsedDocument
from followthrough.domain.laid_out import PageImage, PageLine
from followthrough.ports.document_reader import Refused
from followthrough.tuning import Tuning

Asked = TypeVar("Asked")
Given = TypeVar("Given")


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
        return await self._in_thread(self._read, data, name)

    async def page(self, data: bytes, number: int, *, width_px: int, mark: str = "") -> PageImage | Refused:
        """See ``ports.document_reader``."""
        return await self._in_thread(self._draw, data, {"page": number, "width_px": width_px, "mark": mark})

    async def _in_thread(
        self, work: Callable[[bytes, Asked, threading.Event], Given], data: bytes, asked: Asked
    ) -> Given:
        unwanted = threading.Event()
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._processes.threads, work, data, asked, unwanted)
        except asyncio.CancelledError:
            unwanted.set()
            raise

    def _draw(self, data: bytes, order: dict[str, Any], unwanted: threading.Event) -> PageImage | Refused:
        order |= {"limits": asdict(self._limits)}
        try:
            told, png = self._processes.ask(order, data, self._limits, slow_s=self._slow_s, unwanted=unwanted)
        except Refusal as refusal:
            return _refused(refusal)
        lines = tuple(PageLine(text=line["text"], box=tuple(line["box"])) for line in told["lines"])
        return PageImage(png=png, width=told["width"], height=told["height"], lines=lines)

    def _read(self, data: bytes, name: str, unwanted: threading.Event) -> ParsedDocument | Refused:
        if not data.strip():
            return _refused(Refusal("empty", "is empty."))
        try:
            return self._processes.read(data, name, self._limits, slow_s=self._slow_s, unwanted=unwanted)
        except Refusal as refusal:
            return _refused(refusal)


def _refused(refusal: Refusal) -> Refused:
    return Refused(code=refusal.code, reason=f"The file {refusal.reason}")
