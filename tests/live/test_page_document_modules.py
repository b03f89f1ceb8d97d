"""The page's modules in a browser: how a document is laid out and found in, and how documents are listed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page

from . import modules

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
page = modules.page

TEXT_OF_A_DOCUMENT = """<!doctype html><article data-first="3" data-shown="2" data-passages="9" data-pages="">
<h2>Rates</h2><p><span id="passage-p1" data-passage="p1">Within
   10   days. Costs $5 (a+b)? [x] {y}|z\\w ^.* now.</span><span data-passage="p2"> Ten 🙂 days.</span></p>
<ol start="2"><li><span data-passage="p2">Send the form.</span></li>
<li><span data-passage="p2">Keep a copy.</span></li></ol>
<table><tr><td><span data-passage="p2">H0038</span></td><td><span data-passage="p2">$14.60</span></td></tr></table>
<img src="x" onerror="window.bad = 1"><a href="javascript:window.bad=1" onclick="window.bad=1">go</a>
<p style="position:fixed" id="message">x</p><script>window.bad = 1</script><iframe src="https://elsewhere.example"></iframe>
</article>"""


async def laid_out(page: Page, script: str, argument: Any = None) -> Any:
    """What a script says of the document above once it is on the page; ``root`` is where."""
    return await page.evaluate(
        f"""async ([html, given]) => {{
            const text = await import("/document-text.js");
            const root = document.createElement("div");
            const stretch = text.laidOut(html);
            root.append(stretch.body);
            document.body.append(root);
            await new Promise((resolve) => setTimeout(resolve));
            const said = {script};
            root.remove();
            return said;
        }}""",
        [TEXT_OF_A_DOCUMENT, argument],
    )


async def test_of_a_laid_out_document_only_plain_elements_are_kept(page: Page) -> None:
    said = await laid_out(
        page,
        """{
            tags: [...root.querySelectorAll("*")].map((one) => one.localName),
            attributes: [...root.querySelectorAll("*")].flatMap((one) => one.getAttributeNames()),
            bad: window.bad ?? null,
            stretch: [stretch.first, stretch.shown, stretch.passages, stretch.pages],
        }""",
    )
    assert said["bad"] is None
    assert not {"img", "a", "script", "iframe"} & set(said["tags"])
    assert {"h2", "ol", "li", "table", "td"} <= set(said["tags"])
    assert not {"style", "onclick", "onerror", "href", "src"} & set(said["attributes"])
    assert said["stretch"] == [3, 2, 9, 0]


@pytest.mark.parametrize(
    ("passage", "quote", "marked"),
    [
        ("p1", "Within 10 days.", ["Within\n   10   days."]),
        ("p1", "(a+b)? [x] {y}|z\\w ^.*", ["(a+b)? [x] {y}|z\\w ^.*"]),
        ("p2", "Ten 🙂 days", ["Ten 🙂 days"]),
        ("p2", "2. Send the form.\n3. Keep a copy.", ["Send the form.", "Keep a copy."]),
        ("p2", "H0038 | $14.60", ["H0038", "$14.60"]),
        ("p1", "eleven days", ["Within\n   10   days. Costs $5 (a+b)? [x] {y}|z\\w ^.* now."]),
        ("p3", "days", []),
    ],
)
async def test_a_quote_is_marked_whatever_it_runs_over(
    page: Page, passage: str, quote: str, marked: list[str]
) -> None:
    script = "text.markQuote(root, given[0], given[1]).map((mark) => mark.textContent)"
    assert await laid_out(page, script, [passage, quote]) == marked


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("days", ["days", "days"]),
        ("WITHIN 10", ["Within\n   10"]),
        ("form. keep", ["form.\nKeep"]),
        ("(a+b)?", ["(a+b)?"]),
        ("nothing", []),
        ("  ", []),
    ],
)
async def test_words_are_found_whatever_their_case_and_the_elements_between(
    page: Page, words: str, found: list[str]
) -> None:
    assert await laid_out(page, "text.findWords(root, given).map(String)", words) == found


async def test_documents_are_listed_in_the_order_asked_for(page: Page) -> None:
    def one(ident: str, title: str, status: str, size: int, **more: Any) -> dict[str, Any]:
        known = {"document_id": ident, "title": title, "name": f"{title}.md", "status": status}
        return known | {"size_bytes": size, "updated_at": f"2026-01-0{size}"} | more

    scan = {"extra": {"reader_warnings": ["Pages 2 to 5 have no text."]}}
    documents = [
        one("a", "Zürich fees", "ready", 2),
        one("b", "Handbook", "failed", 3),
        one("c", "Fees", "indexing", 1, metadata=scan, size_bytes=7),
    ]

    async def ids(**wanted: str) -> str:
        script = """async ([all, wanted]) => {
            const { arranged } = await import("/document-facts.js");
            return arranged(all, wanted).map((one) => one.document_id);
        }"""
        return "".join(await page.evaluate(script, [documents, wanted]))

    assert await ids() == "bac"
    assert await ids(order="title") == "cba"
    assert await ids(order="size") == "cba"
    assert await ids(words="zurich FEES") == "a"
    assert await ids(words="fees") == "ac"
    assert await ids(state="failed") == "b"
    assert await ids(state="reading") == "c"
    assert await ids(state="warned") == "c"
    documents = [one("x", "Sheet 10", "ready", 1), one("y", "Sheet 9", "ready", 1)]
    assert await ids(order="title") == "yx"
