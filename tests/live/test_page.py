"""The page at `/` against the running product: a conversation as a person holds it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from followthrough.domain.events import EventKind

from .conftest import Visit
from .page_server import FILING, TWO_PARTS, UNKNOWN, Product

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def ask(page: Page, text: str) -> None:
    await page.fill("#message", text)
    await page.click("#send")


async def answered(page: Page, count: int = 1) -> None:
    await expect(page.locator(".turn[data-phase=completed]")).to_have_count(count)


def thread_of(page: Page) -> str:
    return page.url.split("#thread=")[1]


async def turns_of(page: Page, running: Product) -> list[dict[str, object]]:
    reply = await page.request.get(f"{running.address}/v1/threads/{thread_of(page)}/turns")
    return (await reply.json())["turns"]


async def test_a_conversation_is_held_and_its_citation_shows_the_passage_in_its_document(visit: Visit) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    await expect(page.locator(".reply-text")).to_contain_text("120 days")
    chip = page.locator(".chip").first
    await chip.click()
    panel = page.get_by_role("dialog", name="Harbor Provider Manual")
    await expect(panel.locator("mark")).to_contain_text("within 120 days of the date of service")
    await expect(panel.locator(".passage-place")).to_contain_text("Timely filing")
    await expect(panel.locator(".document-text")).to_contain_text("The copay for an office visit is $25.")
    await page.keyboard.press("Escape")
    await expect(panel).to_be_hidden()
    await expect(chip).to_be_focused()


async def test_the_panel_leaves_the_conversation_usable_on_a_wide_screen(visit: Visit) -> None:
    page = await visit(width=1440)
    await ask(page, FILING)
    await answered(page)
    await page.locator(".chip").first.click()
    await expect(page.locator("#passage mark")).to_be_visible()
    await ask(page, "What is the copay for an office visit?")
    await answered(page, 2)
    await expect(page.locator("#passage")).to_be_visible()


async def test_a_citation_of_a_document_that_is_gone_still_shows_what_was_quoted(
    visit: Visit, running: Product, expected_complaints: list[str]
) -> None:
    expected_complaints.append("404")
    added = await running.system.library.add(
        data=b"# Parking\n\nParking costs 4 dollars a day at the Mill Street garage.",
        name="parking.md",
        source="upload:parking.md",
        collection="default",
    )
    page = await visit()
    await ask(page, "How much does parking at the Mill Street garage cost?")
    await answered(page)
    await running.system.library.delete([added.document.id])  # type: ignore[union-attr] # it was not refused
    await page.locator(".chip").first.click()
    await expect(page.locator("#passage")).to_contain_text("The passage can't be shown.")
    await expect(page.locator("#passage mark")).to_contain_text("4 dollars a day")


async def test_the_checklist_follows_the_plan_and_its_outcome(visit: Visit, running: Product) -> None:
    page = await visit()
    hold = running.holds.at(EventKind.PLANNED)
    await ask(page, TWO_PARTS)
    await hold.wait()
    parts = page.locator(".part")
    await expect(parts).to_have_count(2)
    await expect(parts.nth(0).locator(".part-status")).to_have_text("Looking")
    await expect(page.locator(".outward")).to_have_count(0)
    hold.let_go.set()
    await answered(page)
    await expect(parts.nth(0).locator(".part-status")).to_have_text("Answered")
    await expect(parts.nth(0).locator("svg.icon-answered")).to_be_visible()
    await expect(page.locator(".objective-count")).to_have_text("2 of 2 parts answered")
    await expect(page.locator(".outward")).to_have_text("Resolved")


async def test_a_plain_question_with_its_answer_needs_no_checklist(visit: Visit, running: Product) -> None:
    page = await visit()
    hold = running.holds.at(EventKind.PLANNED)
    await ask(page, FILING)
    await hold.wait()
    await expect(page.locator(".state-live")).to_be_visible()
    await expect(page.locator(".objective")).to_have_count(0)
    hold.let_go.set()
    await answered(page)
    await expect(page.locator(".objective")).to_have_count(0)


async def test_what_was_not_found_is_said_in_words_and_shape(visit: Visit) -> None:
    page = await visit()
    await ask(page, UNKNOWN)
    await answered(page)
    part = page.locator(".part")
    await expect(part.locator(".part-status")).to_have_text("Not found")
    await expect(part.locator("svg.icon-failed")).to_be_visible()
    await expect(page.locator(".outward")).to_have_text("Needs information")
    await expect(page.locator(".chip")).to_have_count(0)
    sign, status = await part.locator("svg").bounding_box(), await part.locator(".part-status").bounding_box()
    assert sign is not None
    assert status is not None
    assert status["x"] - sign["x"] < 3 * sign["width"], "the question stands right above: no gap for its words"


async def test_what_an_earlier_turn_left_open_is_folded_and_named(visit: Visit) -> None:
    page = await visit()
    await ask(page, UNKNOWN)
    await answered(page)
    await ask(page, "and the tennis tournament?")
    await answered(page, 2)
    turn = page.locator(".turn").last
    await expect(turn.locator(".objective > .parts .part")).to_have_count(1)
    earlier = turn.locator(".objective-earlier")
    await expect(earlier.locator(".part-text")).to_be_hidden()
    await earlier.get_by_text("1 earlier question is still open").click()
    await expect(earlier.locator(".part-text")).to_have_text(UNKNOWN)
    await page.reload()
    await expect(page.locator(".turn").last.locator(".objective-earlier")).to_be_visible()


async def test_what_was_answered_before_is_not_listed_again(visit: Visit) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    await ask(page, "and who won the chess tournament in Reykjavik?")
    await answered(page, 2)
    await expect(page.locator(".turn").last.locator(".part")).to_have_count(1)
    await expect(page.locator(".objective-earlier")).to_have_count(0)


async def test_what_was_searched_and_the_times_are_shown_on_request(visit: Visit) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    times = page.get_by_role("table", name="Time taken")
    await expect(times).to_be_hidden()
    await expect(page.locator(".search-line")).to_be_hidden()
    await page.get_by_text("How this was found").click()
    await expect(page.locator(".search-line")).to_contain_text(FILING)
    await expect(page.locator(".search-line")).to_contain_text("support in the documents")
    await expect(times).to_contain_text("retrieve")
    await expect(page.get_by_role("table", name="Passages found")).to_contain_text("Harbor Provider Manual")


async def test_stop_ends_the_turn_and_keeps_what_was_said(visit: Visit, running: Product) -> None:
    page = await visit()
    hold = running.holds.at(EventKind.DELTA)
    await expect(page.locator("#stop")).to_be_hidden()
    await ask(page, TWO_PARTS)
    await hold.wait()
    await expect(page.locator(".reply-text")).not_to_be_empty()
    await page.click("#stop")
    await expect(page.locator(".turn[data-phase=stopped]")).to_have_count(1)
    await expect(page.locator(".turn .state")).to_have_text("You stopped this answer.")
    await expect(page.locator("#stop")).to_be_hidden()
    [turn] = await turns_of(page, running)
    assert turn["status"] == "stopped"
    kept = await page.locator(".reply-text").inner_text()
    assert kept
    await page.reload()
    await expect(page.locator(".reply-text")).to_have_text(kept)


async def test_a_second_message_waits_its_turn_and_both_are_answered_in_order(visit: Visit, running: Product) -> None:
    page = await visit()
    hold = running.holds.at(EventKind.PLANNED)
    await ask(page, FILING)
    await hold.wait()
    await ask(page, "What is the copay for an office visit?")
    await ask(page, "Does peer support need prior authorization?")
    await expect(page.get_by_text("Waiting: 1 answer comes first")).to_have_count(1)
    await expect(page.get_by_text("Waiting: 2 answers come first")).to_have_count(1)
    hold.let_go.set()
    await answered(page, 3)
    replies = page.locator(".reply-text")
    await expect(replies.nth(0)).to_contain_text("120 days")
    await expect(replies.nth(1)).to_contain_text("$25")
    await expect(replies.nth(2)).to_contain_text("H0038")
    assert [turn["index"] for turn in await turns_of(page, running)] == [1, 2, 3]


async def test_many_messages_sent_at_once_keep_their_order(visit: Visit, running: Product) -> None:
    page = await visit()
    hold = running.holds.at(EventKind.PLANNED)
    for number in range(8):
        await ask(page, f"{FILING} ({number})")
    await hold.wait()
    hold.let_go.set()
    await answered(page, 8)
    sent = [turn["query"]["message"] for turn in await turns_of(page, running)]  # type: ignore[index] # JSON
    assert sent == [f"{FILING} ({number})" for number in range(8)]


async def test_a_reload_in_the_middle_of_an_answer_goes_on_with_it(visit: Visit, running: Product) -> None:
    page = await visit()
    hold = running.holds.at(EventKind.DELTA)
    await ask(page, TWO_PARTS)
    await hold.wait()
    await page.reload()
    await expect(page.locator(".question-text")).to_have_text(TWO_PARTS)
    await expect(page.locator(".reply-text")).not_to_be_empty()
    hold.let_go.set()
    await answered(page)
    [turn] = await turns_of(page, running)
    await expect(page.locator(".turn")).to_have_count(1)
    text = await page.locator(".reply-text").inner_text()
    assert text.count("$25") == turn["reply"]["text"].count("$25") == 1  # type: ignore[index] # JSON


async def test_another_tab_sees_a_turn_that_this_one_runs(visit: Visit, running: Product) -> None:
    page = await visit()
    hold = running.holds.at(EventKind.DELTA)
    await ask(page, FILING)
    await hold.wait()
    other = await visit(path=f"/#thread={thread_of(page)}")
    await expect(other.locator(".turn[data-phase=running] .reply-text")).not_to_be_empty()
    hold.let_go.set()
    await answered(other)
    await answered(page)


async def test_the_conversation_is_there_after_a_reload(visit: Visit) -> None:
    page = await visit()
    await ask(page, TWO_PARTS)
    await answered(page)
    before = await page.locator("#turns").inner_text()
    await page.reload()
    await answered(page)
    assert await page.locator("#turns").inner_text() == before


async def test_a_draft_survives_a_reload_and_belongs_to_its_conversation(visit: Visit) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    await page.fill("#message", "half a thought")
    await page.reload()
    await expect(page.locator("#message")).to_have_value("half a thought")
    await page.click("#new-thread")
    await expect(page.locator("#message")).to_have_value("")
    await page.go_back()
    await expect(page.locator("#message")).to_have_value("half a thought")


async def test_conversations_are_listed_opened_renamed_and_deleted(visit: Visit, running: Product) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    first = thread_of(page)
    await page.click("#new-thread")
    await expect(page.locator("#empty")).to_contain_text("Harbor Provider Manual")
    await ask(page, "What is the copay for an office visit?")
    await answered(page)
    links = page.locator("#threads a")
    await expect(links.nth(0)).to_have_attribute("aria-current", "page")
    await expect(links.nth(0).locator(".thread-name")).to_have_text("What is the copay for an office visit?")

    await page.locator(f"#threads a[href='#thread={first}']").click()
    await expect(page.locator(".question-text")).to_have_text(FILING)
    await page.get_by_role("button", name="Actions of this conversation").click()
    await page.locator("#rename-thread").click()
    await page.get_by_label("Name of the conversation").fill("Filing limits <b>")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Filing limits <b>")
    await expect(page.locator("#threads a[aria-current] .thread-name")).to_have_text("Filing limits <b>")

    await page.get_by_role("button", name="Actions of this conversation").click()
    await page.locator("#delete-thread").click()
    await page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    await expect(page.locator(f"#threads a[href='#thread={first}']")).to_have_count(1)
    await page.get_by_role("button", name="Actions of this conversation").click()
    await page.locator("#delete-thread").click()
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(page.locator(f"#threads a[href='#thread={first}']")).to_have_count(0)
    await expect(page.locator("#empty")).to_be_visible()
    assert (await page.request.get(f"{running.address}/v1/threads/{first}")).status == 404


async def test_a_conversation_is_downloaded_whole(visit: Visit, tmp_path: Path) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    await page.get_by_role("button", name="Actions of this conversation").click()
    async with page.expect_download() as download:
        await page.get_by_role("button", name="Download all data").click()
    file = await download.value
    assert file.suggested_filename.endswith(".json")
    await file.save_as(tmp_path / "export.json")
    exported = json.loads((tmp_path / "export.json").read_text(encoding="utf-8"))
    assert exported["thread"]["thread_id"] == thread_of(page)
    assert exported["turns"][0]["query"]["message"] == FILING


async def test_what_a_person_writes_is_never_markup(visit: Visit) -> None:
    page = await visit()
    text = "<img src=x onerror='document.title=1'> **copay** & <b>office</b> visit?"
    await ask(page, text)
    await answered(page)
    await expect(page.locator(".question-text")).to_have_text(text)
    assert await page.locator("#turns img, .question b, .part b").count() == 0


async def test_a_document_named_on_the_empty_page_begins_a_whole_question(visit: Visit) -> None:
    page = await visit()
    await page.get_by_role("button", name="Harbor Provider Manual").click()
    await expect(page.locator("#message")).to_have_value("What does “Harbor Provider Manual” say?")
    await expect(page.locator("#message")).to_be_focused()
    await page.keyboard.press("Enter")
    await answered(page)
