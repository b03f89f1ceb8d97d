"""What every document store says of the names in documents' metadata; part of ``DocumentStoreContract``."""

from __future__ import annotations

from dataclasses import replace

from followthrough.domain.ids import DocumentId, ThreadId
from followthrough.domain.retrieval import EVERY_COLLECTION
from followthrough.ports.document_store import DocumentStore
from followthrough.testing.contracts.values import a_document, moment


class NamesContract:
    """Names in metadata, and the stamp that says when they may have changed."""

    async def test_names_in_metadata_are_listed_once(self, store: DocumentStore) -> None:
        """Of the collection's documents and the thread's own; what others hold is left out."""
        plain = a_document("d-0").metadata
        one = replace(plain, payor=("Molina", "Aetna"), state=("Florida",), program=None)
        two = replace(plain, payor=("Molina",), state=(), program="Medicaid")
        await store.put(replace(a_document("d-1"), collection="c", metadata=one))
        await store.put(replace(a_document("d-2"), collection="c", metadata=two))
        own = replace(plain, payor=("Oscar",), state=(), program=None)
        await store.put(replace(a_document("d-3", thread="t-1"), collection="c", metadata=own))

        assert await store.names("c") == {
            "payor": ("Aetna", "Molina"),
            "state": ("Florida",),
            "program": ("Medicaid",),
        }
        assert (await store.names("c", ThreadId("t-1")))["payor"] == ("Aetna", "Molina", "Oscar")
        assert (await store.names(EVERY_COLLECTION, ThreadId("t-1")))["payor"] == ("Aetna", "Molina", "Oscar")
        assert (await store.names(EVERY_COLLECTION))["payor"] == ("Aetna", "Molina")
        assert await store.names("elsewhere") == {"payor": (), "state": (), "program": ()}

    async def test_the_stamp_of_names_changes_with_the_documents(self, store: DocumentStore) -> None:
        """When one comes, changes or goes; not by reading."""
        stamps = [await store.names_stamp("c")]
        first = replace(a_document("d-1"), collection="c")
        await store.put(first)
        stamps.append(await store.names_stamp("c"))
        assert await store.names_stamp("c") == stamps[-1]
        await store.put(replace(first, updated_at=moment(59)))
        stamps.append(await store.names_stamp("c"))
        await store.put(replace(a_document("d-2"), collection="c", updated_at=moment(58)))
        stamps.append(await store.names_stamp("c"))
        await store.delete([DocumentId("d-1")])
        stamps.append(await store.names_stamp("c"))
        assert len(set(stamps)) == len(stamps)
