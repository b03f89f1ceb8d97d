"""interface.md, "Documents and their metadata": every key, named faults, unknown keys kept, layers merged."""

from __future__ import annotations

import json
from datetime import date, datetime

import pytest

from followthrough.domain.documents import DocumentMetadata
from followthrough.rules.cutting.metadata import (
    MetadataFault,
    expiry_of,
    merge_metadata,
    read_metadata,
    read_metadata_yaml,
    scope_of,
)

FULL = """
title: Provider Manual
effective_date: 2026-03-01
payor: [Harbor Health, Pinecrest]
state: Florida
program: Medicaid
language: en-US
source_url: https://example.org/manual
clarifying_questions: ["Which plan?", "Which code?"]
requires_handoff: true
supersedes: ../2025/manual.md
revision: 7
tags: [a, b]
"""


def test_every_key_of_the_contract_is_read_and_others_are_kept() -> None:
    assert read_metadata_yaml(FULL) == DocumentMetadata(
        title="Provider Manual",
        effective_date=date(2026, 3, 1),
        payor=("Harbor Health", "Pinecrest"),
        state=("Florida",),
        program="Medicaid",
        language="en",
        source_url="https://example.org/manual",
        clarifying_questions=("Which plan?", "Which code?"),
        requires_handoff=True,
        supersedes=("../2025/manual.md",),
        extra=(("revision", "7"), ("tags", '["a", "b"]')),
    )


def test_nothing_and_nulls_are_empty_metadata() -> None:
    assert read_metadata_yaml("") == DocumentMetadata()
    assert read_metadata({"title": None, "payor": [], "effective_date": "", "language": " "}) == DocumentMetadata()


def test_payer_reads_as_payor() -> None:
    assert read_metadata({"payer": "Harbor"}) == DocumentMetadata(payor=("Harbor",))


WITH_TIME = datetime(2026, 3, 1, 9, 30)  # noqa: DTZ001 - as YAML gives a time without a zone


@pytest.mark.parametrize("given", [date(2026, 3, 1), WITH_TIME, "2026-03-01", "2026-03-01T09:30:00Z", " 2026-03-01 "])
def test_a_date_is_read_in_each_form_that_yaml_and_json_give(given: object) -> None:
    assert read_metadata({"effective_date": given}) == DocumentMetadata(effective_date=date(2026, 3, 1))


@pytest.mark.parametrize(
    ("key", "value", "why"),
    [
        ("effective_date", "soon", "must be a date like 2026-03-01"),
        ("effective_date", "2026-02-30", "must be a date like 2026-03-01"),
        ("effective_date", 20260301, "must be a date like 2026-03-01"),
        ("title", ["a"], "must be text; put it in quotes"),
        ("title", True, "must be text; put it in quotes"),
        ("payor", {"name": "Harbor"}, "must be text; put it in quotes"),
        ("clarifying_questions", [["nested"]], "must be text; put it in quotes"),
        ("requires_handoff", "perhaps", "must be true or false"),
        ("requires_handoff", 1, "must be true or false"),
        ("language", False, 'must be a language code in quotes, like "en"'),
        ("language", "English please", 'must be a language code in quotes, like "en"'),
        ("source_url", "javascript:alert(1)", "must be an address that begins with http:// or https://"),
    ],
)
def test_a_fault_names_the_key_and_why(key: str, value: object, why: str) -> None:
    assert read_metadata({"title": "kept", key: value}) == MetadataFault(key=key, why=why)
    assert MetadataFault(key=key, why=why).line == f"{key} {why}"


@pytest.mark.parametrize("bad", ["\ud800", "a\x00b"], ids=["half a character", "NUL"])
def test_what_no_store_keeps_is_refused_wherever_an_escape_can_spell_it(bad: str) -> None:
    why = "holds a NUL or half a character; use plain text"
    assert read_metadata({"title": bad}) == MetadataFault(key="title", why=why)
    assert read_metadata({"payor": ["Harbor", bad]}) == MetadataFault(key="payor", why=why)
    assert read_metadata({bad: "x"}) == MetadataFault(key="", why=why)
    assert read_metadata_yaml(f"title: {json.dumps(bad)}") == MetadataFault(key="title", why=why)
    assert read_metadata({"own": ["\ud800"]}) == MetadataFault(key="own", why=why)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("title: [unclosed", "the metadata is not valid YAML (line 1)"),
        ("- a\n- b", "the metadata must be lines of the form key: value"),
        ("just words", "the metadata must be lines of the form key: value"),
        ("a: &x [1]\nb: [*x, *x]", "the metadata uses YAML references (*name); write the value out"),
        ("when: 2026-13-45", "the metadata holds a value that YAML can't read; put it in quotes"),
        ("a: " + "[" * 5_000, "the metadata holds a value that YAML can't read; put it in quotes"),
        ("a: " + "x" * 70_000, "the metadata is longer than 65,536 characters"),
        ("!!python/object/apply:os.system [ls]", "the metadata is not valid YAML (line 1)"),
    ],
)
def test_yaml_that_is_no_mapping_or_could_unfold_is_refused(text: str, why: str) -> None:
    assert read_metadata_yaml(text) == MetadataFault(key="", why=why)


def test_earlier_layers_win_field_by_field() -> None:
    api = DocumentMetadata(title="From the API", extra=(("a", "1"),))
    side = DocumentMetadata(title="Side", payor=("Harbor",), extra=(("a", "2"), ("b", "2")))
    front = DocumentMetadata(payor=("Front",), language="en", requires_handoff=True)
    assert merge_metadata(api, side, front) == DocumentMetadata(
        title="From the API",
        payor=("Harbor",),
        language="en",
        requires_handoff=True,
        extra=(("a", "1"), ("b", "2")),
    )


def test_merging_nothing_is_empty() -> None:
    assert merge_metadata() == DocumentMetadata()


def test_c24_a_question_may_stand_twice() -> None:
    found = read_metadata({"clarifying_questions": ["B?", "A?", "B?"]})
    assert found == DocumentMetadata(clarifying_questions=("B?", "A?", "B?"))


def test_a_document_says_until_when_it_holds_and_for_whom_it_speaks() -> None:
    until = DocumentMetadata(extra=(("valid_until", '"2025-12-31"'),), state=("Florida",), program="Medicaid")

    assert expiry_of(until) == date(2025, 12, 31)
    assert expiry_of(DocumentMetadata(extra=(("expires", '"soon"'),))) is None
    assert scope_of(until) == {("state", "florida"), ("program", "medicaid")}
    assert scope_of(DocumentMetadata()) == frozenset()
