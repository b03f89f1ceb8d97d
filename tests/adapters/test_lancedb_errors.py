"""The index library's errors leave the adapter as one plain line, whatever went wrong."""

from __future__ import annotations

import asyncio
import importlib
import pkgutil
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import lancedb
import pyarrow as pa
import pytest
from tests.buckets import bucket, s3_endpoint

from followthrough.adapters.passage_index.lancedb import LanceIndex
from followthrough.adapters.passage_index.lancedb_errors import LIBRARY_ERRORS, REASONS, retried, translated
from followthrough.domain.ids import DocumentId
from followthrough.errors import IndexUnavailable
from followthrough.testing.contracts.passage_samples import SHELF, ids, passage, put
from followthrough.tuning import Tuning

__all__ = ["bucket", "s3_endpoint"]  # fixtures

CONFLICT = "lance error: Retryable commit conflict for version 7: preempted by concurrent transaction. /build/x.rs:1"


def errors_of(package: object) -> set[type[BaseException]]:
    """Every error class that a package's importable modules define or export."""
    found: set[type[BaseException]] = set()
    for info in pkgutil.iter_modules(package.__path__):
        try:
            module = importlib.import_module(f"{package.__name__}.{info.name}")
        except ImportError:  # parts that need libraries we don't use
            continue
        own = (v for v in vars(module).values() if isinstance(v, type) and issubclass(v, BaseException))
        found.update(e for e in own if e.__module__.split(".")[0] in ("lancedb", "pyarrow", "pyo3_runtime"))
    return found


def test_every_error_of_the_library_is_in_the_table() -> None:
    errors = errors_of(lancedb) | errors_of(importlib.import_module("lancedb.remote")) | {pa.ArrowException}
    errors |= {e for e in vars(pa.lib).values() if isinstance(e, type) and issubclass(e, pa.ArrowException)}
    assert len(errors) > 5
    assert not [e for e in errors if not issubclass(e, LIBRARY_ERRORS)]


@pytest.mark.parametrize("kind", LIBRARY_ERRORS)
def test_an_error_becomes_one_line_without_the_librarys_own_words(kind: type[Exception]) -> None:
    with pytest.raises(IndexUnavailable) as caught, translated("/data/index"):
        raise kind("what\nhe typed, /build/.cargo/registry/lance.rs:12:3")
    assert caught.value.what == f"The passage index at /data/index failed unexpectedly ({kind.__name__})."
    assert "cargo" not in str(caught.value)
    assert "typed" not in str(caught.value)
    assert caught.value.fix


def test_a_panic_of_the_library_ends_no_server() -> None:
    panic = type("PanicException", (BaseException,), {})
    with pytest.raises(IndexUnavailable), translated("x"):
        raise panic("called `Result::unwrap()` on an `Err` value")


@pytest.mark.parametrize("error", [asyncio.CancelledError, KeyboardInterrupt, IndexUnavailable("down")])
def test_what_is_not_the_librarys_passes(error: BaseException) -> None:
    with pytest.raises((asyncio.CancelledError, KeyboardInterrupt, IndexUnavailable)) as caught, translated("x"):
        raise error
    assert caught.value is error or caught.type is error


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (CONFLICT, "other writers keep changing it"),
        ("lance error: LanceError(IO): No space left on device (os error 28)", "there is no space left"),
        ("Unable to created lance dataset at /x: Permission denied (os error 13)", "access to it is denied"),
        ("Generic S3 error: ... InvalidAccessKeyId ...", "access to it is denied"),
        ("Invalid input, No object store provider found for scheme: 'foo'", "its location has an unknown scheme"),
        ("Not found: data/1.lance, /build/.cargo/x.rs:1", "a part of it is missing"),
        ("LanceError(IO): failed to fill whole buffer", "it is damaged"),
        ("source: RetryError(RetryErrorImpl { method: GET", "its store can't be reached"),
        ("NoSuchBucket", "its bucket does not exist"),
    ],
)
def test_a_known_cause_is_named_in_plain_words(text: str, what: str) -> None:
    with pytest.raises(IndexUnavailable) as caught, translated("here"):
        raise RuntimeError(text)
    assert caught.value.what == f"The passage index at here can't be used: {what}."


def test_every_reason_says_what_to_do() -> None:
    for _, what, fix in REASONS:
        assert re.fullmatch(r"[a-z][^.]*", what)
        assert fix.endswith(".")


class Commit:
    """A commit that fails so many times and then goes through."""

    def __init__(self, failures: int, error: Exception) -> None:
        self.failures, self.error, self.calls = failures, error, 0

    async def __call__(self) -> str:
        self.calls += 1
        if self.calls <= self.failures:
            raise self.error
        return "done"


async def test_a_lost_race_is_run_again() -> None:
    commit = Commit(3, RuntimeError(CONFLICT))
    assert await retried(commit, attempts=4, backoff_ms=0) == "done"
    assert commit.calls == 4


async def test_a_race_lost_too_often_is_an_error() -> None:
    commit = Commit(9, RuntimeError(CONFLICT))
    with pytest.raises(RuntimeError, match="conflict"):
        await retried(commit, attempts=4, backoff_ms=0)
    assert commit.calls == 4


async def test_any_other_failure_is_not_run_again() -> None:
    commit = Commit(1, RuntimeError("lance error: No space left on device"))
    with pytest.raises(RuntimeError, match="space"):
        await retried(commit, attempts=4, backoff_ms=0)
    assert commit.calls == 1


async def filled(folder: Path) -> None:
    index = LanceIndex(str(folder))
    await put(index, *(passage(f"d{n}", 0, "words") for n in range(3)))
    await index.optimize()
    await index.aclose()


async def read(index: LanceIndex) -> None:
    await index.get([passage("d0", 0, "").id])
    await index.search_text("words", SHELF, 10)


def garble(folder: Path, pattern: str) -> None:
    files = [f for f in folder.glob(pattern) if f.is_file()]
    assert files
    for file in files:
        file.write_bytes(b"garbage")


def remove(folder: Path, pattern: str) -> None:
    files = [f for f in folder.glob(pattern) if f.is_file()]
    assert files
    for file in files:
        file.unlink()


@pytest.mark.parametrize(
    ("damage", "pattern", "what"),
    [
        (garble, "passages.lance/_versions/*.manifest", "it is damaged"),
        (garble, "passages.lance/data/*", "it is damaged"),
        (remove, "passages.lance/data/*", "a part of it is missing"),
        (remove, "passages.lance/_indices/*/*", "a part of it is missing"),
    ],
)
async def test_a_damaged_folder_is_named_and_a_restored_one_works_again(
    tmp_path: Path, damage: Callable[[Path, str], None], pattern: str, what: str
) -> None:
    folder, copy = tmp_path / "index", tmp_path / "copy"
    await filled(folder)
    shutil.copytree(folder, copy)
    damage(folder, pattern)
    index = LanceIndex(str(folder))
    with pytest.raises(IndexUnavailable) as caught:
        await read(index)
    assert caught.value.what == f"The passage index at {folder} can't be used: {what}."
    assert "Restore" in caught.value.fix
    shutil.rmtree(folder)
    shutil.copytree(copy, folder)
    assert len(await index.search_text("words", SHELF, 10)) == 3
    await index.aclose()


async def test_a_folder_that_was_removed_under_an_open_index_is_begun_again(tmp_path: Path) -> None:
    index = LanceIndex(str(tmp_path / "index"))
    await put(index, passage("a", 0, "words"))
    shutil.rmtree(tmp_path / "index")
    with pytest.raises(IndexUnavailable):
        await index.search_text("words", SHELF, 10)
    assert await index.search_text("words", SHELF, 10) == []
    await put(index, passage("a", 0, "words"))
    assert ids(await index.search_text("words", SHELF, 10)) == ["a/0"]
    await index.aclose()


async def test_a_file_in_the_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "index").write_text("not a folder")
    with pytest.raises(IndexUnavailable, match="its location is a file, not a folder"):
        await LanceIndex(str(tmp_path / "index")).count()


async def test_a_location_with_an_unknown_scheme_is_named() -> None:
    with pytest.raises(IndexUnavailable, match="unknown scheme"):
        await LanceIndex("gopher://host/path").count()


@pytest.mark.parametrize(("metadata", "maker"), [({}, "another program"), ({"followthrough.schema": "0"}, "version")])
async def test_tables_of_something_else_are_left_alone(tmp_path: Path, metadata: dict[str, str], maker: str) -> None:
    schema = pa.schema([("passage_id", pa.string())], metadata=metadata)
    foreign = await lancedb.connect_async(str(tmp_path))
    await foreign.create_table("passages", schema=schema)
    before = sorted(tmp_path.rglob("*"))
    index = LanceIndex(str(tmp_path))
    with pytest.raises(IndexUnavailable, match=maker):
        await index.replace_document(DocumentId("a"), [passage("a", 0, "words")])
    assert sorted(tmp_path.rglob("*")) == before


async def test_a_bucket_that_does_not_exist_is_named(bucket: str) -> None:
    missing = bucket.replace("followthrough-", "elsewhere-")
    with pytest.raises(IndexUnavailable) as caught:
        await LanceIndex(missing).count()
    assert caught.value.what == f"The passage index at {missing} can't be used: its bucket does not exist."


async def test_a_store_that_does_not_answer_is_named(bucket: str, unused_tcp_port: int) -> None:
    options = {"aws_endpoint": f"http://127.0.0.1:{unused_tcp_port}", "client_max_retries": "1"}
    with pytest.raises(IndexUnavailable, match="its store can't be reached"):
        await LanceIndex(bucket, storage_options=options).count()


async def test_a_read_waits_no_longer_than_its_bound(tmp_path: Path) -> None:
    index = LanceIndex(str(tmp_path), tuning=Tuning(index_read_timeout_s=0))
    with pytest.raises(IndexUnavailable, match="can't be reached"):
        await index.count()
