"""Addresses of web pages in one form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from followthrough.rules.language.links import LINK_MAX_CHARS, host_of, in_words, links_in, normalise_link


@pytest.mark.parametrize(
    ("text", "link"),
    [
        ("https://example.org/fees", "https://example.org/fees"),
        ("  HTTPS://Example.ORG:443/Fees?a=B#part ", "https://example.org/Fees?a=B"),
        ("http://example.org", "http://example.org/"),
        ("http://example.org:80?x=1", "http://example.org/?x=1"),
        ("http://example.org:8080/", "http://example.org:8080/"),
        ("http://example.org./a", "http://example.org/a"),
        ("example.org/fees", "https://example.org/fees"),
        ("www.example.org", "https://www.example.org/"),
        ("https://bücher.example/größe?ä=ö", "https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe?%C3%A4=%C3%B6"),
        ("https://example.org/a%20b", "https://example.org/a%20b"),
        ("https://example.org/x_(y)", "https://example.org/x_(y)"),
        ("http://[2001:DB8:0::1]:8080/", "http://[2001:db8::1]:8080/"),
    ],
)
def test_a_link_has_one_form(text: str, link: str) -> None:
    assert normalise_link(text) == link


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("0x7f000001", "127.0.0.1"),
        ("0x7F.1", "127.0.0.1"),
        ("0177.0.0.1", "127.0.0.1"),
        ("017700000001", "127.0.0.1"),
        ("127.1", "127.0.0.1"),
        ("127.0.1", "127.0.0.1"),
        ("127.0.0.1.", "127.0.0.1"),
        ("１２７.０.０.１", "127.0.0.1"),
        ("①②⑦.⓪.⓪.①", "127.0.0.1"),
        ("127。0。0。1", "127.0.0.1"),
        ("[::ffff:127.0.0.1]", "::ffff:7f00:1"),
        ("0xa9fea9fe", "169.254.169.254"),
    ],
)
def test_a_numeric_host_is_shown_as_the_address_that_it_is(host: str, address: str) -> None:
    link = normalise_link(f"http://{host}/")
    assert link is not None
    assert host_of(link) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fees",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/plain,hello",
        "ftp://example.org/a",
        "gopher://example.org/",
        "//example.org/a",
        "http:///a",
        "http://",
        "http://?q",
        "https:example.org",
        "http://user@example.org/",
        "http://user:secret@example.org/",
        "http://example.org@127.0.0.1/",
        "http://example.org\\@127.0.0.1/",
        "http://example.org/a b",
        "http://exa\nmple.org/",
        "http://example.org/\x00",
        "http://%31%32%37.0.0.1/",
        "http://example.org:0/",
        "http://example.org:99999/",
        "http://example.org:x/",
        "http://[::1",
        "http://[fe80::1%25eth0]/",
        "http://1.2.3.4.5/",
        "http://256.0.0.1/",
        "http://4294967296/",
        "http://08.0.0.1/",
        "http://-a-.example/",
        "http://a..b/",
        f"http://{'a' * 64}.example/",
        f"https://example.org/{'a' * LINK_MAX_CHARS}",
        "localhost:8000",
        "README.md is here",
    ],
)
def test_what_is_no_address_of_a_web_page_is_none(text: str) -> None:
    assert normalise_link(text) is None


@given(st.text())
def test_any_text_is_a_link_in_its_one_form_or_none(text: str) -> None:
    link = normalise_link(text)
    assert link is None or normalise_link(link) == link


@given(st.from_regex(r"https?://[\w.:%@\[\]-]{1,30}/[^\s#]{0,10}", fullmatch=True))
def test_the_one_form_stays(text: str) -> None:
    link = normalise_link(text)
    assert link is None or normalise_link(link) == link


def test_an_address_in_words_keeps_its_words() -> None:
    assert (
        in_words("Robes: https://choir.example.org/robes?size=2, or ask")
        == "Robes: choir example org robes size 2, or ask"
    )
    assert in_words("Robes cost 45.50 euros") == "Robes cost 45.50 euros"


@given(
    st.lists(
        st.sampled_from(["www.", "https://", "a.example", "/b", "?u=", "[", ")", ".", " ", "x", ":80"]), max_size=12
    )
)
def test_what_is_in_words_has_no_address(parts: list[str]) -> None:
    assert links_in(in_words("".join(parts))) == ()
