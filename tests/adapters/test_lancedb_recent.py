"""What is remembered of a table is what it has now, and what is asked at the same moment is asked once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from followthrough.adapters.passage_index.lancedb_recent import AtOnce, Recent


class Table:
    """A table that counts what is read of it."""

    def __init__(self) -> None:
        self.now = 1
        self.read: list[str] = []
        self.rows = {name: name.upper() for name in "abcdef"}

    async def version(self) -> int:
        return self.now

    async def fetch(self, keys: list[str]) -> dict[str, str]:
        self.read += keys
        return {key: self.rows[key] for key in keys if key in self.rows}


async def test_what_was_read_is_not_read_again_until_the_table_changes() -> None:
    table, recent = Table(), Recent[str, str](most=10)
    assert await recent.read(table, "ab", table.fetch) == {"a": "A", "b": "B"}
    assert await recent.read(table, "bca", table.fetch) == {"a": "A", "b": "B", "c": "C"}
    assert table.read == ["a", "b", "c"]
    table.now, table.rows = 2, {"a": "other"}
    assert await recent.read(table, "ab", table.fetch) == {"a": "other"}


async def test_another_table_of_the_same_version_is_read() -> None:
    table, other, recent = Table(), Table(), Recent[str, str](most=10)
    other.rows = {"a": "other"}
    await recent.read(table, "a", table.fetch)
    assert await recent.read(other, "a", other.fetch) == {"a": "other"}


async def test_the_oldest_go() -> None:
    table, recent = Table(), Recent[str, str](most=2)
    await recent.read(table, "ab", table.fetch)
    await recent.read(table, "a", table.fetch)
    await recent.read(table, "c", table.fetch)
    table.read.clear()
    await recent.read(table, "ac", table.fetch)
    assert not table.read
    await recent.read(table, "b", table.fetch)
    assert table.read == ["b"]


async def test_more_than_are_kept_are_given_all_the_same() -> None:
    table, recent = Table(), Recent[str, str](most=2)
    assert set(await recent.read(table, "abcdef", table.fetch)) == set("abcdef")


async def test_what_was_read_while_the_table_changed_is_not_kept() -> None:
    table, recent = Table(), Recent[str, str](most=10)

    async def while_it_changes(keys: list[str]) -> dict[str, str]:
        table.now = 2
        await recent.read(table, "b", table.fetch)
        return await table.fetch(keys)

    await recent.read(table, "a", while_it_changes)
    await recent.read(table, "a", table.fetch)
    assert table.read == ["b", "a", "a"]


async def test_what_is_asked_in_one_step_is_one_call() -> None:
    calls: list[tuple[str, tuple[int, ...]]] = []

    async def call(key: str, asked: Sequence[int]) -> list[int]:
        calls.append((key, tuple(asked)))
        await asyncio.sleep(0)
        return [2 * one for one in asked]

    at_once = AtOnce(call)
    assert await asyncio.gather(*(at_once.ask("a", n) for n in range(3)), at_once.ask("b", 9)) == [0, 2, 4, 18]
    assert await at_once.ask("a", 5) == 10
    assert calls == [("a", (0, 1, 2)), ("b", (9,)), ("a", (5,))]


async def test_a_failure_is_told_to_each_and_one_that_leaves_stops_no_other() -> None:
    began = asyncio.Event()

    async def call(key: str, asked: Sequence[int]) -> list[int]:
        began.set()
        await asyncio.sleep(0.01)
        if key == "fails":
            raise ValueError(key)
        return list(asked)

    at_once = AtOnce(call)
    failed = await asyncio.gather(*(at_once.ask("fails", n) for n in range(2)), return_exceptions=True)
    assert [type(one) for one in failed] == [ValueError, ValueError]
    leaving, staying = asyncio.create_task(at_once.ask("works", 1)), asyncio.create_task(at_once.ask("works", 2))
    began.clear()
    await began.wait()
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    assert await staying == 2
