"""A PDF that crashes its reader, or keeps it busy without end, costs one document and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from reportlab.platypus import Paragraph
from tests.readers.test_pdf import BODY, pdf

from followthrough.adapters.document_reader.pdf_process import PdfProcess
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.domain.documents import ParsedDocument

WORDS = pdf([Paragraph("The copay is ten dollars.", BODY)])


@contextmanager
def process(*command: str) -> Iterator[PdfProcess]:
    made = PdfProcess(*command)
    try:
        yield made
    finally:
        made.close()


def read(made: PdfProcess, data: bytes = WORDS, *, limit_s: float = 60.0) -> ParsedDocument:
    return made.read(data, max_chars=100_000, limit_s=limit_s)


def test_a_crash_is_a_refusal() -> None:
    with process("import os, sys; sys.stdin.buffer.readline(); os.abort()") as made:
        with pytest.raises(Refusal) as refusal:
            read(made)
        assert refusal.value.code == "broken"


def test_what_never_ends_is_given_up() -> None:
    with process("import time; time.sleep(3600)") as made:
        with pytest.raises(Refusal) as refusal:
            read(made, limit_s=0.1)
        assert (refusal.value.code, refusal.value.reason) == (
            "too_large",
            "takes longer than 0 seconds to read; split it.",
        )


def test_the_next_pdf_is_read_after_the_process_has_died() -> None:
    with process() as made:
        assert read(made).text == "The copay is ten dollars."
        assert made._process is not None
        first = made._process.pid
        made._process.kill()
        made._process.wait()
        assert read(made).text == "The copay is ten dollars."
        assert made._process.pid != first


def test_one_process_serves_many_and_a_refusal_does_not_end_it() -> None:
    with process() as made:
        read(made)
        assert made._process is not None
        first = made._process.pid
        with pytest.raises(Refusal):
            read(made, b"%PDF-1.7 broken")
        with pytest.raises(Refusal) as refusal:
            made.read(WORDS, max_chars=5, limit_s=60)
        assert refusal.value.code == "too_large"
        read(made)
        assert made._process.pid == first


def test_closing_ends_the_process_and_may_be_done_again() -> None:
    with process() as made:
        read(made)
        child = made._process
        assert child is not None
        made.close()
        made.close()
        assert child.poll() is not None
