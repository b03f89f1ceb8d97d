"""Metadata at the head of a text file: YAML between two lines of dashes."""

from __future__ import annotations

import re

from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.domain.documents import DocumentMetadata
from followthrough.rules.metadata import MetadataFault, load_mapping, read_metadata

_FENCED = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.S | re.M)
_KEY_LINE = re.compile(r"\s*(?:#.*\n\s*)*[\w-]+[ \t]*:(?:\s|$)")


def split_front_matter(text: str) -> tuple[DocumentMetadata, str]:
    """The metadata and the text after it. A text that merely begins with a line of dashes has none.

    Raises:
        Refusal: there is front matter and it can't be taken.
    """
    match = _FENCED.match(text)
    if match is None:
        return DocumentMetadata(), text
    inner = match.group(1)
    if inner.strip() and not _KEY_LINE.match(inner):
        return DocumentMetadata(), text
    mapping = load_mapping(inner)
    found = mapping if isinstance(mapping, MetadataFault) else read_metadata(mapping)
    if isinstance(found, MetadataFault):
        raise Refusal("bad_metadata", f"has front matter that can't be taken: {found.line}.")
    return found, text[match.end() :]
