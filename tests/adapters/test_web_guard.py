"""Architecture rule 7: where a link may lead. The network ban of the tests fails any connection that leaves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.adapters.web_site import Resolver, WebSite, answer, moved, read, reader_of, web_site

from followthrough.adapters.document_reader.reader import Reader
from followthrough.adapters.web.pages import HttpPageReader
from followthrough.domain.web import Page, PageRefusal, PageRefused
from followthrough.testing.contracts.web import ARTICLE, assert_refused
from followthrough.tuning import DEFAULT_TUNING, Tuning


@pytest.fixture
async def site() -> AsyncIterator[WebSite]:
    async with web_site({"/": answer(ARTICLE.encode())}) as running:
        yield running


# --- Addresses


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1.",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "１２７.0.0.1",
        "127。0。0。1",
        "[::ffff:127.0.0.1]",
        "[::127.0.0.1]",
        "[64:ff9b::127.0.0.1]",
        "[2002:7f00:1::]",
        "[::1]",
        "0.0.0.0",  # noqa: S104 - nothing is bound to it
        "[::]",
        "169.254.169.254",
        "10.0.0.1",
        "192.168.1.1",
        "[fe80::1]",
        "[fd00::1]",
    ],
)
async def test_no_form_of_a_private_address_is_connected_to(host: str, site: WebSite) -> None:
    reader = HttpPageReader(Reader(DEFAULT_TUNING), DEFAULT_TUNING, resolve=Resolver({}))
    for port in (80, 8080, site.port):
        url = f"http://{host}:{port}/"
        assert_refused(await reader.read(url), PageRefusal.BLOCKED_ADDRESS, url)
    assert site.connections == 0


@pytest.mark.parametrize(
    "addresses",
    [
        ["127.0.0.1"],
        ["::1"],
        ["169.254.169.254"],
        ["10.1.2.3"],
        ["100.64.0.1"],
        ["::ffff:127.0.0.1"],
        ["fe80::1%2"],
        ["8.8.8.8", "127.0.0.1"],
        ["127.0.0.1", "8.8.8.8"],
        ["2606:4700::1111", "fd00::1"],
    ],
)
async def test_a_name_with_one_private_address_is_blocked(addresses: list[str], site: WebSite) -> None:
    resolver = Resolver({"pages.example": [addresses]})
    reader = HttpPageReader(Reader(DEFAULT_TUNING), DEFAULT_TUNING, resolve=resolver)
    assert_refused(await reader.read("http://pages.example/"), PageRefusal.BLOCKED_ADDRESS, "pages.example")
    assert (resolver.asked, site.connections) == (["pages.example"], 0)


async def test_a_name_that_changes_its_address_is_connected_where_it_was_checked(site: WebSite) -> None:
    """DNS rebinding: the second answer would leave this machine, and the test's ban would see it."""
    resolver = Resolver({"pages.example": [["127.0.0.1"], ["8.8.8.8"], ["169.254.169.254"]]})
    page = await reader_of(site, resolver=resolver).read(site.url())
    assert isinstance(page, Page)
    assert (resolver.asked, site.connections) == (["pages.example"], 1)


@pytest.mark.parametrize("port", [22, 25, 3306, 6379, 8000])
async def test_ports_of_other_services_are_blocked(port: int, site: WebSite) -> None:
    resolver = Resolver({"pages.example": [["8.8.8.8"]]})
    found = await reader_of(site, resolver=resolver).read(f"http://pages.example:{port}/")
    assert_refused(found, PageRefusal.BLOCKED_ADDRESS, "pages.example")


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "javascript:alert(1)",
        "data:text/html,<p>x",
        "ftp://pages.example/",
        "http://user:secret@pages.example/",
        "http://pages.example@127.0.0.1/",
        "http://pages.example\\@127.0.0.1/",
        "http://%31%32%37.0.0.1/",
    ],
)
async def test_other_schemes_and_disguises_are_not_looked_up(url: str, site: WebSite) -> None:
    resolver = Resolver()
    assert_refused(await reader_of(site, resolver=resolver).read(url), PageRefusal.BLOCKED_ADDRESS, url)
    assert (resolver.asked, site.connections) == ([], 0)


async def test_a_name_in_other_letters_is_looked_up_in_ascii(site: WebSite) -> None:
    resolver = Resolver({"xn--bcher-kva.example": [["127.0.0.1"]]})
    page = await reader_of(site, resolver=resolver).read(f"http://Bücher.example.:{site.port}/")
    assert isinstance(page, Page)
    assert resolver.asked == ["xn--bcher-kva.example"]
    assert site.asked[0][1]["host"] == f"xn--bcher-kva.example:{site.port}"


# --- Redirects


async def test_redirects_are_followed_and_the_final_address_is_told() -> None:
    pages = {
        "/a": moved("/b?x=1"),
        "/b?x=1": moved("c#part", "308 Permanent Redirect"),
        "/c": answer(ARTICLE.encode()),
    }
    async with web_site(pages) as site:
        page = await reader_of(site).read(site.url("/a"))
        assert isinstance(page, Page)
        assert page.url == site.url("/c")


@pytest.mark.parametrize(
    "target",
    [
        "http://127.0.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::1]/",
        "http://2130706433/",
        "//10.0.0.1/",
        "http://inside.example/",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "gopher://pages.example/",
        "http://user:secret@pages.example/",
        "http://[",
    ],
)
async def test_each_hop_is_checked_again(target: str) -> None:
    resolver = Resolver({"pages.example": [["127.0.0.1"]], "inside.example": [["10.0.0.1"]]})
    async with web_site({"/": moved(target)}) as site:
        found = await reader_of(site, resolver=resolver).read(site.url())
        assert_refused(found, PageRefusal.BLOCKED_ADDRESS, target)
        assert site.connections == 1


async def test_a_host_that_turns_private_between_two_hops_is_blocked() -> None:
    resolver = Resolver({"pages.example": [["127.0.0.1"], ["10.0.0.1"]]})
    async with web_site({"/": moved("/next"), "/next": answer(ARTICLE.encode())}) as site:
        found = await reader_of(site, resolver=resolver).read(site.url())
        assert_refused(found, PageRefusal.BLOCKED_ADDRESS, "pages.example")
        assert [path for path, _ in site.asked] == ["/"]


@pytest.mark.parametrize("hops", [5, 6])
async def test_redirects_are_bounded(hops: int) -> None:
    pages: dict = {f"/{n}": moved(f"/{n + 1}") for n in range(hops)} | {f"/{hops}": answer(ARTICLE.encode())}
    found = await read(pages, "/0", Tuning(page_max_redirects=5))
    wanted = Page if hops == 5 else PageRefused
    assert isinstance(found, wanted)


async def test_a_loop_of_redirects_ends() -> None:
    found = await read({"/": moved("/other"), "/other": moved("/")})
    assert_refused(found, PageRefusal.TOO_MANY_REDIRECTS, "/other")


@pytest.mark.parametrize("status", ["302 Found", "304 Not Modified", "300 Multiple Choices"])
async def test_a_redirect_to_nowhere_is_no_proper_answer(status: str) -> None:
    assert_refused(await read({"/": answer(status=status)}), PageRefusal.UNREACHABLE, "")


# --- What is sent


async def test_nothing_is_carried_from_one_request_to_the_next() -> None:
    pages = {
        "/": answer(status="302 Found", location="/b", Set_Cookie="a=b"),
        "/b": answer(b"text", Set_Cookie="c=d"),
    }
    async with web_site(pages) as site:
        reader = reader_of(site)
        for _ in range(2):
            assert isinstance(await reader.read(site.url()), Page)
        assert site.connections == 4
        for _, headers in site.asked:
            assert sorted(headers) == ["accept", "accept-encoding", "connection", "host", "user-agent"]
            assert headers["host"] == f"pages.example:{site.port}"
            assert headers["user-agent"].startswith("Followthrough/")


async def test_proxies_and_credentials_of_the_environment_are_not_used(
    site: WebSite, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "netrc").write_text("machine pages.example login me password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    assert isinstance(await reader_of(site).read(site.url()), Page)
    assert "authorization" not in site.asked[0][1]
