"""What every passage index must do. Subclass ``PassageIndexContract`` and give it one fixture, ``index``."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date

import pytest

from followthrough.domain.documents import Passage
from followthrough.domain.ids import DocumentId, PassageId, ThreadId
from followthrough.domain.retrieval import PassageFilter
from followthrough.errors import IndexUnavailable
from followthrough.ports.passage_index import PassageIndex
from followthrough.testing.contracts.passage_samples import MODEL, SHELF, ids, passage, put, vector
from followthrough.testing.contracts.passage_search import FilterContract, TextContract


class ReplaceContract:
    """Writing: a document's passages are replaced as one, and nothing of the old ones stays."""

    async def test_a_new_version_replaces_the_old_one_and_nothing_else(self, index: PassageIndex) -> None:
        await put(index, passage("a", 0, "old words"), passage("a", 1, "old end"), passage("b", 0, "old neighbour"))
        await index.replace_document(DocumentId("a"), [passage("a", 0, "new words", id=PassageId("a/new"))])
        assert ids(await index.search_text("old", SHELF, 10)) == ["b/0"]
        assert ids(await index.search_text("new", SHELF, 10)) == ["a/new"]
        assert ids(await index.of_document(DocumentId("a"))) == ["a/new"]
        assert await index.count() == 2

    async def test_no_passages_remove_the_document(self, index: PassageIndex) -> None:
        await put(index, passage("a", 0, "words"))
        await index.replace_document(DocumentId("a"), [])
        assert await index.count() == 0
        assert await index.search_text("words", SHELF, 10) == []

    async def test_several_documents_are_replaced_in_one_call(self, index: PassageIndex) -> None:
        await put(index, passage("a", 0, "old"), passage("b", 0, "old"), passage("c", 0, "old"))
        await index.replace_documents({DocumentId("a"): [passage("a", 0, "new")], DocumentId("b"): []})
        assert ids(await index.search_text("old", SHELF, 10)) == ["c/0"]
        assert ids(await index.search_text("new", SHELF, 10)) == ["a/0"]
        await index.replace_documents({})
        assert await index.count() == 2

    async def test_the_passages_of_each_document_are_counted(self, index: PassageIndex) -> None:
        await put(index, passage("a", 0, "words"), passage("a", 1, "words"), passage("b", 0, "words"))
        asked = [DocumentId(d) for d in ("a", "b", "unknown")]
        assert await index.counts(asked) == {"a": 2, "b": 1}
        assert await index.counts([]) == {}

    async def test_deleted_documents_are_gone_and_unknown_ones_ignored(self, index: PassageIndex) -> None:
        await put(index, passage("a", 0, "words"), passage("b", 0, "words"), passage("c", 0, "words"))
        await index.add_vectors(MODEL, {PassageId("a/0"): vector(1, 0), PassageId("b/0"): vector(1, 0)})
        await index.delete_documents([DocumentId("a"), DocumentId("unknown"), DocumentId("c"), DocumentId("a")])
        await index.delete_documents([])
        assert ids(await index.search_text("words", SHELF, 10)) == ["b/0"]
        assert ids(await index.search_vectors(MODEL, vector(1, 0), SHELF, 10)) == ["b/0"]

    async def test_a_reader_never_finds_neither_version_nor_both(self, index: PassageIndex) -> None:
        def version(n: int) -> list[Passage]:
            return [passage("a", o, "words", id=PassageId(f"v{n}/{o}")) for o in range(1 + n % 3)]

        await index.replace_document(DocumentId("a"), version(0))
        writing = True

        async def write() -> None:
            nonlocal writing
            for n in range(1, 13):
                await index.replace_document(DocumentId("a"), version(n))
            writing = False

        async def read() -> None:
            while writing:
                found = sorted(ids(await index.search_text("words", SHELF, 10)))
                versions = {i.split("/")[0] for i in found}
                assert len(versions) == 1, found
                assert found == sorted(p.id for p in version(int(versions.pop()[1:])))
                await asyncio.sleep(0)

        await asyncio.gather(write(), read(), read())

    async def test_writers_of_one_document_leave_one_version(self, index: PassageIndex) -> None:
        versions = {n: [passage("a", o, "words", id=PassageId(f"v{n}/{o}")) for o in range(n + 1)] for n in range(5)}
        await asyncio.gather(*(index.replace_document(DocumentId("a"), v) for v in versions.values()))
        assert ids(await index.of_document(DocumentId("a"))) in [ids(v) for v in versions.values()]


class ReadContract:
    """Reading passages back."""

    async def test_a_passage_comes_back_as_it_was_given(self, index: PassageIndex) -> None:
        full = passage(
            "a",
            3,
            "Text with ünïcode\nand lines",
            heading=("Chapter", 'Section\'s "name"'),
            page=12,
            context="Title > Chapter",
            language="en",
            effective_date=date(2026, 11, 1),
            url="https://example.org/a?b=c",
            thread_id=ThreadId("t1"),
        )
        bare = passage("b", 0, "text", content_hash="")
        await put(index, full, bare)
        assert await index.get([full.id, bare.id]) == {full.id: full, bare.id: bare}

    async def test_unknown_ids_are_left_out(self, index: PassageIndex) -> None:
        await put(index, passage("a", 0, "text"))
        assert list(await index.get([PassageId("x"), PassageId("a/0"), PassageId("a/0")])) == ["a/0"]
        assert await index.get([]) == {}

    async def test_a_document_is_read_in_order_from_anywhere(self, index: PassageIndex) -> None:
        await put(index, *(passage("a", n, f"text {n}") for n in (3, 0, 2, 4, 1)), passage("b", 0, "other"))
        a = DocumentId("a")
        assert ids(await index.of_document(a)) == [f"a/{n}" for n in range(5)]
        assert ids(await index.of_document(a, first=3)) == ["a/3", "a/4"]
        assert ids(await index.of_document(a, first=1, limit=2)) == ["a/1", "a/2"]
        assert await index.of_document(a, first=9) == []
        assert await index.of_document(a, limit=0) == []
        assert await index.of_document(DocumentId("unknown")) == []

    async def test_a_closed_index_says_so(self, index: PassageIndex) -> None:
        await put(index, passage("a", 0, "text"))
        await index.aclose()
        await index.aclose()
        with pytest.raises(IndexUnavailable):
            await index.search_text("text", SHELF, 10)
        with pytest.raises(IndexUnavailable):
            await index.replace_document(DocumentId("a"), [])


class VectorContract:
    """Vectors: scored by cosine, one set for each model, and never of a passage that is gone."""

    async def test_the_nearest_come_first_with_their_cosine(self, index: PassageIndex) -> None:
        await put(index, *(passage("a", n, "text") for n in range(3)))
        near, far, opposite = PassageId("a/0"), PassageId("a/1"), PassageId("a/2")
        await index.add_vectors(MODEL, {far: vector(0, 1), near: vector(1, 1), opposite: vector(-1, 0)})
        found = await index.search_vectors(MODEL, vector(1, 0), SHELF, 10)
        assert ids(found) == ["a/0", "a/1", "a/2"]
        assert [h.score for h in found] == pytest.approx([2**-0.5, 0.0, -1.0], abs=1e-6)
        assert ids(await index.search_vectors(MODEL, vector(1, 0), SHELF, 1)) == ["a/0"]

    async def test_equal_vectors_go_by_passage_id(self, index: PassageIndex) -> None:
        await put(index, *(passage("a", n, "text") for n in range(4)))
        await index.add_vectors(MODEL, {PassageId(f"a/{n}"): vector(1, 0) for n in (2, 0, 3, 1)})
        assert ids(await index.search_vectors(MODEL, vector(1, 0), SHELF, 2)) == ["a/0", "a/1"]

    async def test_models_do_not_mix(self, index: PassageIndex) -> None:
        await put(index, passage("a", 0, "text"), passage("b", 0, "text"))
        await index.add_vectors("org/Model A", {PassageId("a/0"): vector(1, 0)})
        await index.add_vectors("org/model-a", {PassageId("b/0"): vector(1, 0, 0)})
        assert ids(await index.search_vectors("org/Model A", vector(1, 0), SHELF, 10)) == ["a/0"]
        assert ids(await index.search_vectors("org/model-a", vector(1, 0, 0), SHELF, 10)) == ["b/0"]
        assert await index.search_vectors("unknown", vector(1, 0), SHELF, 10) == []

    async def test_a_second_vector_replaces_the_first(self, index: PassageIndex) -> None:
        await put(index, passage("a", 0, "text"))
        for direction in (vector(1, 0), vector(0, 1)):
            await index.add_vectors(MODEL, {PassageId("a/0"): direction})
        (hit,) = await index.search_vectors(MODEL, vector(0, 1), SHELF, 10)
        assert hit.score == pytest.approx(1.0)

    async def test_vectors_of_passages_that_are_gone_are_ignored(self, index: PassageIndex) -> None:
        await put(index, passage("a", 0, "text"))
        await index.add_vectors(MODEL, {PassageId("gone"): vector(1, 0)})
        await index.add_vectors(MODEL, {PassageId("a/0"): vector(1, 0), PassageId("gone"): vector(1, 0)})
        await index.add_vectors(MODEL, {})
        assert ids(await index.search_vectors(MODEL, vector(1, 0), SHELF, 10)) == ["a/0"]

    async def test_a_passage_that_stays_keeps_its_vector_and_the_others_lose_theirs(
        self, index: PassageIndex
    ) -> None:
        await put(index, passage("a", 0, "stays"), passage("a", 1, "goes"), passage("b", 0, "neighbour"))
        await index.add_vectors(MODEL, {PassageId(i): vector(1, 0) for i in ("a/0", "a/1", "b/0")})
        moved = passage("a", 1, "stays", id=PassageId("a/0"))
        await index.replace_document(DocumentId("a"), [passage("a", 0, "new", id=PassageId("a/new")), moved])
        assert ids(await index.search_vectors(MODEL, vector(1, 0), SHELF, 10)) == ["a/0", "b/0"]
        assert ids(await index.without_vectors(DocumentId("a"), MODEL)) == ["a/new"]

    async def test_a_vector_follows_its_passage_to_another_scope(self, index: PassageIndex) -> None:
        await put(index, passage("a", 0, "text", language="en"), passage("a", 1, "more", language="en"))
        await index.add_vectors(MODEL, {PassageId("a/0"): vector(1, 0), PassageId("a/1"): vector(1, 1)})
        attic = {"collection": "the 'attic'", "thread_id": ThreadId("t1")}
        await put(index, passage("a", 0, "text", **attic), passage("a", 1, "more", language="de", **attic))
        thread = PassageFilter(collection="c", thread_id=ThreadId("t1"), language="de")
        assert ids(await index.search_vectors(MODEL, vector(1, 0), thread, 10)) == ["a/0", "a/1"]
        english = replace(thread, language="en")
        assert ids(await index.search_vectors(MODEL, vector(1, 0), english, 10)) == ["a/0"]
        assert await index.search_vectors(MODEL, vector(1, 0), SHELF, 10) == []

    async def test_missing_vectors_are_listed_in_reading_order(self, index: PassageIndex) -> None:
        await put(index, *(passage(d, n, f"{d} {n}") for d in ("b", "a") for n in (2, 0, 1)))
        a, b = DocumentId("a"), DocumentId("b")
        assert ids(await index.without_vectors(a, MODEL)) == ["a/0", "a/1", "a/2"]
        await index.add_vectors(MODEL, {PassageId("a/1"): vector(1, 0)})
        assert ids(await index.without_vectors(a, MODEL)) == ["a/0", "a/2"]
        assert ids(await index.without_vectors(a, "other")) == ["a/0", "a/1", "a/2"]
        assert ids(await index.missing_vectors([b, a, DocumentId("x")], MODEL, limit=4)) == [
            "a/0",
            "a/2",
            "b/0",
            "b/1",
        ]
        assert await index.missing_vectors([], MODEL, limit=4) == []


class ScrubContract:
    """Written anew: what is found stays, what is not there is not known."""

    async def test_a_scrub_changes_nothing_that_is_found(self, index: PassageIndex) -> None:
        await put(index, *(passage(d, n, f"words of {d} {n}", language="en") for d in "abc" for n in range(3)))
        await index.add_vectors(MODEL, {PassageId(f"{d}/{n}"): vector(1, n) for d in "ab" for n in range(3)})
        await index.delete_documents([DocumentId("a")])
        english = replace(SHELF, language="en")
        for _ in range(2):
            await index.scrub(wait_s=0)
            assert await index.documents() == {"b", "c"}
            assert await index.content_hashes() == {f"hash of {d}/{n}" for d in "bc" for n in range(3)}
            assert sorted(ids(await index.search_text("words", english, 10))) == sorted(
                f"{d}/{n}" for d in "bc" for n in range(3)
            )
            assert ids(await index.search_vectors(MODEL, vector(1, 0), english, 10)) == ["b/0", "b/1", "b/2"]
        await index.delete_documents([DocumentId("b"), DocumentId("c")])
        await index.scrub(wait_s=0)
        assert (await index.count(), await index.documents()) == (0, set())
        await put(index, passage("d", 0, "words again"))
        assert ids(await index.search_text("words", SHELF, 10)) == ["d/0"]


class PassageIndexContract(
    TextContract, FilterContract, ReplaceContract, ReadContract, VectorContract, ScrubContract
):
    """The whole contract. ``index`` is a fixture that gives an empty index and closes it."""
