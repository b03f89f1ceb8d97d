"""A small encoder that reads a message together with where it was said; what it finds counts beside the linear model.

It is all-MiniLM-L6-v2, fitted further by ``training.hearer.network`` and made int8. A message and its place are read
in one go, so that what the message does can hang on what was asked. Nothing is loaded before the first message, and
without its file only the linear model is heard.
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

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_log = logging.getLogger(__name__)

NETWORK_SHA256 = "bd6da89f2e615641afc1f88edbd9ea59b1fa5ccb970e8d1114e35e98390d0fcf"
SHIPPED = Path(__file__).parent / "network.onnx"
TOKENS = 112  # of a message and its place together
_OF_MESSAGE = 80
_MESSAGE, _ASSISTANT, _BEFORE, _OPTIONS = 400, 220, 100, 160  # characters that are looked at

Pair = tuple[list[int], list[int]]


@lru_cache(maxsize=1)
def load_tokenizer() -> Tokenizer:
    """The embedder's tokenizer, which the network was fitted with."""
    from tokenizers import Tokenizer  # noqa: PLC0415 - loaded when first needed: start-up stays fast

    tokenizer = Tokenizer.from_file(str(Path(minilm.__file__).parent / "data" / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


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


class Network:
    """The network. Nothing is loaded before it is needed; what it computes runs beside the event loop.

    Args:
        path: its file.
        sha256: what the file must be; None takes any.
    """

    def __init__(self, path: Path = SHIPPED, *, sha256: str | None = NETWORK_SHA256) -> None:
        self._path, self._sha256 = path, sha256
        self._lock = threading.Lock()
        self._loaded: tuple[Tokenizer, Any] | None = None
        self._is_missing = False

    async def is_there(self) -> bool:
        """Whether it can be read, loading it where that was not tried."""
        return await asyncio.to_thread(self._load) is not None

    async def scores(self, said: Sequence[tuple[str, SaidAt]]) -> Row:
        """The logarithms of the acts' chances, a row for each message, in the order of ``Act``; zeros without it."""
        return await asyncio.to_thread(self.read, said)

    def read(self, said: Sequence[tuple[str, SaidAt]]) -> Row:
        """As ``scores``, at once."""
        loaded = self._load()
        if loaded is None or not said:
            return np.zeros((len(said), len(Act)), dtype=np.float32)
        tokenizer, session = loaded
        try:
            return np.stack([_run(session, ids, segments) for ids, segments in pairs_of(tokenizer, said)])
        except minilm.runtime_errors() as error:
            _log.warning("hearer.network_failed", extra={"error": type(error).__name__})
            return np.zeros((len(said), len(Act)), dtype=np.float32)

    def _load(self) -> tuple[Tokenizer, Any] | None:
        with self._lock:
            if self._loaded is None and not self._is_missing:
                try:
                    self._loaded = load_tokenizer(), _opened(self._path, self._sha256)
                except (OSError, ValueError, *minilm.runtime_errors()) as error:
                    self._is_missing = True
                    _log.warning("hearer.no_network", extra={"error": type(error).__name__})
            return self._loaded


def _run(session: Any, ids: list[int], segments: list[int]) -> Row:
    whole = np.array([ids], dtype=np.int64)
    inputs = {
        "input_ids": whole,
        "attention_mask": np.ones_like(whole),
        "token_type_ids": np.array([segments], dtype=np.int64),
    }
    scores: Row = session.run(None, inputs)[0][0]
    return scores - np.log(np.exp(scores - scores.max()).sum()) - scores.max()


@lru_cache(maxsize=1)
def _opened(path: Path, sha256: str | None) -> Any:
    """A session over the file: one for all hearers of a process, as it takes some 60 MB."""
    if sha256 is not None and hashlib.sha256(path.read_bytes()).hexdigest() != sha256:
        raise ValueError("not the expected file")
    return minilm.open_session(path)
