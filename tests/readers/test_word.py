"""Issue 2: Word documents by their styles and numbering, in the order of the document."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from typing import Any

import docx
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from tests.readers.shown import blocks, headers, read, refused

from followthrough.tuning import DEFAULT_TUNING


def saved(document: Any) -> bytes:
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def handbook() -> Any:
    document = docx.Document()
    document.core_properties.title = "Member handbook"
    document.core_properties.language = "en-US"
    document.add_heading("Member handbook", level=1)
    document.add_paragraph("The plan pays for 12 visits.")
    document.add_heading("Steps", level=2)
    for text in ("Open the portal", "Send"):
        document.add_paragraph(text, style="List Number")
    document.add_paragraph("A detail", style="List Bullet 2")
    table = document.add_table(rows=3, cols=3)
    for row, cells in zip(
        table.rows, (("Plan", "Visit", "Copay"), ("Gold", "PCP", "$5"), ("", "ER", "$50")), strict=True
    ):
        for cell, text in zip(row.cells, cells, strict=True):
            cell.text = text
    table.cell(1, 0).merge(table.cell(2, 0))
    document.add_paragraph("After the table.")
    return document


async def test_headings_lists_and_tables_stand_in_order() -> None:
    document = await read(saved(handbook()), "handbook.docx")
    assert blocks(document) == [
        ("h1", "Member handbook"),
        ("p", "The plan pays for 12 visits."),
        ("h2", "Steps"),
        ("li", "1. Open the portal"),
        ("li", "2. Send"),
        ("li2", "- A detail"),
        ("row", "Plan | Visit | Copay"),
        ("row", "Gold | PCP | $5"),
        ("row", "Gold | ER | $50"),
        ("p", "After the table."),
    ]
    assert headers(document) == ["", "Plan | Visit | Copay", "Plan | Visit | Copay"]
    assert (document.metadata.title, document.metadata.language, document.pages) == ("Member handbook", "en", None)


async def test_tracked_changes_are_read_as_accepted() -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("The limit is ")
    for tag, text_tag, words in (("del", "delText", "90"), ("ins", "t", "120")):
        run = (
            f"<w:{tag} {nsdecls('w')} w:id='1' w:author='a'><w:r><w:{text_tag}>{words}</w:{text_tag}></w:r></w:{tag}>"
        )
        paragraph._p.append(parse_xml(run))
    paragraph.add_run(" days.")
    assert (await read(saved(document), "a.docx")).text == "The limit is 120 days."


async def test_text_inside_content_controls_is_read() -> None:
    document = docx.Document()
    document.add_paragraph("Before.")
    control = f"<w:sdt {nsdecls('w')}><w:sdtContent><w:p><w:r><w:t>Inside.</w:t></w:r></w:p></w:sdtContent></w:sdt>"
    document.element.body.insert(1, parse_xml(control))
    assert (await read(saved(document), "a.docx")).text == "Before.\n\nInside."


async def test_the_content_decides_and_not_the_name() -> None:
    assert (await read(saved(handbook()), "handbook.txt")).text.startswith("Member handbook")


async def test_what_unfolds_beyond_the_bound_is_refused_unread() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"0" * 5_000_000)
    small = replace(DEFAULT_TUNING, document_max_unpacked_bytes=2**20)
    found = await refused(out.getvalue(), "bomb.docx", small)
    assert found.code == "too_large"
    assert len(out.getvalue()) < 10_000


async def test_entities_do_not_unfold() -> None:
    out = io.BytesIO(saved(handbook()))
    bomb = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>'
    made = io.BytesIO()
    with zipfile.ZipFile(out) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            if name == "word/document.xml":
                start = data.index(b"?>") + 2
                data = bomb + data[start:].replace(b"After the table.", b"After &b; the table.")
            new.writestr(name, data)
    document = await read(made.getvalue(), "a.docx")
    assert "aaaaaaaaaa" not in document.text


async def test_another_zip_and_a_damaged_one_are_told_apart() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("other.bin", b"\x00\x01")
    assert (await refused(out.getvalue(), "a.docx")).code == "no_text"
    assert (await refused(saved(handbook())[:-400], "a.docx")).code == "broken"


async def test_a_protected_document_says_so() -> None:
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 100 + "EncryptedPackage".encode("utf-16-le")
    assert (await refused(ole, "a.docx")).code == "encrypted"
