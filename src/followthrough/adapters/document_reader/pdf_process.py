"""PDFs are read in a process of their own, one after the other.

The library that reads them is native code over hostile input: what crashes it, or keeps it busy without end, must
cost one document and not the server. It can't be used from two threads at once either, and a long manual takes a
minute of processor time that the event loop would miss. The process is started with the first PDF, serves all that
follow, ends with its parent, and is replaced when it dies.
"""

from __future__ import annotations

import atexit
import json
import os
import subprocess
import sys
import threading
from dataclasses import asdict
from typing import IO, Any

from followthrough.adapters.document_reader.pdf import read_pdf
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.adapters.document_reader.text import TextBuilder
from followthrough.domain.documents import Block, BlockKind, DocumentMetadata, ParsedDocument

MEDIA_TYPE = "application/pdf"
MEMORY_MAX_BYTES = 4 * 2**30
_COMMAND = "from followthrough.adapters.document_reader.pdf_process import serve; serve()"


class PdfProcess:
    """The process, as its parent sees it. Any thread may call it; one PDF is read at a time.

    Args:
        command: Python code that the process runs.
    """

    def __init__(self, command: str = _COMMAND) -> None:
        self._command = command
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self.close)

    def read(self, data: bytes, *, max_chars: int, limit_s: float) -> ParsedDocument:
        """Reads a PDF.

        Args:
            data: the whole file.
            max_chars: how long its text may be.
            limit_s: after so many seconds it is given up.

        Raises:
            Refusal: it can't be read.
        """
        with self._lock:
            process = self._running()
            timer = threading.Timer(limit_s, process.kill)
            timer.start()
            try:
                _send(process.stdin, json.dumps({"max_chars": max_chars}).encode(), data)
                answer, text = _receive(process.stdout)
            except (OSError, EOFError):
                in_time = timer.is_alive()
                self._stop()
                raise _gone(limit_s, in_time=in_time) from None
            finally:
                timer.cancel()
        return _document(json.loads(answer), text.decode("utf-8"))

    def close(self) -> None:
        """Ends the process; the next PDF starts another."""
        with self._lock:
            self._stop()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._stop()
            self._process = subprocess.Popen(  # noqa: S603 - this interpreter, with a fixed command
                [sys.executable, "-P", "-c", self._command],  # -P: nothing is imported from the working folder
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the parent to handle
            )
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            _close(pipe)


def serve() -> None:
    """The process itself: reads PDFs from standard input until it is closed."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever the library prints must not get between the answers
    _bound_memory()
    while True:
        try:
            order, data = _receive(sys.stdin.buffer)
        except EOFError:
            return
        answer, text = _answer(data, max_chars=json.loads(order)["max_chars"])
        _send(output, json.dumps(answer).encode(), text.encode("utf-8"))


def _answer(data: bytes, *, max_chars: int) -> tuple[dict[str, Any], str]:
    into = TextBuilder(max_chars)
    try:
        metadata, pages = read_pdf(data, into)
    except Refusal as refusal:
        return {"code": refusal.code, "reason": refusal.reason}, ""
    except Exception:  # noqa: BLE001 - any file may come in, and the parent is told that this one is damaged
        return {"code": "broken", "reason": "is damaged and can't be read; export it again."}, ""
    document = into.build(MEDIA_TYPE)
    return {
        "title": metadata.title,
        "pages": pages,
        "blocks": [list(asdict(block).values()) for block in document.blocks],
    }, document.text


def _document(answer: dict[str, Any], text: str) -> ParsedDocument:
    if "code" in answer:
        raise Refusal(answer["code"], answer["reason"])
    blocks = (
        Block(
            kind=BlockKind(kind), start=start, end=end, level=level, page=page, table_header=header, outside=outside
        )
        for kind, start, end, level, page, header, outside in answer["blocks"]
    )
    return ParsedDocument(
        text=text,
        blocks=tuple(blocks),
        media_type=MEDIA_TYPE,
        metadata=DocumentMetadata(title=answer["title"]),
        pages=answer["pages"],
    )


def _gone(limit_s: float, *, in_time: bool) -> Refusal:
    if in_time:
        return Refusal("broken", "is damaged and ended the program that reads it; export it again.")
    return Refusal("too_large", f"takes longer than {limit_s:,.0f} seconds to read; split it.")


def _send(pipe: IO[bytes] | None, head: bytes, body: bytes) -> None:
    if pipe is None:
        raise EOFError
    pipe.write(b"%d %d\n" % (len(head), len(body)))
    pipe.write(head)
    pipe.write(body)
    pipe.flush()


def _receive(pipe: IO[bytes] | None) -> tuple[bytes, bytes]:
    line = b"" if pipe is None else pipe.readline()
    if pipe is None or not line.endswith(b"\n"):
        raise EOFError
    parts = [pipe.read(int(size)) for size in line.split()]
    if sum(map(len, parts)) != sum(int(size) for size in line.split()):
        raise EOFError
    return parts[0], parts[1]


def _close(pipe: IO[bytes] | None) -> None:
    try:
        if pipe is not None:
            pipe.close()
    except BrokenPipeError:
        return  # what was not yet written went with the process


def _bound_memory() -> None:
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - there is none on other systems

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MAX_BYTES, MEMORY_MAX_BYTES))
