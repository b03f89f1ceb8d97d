"""The short form of ``benchmarks.faults``: a server killed at random points keeps what it acknowledged (issue 16)."""

from __future__ import annotations

from typing import Any

import pytest
from benchmarks.faults.clients import Work
from benchmarks.faults.run import run
from benchmarks.faults.troubles import ground
from benchmarks.faults.verdict import Verdict, judge


@pytest.mark.parametrize(("database", "valkey"), [("sqlite", False), ("postgres", True)])
async def test_a_server_killed_at_random_points_keeps_what_it_acknowledged(
    tmp_path_factory: pytest.TempPathFactory, database: str, *, valkey: bool
) -> None:
    folder = tmp_path_factory.mktemp("faults")
    async with ground(folder, database=database, valkey=valkey) as on:
        work, verdict = await run(on, kills=3, clients=2, seed=16)
    assert verdict == Verdict()
    assert work.troubles["kills"] == 3
    assert work.answers > 0


def turn(ident: str, text: str, status: str = "completed") -> dict[str, Any]:
    return {"turn_id": ident, "status": status, "query": {"message": text}, "decision": {"reason": "fault"}}


def done() -> Work:
    return Work(
        sent={("t", "a"): "one", ("t", "b"): "two"},
        acknowledged={("t", "a"): "turn_1"},
        uploads={"kept": "doc_1", "gone": "doc_2"},
        deletions={"doc_2"},
    )


READY = {"doc_1": "ready"}
INDEXED = {"doc_1": "This is about kept."}


@pytest.mark.parametrize(
    ("turns", "documents", "pending", "indexed", "wrong"),
    [
        ([turn("turn_1", "one")], READY, [], INDEXED, {}),
        ([turn("turn_1", "one"), turn("turn_2", "two")], READY, [], INDEXED, {}),  # accepted, never answered for
        ([], READY, [], INDEXED, {"lost": ("a",)}),
        ([], READY, ["turn_1"], INDEXED, {"stuck": ("turn_1",)}),
        ([turn("turn_1", "one"), turn("turn_9", "one")], READY, [], INDEXED, {"doubled": ("one",)}),
        ([turn("turn_1", "one", "failed")], READY, [], INDEXED, {"failed": ("turn_1 fault",)}),
        ([turn("turn_1", "one")], {}, [], INDEXED, {"lost": ("kept",)}),
        ([turn("turn_1", "one")], {"doc_1": "indexing"}, [], INDEXED, {"lost": ("kept",)}),
        ([turn("turn_1", "one")], READY, [], {}, {"lost": ("kept in the index",)}),
        ([turn("turn_1", "one")], READY, [], {"doc_1": "Another text."}, {"lost": ("kept in the index",)}),
        ([turn("turn_1", "one")], READY | {"doc_2": "ready"}, [], INDEXED, {"lost": ("deletion of doc_2",)}),
        ([turn("turn_1", "one")], READY, [], INDEXED | {"doc_2": "x"}, {"lost": ("deletion of doc_2",)}),
    ],
)
def test_whatever_went_wrong_is_told(
    turns: list[dict[str, Any]],
    documents: dict[str, str],
    pending: list[str],
    indexed: dict[str, str],
    wrong: dict[str, tuple[str, ...]],
) -> None:
    assert judge(done(), {"t": turns}, documents, pending, indexed) == Verdict(**wrong)


def test_a_deletion_that_nobody_answered_may_have_been_done_or_not() -> None:
    work = Work(uploads={"going": "doc_1"}, deleting={"doc_1"})
    for documents, indexed in (({}, {}), (READY, INDEXED)):
        assert judge(work, {}, documents, [], indexed) == Verdict()
