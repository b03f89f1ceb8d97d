"""Bytes to a parsed document. The type comes from the content, not from what the sender says of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from followthrough.domain.documents import ParsedDocument

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
    ``bad_metadata``, ``outside_folder``, ``unreadable``, ``not_installed``.
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
