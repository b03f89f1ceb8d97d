"""What no database can keep is refused in one place, so that every backend refuses the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followthrough.errors import InvalidInput
from followthrough.rules.cutting.storable import (
    KEY_MAX_CHARS,
    is_key,
    is_plain,
    is_text,
    require_document,
    require_key,
    require_plain,
    require_text,
)
from followthrough.testing.contracts.values import DIFFICULT, a_document


@pytest.mark.parametrize(
    ("value", "text", "plain", "key"),
    [
        ("", True, True, True),
        ("漢字 👩‍⚕️", True, True, True),
        (DIFFICULT, True, False, False),
        ("a\x00b", True, False, False),
        ("\ud800", False, False, False),
        ("fine\udfff", False, False, False),
        ("\ud83d\ude00", False, False, False),
        ("x" * KEY_MAX_CHARS, True, True, True),
        ("x" * (KEY_MAX_CHARS + 1), True, True, False),
        ("漢" * KEY_MAX_CHARS, True, True, True),
    ],
)
def test_what_can_be_kept(value: str, text: bool, plain: bool, key: bool) -> None:
    assert (is_text(value), is_plain(value), is_key(value)) == (text, plain, key)


@given(st.text())
def test_text_is_what_utf_8_can_write(value: str) -> None:
    assert is_text(value)
    assert value.encode().decode() == value


@given(st.text(alphabet=st.characters(categories=["Cs"]), min_size=1), st.text())
def test_a_lone_surrogate_is_found_anywhere(half: str, rest: str) -> None:
    assert not is_text(rest + half + rest)


@pytest.mark.parametrize("require", [require_text, require_plain, require_key])
def test_a_refusal_names_the_field_and_not_the_value(require) -> None:
    with pytest.raises(InvalidInput) as refused:
        require("secret \ud800", "client_message_id")
    assert refused.value.field == "client_message_id"
    assert "secret" not in str(refused.value)
    require("fine", "client_message_id")


def test_a_key_that_is_too_long_says_how_long_it_may_be() -> None:
    with pytest.raises(InvalidInput, match=r"has 1,000 characters; the most is 512"):
        require_key("x" * 1_000, "owner")


@pytest.mark.parametrize("name", ["id", "collection", "thread_id", "source", "name", "reason", "content_hash"])
def test_a_document_is_checked_field_by_field(name: str) -> None:
    document = a_document("d", thread="t")
    require_document(document)
    with pytest.raises(InvalidInput) as refused:
        require_document(replace(document, **{name: "a\x00b"}))
    assert refused.value.field == name


def test_a_source_may_be_longer_than_a_key() -> None:
    require_document(a_document("d", source="x" * 8_000))
    with pytest.raises(InvalidInput):
        require_document(a_document("d", collection="x" * 8_000))
