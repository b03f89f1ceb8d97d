"""Scans are read where the program `tesseract` is installed, and named as not read where it is not."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from PIL import Image

from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.parse import parse
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.domain.documents import ParsedDocument
from followthrough.tuning import Tuning

TSV = r"""#!{python}
import sys
if "--list-langs" in sys.argv:
    print("List of available languages:\nosd\neng\nspa")
    sys.exit()
assert sys.argv[1:5] == ["stdin", "stdout", "-l", "eng+spa"], sys.argv
assert sys.stdin.buffer.read(4) == b"\x89PNG"
words = [(1, 1, "Opening", 96), (1, 1, "hours", 95), (2, 1, "We", 96), (2, 1, "open", 91),
         (2, 2, "at", 90), (2, 2, "nine.", 96), (3, 1, "~#'", 12)]
print("level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext")
for n, (block, line, word, sure) in enumerate(words):
    top, height = (200, 70) if block == 1 else (300 + 40 * line, 30)
    print(5, 1, block, 1, line, n, 200 + 160 * (n % 2), top, 150, height, sure, word, sep="\t")
"""


def scan(pages: int = 1) -> bytes:
    out = io.BytesIO()
    page = Image.new("RGB", (850, 1100), "white")
    page.save(out, "PDF", save_all=True, append_images=[page] * (pages - 1), resolution=100)
    return out.getvalue()


def read() -> ParsedDocument:
    return parse(scan(), "scan.pdf", Limits.of(Tuning()))


def test_a_scan_is_read_and_said_to_be_recognised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "tesseract"
    program.write_text(TSV.replace("{python}", sys.executable))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=":")
    document = read()
    assert document.text == "Opening hours\n\nWe open at nine."
    assert "Page 1 is a picture: read by text recognition" in dict(document.metadata.extra)["reader_warnings"]
    assert {block.page for block in document.blocks} == {1}


@pytest.mark.parametrize("program", [None, "#!/bin/sh\nexit 1\n"])
def test_without_the_program_or_with_a_broken_one_it_is_a_scan(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str | None
) -> None:
    if program is not None:
        (tmp_path / "tesseract").write_text(program)
        (tmp_path / "tesseract").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Refusal, match="only pictures of pages"):
        read()
