"""What can be done with a turn on the page."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import Locator, Page, expect

from followthrough.domain.events import EventKind
from followthrough.domain.feedback import Rating
from followthrough.domain.ids import OwnerId, ThreadId

from .conftest import Visit
from .page_server import FILING, UNKNOWN, Product
from .test_page import answered, ask, thread_of
from .test_page_documents import TIMETABLE, add

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

COPAY = "What is the copay for an office visit?"
MAY_COPY = ["clipboard-read", "clipboard-write"]


def actions(page: Page, place: int = 0) -> Locator:
    return page.locator(".turn").nth(place).locator(".turn-actions")


async def copied(page: Page) -> str:
    return await page.evaluate("navigator.clipboard.readText()")


async def test_an_answer_is_copied_with_its_sources(visit: Visit) -> None:
    page = await visit(permissions=MAY_COPY)
    await ask(page, FILING)
    await answered(page)
    await actions(page).get_by_role("button", name="Copy", exact=True).click()
    await expect(actions(page).get_by_role("button", name="Copied")).to_be_visible()
    assert "120 days" in await copied(page)
    assert "[1] Harbor Provider Manual" in await copied(page)


async def test_a_link_leads_to_the_turn_itself(visit: Visit) -> None:
    page = await visit(permissions=MAY_COPY, height=420)
    for count, text in enumerate((FILING, COPAY, "Does peer support need prior authorization?"), 1):
        await ask(page, text)
        await answered(page, count)
    await actions(page).get_by_role("button", name="Copy link").click()
    await expect(actions(page).get_by_role("button", name="Link copied")).to_be_visible()
    other = await page.context.new_page()
    await other.goto(await copied(page))
    await expect(other.locator(".turn").first).to_be_focused()
    await expect(other.locator(".question-text").first).to_be_in_viewport()


async def test_a_stopped_answer_is_asked_again(visit: Visit, running: Product) -> None:
    page = await visit()
    hold = running.holds.at(EventKind.STARTED)
    await ask(page, FILING)
    await hold.wait()
    await page.click("#stop")
    hold.let_go.set()
    await expect(page.locator(".turn[data-phase=stopped]")).to_have_count(1)
    await actions(page).get_by_role("button", name="Ask again").click()
    await answered(page)
    await expect(page.locator(".turn").nth(1).locator(".reply-text")).to_contain_text("120 days")


async def test_a_failed_answer_is_copied_linked_judged_put_otherwise_and_asked_again(
    visit: Visit, running: Product, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("the disk is gone")

    page = await visit(permissions=MAY_COPY)
    monkeypatch.setattr(running.system.parts.index, "get", broken)
    await ask(page, FILING)
    await expect(page.locator(".turn[data-phase=failed]")).to_have_count(1)
    monkeypatch.undo()
    group = actions(page)
    told = await page.locator(".reply-text").inner_text()
    await group.get_by_role("button", name="Copy", exact=True).click()
    assert (await copied(page)).strip() == told.strip()
    await group.get_by_role("button", name="Copy link").click()
    assert "&turn=" in await copied(page)
    await group.get_by_role("button", name="Bad answer").click()
    await expect(group.get_by_role("button", name="Bad answer")).to_have_attribute("aria-pressed", "true")
    await group.get_by_role("button", name="Edit").click()
    await page.get_by_role("dialog").get_by_label("Your question").fill(COPAY)
    await page.get_by_role("dialog").get_by_role("button", name="Ask").click()
    await expect(page.locator(".reply-text")).to_contain_text("$25")
    await page.go_back()
    await actions(page).get_by_role("button", name="Ask again").click()
    await expect(page.locator(".turn").nth(1).locator(".reply-text")).to_contain_text("120 days")


async def test_what_asks_for_nothing_is_said_again(visit: Visit, expected_complaints: list[str]) -> None:
    expected_complaints.append("422")
    page = await visit()
    await ask(page, "thank you")
    await answered(page)
    await actions(page).get_by_role("button", name="Ask again").click()
    await answered(page, 2)
    assert await page.locator(".question-text").all_inner_texts() == ["thank you", "thank you"]


async def test_a_question_put_otherwise_begins_a_conversation_and_the_old_one_stays(visit: Visit) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    await ask(page, "Does peer support need prior authorization?")
    await answered(page, 2)
    old = page.url
    await actions(page, 1).get_by_role("button", name="Edit").click()
    await page.get_by_role("dialog").get_by_label("Your question").fill(COPAY)
    await page.get_by_role("dialog").get_by_role("button", name="Ask").click()
    await expect(page.locator(".question-text").nth(1)).to_have_text(COPAY)
    await answered(page, 2)
    assert page.url != old
    await page.goto(old)
    await expect(page.locator(".question-text").nth(1)).to_have_text("Does peer support need prior authorization?")


async def test_what_came_with_a_question_goes_along_when_it_is_put_otherwise(visit: Visit) -> None:
    page = await visit()
    ferry = {
        "name": "ferry.md",
        "mimeType": "text/markdown",
        "buffer": b"# Ferry\n\nThe ferry to Skarholm leaves at 7:40.",
    }
    await page.set_input_files("#files", [ferry])  # type: ignore[arg-type] # a mapping is a payload
    await ask(page, "When does the ferry go?")
    await answered(page)
    await actions(page).get_by_role("button", name="Edit").click()
    dialog = page.get_by_role("dialog")
    await expect(dialog).to_contain_text("What came with it goes along: ferry.md.")
    await dialog.get_by_label("Your question").fill("When does the ferry to Skarholm leave?")
    await dialog.get_by_role("button", name="Ask").click()
    await expect(page.locator(".question-text")).to_have_text("When does the ferry to Skarholm leave?")
    await answered(page)
    await expect(page.locator(".question-file")).to_have_text("ferry.md")
    await expect(page.locator(".reply-text")).to_contain_text("7:40")


async def test_an_answer_is_judged_with_a_note_and_the_verdict_is_there_after_a_reload(
    visit: Visit, running: Product
) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    group = actions(page)
    await group.get_by_role("button", name="Bad answer").click()
    await expect(group.get_by_role("button", name="Bad answer")).to_have_attribute("aria-pressed", "true")
    await group.get_by_label("Note").fill("This is the limit of last year.")
    await page.keyboard.press("Enter")
    await expect(group.get_by_role("status")).to_have_text("Thank you. Your note is kept.")
    kept = await running.system.parts.feedback.of_thread(ThreadId(thread_of(page)))
    assert [(f.rating, f.note) for f in kept] == [(Rating.DOWN, "This is the limit of last year.")]
    await page.reload()
    await expect(group.get_by_role("button", name="Bad answer")).to_have_attribute("aria-pressed", "true")
    await group.get_by_role("button", name="Good answer").click()
    await expect(group.get_by_role("button", name="Bad answer")).to_have_attribute("aria-pressed", "false")


@pytest.mark.parametrize(("name", "ending"), [("Download to print", "html"), ("Download as Markdown", "md")])
async def test_a_conversation_is_downloaded_to_be_read(visit: Visit, tmp_path: Path, name: str, ending: str) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    await page.get_by_role("button", name="Actions of this conversation").click()
    async with page.expect_download() as download:
        await page.get_by_role("button", name=name).click()
    file = await download.value
    assert file.suggested_filename.endswith(f".{ending}")
    await file.save_as(tmp_path / "export")
    text = (tmp_path / "export").read_text(encoding="utf-8")
    assert "120 days" in text
    assert "Harbor Provider Manual" in text


async def test_a_long_message_is_folded_so_that_its_answer_is_seen(visit: Visit) -> None:
    page = await visit(height=900)
    await ask(page, "The claim was filed on the second form, and the portal says nothing of it. " * 60 + FILING)
    await answered(page)
    await expect(page.locator(".reply-text")).to_be_in_viewport()
    for part in await page.locator(".part-text").all():  # nor does the checklist say all of it again
        assert await part.evaluate("part => part.offsetHeight") < 60
    await expect(page.locator(".question-text")).to_contain_text(FILING)  # all of it is there
    await page.get_by_role("button", name="Show the whole question").click()
    await expect(page.locator(".reply-text")).not_to_be_in_viewport()
    fold = page.get_by_role("button", name="Show less of the question")
    await expect(fold).to_be_focused()
    await fold.click()
    await expect(page.locator(".reply-text")).to_be_in_viewport()
    await ask(page, FILING)
    await answered(page, 2)
    await expect(page.locator(".question-fold")).to_have_count(1)


async def test_a_question_to_some_documents_says_so_and_is_put_to_all_of_them(visit: Visit, running: Product) -> None:
    await add(running, "timetable.md", TIMETABLE)
    page = await visit()
    await page.click("#asked-open")
    await page.get_by_label("Only these documents").check()
    await page.fill("#asked input[type=search]", "timetable")
    await page.locator(".asked-list input").first.check()
    await page.get_by_role("button", name="Ask 1 document").click()
    await ask(page, FILING)
    await answered(page)
    await expect(page.locator(".question")).to_contain_text("Only 1 document was asked")
    await page.reload()
    await expect(page.locator(".question")).to_contain_text("Only 1 document was asked")
    await page.get_by_role("button", name="Ask all documents").click()
    await answered(page, 2)
    await expect(page.locator(".reply-text").last).to_contain_text("120 days")
    await expect(page.locator("#asked-open")).to_contain_text("All documents")


BERTH = "Send the berth form by Friday to the harbour master."


async def test_what_an_answer_told_to_do_is_ticked_off(visit: Visit, running: Product) -> None:
    await add(running, "berths.md", f"# Berths\n\n{BERTH}\n")
    page = await visit()
    await ask(page, "By when must the berth form be sent?")
    await answered(page)
    box = page.get_by_role("checkbox", name=BERTH)
    for is_done in (False, True):
        await page.get_by_role("button", name="Actions of this conversation").click()
        await page.get_by_role("button", name="What to do").click()
        await expect(page.get_by_role("dialog", name="What you were told to do")).to_be_visible()
        await expect(box).to_be_checked(checked=is_done)
        async with page.expect_response("**/actions/*"):
            await box.click()
        await page.get_by_role("button", name="Close", exact=True).click()
    thread = await running.system.turns.thread(ThreadId(thread_of(page)), OwnerId("local"))
    assert [action.done_at for action in thread.actions] == [None]


async def test_since_when_a_question_is_pursued_and_what_was_asked_for_it_is_said(visit: Visit) -> None:
    page = await visit()
    await ask(page, UNKNOWN)
    await answered(page)
    await page.get_by_text("How this was found").click()
    details = page.locator(".workings-line").last
    await expect(details).to_contain_text("This question was begun")
    await expect(details).to_contain_text("You were asked for help last")
    await expect(details.locator("li")).to_have_count(1)
