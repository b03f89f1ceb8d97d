"""Bytes to a parsed document. The type comes from the content, not from what the sender says of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from followthrough.domain.documents import ParsedDocument
from followthrough.domain.laid_out import PageImage

READABLE_ENDINGS = frozenset(
    {".md", ".markdown", ".mdx", ".rst", ".rest", ".txt", ".text", ".html", ".htm", ".xhtml", ".pdf", ".docx"}
    | {".csv", ".tsv", ".jsonl", ".ndjson", ".xlsx", ".xlsm", ".xls", ".ods", ".odt", ".odp", ".pptx", ".rtf"}
    | {".epub", ".eml", ".msg", ".zip"}
)
"""File endings, in lower case, that promise a readable format. Others may still be readable text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A document that can't be read: a stable ``code`` and one plain line of ``reason``.

    Codes: ``empty``, ``too_large``, ``wrong_type``, ``encrypted``, ``broken``, ``bad_encoding``, ``no_text``,
    ``bad_metadata``, ``outside_folder``, ``unreadable``, ``not_installed``, ``no_page``.
    """

    code: str
    reason: str


class DocumentReader(Protocol):
    """Reads every supported format. CPU work runs off the event loop."""

    async def read(self, data: bytes, name: str) -> ParsedDocument | Refused:
        """Parses a document.

        Args:
            data: the whole file.
            name: its file name; its ending decides only between formats that look alike (md, txt, html).
        """
        ...

    async def page(self, data: bytes, number: int, *, width_px: int, mark: str = "") -> PageImage | Refused:
        """Draws a page of a PDF.

        Args:
            data: the whole file.
            number: which page, from 1; one that is not there is refused with the code ``no_page``.
            width_px: how wide the image is; a page that is very high is drawn smaller.
            mark: words of the page to be marked; what of them is not found on it is not.
        """
        ...
