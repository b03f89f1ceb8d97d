"""``supersedes`` by document id, or by path relative to the document's own folder, in any order of ingest."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from followthrough.domain.documents import Document, DocumentMetadata, DocumentStatus
from followthrough.domain.ids import DocumentId
from followthrough.rules.cutting.supersede import superseded_targets, superseding_document

NOW = datetime(2026, 7, 1, tzinfo=UTC)


def document(name: str, source: str, *supersedes: str, effective: date | None = None) -> Document:
    return Document(
        id=DocumentId(name),
        collection="c",
        source=source,
        name=source,
        media_type="text/plain",
        content_hash="h",
        size_bytes=1,
        status=DocumentStatus.READY,
        metadata=DocumentMetadata(supersedes=supersedes, effective_date=effective),
        created_at=NOW,
        updated_at=NOW,
    )


@pytest.mark.parametrize(
    ("source", "entry", "target"),
    [
        ("/docs/2026/b.md", "a.md", "/docs/2026/a.md"),
        ("/docs/2026/b.md", "../2025/a.md", "/docs/2025/a.md"),
        ("/docs/2026/b.md", "/elsewhere/a.md", "/elsewhere/a.md"),
        ("upload:b.md", "a.md", "upload:a.md"),
        ("upload:2026/b.md", "../a.md", "upload:a.md"),
        ("https://example.org/x/b", "a", "https://example.org/x/a"),
        ("/docs/b.md", "https://example.org/a", "https://example.org/a"),
    ],
)
def test_a_path_is_relative_to_the_documents_own_folder(source: str, entry: str, target: str) -> None:
    assert target in superseded_targets(document("b", source, entry))


def test_an_id_names_a_document_too() -> None:
    old = document("old", "/docs/a.md")
    assert superseding_document(old, [document("new", "/docs/b.md", "old")]) == "new"


def test_nothing_supersedes_a_document_that_nobody_names_or_only_itself() -> None:
    lonely = document("a", "/docs/a.md", "a.md")
    assert superseding_document(lonely, [lonely, document("b", "/docs/b.md", "c.md")]) is None


def test_of_several_the_latest_counts_in_any_order() -> None:
    old = document("old", "/docs/a.md")
    early = document("early", "/docs/b.md", "a.md", effective=date(2025, 1, 1))
    late = document("late", "/docs/c.md", "a.md", effective=date(2026, 1, 1))
    assert superseding_document(old, [early, late]) == superseding_document(old, [late, early]) == "late"


def test_of_two_that_name_each_other_the_later_one_stands() -> None:
    one = document("one", "/docs/a.md", "b.md", effective=date(2025, 1, 1))
    two = document("two", "/docs/b.md", "a.md", effective=date(2026, 1, 1))
    assert superseding_document(one, [one, two]) == "two"
    assert superseding_document(two, [one, two]) is None


def test_a_chain_names_the_next_of_each() -> None:
    one, two, three = (
        document("one", "/d/1.md"),
        document("two", "/d/2.md", "1.md"),
        document("three", "/d/3.md", "2.md"),
    )
    everything = [one, two, three]
    assert [superseding_document(d, everything) for d in everything] == ["two", "three", None]
