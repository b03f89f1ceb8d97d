"""A small encoder that reads the frame around an option's name; what it finds counts beside the linear model.

It is all-MiniLM-L6-v2, fitted further by ``training.selection.network`` and made int8; its table of words is the one
of ``network``. The marks for the option, a place and other options are read as the words that ``framing`` has for
them, with a sign of their own. Without its files only the linear model judges.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from followthrough.adapters.embedder import minilm
from followthrough.adapters.hearer.features import Row
from followthrough.adapters.hearer.framing import ANOTHER, NAME, ORDINAL
from followthrough.adapters.hearer.network import WORDS, Session, as_chances
from followthrough.domain.framing import OPTION, OTHER, PLACE, Does
from followthrough.errors import EmbedderUnavailable

_log = logging.getLogger(__name__)

FRAMES_NETWORK_SHA256 = "f9365ffae5768484e70c03db4a9e648db7f89affb4e07f1df4f7a8d427335c69"
SHIPPED = Path(__file__).parent / "frames.onnx"
TOKENS = 62  # of a frame
WORDS_SCALE, WORDS_ZERO = 0.006105253, 83  # how the table of words is written: 8 bits a number
_READ_AS = {OPTION: NAME, PLACE: ORDINAL, OTHER: ANOTHER}
_MARKS = tuple(_READ_AS)
_MARK = re.compile(f"([{''.join(_READ_AS)}])")

Ids = tuple[list[int], list[int]]


def ids_of(frame: str) -> Ids:
    """What the network reads: token ids, and for each which mark it is, counted from 1, or 0."""
    tokenizer = minilm.load_tokenizer()
    ids, marks = [minilm.FIRST_TOKEN], [0]
    for piece in _MARK.split(frame):
        read = tokenizer.encode(_READ_AS.get(piece, piece), add_special_tokens=False).ids
        ids += read
        marks += [_MARKS.index(piece) + 1 if piece in _READ_AS else 0] * len(read)
    return [*ids[:TOKENS], minilm.LAST_TOKEN], [*marks[:TOKENS], 0]


def words_of(ids: Sequence[int]) -> Row:
    """The vectors of the tokens: float32, shape (tokens, dim).

    Raises:
        OSError, ValueError: the table can't be read.
    """
    return (_table()[list(ids)].astype(np.float32) - WORDS_ZERO) * np.float32(WORDS_SCALE)


@lru_cache(maxsize=1)
def _table() -> npt.NDArray[np.uint8]:
    """The table of words, left on the disk."""
    return np.memmap(WORDS, dtype=np.uint8, mode="r").reshape(-1, minilm.DIM)


class FrameNetwork:
    """The network; what it computes runs beside the event loop.

    Args:
        path: its file.
        sha256: what the file must be; None takes any.
    """

    def __init__(self, path: Path = SHIPPED, *, sha256: str | None = FRAMES_NETWORK_SHA256) -> None:
        self._session = Session(path, sha256, "hearer.no_frame_network")

    async def scores(self, frames: Sequence[str]) -> Row | None:
        """The logarithms of the chances of each frame in the order of ``Does``; None without the network."""
        return await asyncio.to_thread(self.read, frames)

    def read(self, frames: Sequence[str]) -> Row | None:
        """As ``scores``, at once."""
        session = self._session.load()
        if session is None or not frames:
            return None
        try:
            return np.stack([_run(session, *ids_of(frame)) for frame in frames])
        except (EmbedderUnavailable, OSError, ValueError, *minilm.runtime_errors()) as error:
            _log.warning("hearer.frame_network_failed", extra={"error": type(error).__name__})
            return None


def _run(session: Any, ids: list[int], marks: list[int]) -> Row:
    inputs = {
        "words": words_of(ids)[None],
        "marks": np.array([marks], dtype=np.int64),
        "attention_mask": np.ones((1, len(ids)), dtype=np.int64),
    }
    return as_chances(session.run(None, inputs)[0][0][: len(Does)])
