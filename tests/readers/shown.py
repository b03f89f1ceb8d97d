"""What a reader found, in a form that reads well in a test."""

from __future__ import annotations

from followthrough.adapters.document_reader.reader import Reader
from followthrough.domain.documents import ParsedDocument
from followthrough.ports.document_reader import Refused
from followthrough.tuning import DEFAULT_TUNING, Tuning

SHORT = {"heading": "h", "paragraph": "p", "list_item": "li", "table_row": "row", "code": "code"}


async def read(data: bytes | str, name: str, tuning: Tuning = DEFAULT_TUNING) -> ParsedDocument:
    found = await Reader(tuning).read(data.encode() if isinstance(data, str) else data, name)
    assert isinstance(found, ParsedDocument), found
    check(found)
    return found


async def refused(data: bytes | str, name: str, tuning: Tuning = DEFAULT_TUNING) -> Refused:
    found = await Reader(tuning).read(data.encode() if isinstance(data, str) else data, name)
    assert isinstance(found, Refused), found
    return found


def check(document: ParsedDocument) -> None:
    """Blocks are in order, don't overlap, and hold everything but white space."""
    last = 0
    for block in document.blocks:
        assert last <= block.start < block.end <= len(document.text)
        assert not document.text[last : block.start].strip()
        last = block.end
    assert not document.text[last:].strip()


def blocks(document: ParsedDocument) -> list[tuple[str, str]]:
    """Kind and text of each block; a heading's or nested item's level is added to its kind."""
    return [
        (
            SHORT[b.kind] + (str(b.level) if b.kind == "heading" or b.level > 1 else ""),
            document.text[b.start : b.end],
        )
        for b in document.blocks
    ]


def headers(document: ParsedDocument) -> list[str]:
    return [b.table_header for b in document.blocks if b.kind == "table_row"]
