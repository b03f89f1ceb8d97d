"""A small encoder that reads where a message is cut into its questions.

It is all-MiniLM-L6-v2, fitted further by ``training.parts`` and made int8; its table of words is the one of
``network``. What it says of a word is what it says of the word's first piece, and of the end what it says of the last
mark. Nothing is loaded before the first message that may be cut; without its files no message is.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from followthrough.adapters.embedder import minilm
from followthrough.adapters.hearer.frame_network import words_of
from followthrough.adapters.hearer.network import Session
from followthrough.domain.parts import Floats
from followthrough.errors import EmbedderUnavailable

_log = logging.getLogger(__name__)

PARTS_SHA256 = "4ca37ce8af14d10114de681d1d1a9f7d0fec10f62f1b05256e78c52287a47e73"
SHIPPED = Path(__file__).parent / "parts.onnx"
TOKENS = 126  # read in one go; of a longer message overlapping stretches
_HALF = TOKENS // 2
_MOST = 1_000  # tokens of a message; what is longer is pasted text

Words = tuple[tuple[int, int], ...]


def tokens_of(text: str, words: Sequence[tuple[int, int]]) -> tuple[list[int], list[int]]:
    """The text's tokens between the two marks, and which of them is the first of each word, then the last mark."""
    read = minilm.load_tokenizer().encode(text, add_special_tokens=False)
    ends = [end for _, end in read.offsets]
    firsts: list[int] = []
    at = 0
    for start, _ in words:
        while at < len(ends) and ends[at] <= start:
            at += 1
        firsts.append(min(at + 1, len(ends)))
    return [minilm.FIRST_TOKEN, *read.ids, minilm.LAST_TOKEN], [*firsts, len(ends) + 1]


class PartsNetwork:
    """The network.

    Args:
        path: its file.
        sha256: what the file must be; None takes any.
    """

    def __init__(self, path: Path = SHIPPED, *, sha256: str | None = PARTS_SHA256) -> None:
        self._session = Session(path, sha256, "pack.no_parts_network")
        self._remembered = lru_cache(maxsize=256)(self._read)

    def read(self, text: str, words: Sequence[tuple[int, int]]) -> Floats | None:
        """As ``PartReader.read``."""
        return self._remembered(text, tuple(words))

    def knows(self, word: str) -> bool:
        """As ``PartReader.knows``."""
        try:
            return minilm.load_tokenizer().token_to_id(word) is not None
        except EmbedderUnavailable:
            return False

    def _read(self, text: str, words: Words) -> Floats | None:
        session = self._session.load()
        if session is None:
            return None
        try:
            ids, firsts = tokens_of(text, words)
            return _scores(session, ids)[firsts] if len(ids) <= _MOST else None
        except (EmbedderUnavailable, OSError, ValueError, *minilm.runtime_errors()) as error:
            _log.warning("pack.parts_network_failed", extra={"error": type(error).__name__})
            return None


def _scores(session: Any, ids: list[int]) -> Floats:
    """What is said of each token: by the stretch in which it stands farthest from both ends."""
    size = TOKENS + 2
    if len(ids) <= size:
        return _run(session, ids)
    found: list[Floats] = []
    for start in range(0, len(ids) - _HALF, _HALF):
        first = start + _HALF // 2 if start else 0
        is_last = start + size >= len(ids)
        found.append(_run(session, ids[start : start + size])[first - start : None if is_last else _HALF * 3 // 2])
        if is_last:
            break
    return np.concatenate(found)


def _run(session: Any, ids: list[int]) -> Floats:
    scores: Floats = session.run(None, {"words": words_of(ids)[None]})[0][0]
    return scores


@cache
def shipped_parts() -> PartsNetwork:
    """The network that ships; nothing is read before it is asked."""
    return PartsNetwork()
