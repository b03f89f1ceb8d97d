"""How words of users and documents are set into the product's own sentences: on one line, short, and inert."""

from __future__ import annotations

import re
from collections.abc import Sequence

from followthrough.domain.texts import Texts

_SHOWN_PART_CHARS = 160  # of a part that is named in a sentence
_UNSEEN = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]"
)  # controls, and overrides of direction
_CITATION_LIKE = re.compile(r"\[(\d+)\]")
_TAG_LIKE = re.compile(r"<(?=[A-Za-z/!?])")


def summarise(text: str, max_chars: int) -> str:
    """The text on one line, cut at a word to at most ``max_chars`` characters with an ellipsis."""
    line = " ".join(text.split())
    if len(line) <= max_chars:
        return line
    kept = line[: max_chars - 1]
    at_word = kept.rsplit(" ", 1)[0] if " " in kept else kept
    return f"{at_word.rstrip(' ,;:')}…"


def shown(text: str) -> str:
    """The text as it is named within a sentence."""
    return inert(summarise(text, _SHOWN_PART_CHARS))


def inert(text: str) -> str:
    """Words of a user or a document as they are, without what a screen obeys; no citation or tag is made of them."""
    return _TAG_LIKE.sub(r"\\<", _CITATION_LIKE.sub(r"\\[\1\\]", _UNSEEN.sub("", text)))


def listed(items: Sequence[str], texts: Texts, most: int = 99) -> str:
    """The items as an enumeration; of more than ``most``, the first ones."""
    if len(items) > most:
        return texts.list_comma.join(items[:most]) + texts.list_more
    if len(items) < 2:
        return "".join(items)
    return texts.list_comma.join(items[:-1]) + texts.list_last + items[-1]


def named(texts_of_parts: Sequence[str], texts: Texts) -> str:
    """Parts as they are named within a sentence: quoted, one after the other, what is said alike once."""
    return listed([texts.quoted.format(part=shown(text)) for text in dict.fromkeys(texts_of_parts)], texts)
