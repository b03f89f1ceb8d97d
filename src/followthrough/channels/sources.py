"""Where a citation stands, in words: the same in every channel that shows sources as text."""

from __future__ import annotations

from followthrough.domain.chat import Chat
from followthrough.domain.conversation import Citation


def on_one_line(quote: str) -> str:
    """A quote without its line ends; the rows of a table stay apart."""
    return (" / " if " | " in quote else " ").join(
        " ".join(line.split()) for line in quote.split("\n") if line.strip()
    )


def place_of(citation: Citation, chat: Chat) -> str:
    """The document, the page and the nearest heading, on one line."""
    parts = [citation.document_name]
    if citation.page is not None:
        parts.append(chat.page.format(page=citation.page))
    if citation.heading and citation.heading[-1] != citation.document_name:
        parts.append(citation.heading[-1])
    return " ".join(", ".join(parts).split())
