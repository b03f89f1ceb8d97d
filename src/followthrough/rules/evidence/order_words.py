"""A sentence as the judge of orders reads it: its words, and each word as hashed pieces. Fitted weights rest on this.

Invariant: the same text gives the same buckets on every machine; no text costs more than its length.
"""

from __future__ import annotations

import re
import unicodedata
import zlib

_PIECES = (3, 4, 5)  # letters
_LETTERS = 24  # of a word; what follows says nothing more
# Scripts without spaces: a character and the next one are a word.
_WIDE = "\u2e80-\u2fff\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7ff"
_FIRST_WIDE = _WIDE[0]
_WORD = re.compile(rf"[{_WIDE}](?=([{_WIDE}]?))|[^\W{_WIDE}]+|[^\w\s]")
_MARKS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~。、，：；！？「」『』【】“”«»¿¡…")
_OTHER = "¤"
_LEAD = re.compile(r"\s{0,8}(?:[-*•–·]|\(?(?:\d{1,3}|[a-z])[.)])\s{1,8}")
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}")
_LINK = re.compile(r"(?:https?://|www\.)\S{1,200}")
_DIGITS = re.compile(r"\d+")


def words_in(text: str) -> list[str]:
    """The text's words and marks in order, addresses and numbers by their kind, without a list marker."""
    plain = unicodedata.normalize("NFKC", _LEAD.sub("", text, count=1)).casefold()
    plain = _DIGITS.sub("0", _MAIL.sub(" mailx ", _LINK.sub(" linkx ", plain)))
    words = (found[0] + (found[1] or "") for found in _WORD.finditer(plain))
    return [word if word in _MARKS or word[0].isalnum() or word[0] == "_" else _OTHER for word in words]


def buckets_of(word: str, buckets: int) -> list[int]:
    """Where the word and its pieces stand in a table of so many rows, a power of two; never none."""
    whole = f"<{word[:_LETTERS]}>"
    pieces = [whole]
    if word[0] >= _FIRST_WIDE:
        pieces.append(word[0])
    elif len(word) > 1:
        pieces += [whole[at : at + n] for n in _PIECES for at in range(len(whole) - n + 1)]
    return [zlib.crc32(piece.encode()) * buckets >> 32 for piece in dict.fromkeys(pieces)]
