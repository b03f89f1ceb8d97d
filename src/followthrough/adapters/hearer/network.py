"""A small encoder that reads a message together with where it was said; what it finds counts beside the linear model.

It is all-MiniLM-L6-v2, fitted further by ``training.hearer.network`` and made int8. A message and its place are read
in one go, so that what the message does can hang on what was asked. Nothing is loaded before the first message, and
without its files only the linear model is heard. Its table of words is a file of its own, for another network reads
by it too (``frame_network``).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from followthrough.adapters.embedder import minilm
from followthrough.adapters.hearer.features import Row
from followthrough.domain.hearing import Act, SaidAt
from followthrough.errors import EmbedderUnavailable

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_log = logging.getLogger(__name__)

WORDS_SHA256 = "ec659fafadae425c807e67779cc4701d6ce8d7af09837b8de07d03285c98f38b"
NETWORK_SHA256 = "c1896c458aec2b4d95683fb4b63c6601576caba517344919791069b3182eaa86"
WORDS = Path(__file__).parent / "words.bin"
SHIPPED = Path(__file__).parent / "network.onnx"
TOKENS = 112  # of a message and its place together
_OF_MESSAGE = 80
_MESSAGE, _ASSISTANT, _BEFORE, _OPTIONS = 400, 220, 100, 160  # characters that are looked at

Pair = tuple[list[int], list[int]]


def pairs_of(tokenizer: Tokenizer, said: Sequence[tuple[str, SaidAt]]) -> list[Pair]:
    """What the network reads of each message: token ids, and 0 for those of the message and 1 for its place."""
    messages = tokenizer.encode_batch_fast([text[:_MESSAGE] for text, _ in said], add_special_tokens=False)
    places = tokenizer.encode_batch_fast([_place_of(at) for _, at in said], add_special_tokens=False)
    found: list[Pair] = []
    for message, place in zip(messages, places, strict=True):
        first = [minilm.FIRST_TOKEN, *message.ids[:_OF_MESSAGE], minilm.LAST_TOKEN]
        second = [*place.ids[: TOKENS - len(first) - 1], minilm.LAST_TOKEN]
        found.append(([*first, *second], [0] * len(first) + [1] * len(second)))
    return found


def _place_of(said: SaidAt) -> str:
    spot = said.spot.value.replace("_", " ")
    words = f"{spot} : {said.user_before[-_BEFORE:]} | {said.assistant[-_ASSISTANT:]}"
    options = " / ".join(said.options)[:_OPTIONS]
    return f"{words} | {options}" if options else words


class Session:
    """A network of the package. Nothing is loaded before it is needed.

    Args:
        path: its file; the words stand beside it.
        sha256: what the file must be; None takes any, and any words.
        event: is logged once where it can't be read.
    """

    def __init__(self, path: Path, sha256: str | None, event: str) -> None:
        self._path, self._sha256, self._event = path, sha256, event
        self._lock = threading.Lock()
        self._loaded: Any = None
        self._is_missing = False

    def load(self) -> Any:
        """The onnxruntime session; None where it can't be read."""
        with self._lock:
            if self._loaded is None and not self._is_missing:
                try:
                    self._loaded = _opened(self._path, self._sha256)
                except (OSError, ValueError, *minilm.runtime_errors()) as error:
                    self._is_missing = True
                    _log.warning(self._event, extra={"error": type(error).__name__})
            return self._loaded


class Network:
    """The network; what it computes runs beside the event loop.

    Args:
        path: its file.
        sha256: what the file must be; None takes any.
    """

    def __init__(self, path: Path = SHIPPED, *, sha256: str | None = NETWORK_SHA256) -> None:
        self._session = Session(path, sha256, "hearer.no_network")

    async def is_there(self) -> bool:
        """Whether it can be read, loading it where that was not tried."""
        return await asyncio.to_thread(self._session.load) is not None

    async def scores(self, said: Sequence[tuple[str, SaidAt]]) -> Row:
        """The logarithms of the acts' chances, a row for each message, in the order of ``Act``; zeros without it."""
        return await asyncio.to_thread(self.read, said)

    def read(self, said: Sequence[tuple[str, SaidAt]]) -> Row:
        """As ``scores``, at once."""
        session = self._session.load()
        if session is None or not said:
            return np.zeros((len(said), len(Act)), dtype=np.float32)
        try:
            return np.stack(
                [_run(session, ids, segments) for ids, segments in pairs_of(minilm.load_tokenizer(), said)]
            )
        except (EmbedderUnavailable, *minilm.runtime_errors()) as error:
            _log.warning("hearer.network_failed", extra={"error": type(error).__name__})
            return np.zeros((len(said), len(Act)), dtype=np.float32)


def _run(session: Any, ids: list[int], segments: list[int]) -> Row:
    whole = np.array([ids], dtype=np.int64)
    inputs = {
        "input_ids": whole,
        "attention_mask": np.ones_like(whole),
        "token_type_ids": np.array([segments], dtype=np.int64),
    }
    return as_chances(session.run(None, inputs)[0][0])


def as_chances(scores: Row) -> Row:
    """Scores as the logarithms of chances."""
    return np.asarray(scores - np.log(np.exp(scores - scores.max()).sum()) - scores.max(), dtype=np.float32)


@lru_cache(maxsize=3)
def _opened(path: Path, sha256: str | None) -> Any:
    """A session over the file: one for all hearers of a process, as it takes some 60 MB."""
    if sha256 is not None and (_digest(path), _digest(path.with_name(WORDS.name))) != (sha256, WORDS_SHA256):
        raise ValueError("not the expected files")
    return minilm.open_session(path)


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
