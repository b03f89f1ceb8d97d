"""Issue 2: PDFs with page numbers, and with the structure that their typography shows."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

from reportlab.lib import colors
from reportlab.lib.pagesizes import letter
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import ListFlowable, ListItem, PageBreak, Paragraph, SimpleDocTemplate, Spacer, Table
from tests.readers.shown import blocks, headers, read, refused

STYLES = getSampleStyleSheet()
BODY = STYLES["BodyText"]


def pdf(story: list[Any], *, margins: Callable[[Canvas, Any], None] | None = None, **options: Any) -> bytes:
    out = io.BytesIO()
    template = SimpleDocTemplate(out, pagesize=letter, **options)
    template.build(story, onFirstPage=margins or nothing, onLaterPages=margins or nothing)
    return out.getvalue()


def nothing(canvas: Canvas, template: Any) -> None: ...


def running(canvas: Canvas, template: Any) -> None:
    canvas.setFont("Helvetica", 8)
    canvas.drawString(72, 755, "Harbor - Provider manual")
    canvas.drawRightString(540, 40, f"Page {template.page}")


def drawn(*lines: tuple[float, float, str], size: float = 10) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=letter)
    canvas.setFont("Helvetica", size)
    for x, y, text in lines:
        canvas.drawString(x, y, text)
    canvas.save()
    return out.getvalue()


def cells(*rows: tuple[str, ...]) -> list[list[Paragraph]]:
    return [[Paragraph(text, BODY) for text in row] for row in rows]


async def test_headings_paragraphs_lists_and_tables_are_found() -> None:
    table = Table(
        cells(
            ("Code", "Service", "Rate"),
            ("H0036", "Community treatment, face to face, in the home of the member or in the community", "$18.40"),
            ("H0038", "Peer support", "$12.10"),
        ),
        colWidths=[60, 200, 60],
    )
    table.setStyle([("GRID", (0, 0), (-1, -1), 0.5, colors.black)])
    items = [
        ListItem(
            Paragraph("Send the claim through the clearinghouse with the payer ID and wait for its answer " * 2, BODY)
        ),
        ListItem(Paragraph("Call 555-0100.", BODY)),
    ]
    document = await read(
        pdf(
            [
                Paragraph("Provider manual", STYLES["Title"]),
                Paragraph("Timely filing", STYLES["Heading2"]),
                Paragraph("Claims must be filed within 180 days of the date of service. " * 4, BODY),
                Paragraph("A second paragraph says more.", BODY),
                ListFlowable(items, bulletType="bullet"),
                table,
                Spacer(1, 14),
                Table([["Plan", "Copay"], ["Gold", "$5"]]),
                Paragraph("After the tables.", BODY),
            ],
            title="Provider Manual",
        ),
        "manual.pdf",
    )
    send = ("Send the claim through the clearinghouse with the payer ID and wait for its answer " * 2).strip()
    assert blocks(document) == [
        ("h1", "Provider manual"),
        ("h2", "Timely filing"),
        ("p", ("Claims must be filed within 180 days of the date of service. " * 4).strip()),
        ("p", "A second paragraph says more."),
        ("li", f"- {send}"),
        ("li", "- Call 555-0100."),
        ("row", "Code | Service | Rate"),
        ("row", "H0036 | Community treatment, face to face, in the home of the member or in the community | $18.40"),
        ("row", "H0038 | Peer support | $12.10"),
        ("row", "Plan | Copay"),
        ("row", "Gold | $5"),
        ("p", "After the tables."),
    ]
    assert headers(document) == ["", "Code | Service | Rate", "Code | Service | Rate", "", "Plan | Copay"]
    assert (document.metadata.title, document.pages) == ("Provider Manual", 1)


async def test_every_block_has_its_page_and_running_lines_are_dropped() -> None:
    story: list[Any] = []
    for number in range(1, 5):
        story += [Paragraph(f"Fact number {number} stands here.", BODY), PageBreak()]
    document = await read(pdf(story, margins=running), "a.pdf")
    assert [(b.page, document.text[b.start : b.end]) for b in document.blocks] == [
        (n, f"Fact number {n} stands here.") for n in range(1, 5)
    ]
    assert document.pages == 4


async def test_a_sentence_across_a_page_turn_is_whole_and_what_follows_is_on_the_next_page() -> None:
    sentences = " ".join(f"Sentence {i} says that the plan pays in full for it." for i in range(150))
    document = await read(pdf([Paragraph(sentences, BODY)]), "a.pdf")
    assert " ".join(text for _, text in blocks(document)) == sentences
    assert [b.page for b in document.blocks] == [1, 2]
    assert all(text.endswith("it.") for _, text in blocks(document))


async def test_a_table_across_a_page_turn_keeps_its_header() -> None:
    rows = [["Code", "Service", "Rate"], *([f"H{i:04}", f"Service {i}", f"${i}.00"] for i in range(60))]
    document = await read(pdf([Table(rows, repeatRows=0)]), "a.pdf")
    later = [b for b in document.blocks if b.page == 2]
    assert len(later) > 5
    assert {b.table_header for b in later} == {"Code | Service | Rate"}


async def test_a_word_broken_at_a_line_end_is_whole_again_and_a_compound_stays() -> None:
    lines = (
        (72, 700, "The plan pays for rehabili-"),
        (72, 688, "tation and for follow-"),
        (72, 676, "up visits with code CO-"),
        (72, 664, "29, and each follow-up is free."),
    )
    assert (await read(drawn(*lines), "a.pdf")).text == (
        "The plan pays for rehabilitation and for follow-up visits with code CO-29, and each follow-up is free."
    )


async def test_cells_that_nearly_touch_are_apart_on_a_page_that_writes_its_spaces() -> None:
    told = (72, 740, "The lockers are by the doors. What is in them at night is taken away.")
    rows = [(72, 700, "Small one"), (122, 700, "1 EUR"), (72, 688, "Large one"), (122, 688, "2 EUR")]
    assert blocks(await read(drawn(told, *rows), "a.pdf"))[1:] == [
        ("row", "Small one | 1 EUR"),
        ("row", "Large one | 2 EUR"),
    ]


async def test_a_cell_beside_the_middle_of_a_longer_one_is_in_its_row() -> None:
    names = [(72, 700, "Ticket"), (200, 700, "Adults"), (280, 700, "Children")]
    day = [(72, 680, "Day"), (200, 680, "12"), (280, 680, "6")]
    season = [(72, 660, "Season ticket for"), (72, 648, "residents"), (200, 654, "140"), (280, 654, "70")]
    assert [text for _, text in blocks(await read(drawn(*names, *day, *season), "a.pdf"))] == [
        "Ticket | Adults | Children",
        "Day | 12 | 6",
        "Season ticket for residents | 140 | 70",
    ]


async def test_columns_are_read_one_after_the_other() -> None:
    left = [(72.0, 700 - 12.0 * i, f"left line {i} of the first column") for i in range(20)]
    right = [(320.0, 700 - 12.0 * i, f"right line {i} of the second column") for i in range(20)]
    text = (await read(drawn(*left, *right), "a.pdf")).text
    assert text.index("left line 19") < text.index("right line 0")
    assert "|" not in text


async def test_a_title_that_says_nothing_is_none() -> None:
    for title in ("untitled", "Microsoft Word - fees.doc", "scan.pdf"):
        assert (await read(pdf([Paragraph("Words.", BODY)], title=title), "a.pdf")).metadata.title is None


async def test_encrypted_broken_and_scanned_files_are_told_apart() -> None:
    locked = pdf([Paragraph("Secret.", BODY)], encrypt=StandardEncryption("user", "owner"))
    assert (await refused(locked, "a.pdf")).code == "encrypted"
    whole = pdf([Paragraph("Words.", BODY)])
    assert (await refused(b"%PDF-1.7\n" + b"garbage" * 50, "a.pdf")).code == "broken"
    assert (await refused(whole[: len(whole) // 3], "a.pdf")).code == "broken"
    scanned = await refused(drawn(), "a.pdf")
    assert (scanned.code, scanned.reason) == (
        "no_text",
        "The file has no text, only pictures of pages; run text recognition (OCR) on it first.",
    )


async def test_a_pdf_needs_no_ending_and_an_ending_makes_no_pdf() -> None:
    assert (await read(pdf([Paragraph("Words.", BODY)]), "download")).media_type == "application/pdf"
    found = await refused("Just words.", "a.pdf")
    assert (found.code, found.reason) == ("wrong_type", "The file is named .pdf but is no PDF file; export it again.")
