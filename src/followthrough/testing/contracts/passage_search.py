"""What every passage index must find: by words, and within filters. Part of ``contracts.passage_index``."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from followthrough.domain.ids import DocumentId, PassageId, ThreadId
from followthrough.domain.retrieval import EVERY_COLLECTION, PassageFilter
from followthrough.ports.passage_index import PassageIndex
from followthrough.testing.contracts.passage_samples import MODEL, SHELF, ids, passage, put, vector

#: Strings that have broken filters and query parsers before.
NASTY = (
    "it's",
    "''",
    "' OR '1'='1",
    "\\",
    "\\'",
    '"quoted"',
    "a; DROP TABLE passages; --",
    "per%cent_",
    "`tick`",
    "$1",
    ":name",
    "line\nbreak",
    "tab\t",
    "\x00",
    "ü ß İ ı",
    "日本語",
    "🦄",
    " ",
)
names = st.one_of(st.sampled_from(NASTY), st.text(min_size=1, max_size=12))
_few = settings(
    max_examples=20,
    suppress_health_check=[
        HealthCheck.function_scoped_fixture,  # what one example leaves in the index, the next must bear
        HealthCheck.differing_executors,  # each backend inherits the test; an example of one is an example for all
        HealthCheck.too_slow,
    ],
)


class TextContract:
    """Full text: what is found, in which order, for which query."""

    async def test_a_new_passage_is_found_at_once(self, index: PassageIndex) -> None:
        await index.replace_document(DocumentId("guide"), [passage("guide", 0, "Prior authorization is required.")])
        assert ids(await index.search_text("authorization", SHELF, 10)) == ["guide/0"]

    async def test_an_empty_index_finds_nothing(self, index: PassageIndex) -> None:
        assert await index.search_text("anything", SHELF, 10) == []
        assert await index.search_vectors(MODEL, vector(1, 0), SHELF, 10) == []
        assert await index.count() == 0

    async def test_words_meet_in_their_stem_whatever_their_case_and_accents(self, index: PassageIndex) -> None:
        await put(index, passage("guide", 0, "Appealing a denied claim at the café"), passage("other", 0, "Copay"))
        for query in ("APPEALS", "appeal", "claims denied", "cafe", "CAFÉ"):
            assert ids(await index.search_text(query, SHELF, 10)) == ["guide/0"], query

    async def test_the_context_line_is_searched_too(self, index: PassageIndex) -> None:
        await put(index, passage("guide", 0, "It takes 30 days.", context="Device Guide > Returns"))
        assert ids(await index.search_text("returns", SHELF, 10)) == ["guide/0"]

    async def test_words_that_carry_nothing_find_nothing(self, index: PassageIndex) -> None:
        await put(index, passage("guide", 0, "the claim is in the file"))
        for query in ("", "   ", "the", "of the and", "?!…", "🦄", "\x00"):
            assert await index.search_text(query, SHELF, 10) == [], query

    async def test_operators_are_plain_words(self, index: PassageIndex) -> None:
        await put(index, passage("a", 0, "fax number"), passage("b", 0, "phone line"))
        for query in (
            '"fax" AND "phone"',
            "fax OR phone",
            "+fax -phone",
            "fax NOT phone",
            "(fax) || (phone)",
            'fax~2 phone*^3 "',
            "text:fax phone:",
            "fax' phone'; --",
            "{fax} [phone TO]",
        ):
            assert sorted(ids(await index.search_text(query, SHELF, 10))) == ["a/0", "b/0"], query

    async def test_other_languages_are_searched_as_they_are(self, index: PassageIndex) -> None:
        await put(
            index,
            passage("de", 0, "Die Kündigungsfrist beträgt drei Monate."),
            passage("el", 0, "Η προθεσμία είναι τρεις μήνες."),
            passage("ru", 0, "Срок составляет три месяца."),
        )
        for query, found in (("Kündigungsfrist", "de/0"), ("προθεσμία", "el/0"), ("месяца", "ru/0")):
            assert ids(await index.search_text(query, SHELF, 10)) == [found], query

    async def test_a_message_of_the_greatest_length_is_searched(self, index: PassageIndex) -> None:
        await put(index, passage("guide", 0, "the deductible"))
        assert ids(await index.search_text("deductible filler words " * 640, SHELF, 10)) == ["guide/0"]

    async def test_the_rarer_word_counts_more_and_a_limit_cuts_the_rest(self, index: PassageIndex) -> None:
        await put(
            index, *(passage("common", n, f"plan number {n}") for n in range(9)), passage("rare", 0, "plan appeal")
        )
        found = await index.search_text("plan appeal", SHELF, 3)
        assert ids(found)[0] == "rare/0"
        assert len(found) == 3
        assert [h.score for h in found] == sorted((h.score for h in found), reverse=True)

    async def test_equal_scores_go_by_passage_id(self, index: PassageIndex) -> None:
        names = [f"d{n}" for n in (5, 3, 9, 1, 7)]
        for name in names:
            await index.replace_document(DocumentId(name), [passage(name, 0, "the same words")])
        assert ids(await index.search_text("same words", SHELF, 10)) == [f"{n}/0" for n in sorted(names)]
        assert ids(await index.search_text("same words", SHELF, 2)) == ["d1/0", "d3/0"]

    async def test_optimizing_changes_nothing_that_is_found(self, index: PassageIndex) -> None:
        texts = ("appeal a claim", "a claim form", "appeal appeal", "the form to appeal a denied claim", "fax")
        await put(index, *(passage("a", n, t) for n, t in enumerate(texts)))
        await index.optimize()
        await put(index, *(passage("b", n, f"{t} again") for n, t in enumerate(texts)))
        await index.add_vectors(MODEL, {PassageId(f"a/{n}"): vector(1, n) for n in range(4)})
        before = await index.search_text("appeal claim form", SHELF, 10)
        near = await index.search_vectors(MODEL, vector(1, 2), SHELF, 10)
        await index.optimize()
        after = {h.passage_id: h.score for h in await index.search_text("appeal claim form", SHELF, 10)}
        assert after == pytest.approx({h.passage_id: h.score for h in before}, rel=0.05)
        assert ids(await index.search_vectors(MODEL, vector(1, 2), SHELF, 10)) == ids(near)

    @_few
    @given(query=st.one_of(names, st.text(max_size=60)))
    @example(query="\ud800 half a character")
    @example(query="x" * 5_000)
    async def test_any_query_is_answered(self, index: PassageIndex, query: str) -> None:
        found = await index.search_text(query, SHELF, 10)
        assert found == []


class FilterContract:
    """Filters: collection, thread scope, documents, language; with any characters in any of them."""

    async def test_another_collection_is_not_searched(self, index: PassageIndex) -> None:
        await put(index, passage("a", 0, "fees"), passage("b", 0, "fees", collection="attic"))
        assert ids(await index.search_text("fees", SHELF, 10)) == ["a/0"]
        assert ids(await index.search_text("fees", PassageFilter(collection="attic"), 10)) == ["b/0"]
        assert ids(await index.search_text("fees", PassageFilter(collection=EVERY_COLLECTION), 10)) == ["a/0", "b/0"]

    async def test_a_thread_sees_the_collection_and_its_own_documents_only(self, index: PassageIndex) -> None:
        await put(
            index,
            passage("library", 0, "fees"),
            passage("mine", 0, "fees", thread_id=ThreadId("t1")),
            passage("theirs", 0, "fees", thread_id=ThreadId("t2")),
            passage("elsewhere", 0, "fees", collection="attic", thread_id=ThreadId("t1")),
        )
        mine = replace(SHELF, thread_id=ThreadId("t1"))
        assert ids(await index.search_text("fees", mine, 10)) == ["elsewhere/0", "library/0", "mine/0"]
        assert ids(await index.search_text("fees", SHELF, 10)) == ["library/0"]
        every = replace(mine, collection=EVERY_COLLECTION)
        assert ids(await index.search_text("fees", every, 10)) == ["elsewhere/0", "library/0", "mine/0"]
        nobody = replace(SHELF, thread_id=ThreadId(""))
        assert ids(await index.search_text("fees", nobody, 10)) == ["library/0"]

    async def test_documents_narrow_the_scope_and_never_widen_it(self, index: PassageIndex) -> None:
        await put(
            index,
            passage("a", 0, "fees"),
            passage("b", 0, "fees"),
            passage("theirs", 0, "fees", thread_id=ThreadId("t2")),
        )
        some = replace(SHELF, document_ids=(DocumentId("b"), DocumentId("theirs"), DocumentId("unknown")))
        assert ids(await index.search_text("fees", some, 10)) == ["b/0"]
        assert await index.search_text("fees", replace(SHELF, document_ids=()), 10) == []

    async def test_a_language_keeps_what_is_written_in_it_or_unknown(self, index: PassageIndex) -> None:
        await put(
            index,
            passage("en", 0, "fees", language="en"),
            passage("de", 0, "fees", language="de"),
            passage("unknown", 0, "fees"),
        )
        assert ids(await index.search_text("fees", replace(SHELF, language="en"), 10)) == ["en/0", "unknown/0"]
        assert ids(await index.search_text("fees", SHELF, 10)) == ["de/0", "en/0", "unknown/0"]

    async def test_vectors_are_given_back_by_id_as_they_were_added(self, index: PassageIndex) -> None:
        await put(index, *(passage("a", n, f"text {n}") for n in range(3)))
        added = {PassageId(f"a/{n}"): vector(1, n) for n in range(2)}
        await index.add_vectors(MODEL, added)
        found = await index.vectors(MODEL, [PassageId(i) for i in ("a/1", "a/0", "a/2", "nowhere", "a/1")])
        assert set(found) == set(added)
        assert all(np.allclose(found[i], added[i]) and found[i].dtype == np.float32 for i in added)

    async def test_vectors_of_no_passage_or_of_another_model_are_none(self, index: PassageIndex) -> None:
        assert await index.vectors(MODEL, []) == {}
        await put(index, passage("a", 0, "text"))
        await index.add_vectors(MODEL, {PassageId("a/0"): vector(1, 0)})
        assert await index.vectors("another", [PassageId("a/0")]) == {}

    async def test_vectors_obey_the_same_filter(self, index: PassageIndex) -> None:
        await put(
            index,
            passage("a", 0, "x", language="en"),
            passage("b", 0, "x", language="de"),
            passage("attic", 0, "x", collection="attic"),
            passage("mine", 0, "x", thread_id=ThreadId("t1")),
            passage("theirs", 0, "x", thread_id=ThreadId("t2")),
        )
        await index.add_vectors(
            MODEL, {PassageId(f"{d}/0"): vector(1, 0) for d in ("a", "b", "attic", "mine", "theirs")}
        )

        async def found(where: PassageFilter) -> list[str]:
            return ids(await index.search_vectors(MODEL, vector(1, 0), where, 10))

        assert await found(SHELF) == ["a/0", "b/0"]
        assert await found(replace(SHELF, thread_id=ThreadId("t1"))) == ["a/0", "b/0", "mine/0"]
        assert await found(replace(SHELF, language="de")) == ["b/0"]
        assert await found(replace(SHELF, document_ids=(DocumentId("b"),))) == ["b/0"]
        assert await found(replace(SHELF, document_ids=())) == []

    @_few
    @given(stored=names, asked=names)
    @example(stored="it's", asked="it's")
    @example(stored="'", asked="''")
    @example(stored="\\", asked="\\\\")
    @example(stored="\x00", asked="")
    async def test_any_characters_filter_as_they_are(self, index: PassageIndex, stored: str, asked: str) -> None:
        kept = passage(stored, 0, "fees", collection=stored, language=stored)
        own = passage(f"{stored} own", 0, "fees", collection="c", thread_id=ThreadId(stored))
        await put(index, kept, own)
        document = PassageFilter(collection=stored, document_ids=(DocumentId(asked),))
        expected = {
            PassageFilter(collection=asked): [kept.id] if asked == stored else [],
            PassageFilter(collection="c", thread_id=ThreadId(asked)): [own.id] if asked == stored else [],
            PassageFilter(collection=stored, language=asked): [kept.id] if asked == stored else [],
            document: [kept.id] if asked == stored else [],
        }
        for where, found in expected.items():
            assert ids(await index.search_text("fees", where, 10)) == found, where
        assert await index.get([kept.id]) == {kept.id: kept}
        await index.delete_documents([kept.document_id, own.document_id])
        assert await index.count() == 0
