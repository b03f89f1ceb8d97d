"""Issue 2: of a page what is meant to be read, with headings, lists, tables, title and language."""

from __future__ import annotations

import sys

import pytest
from tests.readers.shown import blocks, headers, read, refused

from followthrough.adapters.document_reader.limits import Limits
from followthrough.adapters.document_reader.parse import parse
from followthrough.adapters.document_reader.refusal import Refusal
from followthrough.tuning import DEFAULT_TUNING

PAGE = """<!doctype html><html lang="en-US"><head><title> Member
 handbook </title><link rel=canonical href="https://example.org/handbook"><style>p{}</style></head><body>
<header><nav><ul><li><a href=/>Home</a><li><a href=/b>Benefits</a></ul></nav></header>
<main><h1>Member handbook</h1><p>The plan pays for up to <b>12</b> visits a year.
Call <a href="tel:1">555-0100</a>.</p><p style="display: none">Secret.</p>
<h2>Copays</h2><table><caption>Copays of 2026</caption><thead><tr><th>Plan<th>Copay</thead>
<tr><td rowspan=2>Gold<td>$5<tr><td>$0 for children<tr><td>Silver<td>$10</table>
<h3>Steps</h3><ol start=3><li>Open the portal<li>Choose <b>Claims</b><ul><li>Pick one<li>Pick two</ul><li>Send</ol>
<dl><dt>NPI<dd>Ten digits</dl><pre>line 1
  line 2</pre>Loose words.<script>alert(1)</script></main>
<footer>Copyright <a href=/c>Contact</a></footer></body></html>"""


async def test_the_readable_part_keeps_its_structure() -> None:
    document = await read(PAGE, "page.html")
    assert blocks(document) == [
        ("h1", "Member handbook"),
        ("p", "The plan pays for up to 12 visits a year. Call 555-0100."),
        ("h2", "Copays"),
        ("p", "Copays of 2026"),
        ("row", "Plan | Copay"),
        ("row", "Gold | $5"),
        ("row", "Gold | $0 for children"),
        ("row", "Silver | $10"),
        ("h3", "Steps"),
        ("li", "3. Open the portal"),
        ("li", "4. Choose Claims"),
        ("li2", "- Pick one"),
        ("li2", "- Pick two"),
        ("li", "5. Send"),
        ("li", "- NPI: Ten digits"),
        ("code", "    line 1\n      line 2"),
        ("p", "Loose words."),
    ]
    assert set(headers(document)) == {"", "Plan | Copay"}


async def test_title_language_and_address_are_its_metadata() -> None:
    metadata = (await read(PAGE, "page.html")).metadata
    assert (metadata.title, metadata.language, metadata.source_url) == (
        "Member handbook",
        "en",
        "https://example.org/handbook",
    )


async def test_a_page_is_known_by_its_look_when_its_name_says_nothing() -> None:
    assert (await read("<!-- x --><html><body><p>Hello there.", "download")).media_type == "text/html"


async def test_a_menu_outside_of_navigation_is_left_out_and_a_list_of_links_in_the_main_part_is_not() -> None:
    links = "<ul>" + "".join(f"<li><a href=/{i}>Topic {i}</a>" for i in range(6)) + "</ul>"
    body = "<p>The plan pays for visits. " * 5
    outside = await read(f"<body><div>{links}</div>{body}</body>", "a.html")
    assert "Topic 1" not in outside.text
    inside = await read(f"<body><main>{links}{body}</main></body>", "a.html")
    assert "⇢ Topic 1" in inside.text


async def test_an_article_among_boilerplate_is_found_without_a_main_part() -> None:
    sentences = "".join(
        f"<p>Paragraph {i} tells at some length what the plan pays, and for whom, and when.</p>" for i in range(12)
    )
    page = (
        "<html><body><nav><a href=/>Home</a></nav><div id=content><h1>What we pay</h1>" + sentences + "</div>"
        "<aside>Subscribe to our newsletter today</aside><footer>Imprint</footer></body></html>"
    )
    document = await read(page, "a.html")
    assert "Paragraph 0 tells" in document.text
    assert "Paragraph 11 tells" in document.text
    assert "newsletter" not in document.text
    assert "Imprint" not in document.text


async def test_a_table_for_layout_is_no_table() -> None:
    page = "<table><tr><td><h2>Left</h2><p>One.</td><td><p>Two.</td></tr></table>"
    assert blocks(await read(page, "a.html")) == [("h2", "Left"), ("p", "One."), ("p", "Two.")]


async def test_a_declared_character_set_is_taken() -> None:
    page = '<html><head><meta charset="windows-1252"></head><body><p>Überweisung für René'.encode("cp1252")
    assert (await read(page, "a.html")).text == "Überweisung für René"


async def test_a_deep_page_is_read_and_one_nested_without_end_is_refused() -> None:
    def nested(depth: int) -> str:
        return "<div>" * depth + "<p>deep words" + "</div>" * depth

    assert (await read(nested(200), "a.html")).text == "deep words"
    assert (await read(f"{nested(1_500)}<p>and after", "a.html")).text == "deep words\n\nand after"
    unclosed = await read("<p>before" + "<font size=2>word " * 400 + "<p>and after", "a.html")
    assert unclosed.text.count("word") == 400
    assert unclosed.text.endswith("and after")
    assert (await refused(f"<p>before{nested(50_000)}", "a.html")).code == "too_large"


async def test_cells_that_reach_down_unfold_within_bounds() -> None:
    page = "<table>" + "<tr><td rowspan=60000>xx<td rowspan=1000>yy" * 2_000
    assert len((await read(page, "a.html")).text) < 100 * len(page)


async def test_a_page_without_words_is_refused() -> None:
    assert (await refused("<html><body><img src=x></body></html>", "a.html")).code == "no_text"


async def test_entities_of_its_own_do_not_unfold() -> None:
    bomb = '<!DOCTYPE html [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><html><body><p>Hi &b;</p>'
    assert len((await read(bomb, "a.html")).text) < 60


def test_a_package_that_is_not_installed_is_no_damage_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "trafilatura", None)
    page = b"<body><nav>Home</nav><p>The plan pays for visits.</body>"
    with pytest.raises(Refusal) as refusal:
        parse(page, "a.html", Limits.of(DEFAULT_TUNING))
    assert refusal.value.code == "not_installed"
    assert "damaged" not in refusal.value.reason
