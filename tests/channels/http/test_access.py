"""Issue 2: without a key the server binds to loopback only, and no web page but its own can drive it."""

from __future__ import annotations

import pytest

from followthrough.channels.http.access import AccessPolicy, check_bind, is_loopback
from followthrough.errors import ConfigurationError

ANY = "0.0.0.0"  # noqa: S104 - a name to judge, nothing is bound
LOCAL = AccessPolicy(bound_host="127.0.0.1")
WIDE = AccessPolicy(bound_host=ANY)
NAMED = AccessPolicy(bound_host="10.1.2.3", allowed_hosts=("docs.example.org", "alt.example.org:8443"))


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST", "app.localhost", "127.0.0.1", "127.9.9.9", "::1"])
def test_loopback_names_are_this_machine(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize(
    "host", [ANY, "::", "10.0.0.1", "localhost.evil.example", "evil-localhost", "127.0.0.1.evil.example", ""]
)
def test_everything_else_is_not(host: str) -> None:
    assert not is_loopback(host)


@pytest.mark.parametrize("host", [ANY, "::", "192.168.1.5", "docs.example.org", ""])
def test_without_a_key_only_loopback_may_be_bound(host: str) -> None:
    with pytest.raises(ConfigurationError, match="keys create"):
        check_bind(host, any_key=False)
    check_bind(host, any_key=True)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1"])
def test_loopback_may_be_bound_without_a_key(host: str) -> None:
    check_bind(host, any_key=False)


@pytest.mark.parametrize("header", ["localhost", "localhost:8000", "127.0.0.1:1", "[::1]:8000", "[::1]"])
def test_a_local_server_answers_to_loopback_names(header: str) -> None:
    assert LOCAL.answers_to(header)


@pytest.mark.parametrize(
    "header",
    [
        "evil.example",
        "evil.example:8000",
        "127.0.0.1.evil.example",
        "127.0.0.1@evil.example",
        "localhost:8000:evil",
        "localhost, evil.example",
        "localhost/evil",
        "[::1",
        "[::1]evil",
        "[localhost]",
        "",
        ":8000",
        "192.168.1.5:8000",
    ],
)
def test_a_rebound_or_malformed_name_is_refused(header: str) -> None:
    assert not LOCAL.answers_to(header)


def test_a_server_bound_to_everything_answers_to_addresses_but_not_to_unknown_names() -> None:
    assert WIDE.answers_to("192.168.1.5:8000")
    assert WIDE.answers_to("[2001:db8::1]:8000")
    assert not WIDE.answers_to("evil.example")


def test_the_bound_address_and_allowed_names_are_own() -> None:
    assert NAMED.answers_to("10.1.2.3:8000")
    assert NAMED.answers_to("docs.example.org")
    assert NAMED.answers_to("DOCS.example.org:8000")
    assert NAMED.answers_to("alt.example.org:8443")
    assert not NAMED.answers_to("alt.example.org:9000")
    assert not NAMED.answers_to("10.1.2.4:8000")


@pytest.mark.parametrize(
    ("origin", "fetch_site", "foreign"),
    [
        (None, None, False),
        (None, "none", False),
        (None, "same-origin", False),
        (None, "same-site", True),
        (None, "cross-site", True),
        ("http://localhost:8000", "same-origin", False),
        ("https://localhost:8000", None, False),
        ("http://localhost:3000", None, True),
        ("http://127.0.0.1:8000", None, True),
        ("http://evil.example", None, True),
        ("https://localhost:8000.evil.example", None, True),
        ("null", None, True),
        ("", None, True),
        ("file://", None, True),
        ("chrome-extension://abc", None, True),
        ("http://localhost:8000", "cross-site", True),
    ],
)
def test_only_the_servers_own_page_may_call(origin: str | None, fetch_site: str | None, *, foreign: bool) -> None:
    found = LOCAL.is_foreign_page(host_header="localhost:8000", origin=origin, fetch_site=fetch_site)
    assert found is foreign


def test_a_page_behind_a_proxy_is_own_when_its_host_is_allowed() -> None:
    assert not NAMED.is_foreign_page(
        host_header="10.1.2.3:8000", origin="https://docs.example.org", fetch_site="same-origin"
    )
    assert NAMED.is_foreign_page(host_header="10.1.2.3:8000", origin="https://docs.example.org:444", fetch_site=None)
