"""The page's modules by themselves, in the browser that will run them."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.async_api import Page

from . import modules

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
page = modules.page

CITATIONS = [
    {"n": n, "document_id": f"d{n}", "document_name": f"Document {n}", "passage_id": f"p{n}", "quote": "", "page": 4}
    for n in (1, 2, 12)
]


async def rendered(page: Page, text: str) -> str:
    """The HTML that a reply becomes, with `<button>n</button>` for each citation."""
    return await page.evaluate(
        """async ([text, citations]) => {
            const { renderReply } = await import("/markdown.js");
            const place = document.createElement("div");
            place.append(renderReply(text, citations, ({ n }) => {
                const chip = document.createElement("button");
                chip.textContent = n;
                return chip;
            }));
            document.body.append(place);   // what could run or load does so only in the document
            await new Promise((resolve) => setTimeout(resolve));
            place.remove();
            return place.innerHTML;
        }""",
        [text, CITATIONS],
    )


async def test_a_number_in_brackets_that_a_document_has_is_no_citation(page: Page) -> None:
    html = await rendered(page, r"PRImA \[2\] has layouts. [1]")
    assert html.count("<button>") == 1
    assert "[\u20602]" in html


@pytest.mark.parametrize(
    "text",
    [
        "<script>window.bad = 1</script>",
        "<img src=x onerror='window.bad = 1'>",
        "![a picture](https://elsewhere.example/p.png)",
        "<svg onload='window.bad = 1'><a xlink:href='javascript:window.bad=1'>x</a></svg>",
        "[x](javascript:window.bad=1)",
        "[x](data:text/html,<script>window.bad=1</script>)",
        "[x](vbscript:x) <iframe src='https://elsewhere.example'></iframe>",
        "<form action='https://elsewhere.example'><button>Send</button></form>",
        "<style>body { display: none }</style><p style='position:fixed'>x</p>",
        "<math><mtext><table><mglyph><style><!--</style><img title='--&gt;&lt;img src=1 onerror=window.bad=1&gt;'>",
        "| <b onmouseover=window.bad=1>a</b> |\n|---|\n| <input autofocus onfocus=window.bad=1> |",
        "<p id='message' name='turns'>takes the place of the page's own elements</p>",
    ],
)
async def test_markup_in_a_reply_is_text(page: Page, text: str) -> None:
    html = await rendered(page, text)
    found = await page.evaluate(
        """(html) => {
            const place = new DOMParser().parseFromString(html, "text/html");
            const elements = [...place.body.querySelectorAll("*")];
            return {
                tags: elements.map((element) => element.localName),
                attributes: elements.flatMap((element) => element.getAttributeNames()),
                bad: window.bad ?? null,
            };
        }""",
        html,
    )
    assert found["bad"] is None
    assert set(found["tags"]) <= {"p", "div", "table", "thead", "tbody", "tr", "th", "td"}
    assert set(found["attributes"]) <= {"dir", "class", "tabindex", "role", "aria-label"}


async def test_markup_in_a_reply_is_shown_as_it_was_written(page: Page) -> None:
    assert "&lt;b&gt;bold&lt;/b&gt;" in await rendered(page, "The tag <b>bold</b> & more.")


async def test_rows_with_an_empty_cell_are_a_table_still(page: Page) -> None:
    html = await rendered(page, "- Plan: Basic; Price: 5 [1]\n- Plan: Plus; Price: 9; Limit: 20")
    assert [html.count(f"<{tag}") for tag in ("tr", "th ", "td", "li")] == [3, 3, 6, 0]
    cells = re.findall(r"<td[^>]*>(.*?)</td>", re.sub(r"\s*<button[^>]*>1</button>|</?span[^>]*>", "", html))
    assert cells == ["Basic", "5", "", "Plus", "9", "20"]
    assert "<table" not in await rendered(page, "- Plan: Basic; Price: 5\n- Price: 9; Plan: Plus")
    assert ">9; 12 with a guest<" in await rendered(page, "- Plan: Plus; Price: 9; 12 with a guest; Limit: 20")


async def test_the_first_column_of_a_table_may_have_no_name(page: Page) -> None:
    html = await rendered(page, "- Monday; Shop: 9 to 5; Workshop: closed\n- Sunday; Shop: closed; Workshop: closed")
    assert [html.count(words) for words in ("<tr", 'scope="col"', "<td", "<th ", "<li")] == [3, 2, 7, 2, 0]
    assert "<table" not in await rendered(page, "- Bring it; note: one\n- Take it; note: two")


async def test_names_and_cells_keep_the_colons_and_semicolons_that_part_nothing(page: Page) -> None:
    html = await rendered(
        page, "- Plan:\N{NO-BREAK SPACE}2026: Gold; Open: 9 to 5;\N{NO-BREAK SPACE}Note:\N{NO-BREAK SPACE}no"
    )
    assert [html.count(words) for words in ("<tr", 'scope="row"', "<td")] == [2, 2, 2]


async def test_a_row_alone_has_its_names_beside_its_cells(page: Page) -> None:
    html = await rendered(page, "- Region: North; Revenue: $800K [1]")
    assert [html.count(words) for words in ("<tr", 'scope="row"', "<td", "<li")] == [2, 2, 2, 0]
    assert "<table" not in await rendered(page, "- Bring a passport; it is copied.")


async def test_rows_without_names_are_a_table_where_some_are_shorter(page: Page) -> None:
    html = await rendered(page, "- Name | Diaz | Year | 2022\n- Claim | SF-1 | Make | Jeep\n- Color | White")
    assert [html.count(f"<{tag}") for tag in ("tr", "td", "li")] == [3, 10, 0]
    assert "<table" not in await rendered(page, "- Run `cat a | sort` first.\n- Then `sort | uniq`.")


async def test_links_go_to_the_web_only_and_say_nothing_of_this_page(page: Page) -> None:
    html = await rendered(
        page, "[rules](https://example.org/a) and [file](file:///etc/passwd) and [rel](/v1/threads)"
    )
    assert html.count("<a ") == 1
    assert 'href="https://example.org/a"' in html
    assert 'rel="noopener noreferrer nofollow"' in html
    assert ">file" not in html.replace("and file", "")


async def test_numbers_of_citations_become_buttons_and_others_stay_text(page: Page) -> None:
    html = await rendered(page, "Ten days [1][2], see [3] and [12].")
    assert html.count("<button>") == 3
    assert "[3]" in html


async def test_a_number_stays_with_its_word(page: Page) -> None:
    html = await rendered(page, "Within ten days [1].")
    assert '<span class="with-chip">days <button>1</button></span>' in html


@pytest.mark.parametrize("text", ["`a[1]`", "```\na[1]\n```", "[see [1]](https://example.org/)"])
async def test_numbers_in_code_and_links_stay_text(page: Page, text: str) -> None:
    assert "<button>" not in await rendered(page, text)


@pytest.mark.parametrize(
    "text", ["Ten days [1].\n\n[1]: https://elsewhere.example/", "Ten days [1](https://x.example)."]
)
async def test_a_document_can_not_turn_a_citation_into_a_link(page: Page, text: str) -> None:
    html = await rendered(page, text)
    assert "<button>1</button>" in html
    assert ">1</a>" not in html


async def test_headings_of_a_reply_stand_below_those_of_the_page(page: Page) -> None:
    html = await rendered(page, "## One\n\n#### Two\n\n###### Three\n\n## Four")
    assert re.findall(r"<(h\d)", html) == ["h3", "h4", "h5", "h3"]


async def test_tables_scroll_by_keyboard_and_text_keeps_its_direction(page: Page) -> None:
    html = await rendered(page, "| a | b |\n|---|---|\n| שלום | 1 |")
    assert 'class="table-scroll" tabindex="0" role="group"' in html
    assert '<td dir="auto">שלום</td>' in html


async def test_rows_that_name_their_cells_are_a_table_and_other_items_a_list(page: Page) -> None:
    rows = "- Service: Visit; Copay: $2\n- Service: Stay; Copay: $0 [1]"
    html = await rendered(page, rows)
    assert '<th scope="col" dir="auto">Service</th><th scope="col" dir="auto">Copay</th>' in html
    assert '<td dir="auto">Visit</td><td dir="auto">$2</td>' in html
    for text in (rows.replace("Copay: $0", "Fee: $0"), "- Note: one; two\n- Note: three; four"):
        assert "<table" not in await rendered(page, text)


async def test_items_under_items_stay_there(page: Page) -> None:
    html = await rendered(page, "1. Call us.\n    - Bring a photo\n2. Wait")
    assert re.search(r"Call us\.\s*<ul>\s*<li[^>]*>Bring a photo</li>\s*</ul>\s*</li>\s*<li[^>]*>Wait", html)


async def test_a_reason_is_said_clause_by_clause_with_what_stands_in_its_places(page: Page) -> None:
    said = await page.evaluate(
        """async () => {
            const { reasonWords } = await import("/reasons.js");
            const line = "The file is larger than 64 MiB; split it. The version before it is still searched.";
            return [reasonWords(line, "de"), reasonWords("Other; split it.", "de"), reasonWords(line, "en") === line];
        }"""
    )
    assert said == [
        "Die Datei ist größer als 64 MiB; bitte aufteilen. Die Version davor wird weiterhin durchsucht.",
        "Other; bitte aufteilen.",
        True,
    ]


STREAMS: dict[str, tuple[str, list[dict[str, str]]]] = {
    "lines of all kinds": (
        "\ufeffevent: delta\r\nid: 7\r\ndata: a\r\n\r\n: still here\n\n"
        "id: 8\ndata: b\ndata:c\n\nevent: x\rdata: d\r\r",
        [
            {"event": "delta", "data": "a", "id": "7"},
            {"event": "message", "data": "b\nc", "id": "8"},
            {"event": "x", "data": "d", "id": "8"},
        ],
    ),
    "nothing without data, nothing unfinished": (
        "event: a\n\ndata\n\ndata: cut",
        [{"event": "message", "data": "", "id": ""}],
    ),
    "text of every script": (
        "data: Přehled 🙂 שלום\n\n",
        [{"event": "message", "data": "Přehled 🙂 שלום", "id": ""}],
    ),
}


@pytest.mark.parametrize("name", STREAMS)
async def test_events_are_the_same_wherever_the_stream_is_cut(page: Page, name: str) -> None:
    text, expected = STREAMS[name]
    outcomes = await page.evaluate(
        """async (text) => {
            const { readEvents } = await import("/sse.js");
            const bytes = new TextEncoder().encode(text);
            const read = async (cuts) => {
                const body = new ReadableStream({ start(controller) {
                    let from = 0;
                    for (const cut of [...cuts, bytes.length]) {
                        controller.enqueue(bytes.slice(from, cut));
                        from = cut;
                    }
                    controller.close();
                } });
                const events = [];
                for await (const event of readEvents(new Response(body))) events.push(event);
                return JSON.stringify(events);
            };
            const seen = new Set();
            for (let first = 0; first <= bytes.length; first += 1) {
                for (let second = first; second <= bytes.length; second += 3) seen.add(await read([first, second]));
            }
            return [...seen];
        }""",
        text,
    )
    # A stream that ends in a lone CR leaves its last line open: it might have been half of a line end.
    expected = expected[:-1] if text.endswith("\r") else expected
    assert [json.loads(outcome) for outcome in outcomes] == [expected]


async def fold(page: Page, events: list[tuple[str, Any]]) -> dict[str, Any]:
    return await page.evaluate(
        """async (events) => {
            const { applyEvent, fromPending } = await import("/turn-state.js");
            const start = fromPending({ clientMessageId: "c1", text: "Fees?", attachments: [] });
            return events.reduce((view, [kind, data]) => applyEvent(view, kind, data), start);
        }""",
        events,
    )


async def test_a_second_start_of_a_turn_begins_its_text_afresh(page: Page) -> None:
    plan = {"summary": "Fees?", "parts": [{"id": "a", "text": "Fees?"}]}
    view = await fold(
        page,
        [
            ("started", {"turn_id": "t1", "index": 1}),
            ("planned", plan),
            ("delta", {"text": "Half of it [1]", "citations": [CITATIONS[0]]}),
            ("started", {"turn_id": "t1", "index": 1}),
            ("delta", {"text": "The whole ", "citations": []}),
            ("delta", {"text": "answer.", "citations": []}),
        ],
    )
    assert view["text"] == "The whole answer."
    assert view["citations"] == []
    assert view["objective"] is None
    assert view["question"] == "Fees?"


async def test_an_event_of_a_later_version_changes_nothing(page: Page) -> None:
    started = [("started", {"turn_id": "t1", "index": 1})]
    assert await fold(page, [*started, ("thinking", {"x": 1})]) == await fold(page, started)
