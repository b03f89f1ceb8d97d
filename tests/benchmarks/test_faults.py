"""The short form of ``benchmarks.faults``: a server killed at random points keeps what it acknowledged (issue 16)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from benchmarks.faults import Verdict, Work, judge, run


async def test_a_server_killed_at_random_points_keeps_what_it_acknowledged(tmp_path: Path) -> None:
    work, verdict = await run(tmp_path, kills=3, clients=2, seed=16)
    assert verdict == Verdict(lost=(), doubled=(), stuck=(), failed=())
    assert work.kills == 3
    assert work.answers > 0


def turn(ident: str, text: str, status: str = "completed") -> dict[str, Any]:
    return {"turn_id": ident, "status": status, "query": {"message": text}, "decision": {"reason": "fault"}}


def done() -> Work:
    return Work(
        sent={("t", "a"): "one", ("t", "b"): "two"},
        acknowledged={("t", "a"): "turn_1"},
        uploads={"kept.md": "doc_1", "gone.md": "doc_2"},
        deletions={"doc_2"},
    )


CLEAN = {"lost": (), "doubled": (), "stuck": (), "failed": ()}


@pytest.mark.parametrize(
    ("turns", "documents", "pending", "wrong"),
    [
        ([turn("turn_1", "one")], {"doc_1": "ready"}, [], {}),
        ([turn("turn_1", "one"), turn("turn_2", "two")], {"doc_1": "ready"}, [], {}),  # accepted, never answered for
        ([], {"doc_1": "ready"}, [], {"lost": ("a",)}),
        ([], {"doc_1": "ready"}, ["turn_1"], {"stuck": ("turn_1",)}),
        ([turn("turn_1", "one"), turn("turn_9", "one")], {"doc_1": "ready"}, [], {"doubled": ("one",)}),
        ([turn("turn_1", "one", "failed")], {"doc_1": "ready"}, [], {"failed": ("turn_1 fault",)}),
        ([turn("turn_1", "one")], {}, [], {"lost": ("kept.md",)}),
        ([turn("turn_1", "one")], {"doc_1": "indexing"}, [], {"lost": ("kept.md",)}),
        ([turn("turn_1", "one")], {"doc_1": "ready", "doc_2": "ready"}, [], {"lost": ("deletion of doc_2",)}),
    ],
)
def test_whatever_went_wrong_is_told(
    turns: list[dict[str, Any]], documents: dict[str, str], pending: list[str], wrong: dict[str, tuple[str, ...]]
) -> None:
    assert judge(done(), {"t": turns}, documents, pending) == Verdict(**CLEAN | wrong)


def test_a_deletion_that_nobody_answered_may_have_been_done_or_not() -> None:
    work = Work(uploads={"going.md": "doc_1"}, deleting={"doc_1"})
    for documents in ({}, {"doc_1": "ready"}):
        assert judge(work, {}, documents, []) == Verdict(**CLEAN)
