"""Fingerprints: the same evidence, the same 64 digits, in every process and language (R4-12, R4-14, f)."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followthrough.domain.continuity import NO_CONTINUITY, Option, OptionSet, Scope, SetOrigin
from followthrough.domain.decisions import CandidateSignature, EvidencePack
from followthrough.rules.lists.fingerprint import canonical, evidence_of, fingerprint, label_normalized, signature

PAGE = Path(__file__).parents[3] / "docs" / "concepts" / "fingerprint.md"

HANDBOOK = CandidateSignature(id="b", label_normalized="member handbook", type="document")
MANUAL = CandidateSignature(id="a", label_normalized="provider manual 2025", path="/plans/gold", owner="ops")
PACK = EvidencePack(
    active_scope=Scope.CHAT,
    scope_instance_id="set-1",
    active_option_set_id="set-1",
    candidates=(HANDBOOK, MANUAL),
    excerpts=("The manual is for providers.",),
)
UNICODE = EvidencePack(
    active_scope=Scope.WIDGET,
    scope_instance_id=None,
    active_option_set_id=None,
    candidates=(
        CandidateSignature(id="\uffee", label_normalized="caf\u00e9 \u20ac 5"),
        CandidateSignature(id="\U0001f600", label_normalized='say "hi"\t\u0007'),
    ),
)
EMPTY = EvidencePack(active_scope=Scope.NONE, scope_instance_id=None, active_option_set_id=None, candidates=())


@pytest.mark.parametrize("pack", [PACK, UNICODE, EMPTY], ids=["two candidates", "unicode", "nothing"])
def test_the_documented_vectors_are_what_is_computed(pack: EvidencePack) -> None:
    blocks = re.findall(r"```\n(\{.*?\})\n([0-9a-f]{64})\n```", PAGE.read_text(encoding="utf-8"))
    assert (canonical(pack).decode(), fingerprint(pack)) in blocks


def test_utf16_code_units_order_ids_not_code_points() -> None:
    ids = json.loads(canonical(UNICODE))["candidateIds"]
    assert ids == ["\U0001f600", "\uffee"]


def test_the_payload_has_exactly_the_fields_of_r4_13() -> None:
    payload = json.loads(canonical(PACK))
    assert set(payload) == {
        "scopeBinding",
        "activeOptionSetId",
        "candidateIds",
        "candidateSignatures",
        "excerptHashes",
        "continuitySchemaVersion",
    }
    assert payload["excerptHashes"] == [hashlib.sha256(b"The manual is for providers.").hexdigest()]


def test_texts_beside_the_list_leave_only_their_hashes() -> None:
    assert b"providers" not in canonical(PACK)


CHANGES = {
    "scope": replace(PACK, active_scope=Scope.WIDGET),
    "instance": replace(PACK, scope_instance_id="set-2"),
    "set": replace(PACK, active_option_set_id="set-2"),
    "no set": replace(PACK, active_option_set_id=None),
    "schema": replace(PACK, continuity_schema_version=2),
    "one candidate less": replace(PACK, candidates=(MANUAL,)),
    "label": replace(PACK, candidates=(replace(HANDBOOK, label_normalized="member handbooks"), MANUAL)),
    "path": replace(PACK, candidates=(replace(HANDBOOK, path="/x"), MANUAL)),
    "type": replace(PACK, candidates=(replace(HANDBOOK, type="form"), MANUAL)),
    "owner": replace(PACK, candidates=(replace(HANDBOOK, owner="x"), MANUAL)),
    "sublabel": replace(PACK, candidates=(replace(HANDBOOK, sublabel="x"), MANUAL)),
    "excerpt": replace(PACK, excerpts=("The manual is for members.",)),
}


@pytest.mark.parametrize("changed", CHANGES.values(), ids=CHANGES)
def test_each_part_of_the_evidence_counts(changed: EvidencePack) -> None:
    assert fingerprint(changed) != fingerprint(PACK)


_TEXT = st.text(st.characters(exclude_categories=("Cs",)), max_size=12)
_CANDIDATES = st.lists(
    st.builds(CandidateSignature, id=_TEXT, label_normalized=_TEXT, path=_TEXT, sublabel=_TEXT),
    max_size=6,
    unique_by=lambda c: c.id,
)


@given(candidates=_CANDIDATES, excerpts=st.lists(_TEXT, max_size=3), data=st.data())
def test_no_order_changes_the_fingerprint(
    candidates: list[CandidateSignature], excerpts: list[str], data: st.DataObject
) -> None:
    pack = replace(PACK, candidates=tuple(candidates), excerpts=tuple(excerpts))
    shuffled = replace(
        pack,
        candidates=tuple(data.draw(st.permutations(candidates))),
        excerpts=tuple(data.draw(st.permutations(excerpts))),
    )
    assert fingerprint(shuffled) == fingerprint(pack)


@given(candidates=_CANDIDATES)
def test_canonical_json_reads_back(candidates: list[CandidateSignature]) -> None:
    pack = replace(PACK, candidates=tuple(candidates))
    assert {c["id"] for c in json.loads(canonical(pack))["candidateSignatures"]} == {c.id for c in candidates}


@pytest.mark.parametrize(
    ("label", "normal"),
    [
        ("Member  Handbook ", "member handbook"),
        ("\u201cMember Handbook\u201d.", "member handbook"),
        ("STRASSE", "strasse"),
        ("Stra\u00dfe", "strasse"),
        ("...", "..."),
        ("C++ (draft)", "c++ (draft"),
    ],
)
def test_labels_are_compared_without_case_and_edges(label: str, normal: str) -> None:
    assert label_normalized(label) == normal


def test_the_evidence_of_a_choice_names_the_set_as_its_list_where_the_host_gave_no_other_name() -> None:
    """R4-11: the evidence names where its candidates stand; times stay out of it."""
    option = Option(id="a", label="Alpha", path="/a", execution_ref="run")
    pool = OptionSet(id="set-9", options=(option,), origin=SetOrigin.HOST, excerpt="beside it")
    found = evidence_of(pool, pool.options, replace(NO_CONTINUITY, last_explanation="said before"))
    assert (found.scope_instance_id, found.candidates) == ("set-9", (signature(option),))
    assert found.excerpts == ("beside it", "said before")
    assert evidence_of(replace(pool, scope_instance_id="w-1"), pool.options, NO_CONTINUITY).scope_instance_id == "w-1"
