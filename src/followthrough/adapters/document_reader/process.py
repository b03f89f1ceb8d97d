"""A process that reads documents, one after the other, and what its parent knows of it.

The libraries that read documents meet hostile input, some of them in native code: what crashes one, keeps it busy
without end or fills its memory must cost one document and not the server. The process is started with the first
document, serves all that follow, is killed when a document meets a limit, ends by itself when it has grown or has had
nothing to do, and ends with its parent.
"""

from __future__ import annotations

import atexit
import json
import logging
import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from typing import IO, Any, Literal

from pydantic import TypeAdapter

from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.domain.documents import ParsedDocument

_log = logging.getLogger(__name__)
_COMMAND = "from followthrough.adapters.document_reader.process import serve; serve()"
_LOOK_EVERY_S = 0.05
_ENDING_S = 2.0
_IDLE_S = 60.0  # an idle process holds some 60 MB
_GROWN_BYTES = 300 * 2**20  # memory that a large document took is not given back: the next process starts small
_RESERVE_BYTES = 2**30  # address space beyond the memory that may be held: code, stacks, arenas
_Verdict = Literal["time", "memory", "unwanted"]
_DOCUMENT = TypeAdapter(ParsedDocument)
_DAMAGED = "is damaged and ended the program that reads it; export it again."


class ReaderProcess:
    """The process, as its parent sees it. One thread at a time may call it.

    Args:
        command: Python code that the process runs.
    """

    def __init__(self, command: str = _COMMAND) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        atexit.register(self.close)

    @property
    def pid(self) -> int | None:
        """Its number while it runs."""
        return None if self._process is None else self._process.pid

    def read(
        self,
        data: bytes,
        name: str,
        limits: Limits,
        *,
        slow_s: float,
        on_slow: Callable[[], None],
        unwanted: threading.Event,
    ) -> ParsedDocument:
        """Reads a document.

        Args:
            data: the whole file.
            name: its file name.
            limits: when it is given up.
            slow_s: after so many seconds ``on_slow`` is called, once.
            on_slow: told that this takes long.
            unwanted: set when nobody waits any more; it is then not read on.

        Raises:
            Refusal: it can't be read, or has met a limit.
        """
        order = {"name": name, "limits": asdict(limits)}
        return _document(*self.ask(order, data, limits, slow_s=slow_s, on_slow=on_slow, unwanted=unwanted))

    def ask(
        self,
        order: dict[str, Any],
        data: bytes,
        limits: Limits,
        *,
        slow_s: float,
        on_slow: Callable[[], None],
        unwanted: threading.Event,
    ) -> tuple[dict[str, Any], bytes]:
        """Has something done with a file; arguments and refusals as for ``read``."""
        while True:
            process = self._running()
            watch = _Watch(process, limits, slow_s=slow_s, on_slow=on_slow, unwanted=unwanted)
            try:
                _send(process.stdin, json.dumps(order).encode(), data)
                head, body = _receive(process.stdout)
                return _unless_refused(json.loads(head)), body
            except (OSError, EOFError):
                watch.stop()
                with suppress(subprocess.TimeoutExpired):  # one that ends by itself closes its pipes a little earlier
                    process.wait(_ENDING_S)
                self.close()
                if process.returncode == 0 and watch.verdict is None:
                    continue  # it went for want of work, just now
                raise _gone(watch.verdict, limits) from None
            finally:
                watch.stop()

    def close(self) -> None:
        """Ends the process; the next document starts another."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.poll() is None:
            process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            with suppress(BrokenPipeError):  # what was not yet written went with the process
                if pipe is not None:
                    pipe.close()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self.close()
            self._process = subprocess.Popen(  # noqa: S603 - this interpreter, with a fixed command
                [sys.executable, "-P", "-c", self._command],  # -P: nothing is imported from the working folder
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the parent to handle
            )
        return self._process


class _Watch:
    """Looks at a process while it reads one document, and kills it at a limit."""

    def __init__(
        self,
        process: subprocess.Popen[bytes],
        limits: Limits,
        *,
        slow_s: float,
        on_slow: Callable[[], None],
        unwanted: threading.Event,
    ) -> None:
        self.verdict: _Verdict | None = None
        self._unwanted = unwanted
        self._process = process
        self._limits = limits
        self._slow_s = slow_s
        self._on_slow = on_slow
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, name="reader-watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Ends looking; ``verdict`` stands from now on."""
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        began = time.monotonic()
        told = False
        while not self._over.wait(min(_LOOK_EVERY_S, self._limits.read_s / 2)):
            taken_s = time.monotonic() - began
            if taken_s >= self._slow_s and not told:
                told = True
                self._on_slow()
            if self._unwanted.is_set():
                self.verdict = "unwanted"
            elif taken_s >= self._limits.read_s:
                self.verdict = "time"
            elif _memory_of(self._process.pid) > self._limits.memory_bytes:
                self.verdict = "memory"
            if self.verdict is not None:
                self._process.kill()
                return


def serve() -> None:
    """The process itself: reads documents from standard input until it is closed, or nothing has come for a while."""
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a library prints must not get between the answers
    while not _has_grown() and _has_work():
        try:
            order, data = _receive(sys.stdin.buffer)
        except EOFError:
            return
        asked = json.loads(order)
        limits = Limits(**asked["limits"])
        _bound_memory(limits.memory_bytes + _RESERVE_BYTES)
        try:
            head, body = _done(asked, data, limits)
        except Refusal as refusal:
            head, body = {"code": refusal.code, "reason": refusal.reason}, b""
        except MemoryError:
            refusal = limits.out_of_memory()
            head, body = {"code": refusal.code, "reason": refusal.reason}, b""
        del data
        _send(output, json.dumps(head).encode(), body)


def _done(asked: dict[str, Any], data: bytes, limits: Limits) -> tuple[dict[str, Any], bytes]:
    """What was asked for: a page drawn, or the document read."""
    if "page" in asked:
        from followthrough.adapters.document_reader.pdf_image import draw_page  # noqa: PLC0415 - starts faster without

        return draw_page(data, asked["page"], asked["width_px"], asked["mark"])
    from followthrough.adapters.document_reader.parse import parse  # noqa: PLC0415 - heavy, and only used here

    return {}, _DOCUMENT.dump_json(parse(data, asked["name"], limits))


def _document(_: dict[str, Any], body: bytes) -> ParsedDocument:
    return _DOCUMENT.validate_json(body)


def _unless_refused(head: dict[str, Any]) -> dict[str, Any]:
    if "code" in head:
        if head["code"] == "not_installed":
            _log.error("reader_not_installed", extra={"reason": head["reason"]})
        raise Refusal(head["code"], head["reason"])
    return head


def _gone(verdict: _Verdict | None, limits: Limits) -> Refusal:
    match verdict:
        case "time":
            return limits.out_of_time()
        case "memory":
            return limits.out_of_memory()
        case "unwanted":
            return Refusal("unreadable", "was not wanted any more.")
        case None:
            return Refusal("broken", _DAMAGED)


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


def _memory_of(pid: int) -> int:
    """Bytes that a process holds; 0 where the system does not say."""
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:  # noqa: PTH123 - read twenty times a second
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):  # it has just ended, or this is no Linux
        return 0


def _has_grown() -> bool:
    """Whether it holds much memory now: the most it ever held is, at first, what its parent held."""
    return _memory_of(os.getpid()) > _GROWN_BYTES


def _has_work() -> bool:
    """Waits for the next document; False when none has come for a while."""
    if os.name != "posix":
        return True
    return bool(select.select([sys.stdin], [], [], _IDLE_S)[0])


def _bound_memory(most_bytes: int) -> None:
    """The second bound, for what grows faster than the parent looks."""
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - there is none on Windows

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        soft = most_bytes if hard == resource.RLIM_INFINITY else min(most_bytes, hard)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
