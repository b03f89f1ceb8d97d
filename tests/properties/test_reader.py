"""Whatever bytes come in: a parsed document whose blocks cover its text, or a typed refusal, and nothing else."""

from __future__ import annotations

import io
import zipfile

from hypothesis import given
from hypothesis import strategies as st
from reportlab.pdfgen.canvas import Canvas
from tests.readers.shown import check

from followthrough.adapters.document_reader.reader import Reader
from followthrough.domain.documents import ParsedDocument
from followthrough.ports.document_reader import READABLE_ENDINGS, Refused
from followthrough.tuning import Tuning

CODES = {"empty", "too_large", "wrong_type", "encrypted", "broken", "bad_encoding", "no_text", "bad_metadata"}
TUNING = Tuning(document_max_bytes=200_000, document_max_chars=50_000)
NAMES = st.sampled_from(["a", *(f"a{ending}" for ending in sorted(READABLE_ENDINGS))])


def small_pdf() -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.drawString(72, 700, "The plan pays for 12 visits.")
    canvas.showPage()
    canvas.drawString(72, 700, "And for more.")
    canvas.save()
    return out.getvalue()


def small_docx() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("word/document.xml", "<w:document xmlns:w='x'><w:body><w:p/></w:body></w:document>")
        archive.writestr("[Content_Types].xml", "<Types/>")
    return out.getvalue()


async def read(data: bytes, name: str) -> None:
    found = await Reader(TUNING).read(data, name)
    if isinstance(found, Refused):
        assert found.code in CODES
        assert found.reason.startswith("The file ")
        assert "\n" not in found.reason
        return
    assert isinstance(found, ParsedDocument)
    check(found)
    assert any(c.isalnum() for c in found.text)
    found.text.encode()
    assert "\x00" not in found.text


@given(st.binary(max_size=300), NAMES)
async def test_any_bytes(data: bytes, name: str) -> None:
    await read(data, name)


MARKS = st.lists(
    st.sampled_from(
        [
            "---\n",
            "# ",
            "- ",
            "1. ",
            "> ",
            "| a | b |\n|--|--|\n",
            "```\n",
            "\n",
            "\n\n",
            "  ",
            "<div>",
            "</div>",
            "<p>",
            "<table><tr><td>",
            "</table>",
            "<li>",
            "<ul>",
            "</ul>",
            "<th>",
            "<pre>",
            "</pre>",
            "<a href=x>",
            "</a>",
            "<dt>",
            "<dd>",
            "word ",
            "é",
            "title: x\n",
            "\\",
            "*",
            "_",
            "`",
            "<!--",
            "-->",
            "<td rowspan=3>",
            "<br>",
            "<h1>",
            "</h1>",
        ]
    ),
    max_size=40,
).map("".join)


@given(MARKS | st.text(max_size=200), st.sampled_from(["a.md", "a.txt", "a.html"]))
async def test_any_text_and_markup(text: str, name: str) -> None:
    await read(text.encode("utf-8", errors="replace"), name)


@given(st.sampled_from([small_pdf(), small_docx()]), st.data())
async def test_any_damage_to_a_real_file(whole: bytes, data: st.DataObject) -> None:
    damaged = bytearray(whole)
    for _ in range(data.draw(st.integers(1, 6))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    end = data.draw(st.integers(1, len(damaged)) | st.just(len(damaged)))
    await read(bytes(damaged[:end]), "a.pdf")
