"""A document that crashes its reader, keeps it busy without end or fills its memory costs itself and nothing else."""

from __future__ import annotations

import asyncio
import io
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from tests.readers.shown import refused

from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.process import ReaderProcess
from followthrough.adapters.document_reader.processes import ReaderProcesses
from followthrough.adapters.document_reader.reader import Reader
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.domain.documents import ParsedDocument
from followthrough.ports.document_reader import Refused
from followthrough.tuning import DEFAULT_TUNING

LIMITS = Limits.of(DEFAULT_TUNING)
WORDS = b"The copay is ten dollars."
# reads "wait" until it is killed, everything else as usual
WAITING = """
import time
from followthrough.adapters.document_reader import parse, process
usual = parse.parse
def parse_(data, name, limits):
    while data == b"wait":
        time.sleep(1)
    return usual(data, name, limits)
parse.parse = parse_
process.serve()
"""
GROWING = """
from followthrough.adapters.document_reader import parse, process
def parse_(data, name, limits):
    held = []
    while True:
        held.append(bytearray(2**20))
parse.parse = parse_
process.serve()
"""


@contextmanager
def process(*command: str) -> Iterator[ReaderProcess]:
    made = ReaderProcess(*command)
    try:
        yield made
    finally:
        made.close()


def read(made: ReaderProcess, data: bytes = WORDS, limits: Limits = LIMITS) -> ParsedDocument:
    return made.read(data, "a.txt", limits, slow_s=60, on_slow=lambda: None, unwanted=threading.Event())


def docx_of(body: bytes) -> bytes:
    import docx

    empty, out = io.BytesIO(), io.BytesIO()
    docx.Document().save(empty)
    with zipfile.ZipFile(empty) as source, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            part = source.read(name)
            target.writestr(name, part.replace(b"<w:body>", b"<w:body>" + body) if "document.xml" in name else part)
    return out.getvalue()


def test_a_crash_is_a_refusal() -> None:
    with process("import os, sys; sys.stdin.buffer.readline(); os.abort()") as made:
        with pytest.raises(Refusal) as refusal:
            read(made)
        assert refusal.value.code == "broken"


def test_what_never_ends_is_given_up_and_the_limit_is_named() -> None:
    with process(WAITING) as made:
        with pytest.raises(Refusal) as refusal:
            read(made, b"wait", replace(LIMITS, read_s=0.2))
        assert refusal.value.reason == "takes longer than 0 seconds to read; split it."
        assert read(made).text == WORDS.decode()


def test_what_fills_the_memory_is_given_up_and_the_limit_is_named() -> None:
    with process(GROWING) as made, pytest.raises(Refusal) as refusal:
        read(made, limits=replace(LIMITS, memory_bytes=256 * 2**20))
    assert (refusal.value.code, refusal.value.reason) == (
        "too_large",
        "needs more than 256 MiB of memory to read; split it.",
    )


def test_one_process_serves_many_and_a_refusal_does_not_end_it() -> None:
    with process() as made:
        read(made)
        first = made.pid
        with pytest.raises(Refusal):
            read(made, b"%PDF-1.7 broken")
        with pytest.raises(Refusal) as refusal:
            read(made, limits=replace(LIMITS, chars=5))
        assert refusal.value.code == "too_large"
        read(made)
        assert made.pid == first


def test_a_process_that_went_for_want_of_work_is_replaced() -> None:
    with process("import sys; sys.exit(0)") as made:
        ended = made._running()
        ended.wait()
        made._command = "from followthrough.adapters.document_reader.process import serve; serve()"
        assert read(made).text == WORDS.decode()


def test_closing_ends_the_process_and_may_be_done_again() -> None:
    with process() as made:
        read(made)
        child = made._process
        assert child is not None
        made.close()
        made.close()
        assert child.poll() is not None


def test_what_takes_long_moves_aside() -> None:
    pool = ReaderProcesses(1, WAITING)
    unwanted = threading.Event()
    slow = threading.Thread(target=_until_refused, args=(pool, unwanted))
    slow.start()
    try:
        found = pool.read(WORDS, "a.txt", LIMITS, slow_s=60, unwanted=threading.Event())
        assert found.text == WORDS.decode()
    finally:
        unwanted.set()
        slow.join()
        pool.close()


def _until_refused(pool: ReaderProcesses, unwanted: threading.Event) -> None:
    with pytest.raises(Refusal):
        pool.read(b"wait", "a.txt", LIMITS, slow_s=0.01, unwanted=unwanted)


async def test_what_nobody_waits_for_is_not_read_on() -> None:
    reader = Reader(DEFAULT_TUNING)
    pool = ReaderProcesses(1, WAITING)
    reader._processes = pool
    task = asyncio.create_task(reader.read(b"wait", "a.txt"))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert isinstance(await reader.read(WORDS, "a.txt"), ParsedDocument)
    pool.close()


async def test_a_bomb_is_refused_by_its_ratio_or_by_its_memory() -> None:
    bomb = docx_of(b"<w:p></w:p>" * 2_300_000)
    found = await refused(bomb, "a.docx")
    assert found.reason == "The file unfolds to more than 200 times its size; save it as pdf."
    lax = replace(DEFAULT_TUNING, document_max_ratio=100_000, document_max_memory_bytes=128 * 2**20)
    found = await refused(bomb, "a.docx", lax)
    assert found.reason == "The file needs more than 128 MiB of memory to read; split it."


async def test_an_element_with_attributes_without_end_is_refused() -> None:
    attributes = " ".join(f"a{n}=1" for n in range(300_000))
    found = await Reader(DEFAULT_TUNING).read(f"<p {attributes}>Words.</p>".encode(), "a.html")
    assert isinstance(found, Refused)
    assert found.reason == "The file has an element with more than 5,000 attributes; save the page as text."
