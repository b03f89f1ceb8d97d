"""What a server sent, made ready for a document reader."""

from __future__ import annotations

import gzip
import zlib
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followthrough.adapters.web.content import as_utf8, media_type_of, name_for, unpack
from followthrough.adapters.web.refusals import Refusal
from followthrough.domain.web import PageRefusal

MIB = 2**20


def raw_deflate(data: bytes) -> bytes:
    stream = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return stream.compress(data) + stream.flush()


PACKED = {"": bytes, "identity": bytes, "gzip": gzip.compress, "X-GZIP": gzip.compress, "deflate": zlib.compress}


@given(st.binary(max_size=2_000), st.sampled_from(sorted(PACKED)))
def test_what_was_packed_comes_back(data: bytes, encoding: str) -> None:
    assert unpack(PACKED[encoding](data), encoding, max_bytes=2_000) == data


@given(st.binary(min_size=1, max_size=2_000))
def test_deflate_without_its_wrapper_and_several_members_come_back(data: bytes) -> None:
    assert unpack(raw_deflate(data), "deflate", max_bytes=2_000) == data
    assert unpack(gzip.compress(data) * 2 + b"padding", "gzip", max_bytes=4_000) == data * 2


@pytest.mark.parametrize("pack", [gzip.compress, zlib.compress, raw_deflate, lambda d: gzip.compress(d[:MIB]) * 4])
def test_a_bomb_costs_no_more_than_the_bound(pack) -> None:
    bomb = pack(bytes(64 * MIB))
    assert len(bomb) < MIB
    encoding = "gzip" if bomb.startswith(b"\x1f\x8b") else "deflate"
    with pytest.raises(Refusal) as refusal:
        unpack(bomb, encoding, max_bytes=MIB)
    assert refusal.value.value.code is PageRefusal.TOO_LARGE


def test_a_stream_of_countless_members_is_not_read_to_its_end() -> None:
    with pytest.raises(Refusal) as refusal:
        unpack(gzip.compress(b"x") * 1_000, "gzip", max_bytes=MIB)
    assert refusal.value.value.code is PageRefusal.TOO_LARGE


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "compress"])
def test_an_encoding_that_was_not_asked_for_is_refused(encoding: str) -> None:
    with pytest.raises(Refusal) as refusal:
        unpack(b"anything", encoding, max_bytes=MIB)
    assert refusal.value.value.code is PageRefusal.NOT_TEXT


@given(st.binary(max_size=300))
def test_damaged_data_is_refused_and_nothing_else_happens(data: bytes) -> None:
    with pytest.raises(Refusal) as refusal:
        unpack(b"\x1f\x8b\x08\xff" + data, "gzip", max_bytes=MIB)
    assert refusal.value.value.code is PageRefusal.UNREACHABLE
    with suppress(Refusal):  # chance may write a stream without a wrapper
        unpack(data, "deflate", max_bytes=MIB)


def test_a_stream_that_breaks_off_is_no_whole_page() -> None:
    with pytest.raises(Refusal) as refusal:
        unpack(gzip.compress(b"some text " * 100)[:-12], "gzip", max_bytes=MIB)
    assert refusal.value.value.code is PageRefusal.UNREACHABLE


@pytest.mark.parametrize(
    ("data", "charset", "text"),
    [
        ("Größe".encode(), None, "Größe"),
        ("Größe".encode(), "iso-8859-1", "Größe"),
        ("Größe".encode("latin-1"), "iso-8859-1", "Größe"),
        ("Größe".encode("latin-1"), "utf-8", "Größe"),
        ("Größe – x".encode("cp1252"), None, "Größe – x"),
        ("Žluťoučký".encode("cp1250"), "windows-1250", "Žluťoučký"),
        ("日本".encode("iso2022_jp"), "ISO-2022-JP", "日本"),
        ("日本".encode("shift_jis"), "Shift_JIS", "日本"),
        ("plain".encode("utf-16-le"), "utf-16le", "plain"),
        ("<meta charset='windows-1250'>Žluť".encode("cp1250"), None, "<meta charset='windows-1250'>Žluť"),
        (b"plain", "no-such-charset", "plain"),
        (b"plain", "base64", "plain"),
        (b"\x81\x8d", None, "\x81\x8d"),
    ],
)
def test_text_comes_in_utf8(data: bytes, charset: str | None, text: str) -> None:
    assert as_utf8(data, charset).decode() == text


@pytest.mark.parametrize(
    "data", [b"%PDF-1.7 \xff\xfe", b"\n\n%PDF-1.4 \xe9", b"PK\x03\x04\xe9", "\ufeffmarked".encode("utf-16-le")]
)
def test_binary_formats_and_marked_text_stay(data: bytes) -> None:
    assert as_utf8(data, "iso-8859-2") == data


@pytest.mark.parametrize(
    ("header", "media_type", "charset"),
    [
        ("", "", None),
        ("text/html", "text/html", None),
        ("Text/HTML; Charset=UTF-8", "text/html", "utf-8"),
        ('text/plain;charset="iso-8859-2" ; x=y', "text/plain", "iso-8859-2"),
        (";;;", "", None),
    ],
)
def test_a_content_type_is_taken_apart(header: str, media_type: str, charset: str | None) -> None:
    assert media_type_of(header) == (media_type, charset)


@given(st.text(st.characters(codec="latin-1", exclude_characters="\r\n")))
def test_any_header_gives_something(header: str) -> None:
    media_type, charset = media_type_of(header)
    as_utf8(b"text \xe9", charset)
    name_for("https://example.org/", media_type)


@pytest.mark.parametrize(
    ("url", "media_type", "name"),
    [
        ("https://example.org/fees", "text/html", "fees.html"),
        ("https://example.org/fees.html", "text/html", "fees.html"),
        ("https://example.org/fees.php?x=1", "text/html", "fees.html"),
        ("https://example.org/", "text/html", "example.org.html"),
        ("https://example.org/a/manual.pdf", "application/pdf", "manual.txt"),
        ("https://example.org/README.md", "text/plain", "README.md"),
        ("https://example.org/notes", "text/markdown", "notes.md"),
        ("https://example.org/a%2F..%2Fb%00c", "", "b-c.txt"),
        ("https://example.org/%E8%A1%A8", "text/html", "表.html"),
        ("https://example.org/...", "", "example.org.txt"),
    ],
)
def test_a_page_has_a_file_name(url: str, media_type: str, name: str) -> None:
    assert name_for(url, media_type) == name
