"""Makes the PDF and Word files of the samples from their sources in ``tools/sample_sources``.

Run it after editing a source: ``python tools/make_samples.py``. The files are committed, so that the package ships
them and nobody needs this script to use it; ``tests/samples`` checks that they still say what the sources say.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import docx
from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from reportlab import rl_config
from reportlab.lib import colors
from reportlab.lib.enums import TA_LEFT
from reportlab.lib.pagesizes import LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import inch
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    Flowable,
    ListFlowable,
    ListItem,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
    Table,
    TableStyle,
)

SOURCES = Path(__file__).parent / "sample_sources"
TARGET = Path(__file__).parent.parent / "src" / "followthrough" / "samples" / "healthcare_payer"
MADE = {
    "harborline-provider-manual": ".pdf",
    "pinecrest-member-handbook": ".pdf",
    "harborline-fee-schedule": ".docx",
    "pinecrest-provider-guide": ".docx",
}

INK = colors.HexColor("#1f2933")
ACCENT = colors.HexColor("#0b5563")
RULE = colors.HexColor("#c9d3d8")


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading; the title of the document has level 1."""

    level: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Bullets:
    """A list."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """A table, its header first."""

    rows: tuple[tuple[str, ...], ...]


Piece = Heading | Words | Bullets | Rows


def pieces(source: str) -> Iterator[Piece]:
    """What a source says, in order."""
    tree = SyntaxTreeNode(MarkdownIt("commonmark").enable("table").parse(source))
    for node in tree.children:
        match node.type:
            case "heading":
                yield Heading(level=int(node.tag[1]), text=_text(node))
            case "paragraph":
                yield Words(text=_text(node))
            case "bullet_list":
                yield Bullets(items=tuple(_text(item) for item in node.children))
            case "table":
                rows = [row for part in node.children for row in part.children]
                yield Rows(rows=tuple(tuple(_text(cell) for cell in row.children) for row in rows))
            case other:
                raise ValueError(f"the samples have no {other}")


def _text(node: SyntaxTreeNode) -> str:
    if node.type == "inline":
        return node.content.replace("\n", " ")
    return " ".join(_text(child) for child in node.children)


class NumberedCanvas(Canvas):
    """Prints "Page 3 of 9" at the foot of each page and the title at its head."""

    title = ""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._pages: list[dict[str, object]] = []

    def showPage(self) -> None:  # noqa: N802 - the name that reportlab calls
        """Keeps the page until the number of pages is known."""
        self._pages.append(dict(self.__dict__))
        self._startPage()

    def save(self) -> None:
        """Prints every page with its number."""
        for number, page in enumerate(self._pages, start=1):
            self.__dict__.update(page)
            self._furnish(number, len(self._pages))
            super().showPage()
        super().save()

    def _furnish(self, number: int, pages: int) -> None:
        width, height = LETTER
        self.setFont("Helvetica", 8)
        self.setFillColor(ACCENT)
        self.drawString(inch, height - 0.6 * inch, self.title)
        self.drawRightString(width - inch, 0.55 * inch, f"Page {number} of {pages}")
        self.setStrokeColor(RULE)
        self.line(inch, height - 0.68 * inch, width - inch, height - 0.68 * inch)


def _style(name: str, size: float, *, bold: bool = False, before: float = 0, after: float = 6) -> ParagraphStyle:
    return ParagraphStyle(
        name,
        fontName="Helvetica-Bold" if bold else "Helvetica",
        fontSize=size,
        leading=size * 1.38,
        spaceBefore=before,
        spaceAfter=after,
        alignment=TA_LEFT,
        textColor=ACCENT if bold and size > 10 else INK,
        keepWithNext=1 if bold and size > 10 else 0,
    )


BODY = _style("body", 10)
CELL = _style("cell", 9, after=0)
HEAD_CELL = _style("head cell", 9, bold=True, after=0)
HEADINGS = {
    1: _style("title", 22, bold=True, after=14),
    2: _style("section", 15, bold=True, before=12, after=6),
    3: _style("subsection", 11.5, bold=True, before=8, after=4),
}


def _flowable(piece: Piece) -> Flowable:
    match piece:
        case Heading(level=level, text=text):
            return Paragraph(text, HEADINGS[level])
        case Words(text=text):
            return Paragraph(text, BODY)
        case Bullets(items=items):
            entries = [ListItem(Paragraph(item, BODY), leftIndent=16) for item in items]
            return ListFlowable(entries, bulletType="bullet", start="•", leftIndent=16)
        case Rows(rows=rows):
            return _table(rows)


def _table(rows: tuple[tuple[str, ...], ...]) -> Table:
    cells = [[Paragraph(c, HEAD_CELL if i == 0 else CELL) for c in row] for i, row in enumerate(rows)]
    table = Table(cells, repeatRows=1, hAlign="LEFT", spaceBefore=4, spaceAfter=10)
    table.setStyle(
        TableStyle(
            [
                ("LINEBELOW", (0, 0), (-1, -1), 0.5, RULE),
                ("BACKGROUND", (0, 0), (-1, 0), colors.HexColor("#eef4f6")),
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ]
        )
    )
    return table


def make_pdf(source: str, target: Path) -> None:
    """Writes the source as a PDF with page numbers; the same source gives the same bytes."""
    rl_config.invariant = 1
    parts = list(pieces(source))
    title = next(p.text for p in parts if isinstance(p, Heading))
    canvas = type("Titled", (NumberedCanvas,), {"title": title})
    document = SimpleDocTemplate(
        str(target),
        pagesize=LETTER,
        title=title,
        author="Followthrough samples",
        leftMargin=inch,
        rightMargin=inch,
        topMargin=inch,
        bottomMargin=inch,
    )
    story = [f for p in parts for f in (_flowable(p), *([Spacer(1, 2)] if isinstance(p, Bullets) else []))]
    document.build(story, canvasmaker=canvas)


def make_docx(source: str, target: Path) -> None:
    """Writes the source as a Word document."""
    document = docx.Document()
    for piece in pieces(source):
        match piece:
            case Heading(level=1, text=text):
                document.add_heading(text, 0)
                document.core_properties.title = text
            case Heading(level=level, text=text):
                document.add_heading(text, level - 1)
            case Words(text=text):
                document.add_paragraph(text)
            case Bullets(items=items):
                for item in items:
                    document.add_paragraph(item, style="List Bullet")
            case Rows(rows=rows):
                table = document.add_table(rows=0, cols=len(rows[0]), style="Light Grid Accent 1")
                for row in rows:
                    for cell, text in zip(table.add_row().cells, row, strict=True):
                        cell.text = text
    document.core_properties.author = "Followthrough samples"
    document.save(str(target))


def make_all(into: Path) -> None:
    """Makes every file, with its side file of metadata, into a folder."""
    for name, suffix in MADE.items():
        source = (SOURCES / f"{name}.md").read_text(encoding="utf-8")
        (make_pdf if suffix == ".pdf" else make_docx)(source, into / f"{name}{suffix}")
        shutil.copyfile(SOURCES / f"{name}.meta.yaml", into / f"{name}{suffix}.meta.yaml")


if __name__ == "__main__":
    make_all(TARGET)
