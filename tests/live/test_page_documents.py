"""Documents on the page: listed, read at a place, searched, replaced, and chosen to be asked."""

from __future__ import annotations

import io
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Locator, Page, expect
from reportlab.pdfgen.canvas import Canvas

from followthrough.domain.documents import Document, DocumentMetadata
from followthrough.ingest.library import Added

from .conftest import Visit
from .page_server import FILING, Product
from .test_page import answered, ask, turns_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

TIMETABLE = """# Ferry timetable

## Sailings

| Day | From Skarholm | From Vik |
|-----|---------------|----------|
| Monday | 7:40 | 8:20 |
| Sunday | 9:10 | 9:50 |

## How to board

1. Buy a ticket at the quay.
2. Show it to the crew:
    - on paper
    - on a phone

```
ferry --board
    --now
```
"""


async def add(running: Product, name: str, text: str) -> Document:
    added = await running.system.library.add(
        data=text.encode(), name=name, source=f"upload:{name}", collection="default"
    )
    assert isinstance(added, Added)
    return added.document


def payload(name: str, text: str) -> Any:
    return {"name": name, "mimeType": "text/markdown", "buffer": text.encode()}


async def open_library(page: Page) -> Locator:
    await page.click("#open-library")
    library = page.get_by_role("dialog", name="Documents")
    await expect(library.locator(".document").first).to_be_visible()
    return library


async def read(page: Page, title: str) -> Locator:
    library = await open_library(page)
    await library.get_by_role("button", name=title, exact=True).click()
    panel = page.locator("#passage")
    await expect(panel.locator(".document-text > *").first).to_be_visible()
    return panel


async def faults(page: Page) -> list[str]:
    """What axe finds wrong with what is shown now."""
    found = (await Axe().run(page)).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]


async def test_a_document_is_read_with_its_headings_tables_lists_and_code(visit: Visit, running: Product) -> None:
    await add(running, "timetable.md", TIMETABLE)
    page = await visit()
    panel = await read(page, "Timetable")
    await expect(panel.locator("h2")).to_have_text(["Timetable", "Ferry timetable"])
    text = panel.locator(".document-text")
    await expect(text.locator("h3")).to_have_text(["Sailings", "How to board"])
    await expect(text.locator("th")).to_have_text(["Day", "From Skarholm", "From Vik"])
    await expect(text.locator("ol[start='1'] > li")).to_have_count(2)
    await expect(text.locator("ol ul > li")).to_have_text(["on paper", "on a phone"])
    assert await text.locator("pre").inner_text() == "ferry --board\n    --now"
    await expect(panel.locator(".passage-note").last).to_contain_text("Set from the text that was read")
    await page.keyboard.press("Escape")
    await expect(panel).to_be_hidden()
    await expect(page.locator("#library").get_by_role("button", name="Timetable", exact=True)).to_be_focused()


async def add_lanes(running: Product) -> None:
    """A document of more passages than are read at once; the last but 20 is about a zeppelin."""
    sections = [f"## Lane {n}\n\nThe warden of lane {n} decides." for n in range(620)]
    sections[600] = "## Zeppelin landings\n\nA zeppelin may land on the meadow after 17:30 only."
    await add(running, "lanes.md", "---\ntitle: Rules of the lanes\n---\n" + "\n\n".join(sections))


async def test_words_are_found_in_a_document_and_stepped_through(visit: Visit, running: Product) -> None:
    await add_lanes(running)
    page = await visit()
    panel = await read(page, "Rules of the lanes")
    await expect(panel.get_by_text("The warden of lane 0 decides.")).to_be_visible()
    assert await panel.get_by_text("The warden of lane 619 decides.").count() == 0
    await panel.get_by_role("searchbox").fill("LANE  61")
    await expect(panel.locator(".find-count")).to_have_text("1 of 22")  # 61 and 610 to 619, above and in the text
    await page.keyboard.press("Enter")
    await expect(panel.locator(".find-count")).to_have_text("2 of 22")
    await expect(panel.get_by_text("The warden of lane 61 decides.")).to_be_in_viewport()
    await page.keyboard.press("Shift+Enter")
    await page.keyboard.press("Shift+Enter")
    await expect(panel.get_by_text("The warden of lane 619 decides.")).to_be_in_viewport()
    headings = await panel.locator(".document-text h2").all_inner_texts()
    assert len(headings) == len(set(headings)) == 620  # nothing twice where one stretch goes on from another
    await panel.get_by_role("searchbox").fill("no such words")
    await expect(panel.locator(".find-count")).to_have_text("Not found")
    await page.keyboard.press("Escape")
    await expect(panel.get_by_role("searchbox")).to_have_value("")
    await expect(panel).to_be_visible()


async def test_a_citation_opens_a_long_document_at_its_place_and_what_stands_before_comes_on_demand(
    visit: Visit, running: Product
) -> None:
    await add_lanes(running)
    page = await visit()
    await ask(page, "When may a zeppelin land on the meadow?")
    await answered(page)
    await page.locator(".chip").first.click()
    panel = page.locator("#passage")
    await expect(panel.locator("mark")).to_have_text("A zeppelin may land on the meadow after 17:30 only.")
    await expect(panel.locator("mark")).to_be_in_viewport()
    assert await panel.get_by_text("The warden of lane 0 decides.").count() == 0
    await panel.get_by_role("button", name="Show what stands before").click()
    await expect(panel.get_by_text("The warden of lane 0 decides.")).to_have_count(1)
    await expect(panel.get_by_text("The warden of lane 120 decides.")).to_be_in_viewport()  # was the first one before
    headings = await panel.locator(".document-text h2").all_inner_texts()
    assert len(headings) == len(set(headings)) == 620


async def add_pdf(running: Product) -> None:
    """A PDF whose bytes are kept."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(400, 300))
    for text in ("Rates of the harbour.", "The pilotage rate for a barge is 88 florins.", "Rates end here."):
        canvas.drawString(40, 200, text)
        canvas.showPage()
    canvas.save()
    added = await running.system.library.add(
        data=file.getvalue(), name="rates.pdf", source="upload:rates.pdf", collection="default"
    )
    assert isinstance(added, Added)
    await running.system.documents.put_upload(added.document.id, file.getvalue())


MARKED = """() => {
    const canvas = document.querySelector("[data-page='2'] canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let marked = 0;
    for (let at = 0; at < data.length; at += 4)
        if (data[at] === 255 && data[at + 1] === 230 && data[at + 2] === 128) marked += 1;
    return marked;
}"""


async def test_the_pages_of_a_pdf_are_seen_with_the_quote_marked_and_words_to_select(
    visit: Visit, running: Product
) -> None:
    await add_pdf(running)
    page = await visit(width=1600)
    await ask(page, "What is the pilotage rate for a barge?")
    await answered(page)
    await page.locator(".chip").first.click()
    panel = page.locator("#passage")
    quoted = panel.get_by_role("region", name="Page 2 of 3")
    await expect(quoted.locator("canvas")).to_be_visible()
    await expect(quoted.locator(".page-words")).to_have_text("The pilotage rate for a barge is 88 florins.")
    assert await page.evaluate(MARKED) > 100
    line, sheet = await quoted.locator(".page-words p").bounding_box(), await quoted.bounding_box()
    assert line is not None
    assert sheet is not None
    assert (line["x"] - sheet["x"]) / sheet["width"] == pytest.approx(0.1, abs=0.02)
    assert line["width"] / sheet["width"] == pytest.approx(0.6, abs=0.1)
    assert await faults(page) == []
    await panel.get_by_role("button", name="Text").click()
    await expect(panel.locator("mark")).to_have_text("The pilotage rate for a barge is 88 florins.")
    await panel.get_by_role("button", name="Pages").click()
    await panel.get_by_role("searchbox").fill("end here")
    await expect(panel.locator(".find-count")).to_have_text("1 of 1")
    await expect(panel.get_by_role("button", name="Text")).to_have_attribute("aria-pressed", "true")


async def test_a_quote_that_a_newer_version_lacks_is_shown_beside_the_document(
    visit: Visit, running: Product
) -> None:
    await add(running, "toll.md", "# Toll\n\nThe toll of the Ardal bridge is 31 kroner.")
    page = await visit()
    await ask(page, "What is the toll of the Ardal bridge?")
    await answered(page)
    await add(running, "toll.md", "# Toll\n\nThe Ardal bridge has been free of charge since May.")
    await page.locator(".chip").first.click()
    panel = page.locator("#passage")
    await expect(panel.locator(".passage-note").first).to_contain_text("The document has changed since")
    await expect(panel.locator("mark")).to_contain_text("31 kroner")
    await expect(panel.locator(".document-text")).to_contain_text("free of charge since May")


async def test_the_list_is_searched_sorted_and_says_what_each_document_is(visit: Visit, running: Product) -> None:
    await add(running, "aaa-latin1.txt", "placeholder so that the name is known")
    await running.system.library.add(
        data="Die Gebühr beträgt 14 Franken für die Brücke.".encode("cp1252"),
        name="aaa-latin1.txt",
        source="upload:aaa-latin1.txt",
        collection="default",
    )
    page = await visit()
    library = await open_library(page)
    await library.get_by_label("Order").select_option("title")
    titles = await library.locator(".documents .document-title").all_inner_texts()
    assert titles == sorted(titles, key=str.casefold)
    await library.get_by_role("searchbox").fill("LATIN1")
    rows = library.locator(".documents .document")
    await expect(rows).to_have_count(1)
    await expect(rows.locator(".document-about")).to_contain_text("Text · 1 passage · 45 bytes · added ")
    await expect(rows.locator(".document-warning")).to_contain_text("It is not in UTF-8")
    await library.get_by_role("searchbox").fill("")
    await library.get_by_label("Show").select_option("warned")
    await expect(rows).to_have_count(1)
    await library.get_by_label("Show").select_option("failed")
    await expect(library.locator(".state")).to_contain_text("No document is like that.")


async def test_a_document_is_replaced_and_keeps_its_place(visit: Visit, running: Product) -> None:
    before = await add(running, "tariff.md", "# Tariff\n\nThe tariff is 1 franc.")
    page = await visit()
    library = await open_library(page)
    async with page.expect_file_chooser() as chooser:
        await library.get_by_role("button", name="Replace Tariff", exact=True).click()
    await (await chooser.value).set_files([payload("tariff-2027.md", "# Tariff\n\nThe tariff is 2 francs.")])
    row = library.locator(f".document[data-id='{before.id}']")
    await expect(row.locator(".document-title")).to_have_text("Tariff 2027")  # readable, and below it the file
    await expect(row.locator(".document-about")).to_contain_text("tariff-2027.md")
    await row.locator(".document-title").click()
    await expect(page.locator("#passage .document-text")).to_contain_text("The tariff is 2 francs.")


async def test_only_the_chosen_documents_are_asked_and_the_composer_says_so(visit: Visit, running: Product) -> None:
    await add(running, "shop-a.md", "---\ntitle: Shop A\n---\nA lantern costs 30 crowns in shop A.")
    await add(running, "shop-b.md", "---\ntitle: Shop B\n---\nA lantern costs 45 crowns in shop B.")
    page = await visit()
    await expect(page.locator("#asked-open")).to_contain_text("All documents")
    await page.click("#asked-open")
    dialog = page.get_by_role("dialog", name="What to ask")
    await dialog.get_by_label("Only these documents").check()
    await dialog.get_by_role("searchbox").fill("shop")
    await dialog.get_by_label("Shop B").check()
    await dialog.get_by_role("button", name="Ask 1 document").click()
    await expect(page.locator("#asked-open")).to_contain_text("Shop B")
    await ask(page, "What does a lantern cost?")
    await answered(page)
    await expect(page.locator(".reply-text")).to_contain_text("45 crowns")
    await expect(page.locator(".reply-text")).not_to_contain_text("30 crowns")
    await page.reload()
    await expect(page.locator("#asked-open")).to_contain_text("Shop B")
    await page.get_by_role("button", name="Ask all").click()
    await expect(page.locator("#asked-open")).to_be_focused()
    await ask(page, "What does a lantern cost in shop A?")
    await answered(page, 2)
    first, second = await turns_of(page, running)
    assert len(first["include_document_ids"]) == 1  # type: ignore[arg-type] # JSON
    assert second["include_document_ids"] == []


async def test_the_focus_goes_back_to_a_row_that_was_drawn_anew_meanwhile(visit: Visit, running: Product) -> None:
    await add(running, "mooring.md", "# Mooring\n\nA mooring is let by the week.")
    page = await visit()
    panel = await read(page, "Mooring")
    title = page.locator("#library").get_by_role("button", name="Mooring", exact=True)
    await title.locator("xpath=ancestor::li").evaluate("row => row.replaceWith(row.cloneNode(true))")
    await page.keyboard.press("Escape")
    await expect(panel).to_be_hidden()
    await expect(title).to_be_focused()


async def test_documents_of_one_title_can_be_told_apart_where_they_are_chosen(visit: Visit, running: Product) -> None:
    for place in ("north", "south"):
        data, name = f"# Pier rules\n\nThe {place} pier closes at nine.".encode(), f"pier-{place}.md"
        metadata = DocumentMetadata(title="Pier rules")
        await running.system.library.add(
            data=data, name=name, source=f"upload:{name}", collection="default", metadata=metadata
        )
    page = await visit()
    await expect(page.get_by_role("list", name="Documents to ask about")).to_be_visible()
    assert await page.locator(".title-button", has_text="Pier rules").count() <= 1
    await page.click("#asked-open")
    dialog = page.locator("#asked")
    await dialog.get_by_label("Only these documents").check()
    for place in ("north", "south"):
        await expect(dialog.get_by_label(f"Pier rules (pier-{place}.md)")).to_be_visible()


async def test_a_document_can_be_asked_from_where_it_is_read(visit: Visit, running: Product) -> None:
    await add(running, "lamp.md", "---\ntitle: Lamp notes\n---\nThe lamp burns for 9 hours.")
    page = await visit()
    panel = await read(page, "Lamp notes")
    await panel.get_by_role("button", name="Ask only this document").click()
    await expect(page.locator("#library")).to_be_hidden()
    await expect(page.locator("#message")).to_be_focused()
    await expect(page.locator("#asked-open")).to_contain_text("Lamp notes")


async def test_the_files_of_a_conversation_are_asked_alone(visit: Visit, running: Product) -> None:
    page = await visit()
    minutes = payload("minutes.md", "# Minutes\n\nA claim is filed within 3 days, they said.")
    await page.set_input_files("#files", [minutes])
    await expect(page.locator("#tray .file")).not_to_have_attribute("data-phase", "sending")
    await ask(page, "What do the minutes say?")
    await answered(page)
    await page.click("#asked-open")
    dialog = page.get_by_role("dialog", name="What to ask")
    await dialog.get_by_label("Only the files of this conversation (1)").check()
    await dialog.get_by_role("button", name="Done").click()
    await expect(page.locator("#asked-open")).to_contain_text("The file of this conversation")
    await ask(page, FILING)
    await answered(page, 2)
    await expect(page.locator(".reply-text").last).to_contain_text("3 days")
    await expect(page.locator(".reply-text").last).not_to_contain_text("120 days")


async def test_a_collection_is_chosen_for_a_new_conversation(visit: Visit, running: Product) -> None:
    await running.system.library.add(
        data=b"# Annex\n\nThe annex closes at 18:45.", name="annex.md", source="upload:annex.md", collection="annexes"
    )
    page = await visit()
    await page.click("#asked-open")
    await page.get_by_label("Collection annexes").check()
    await page.get_by_role("button", name="Done").click()
    await expect(page.locator("#asked-open")).to_contain_text("Collection annexes")
    await ask(page, "When does the annex close?")
    await answered(page)
    await expect(page.locator(".reply-text")).to_contain_text("18:45")
    await page.click("#asked-open")
    await expect(page.get_by_label("Collection annexes")).to_be_checked()
    await expect(page.get_by_label("All documents")).to_have_count(0)
    other = await visit(path=f"/#{page.url.partition('#')[2]}")  # a browser that has not chosen it
    await expect(other.locator("#asked-open")).to_contain_text("Collection annexes")
    await other.click("#new-thread")
    await expect(other.locator("#asked-open")).to_contain_text("All documents")
    await ask(other, "When does the annex close?")  # all of them: none is left out for the collection it is in
    await answered(other)
    await expect(other.locator(".reply-text")).to_contain_text("18:45")
    await expect(other.locator("#asked-open")).to_contain_text("All documents")


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_nothing_of_it_keeps_anyone_out(visit: Visit, running: Product, width: int, scheme: str) -> None:
    await add(running, "timetable.md", TIMETABLE)
    page = await visit(width=width, color_scheme=scheme)
    await expect(page.locator("#empty")).to_be_visible()
    found = await faults(page)
    await page.click("#asked-open")
    await page.get_by_label("Only these documents").check()
    await expect(page.locator(".asked-list li").first).to_be_visible()
    found += await faults(page)
    await page.keyboard.press("Escape")
    if width < 900:
        await page.get_by_role("button", name="Conversations").click()
    panel = await read(page, "Timetable")
    await panel.get_by_role("searchbox").fill("ferry")
    await expect(panel.locator(".find-count")).to_contain_text("1 of ")
    found += await faults(page)
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await expect(panel).to_be_hidden()
    found += await faults(page)
    await page.keyboard.press("Escape")
    await ask(page, FILING)
    await answered(page)
    await page.locator(".chip").first.click()
    await expect(panel.locator("mark")).to_be_visible()
    found += await faults(page)
    assert found == []
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
