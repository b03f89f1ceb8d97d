"""What LanceIndex does by itself: folds writes in, bounds files and versions, sweeps, and changes its search."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from followthrough.adapters.passage_index import lancedb_rows as rows
from followthrough.adapters.passage_index.lancedb import LanceIndex
from followthrough.adapters.passage_index.lancedb_tables import Table, Tables
from followthrough.domain.ids import DocumentId, PassageId
from followthrough.testing.contracts.passage_samples import MODEL, SHELF, ids, passage, put, vector
from followthrough.tuning import DEFAULT_TUNING, Tuning

#: Folds after every eighth write, and keeps no version that is older than a millisecond.
EAGER = replace(DEFAULT_TUNING, index_unfolded_writes=8, index_keep_versions_s=0.001)

OpenIndex = Callable[..., LanceIndex]


@pytest.fixture
async def open_index(tmp_path: Path) -> AsyncIterator[OpenIndex]:
    opened: list[LanceIndex] = []

    def open_with(tuning: Tuning = EAGER, kind: type[LanceIndex] = LanceIndex) -> LanceIndex:
        opened.append(kind(str(tmp_path / "index"), tuning=tuning))
        return opened[-1]

    yield open_with
    for index in opened:
        await index.aclose()


async def settled(index: LanceIndex) -> None:
    """Waits until the folding in the background has ended."""
    if index._folding is not None:
        await index._folding


async def unfolded(table: Table, column: str) -> int:
    (index,) = [i for i in await table.list_indices() if i.columns == [column]]
    return index.num_unindexed_rows


async def test_many_writes_leave_few_files_and_versions(open_index: OpenIndex, tmp_path: Path) -> None:
    index = open_index()
    for n in range(48):
        await put(index, passage(f"d{n}", 0, f"words {n}"))
        await index.add_vectors(MODEL, {PassageId(f"d{n}/0"): vector(1, n)})
        await settled(index)
    for folder in (tmp_path / "index").iterdir():
        assert len(list((folder / "data").iterdir())) <= 3 * EAGER.index_unfolded_writes, folder
        assert len(list((folder / "_versions").iterdir())) <= 3 * EAGER.index_unfolded_writes, folder
    assert await index.count() == 48
    assert len(await index.search_vectors(MODEL, vector(1, 0), SHELF, 100)) == 48


async def test_enough_rows_are_folded_in_without_being_asked(open_index: OpenIndex) -> None:
    index = open_index(DEFAULT_TUNING)
    table = await index._tables.passages()
    await put(index, *(passage("a", n, f"words {n}") for n in range(99)))
    await settled(index)
    assert await unfolded(table, "indexed_text") == 99
    await put(index, passage("b", 0, "words"))
    await settled(index)
    assert await unfolded(table, "indexed_text") == 0
    assert len(await index.search_text("words", SHELF, 1_000)) == 100


async def test_rows_that_an_earlier_process_left_are_folded_in_with_the_next_write(open_index: OpenIndex) -> None:
    earlier = open_index(DEFAULT_TUNING)
    await put(earlier, *(passage("a", n, f"words {n}") for n in range(99)))
    index = open_index(DEFAULT_TUNING)
    await put(index, passage("b", 0, "words"))
    await settled(index)
    assert await unfolded(await index._tables.passages(), "indexed_text") == 0


@pytest.mark.parametrize(
    ("rows_there", "most"), [(0, 100), (1_000, 250), (8_000, 2_000), (36_000, 2_000), (360_000, 11_250)]
)
def test_how_many_rows_may_wait_grows_with_the_table(open_index: OpenIndex, rows_there: int, most: int) -> None:
    assert open_index(DEFAULT_TUNING)._most_unfolded(rows_there) == most


async def test_folding_that_fails_fails_no_write_and_is_logged(
    open_index: OpenIndex, caplog: pytest.LogCaptureFixture
) -> None:
    class Unlucky(LanceIndex):
        async def _fold(self, table: Table) -> None:
            raise RuntimeError("lance error: Retryable commit conflict for version 9")

    index = open_index(EAGER, Unlucky)
    with caplog.at_level(logging.WARNING, "followthrough"):
        for n in range(9):
            await put(index, passage(f"d{n}", 0, "words"))
            await settled(index)
    (record,) = [r for r in caplog.records if r.getMessage() == "index_fold_failed"]
    assert record.code == "index_unavailable"
    assert len(await index.search_text("words", SHELF, 100)) == 9


@pytest.mark.parametrize("grace_s", [0, 5])
async def test_closing_while_folding_loses_nothing(open_index: OpenIndex, grace_s: float) -> None:
    index = open_index(replace(EAGER, shutdown_grace_s=grace_s))
    for n in range(8):
        await put(index, passage(f"d{n}", 0, "words"))
    assert index._folding is not None
    await index.aclose()
    again = open_index()
    assert len(await again.search_text("words", SHELF, 100)) == 8
    assert (await unfolded(await again._tables.passages(), "indexed_text") == 0) or grace_s == 0


async def test_optimizing_removes_vectors_that_a_killed_process_left(open_index: OpenIndex) -> None:
    index = open_index()
    await put(index, passage("a", 0, "words"), passage("b", 0, "words"))
    await index.add_vectors(MODEL, {PassageId("a/0"): vector(1, 0), PassageId("b/0"): vector(1, 0)})
    await (await index._tables.passages()).delete("document_id = 'a'")  # killed before the vectors followed
    assert ids(await index.search_vectors(MODEL, vector(1, 0), SHELF, 10)) == ["a/0", "b/0"]
    await index.optimize()
    assert ids(await index.search_vectors(MODEL, vector(1, 0), SHELF, 10)) == ["b/0"]


async def test_tables_without_their_search_structures_are_mended(open_index: OpenIndex, tmp_path: Path) -> None:
    class Killed(Tables):
        """Stops after the table was made, as a killed process may."""

        async def _index(self, table: Table, indexes: object) -> None:
            return None

    location = str(tmp_path / "index")
    broken = await Killed(location, EAGER, {}).passages()
    await broken.add(rows.passage_rows([passage("a", 0, "appealing claims")]))
    index = open_index()
    assert ids(await index.search_text("appeal", SHELF, 10)) == ["a/0"]
    columns = {column for i in await (await index._tables.passages()).list_indices() for column in i.columns}
    assert columns == {"indexed_text", "passage_id", "document_id", *rows.SCOPE}


class TestApproximateSearch:
    """Beyond ``index_cells_from`` the nearest cells are searched; scores stay exact."""

    rows = 1_200
    tuning = replace(DEFAULT_TUNING, index_cells_from=1_000)

    @pytest.fixture
    async def index(self, open_index: OpenIndex) -> LanceIndex:
        index = open_index(self.tuning)
        await self.fill(index, "d", self.rows)
        await index.optimize()
        return index

    @staticmethod
    async def fill(index: LanceIndex, document: str, count: int) -> None:
        await put(
            index, *(passage(document, n, "words", language="en" if n % 100 == 0 else "de") for n in range(count))
        )
        await index.add_vectors(
            MODEL, {PassageId(f"{document}/{n}"): v for n, v in enumerate(TestApproximateSearch.vectors(count))}
        )

    @staticmethod
    def vectors(count: int) -> np.ndarray:
        random = np.random.default_rng(7).normal(size=(count, 16)).astype(np.float32)
        return random / np.linalg.norm(random, axis=1, keepdims=True)

    async def cells(self, index: LanceIndex) -> list[str]:
        table = await index._tables.vectors(MODEL)
        return [i.name for i in await table.list_indices() if i.columns == ["vector"]]

    async def test_it_starts_by_itself_and_begins_anew_when_the_table_has_grown(self, index: LanceIndex) -> None:
        assert await self.cells(index) == ["cells_of_1200"]
        await self.fill(index, "e", 2_000)
        await index.optimize()
        assert await self.cells(index) == ["cells_of_1200"]
        await self.fill(index, "f", 2_000)
        await index.optimize()
        assert await self.cells(index) == ["cells_of_5200"]
        assert await unfolded(await index._tables.vectors(MODEL), "vector") == 0

    async def test_nearly_all_of_the_nearest_are_found(self, index: LanceIndex) -> None:
        vectors = self.vectors(self.rows)
        found = exact = 0
        for query in vectors[:20]:
            hits = await index.search_vectors(MODEL, query, SHELF, 10)
            scores = vectors @ query
            nearest = {f"d/{n}" for n in np.argsort(-scores)[:10]}
            found, exact = found + len(nearest & set(ids(hits))), exact + 10
            for hit in hits:
                assert hit.score == pytest.approx(scores[int(hit.passage_id.split("/")[1])], abs=1e-5)
        assert found >= 0.9 * exact

    async def test_a_narrow_filter_still_fills_the_list(self, index: LanceIndex, open_index: OpenIndex) -> None:
        one_cell = replace(self.tuning, index_cells_searched=1)
        await self.fill(index, "e", 20_000)
        await index.optimize()
        narrow = open_index(one_cell)
        hits = await narrow.search_vectors(MODEL, self.vectors(1)[0], replace(SHELF, language="en"), 500)
        assert len(hits) == (self.rows + 20_000) // 100

    async def test_new_vectors_are_found_before_they_are_folded_in(self, index: LanceIndex) -> None:
        await put(index, passage("new", 0, "words"))
        new = vector(*([1.0] * 16))
        await index.add_vectors(MODEL, {PassageId("new/0"): new})
        assert ids(await index.search_vectors(MODEL, new, SHELF, 1)) == ["new/0"]
        await index.delete_documents([DocumentId("new")])
        assert ids(await index.search_vectors(MODEL, new, SHELF, 1)) != ["new/0"]


async def test_writes_beside_an_optimize_wait_for_it(open_index: OpenIndex) -> None:
    index = open_index()
    await put(index, passage("a", 0, "words"))
    await asyncio.gather(index.optimize(), *(put(index, passage(f"d{n}", 0, "words")) for n in range(6)))
    assert len(await index.search_text("words", SHELF, 100)) == 7


async def test_a_folder_whose_path_leads_up_is_opened(tmp_path: Path) -> None:
    index = LanceIndex(f"/..{tmp_path}/index")
    assert await index.count() == 0
    await index.aclose()
    assert (tmp_path / "index").is_dir()
