"""Metadata is read or refused, whatever the mapping or the text; nothing else ever comes out."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from followthrough.domain.documents import DocumentMetadata
from followthrough.rules.cutting.metadata import MetadataFault, merge_metadata, read_metadata, read_metadata_yaml

KEYS = st.sampled_from(
    ["title", "effective_date", "payor", "payer", "language", "requires_handoff", "supersedes", "x"]
)
SINGLE = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.dates()
VALUES = st.recursive(
    SINGLE | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@given(st.dictionaries(KEYS, VALUES, max_size=5))
def test_a_mapping_is_metadata_or_a_fault_that_names_one_of_its_keys(values: dict[str, object]) -> None:
    found = read_metadata(values)
    if isinstance(found, MetadataFault):
        assert found.key in values
        assert "\n" not in found.line
    else:
        assert merge_metadata(found) == found
        assert merge_metadata(found, DocumentMetadata()) == found


@given(st.text(alphabet=st.sampled_from(list("ab:- \n[]{}&*!'\"#|>?%@`0.~\t")), max_size=60) | st.text(max_size=60))
def test_any_text_is_metadata_or_a_fault(text: str) -> None:
    assert isinstance(read_metadata_yaml(text), DocumentMetadata | MetadataFault)
