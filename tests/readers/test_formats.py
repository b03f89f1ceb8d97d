"""Documents as people have them: tables, slides, OpenDocument, books, mail, archives."""

from __future__ import annotations

import io
import json
import zipfile
from email.message import EmailMessage

import docx
import pptx
import pytest
import xlsxwriter
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from pptx.chart.data import CategoryChartData
from pptx.enum.chart import XL_CHART_TYPE
from reportlab.pdfgen.canvas import Canvas
from tests.readers.shown import blocks, headers, read, refused

from followthrough.domain.documents import ParsedDocument


def warnings(document: ParsedDocument) -> list[str]:
    return json.loads(dict(document.metadata.extra).get("reader_warnings", "[]"))


def zipped(**parts: str | bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()


@pytest.mark.parametrize("sign", [",", ";", "\t"])
async def test_csv_rows_stand_under_their_columns(sign: str) -> None:
    text = "\n".join(sign.join(row) for row in (("Room", "Seats", "Note"), ("R-47", "12", "a, b"), ("R-48", "8", "")))
    text = text.replace("a, b", '"a, b"')
    document = await read(text, "rooms.csv")
    assert blocks(document) == [("row", "Room | Seats | Note"), ("row", "R-47 | 12 | a, b"), ("row", "R-48 | 8 | -")]
    assert headers(document)[1:] == ["Room | Seats | Note"] * 2


async def test_a_workbook_has_sheets_titles_and_merged_cells() -> None:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet = book.add_worksheet("Fees")
    sheet.merge_range(0, 0, 0, 2, "Fees of 2026")
    sheet.write_row(1, 0, ["Plan", "Tier", "Copay"])
    sheet.merge_range(2, 0, 3, 0, "Gold")
    sheet.write_row(2, 1, ["A", 5])
    sheet.write_row(3, 1, ["B", 7.5])
    book.add_worksheet("Rooms").write_row(0, 0, ["Room", "Seats"])
    book.close()
    document = await read(out.getvalue(), "fees.xlsx")
    assert blocks(document) == [
        ("h2", "Fees"),
        ("p", "Fees of 2026"),
        ("row", "Plan | Tier | Copay"),
        ("row", "Gold | A | 5"),
        ("row", "Gold | B | 7.5"),
        ("h2", "Rooms"),
        ("row", "Room | Seats"),
    ]


async def test_the_digits_of_a_long_number_are_kept() -> None:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Account", "Share"])
    sheet.write_row(1, 0, [1234567890123451, 0.1 + 0.2])
    book.close()
    assert blocks(await read(out.getvalue(), "a.xlsx"))[1] == ("row", "1234567890123451 | 0.3")


async def test_cells_read_as_they_are_shown_and_what_is_hidden_is_named_not_read() -> None:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet = book.add_worksheet("Rates")
    share, money = book.add_format({"num_format": "0.0%"}), book.add_format({"num_format": '#,##0.00 "€"'})
    sheet.write_row(2, 1, ["Plan", "Cost price", "Rate", "Fee"])
    for row, plan in enumerate(("Gold", "Draft", "Silver"), 3):
        sheet.write_row(row, 1, [plan, 77])
        sheet.write(row, 3, 0.155, share)
        sheet.write(row, 4, 1234.5, money)
    sheet.set_row(4, None, None, {"hidden": True})
    sheet.set_column("C:C", None, None, {"hidden": True})
    book.add_worksheet("Wages").hide()
    book.close()
    document = await read(out.getvalue(), "rates.xlsx")
    assert [text for kind, text in blocks(document) if kind == "row"] == [
        "Plan | Rate | Fee",
        "Gold | 15.5% | 1,234.50 €",
        "Silver | 15.5% | 1,234.50 €",
    ]
    assert warnings(document) == ["Hidden in the workbook and not read: “Rates” 5:5; “Rates” C:C; “Wages”."]


async def test_times_of_a_workbook_read_as_they_are_shown_and_what_is_shown_as_nothing_is_nothing() -> None:
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["Desk", "Opens", "From", "Code", "Note"])
    for column, value, code in (
        (1, 0.375, "h:mm AM/PM"),
        (2, 46086, "d mmmm yyyy"),
        (3, 7, ";;;"),
        (4, "sly", ";;;"),
    ):
        sheet.write(1, column, value, book.add_format({"num_format": code}))
    sheet.write(1, 0, "Left")
    book.close()
    assert blocks(await read(out.getvalue(), "a.xlsx"))[1] == ("row", "Left | 9:00 AM | 5 March 2026 | - | -")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Region,2023,2024\nNorth,30,35\nSouth,n/a,2", "Region | 2023 | 2024"),
        ("Level,Unit,2024-25\n1,h,12.5\n2,h,13", "Level | Unit | 2024-25"),
        ("Visits,1,2,3\nFee,5,9,12", "Visits | 1 | 2 | 3"),
        ("Staff,Stufe 1,Stufe 2\nAnn,3.1,yes", "Staff | Stufe 1 | Stufe 2"),
        ("a,1,2,3\nb,2,3,4", ""),
        ("Ann,1985,30\nBen,1990,31", ""),
        ("Founded,1998\nEmployees,300", ""),
    ],
    ids=[
        "years",
        "a school year",
        "numbers that count",
        "words that count",
        "rows that all count",
        "data with years",
        "pairs",
    ],
)
async def test_numbers_name_columns_where_they_are_no_values(text: str, names: str) -> None:
    assert headers(await read(text, "a.csv"))[1] == names


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Zone,Sales,Cost\n\nNorth,5,3\n\nSouth,6,4", ["Zone | Sales | Cost", "North | 5 | 3", "South | 6 | 4"]),
        (
            "In CHF,,,,2023\n,Sales,Cost,Net,Tax\n\nNorth,5,3,2,1",
            ["In CHF | Sales | Cost | Net | 2023 Tax", "North | 5 | 3 | 2 | 1"],
        ),
        ("Name,Role,Desk\nAnn,Boss,left\n\nTea,3,4", ["Name | Role | Desk", "Ann | Boss | left", "Tea | 3 | 4"]),
    ],
    ids=["one row", "groups above", "a table of words before"],
)
async def test_names_that_an_empty_row_parts_from_their_values_are_their_names(text: str, rows: list[str]) -> None:
    document = await read(text, "a.csv")
    assert [said for _, said in blocks(document)] == rows
    assert headers(document)[1] == rows[0]


async def test_a_stroke_in_a_cell_stays_and_ends_no_cell() -> None:
    document = await read('Command,Use,Note\n"ls | wc",a||b,| x\n"y |",|,c', "a.csv")
    assert [text.split(" | ") for _, text in blocks(document)] == [
        ["Command", "Use", "Note"],
        ["ls\N{NO-BREAK SPACE}|\N{NO-BREAK SPACE}wc", "a||b", "|\N{NO-BREAK SPACE}x"],
        ["y\N{NO-BREAK SPACE}|", "|", "c"],
    ]


async def test_hidden_words_of_rich_text_and_hidden_slides_are_not_read() -> None:
    text = rb"{\rtf1\ansi The fee is 5.{\v The old one \'e9 was 9.} It is \v secretly \u233? \v0 due in May.\par}"
    document = await read(text, "a.rtf")
    assert document.text == "The fee is 5. It is due in May."
    assert warnings(document) == ["Text that is hidden in the document was not read."]
    deck = pptx.Presentation()
    for title in ("Fees", "Draft"):
        deck.slides.add_slide(deck.slide_layouts[5]).shapes.title.text = title
    deck.slides[1].element.set("show", "0")
    out = io.BytesIO()
    deck.save(out)
    slides = await read(out.getvalue(), "a.pptx")
    assert slides.text == "Fees"
    assert warnings(slides) == ["Slides that are hidden and were not read: 2."]


async def test_json_lines_are_items() -> None:
    document = await read('{"room": "R-47", "seats": {"fixed": 12}}\n\n{"room": "R-48"}\n', "a.jsonl")
    assert blocks(document) == [("li", "- room: R-47; seats fixed: 12"), ("li", "- room: R-48")]
    assert (await refused('{"a": 1}\n{"b"', "a.jsonl")).reason == "The file has no JSON in line 2; correct that line."


async def test_slides_have_titles_items_tables_and_notes() -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    slide.shapes.title.text = "Fees"
    slide.placeholders[1].text = "Gold: 5\nSilver: 7"
    slide.notes_slide.notes_text_frame.text = "Mention June."
    out = io.BytesIO()
    deck.save(out)
    document = await read(out.getvalue(), "a.pptx")
    assert blocks(document) == [("h2", "Fees"), ("li", "- Gold: 5"), ("li", "- Silver: 7"), ("p", "Mention June.")]
    assert document.pages == 1


async def test_the_numbers_of_a_chart_are_a_table_and_a_slides_number_is_not_read() -> None:
    deck = pptx.Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Ducks"
    data = CategoryChartData()
    data.categories = ["2021", "2022"]
    data.add_series("Eider", (150.0, 4.4000000000000004))
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, 0, 10**6, 10**6, 10**6, data)
    number = next(shape for shape in deck.slide_layouts[5].placeholders if "Number" in shape.name)
    slide.shapes.clone_placeholder(number)
    slide.placeholders[number.placeholder_format.idx].text = "7"
    out = io.BytesIO()
    deck.save(out)
    document = await read(out.getvalue(), "a.pptx")
    assert blocks(document) == [
        ("h2", "Ducks"),
        ("row", "- | Eider"),
        ("row", "2021 | 150"),
        ("row", "2022 | 4.4"),
    ]


async def test_opendocument_text() -> None:
    content = (
        '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"><office:body><office:text>'
        '<text:h text:outline-level="1">Fees</text:h><text:p>Pay<text:s/>now.</text:p>'
        "<text:list><text:list-item><text:p>Gold</text:p></text:list-item></text:list>"
        "<table:table><table:table-row><table:table-cell><text:p>Plan</text:p></table:table-cell>"
        "<table:table-cell><text:p>Copay</text:p></table:table-cell></table:table-row>"
        "<table:table-row><table:table-cell><text:p>Gold</text:p></table:table-cell>"
        "<table:table-cell><text:p>5</text:p></table:table-cell></table:table-row></table:table>"
        "</office:text></office:body></office:document-content>"
    )
    data = zipped(**{"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": content})
    assert blocks(await read(data, "a.odt")) == [
        ("h1", "Fees"),
        ("p", "Pay now."),
        ("li", "- Gold"),
        ("row", "Plan | Copay"),
        ("row", "Gold | 5"),
    ]


async def test_a_book_is_read_in_its_order() -> None:
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        '<dc:title>Guide</dc:title></metadata><manifest><item id="b" href="b.xhtml"/><item id="a" href="a.xhtml"/>'
        '</manifest><spine><itemref idref="b"/><itemref idref="a"/></spine></package>'
    )
    container = '<container><rootfiles><rootfile full-path="x/p.opf"/></rootfiles></container>'
    data = zipped(
        **{
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": container,
            "x/p.opf": package,
            "x/a.xhtml": "<html><body><h1>Two</h1><p>Last.</p></body></html>",
            "x/b.xhtml": "<html><body><h1>One</h1><aside><p>First.</p></aside></body></html>",
        }
    )
    document = await read(data, "a.epub")
    assert document.metadata.title == "Guide"
    assert [text for _, text in blocks(document)] == ["One", "First.", "Two", "Last."]


async def test_a_mail_says_who_and_when_and_names_what_is_attached() -> None:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = "Fees", "Ann <ann@example.org>", "bo@example.org"
    mail.set_content("The copay is ten dollars.")
    mail.add_attachment(b"x", maintype="application", subtype="pdf", filename="fees.pdf")
    document = await read(mail.as_bytes(), "a.eml")
    assert document.metadata.title == "Fees"
    assert [text for _, text in blocks(document)] == [
        "Fees",
        "- From: Ann <ann@example.org>",
        "- To: bo@example.org",
        "- Attachments: fees.pdf",
        "The copay is ten dollars.",
    ]
    assert warnings(document) == ["Its attachments are not read: fees.pdf."]


async def test_rich_text() -> None:
    assert (await read(rb"{\rtf1\ansi The {\b copay} is ten dollars.\par More.}", "a.rtf")).text.startswith(
        "The copay is ten dollars."
    )


async def test_tables_and_bullets_of_rich_text() -> None:
    data = rb"{\rtf1\ansi Pay:\par \'b7\tab cash\par \trowd Plan\cell Fee\cell\row \trowd Gold\cell 5\cell\row End.}"
    found = blocks(await read(data, "a.rtf"))
    assert found[:4] == [("p", "Pay:"), ("li", "- cash"), ("row", "Plan | Fee"), ("row", "Gold | 5")]


async def test_an_archive_is_read_file_by_file() -> None:
    data = zipped(
        **{"a/fees.md": "# Fees\n\nTen dollars.", "b.txt": b"\x00\x01\x02\x00", "c.txt": "More.", "d.svg": "<svg/>"}
    )
    document = await read(data, "a.zip")
    assert blocks(document) == [
        ("h1", "a/fees.md"),
        ("h2", "Fees"),
        ("p", "Ten dollars."),
        ("h1", "c.txt"),
        ("p", "More."),
    ]
    assert warnings(document)[1:] == ["Not read, being no documents by their names: d.svg."]
    assert warnings(document)[0].startswith("b.txt was not read: it is no document but binary data")


async def test_columns_in_which_nothing_stands_are_no_columns() -> None:
    page = "<table><tr><td></td><td>The ferry leaves at ten.</td></tr><tr><td></td><td>It is full.</td></tr></table>"
    assert blocks(await read(page, "a.html")) == [("p", "The ferry leaves at ten."), ("p", "It is full.")]


async def test_word_tables_with_merged_and_blank_header_cells() -> None:
    document = docx.Document()
    table = document.add_table(rows=4, cols=3)
    for row, texts in enumerate(
        (("", "Copay", ""), ("Plan", "2025", "2026"), ("Gold", "5", "6"), ("Silver", "7", "8"))
    ):
        for column, text in enumerate(texts):
            table.cell(row, column).text = text
    table.cell(0, 1).merge(table.cell(0, 2))
    out = io.BytesIO()
    document.save(out)
    assert blocks(await read(out.getvalue(), "a.docx")) == [
        ("row", "Plan | Copay 2025 | Copay 2026"),
        ("row", "Gold | 5 | 6"),
        ("row", "Silver | 7 | 8"),
    ]


async def test_word_text_boxes_headers_and_footers_are_read() -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("The plan.")
    inner = "<w:p><w:r><w:t>In a box.</w:t></w:r></w:p>"
    box = f"<w:r {nsdecls('w')}><w:pict><w:txbxContent>{inner}</w:txbxContent></w:pict></w:r>"
    paragraph._p.append(parse_xml(box))
    document.sections[0].header.paragraphs[0].text = "Harbor Health"
    document.sections[0].footer.paragraphs[0].text = "Valid until June"
    out = io.BytesIO()
    document.save(out)
    assert [text for _, text in blocks(await read(out.getvalue(), "a.docx"))] == [
        "The plan.",
        "In a box.",
        "Harbor Health",
        "Valid until June",
    ]


async def test_pages_without_text_are_named() -> None:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.drawString(72, 700, "The plan pays for 12 visits.")
    for _ in range(4):
        canvas.showPage()
        canvas.rect(72, 72, 200, 200, fill=1)
    canvas.save()
    document = await read(out.getvalue(), "a.pdf")
    assert warnings(document) == [
        "Pages 2 to 5 have no text; where they are pictures (a scan), run text recognition (OCR) on the file."
    ]


async def test_html_column_names_on_two_rows() -> None:
    page = (
        "<table><thead><tr><th rowspan=2>Plan<th colspan=2>Copay<tr><th>2025<th>2026</thead>"
        "<tr><td>Gold<td>5<td>6</table>"
    )
    assert blocks(await read(page, "a.html")) == [
        ("row", "Plan | Copay 2025 | Copay 2026"),
        ("row", "Gold | 5 | 6"),
    ]
