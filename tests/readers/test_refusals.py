"""Issue 2: a bad file is refused with a stable code and one plain line: what, why, what to do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.readers.shown import read, refused

from followthrough.adapters.document_reader.detect import BY_ENDING, WANTED
from followthrough.ports.document_reader import READABLE_ENDINGS
from followthrough.tuning import DEFAULT_TUNING


@pytest.mark.parametrize(
    ("data", "name", "code", "reason"),
    [
        (b"", "a.md", "empty", "The file is empty."),
        (b" \n\t\n", "a.txt", "empty", "The file is empty."),
        (b"# \n\n---\n", "a.md", "no_text", "The file has no words in it."),
        (
            b"\x89PNG\r\n\x1a\n\x00\x00\xff\xfe",
            "a.md",
            "wrong_type",
            f"The file is no document but binary data; {WANTED}",
        ),
        (
            b"text with\x00a nul",
            "a.txt",
            "wrong_type",
            f"The file is no document but binary data; {WANTED}",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old",
            "a.doc",
            "wrong_type",
            "The file is an old Office file; save it as docx, xlsx, pptx or pdf.",
        ),
    ],
)
async def test_the_reason_says_what_and_what_to_do(data: bytes, name: str, code: str, reason: str) -> None:
    found = await refused(data, name)
    assert (found.code, found.reason) == (code, reason)


async def test_utf16_with_its_mark_and_utf8_with_its_mark_are_read() -> None:
    for encoding in ("utf-16", "utf-8-sig"):
        assert (await read("Größe 5.".encode(encoding), "a.txt")).text == "Größe 5."


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
async def test_utf16_is_read_without_its_mark_and_in_mails_too(encoding: str) -> None:
    mail = "Subject: Seats\nFrom: a@example.org\nContent-Type: text/plain\n\nThe van has nine seats."
    document = await read(mail.encode(encoding), "seats.eml")
    assert "nine seats" in document.text
    assert "Content-Type" not in document.text
    assert (await read("Größe 5.\n\nFarbe rot.".encode(encoding), "a.txt")).text == "Größe 5.\n\nFarbe rot."


async def test_half_a_utf16_file_is_refused() -> None:
    assert (await refused("Größe".encode("utf-16")[:-1], "a.txt")).code == "bad_encoding"


@pytest.mark.parametrize(
    "text",
    [bytes(range(1, 128)).decode() * 9, "".join(map(chr, range(0xE0080, 0xE00FF))), "A note.\x00" + "text " * 2_000],
)
async def test_bytes_that_happen_to_be_utf8_are_no_text(text: str) -> None:
    assert (await refused(text, "a.md")).code == "wrong_type"


async def test_a_stray_mark_of_a_program_leaves_a_text_one() -> None:
    assert "are due" in (await read("\x1b[1mFees\x1b[0m\x01 are due on the first day.", "a.txt")).text


async def test_the_bounds_of_size_hold() -> None:
    small = replace(DEFAULT_TUNING, document_max_bytes=1024)
    assert (await refused(b"x" * 1025, "a.txt", small)).code == "too_large"
    assert (await read(b"x" * 1024, "a.txt", small)).text == "x" * 1024
    few = replace(DEFAULT_TUNING, document_max_chars=1_000)
    assert (await refused("word " * 300, "a.txt", few)).code == "too_large"


def test_the_endings_that_ingest_looks_for_are_those_that_can_be_read() -> None:
    assert set(BY_ENDING) == READABLE_ENDINGS


@pytest.mark.parametrize(
    ("text", "encoding", "named"),
    [
        ("Für Größe und Maß beträgt die Gebühr 5 €.", "cp1252", "cp1252"),
        ("L'été dernier, le délai était de trois jours.", "latin-1", "cp1252"),
        ("Плата составляет пять рублей. Пожалуйста, подождите.", "cp1251", "cp1251"),
        ("料金は五百円です。お問い合わせは窓口までお願いします。", "shift_jis", "cp932"),
    ],
)
async def test_other_encodings_are_detected_and_named(text: str, encoding: str, named: str) -> None:
    document = await read(text.encode(encoding), "a.txt")
    assert document.text == text
    assert dict(document.metadata.extra)["reader_warnings"] == f'["It is not in UTF-8; it was read as {named}."]'
