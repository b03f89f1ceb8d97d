"""Finding a conversation again: search, dates, pins, names in place, nothing left over (issue 17, "a sidebar")."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from followthrough.domain.ids import OwnerId

from .conftest import Visit
from .page_server import FILING, Product
from .test_page import answered, ask, thread_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

COPAY = "What is the copay for an office visit?"


async def menu(page: Page, title: str, item: str) -> None:
    entry = page.locator("#threads .thread", has_text=title).first
    await entry.hover()
    await entry.get_by_role("button", name=f"Actions of “{title}”").click()
    await entry.get_by_role("button", name=item).click()


async def test_words_are_found_in_answers_and_the_turn_that_has_them_opens(visit: Visit) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    await ask(page, COPAY)
    await answered(page, 2)
    first = thread_of(page)
    await page.click("#new-thread")
    search = page.get_by_role("searchbox", name="Search conversations")
    await search.fill("120 DAYS")
    await expect(page.get_by_role("status").filter(has_text="1 conversation found")).to_be_visible()
    found = page.locator("#threads .thread")
    await expect(found).to_have_count(1)
    await expect(found.locator(".thread-found")).to_contain_text("120 days")
    await search.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page).to_have_url(re.compile(f"#thread={first}&turn="))
    await expect(page.locator(".turn-linked")).to_contain_text(FILING)
    await search.press("Escape")
    await expect(search).to_have_value("")
    await search.fill("zeppelin")
    await expect(page.get_by_text("Nothing found")).to_be_visible()


async def test_a_conversation_is_pinned_and_stays_on_top(visit: Visit, running: Product) -> None:
    page = await visit()
    await ask(page, "Is peer support covered?")
    await answered(page)
    await menu(page, "Is peer support covered?", "Pin")
    pinned = page.get_by_role("region", name="Pinned")
    await expect(pinned.locator(".thread")).to_have_count(1)
    await page.click("#new-thread")
    await ask(page, FILING)
    await answered(page)
    await expect(page.locator("#threads .thread").first).to_contain_text("Is peer support covered?")
    await menu(page, "Is peer support covered?", "Unpin")
    await expect(pinned).to_have_count(0)


async def test_what_is_typed_at_once_belongs_to_the_new_conversation(visit: Visit) -> None:
    page = await visit()
    await ask(page, COPAY)
    await answered(page)
    await page.evaluate(
        """() => {
            document.getElementById("new-thread").click();
            const box = document.getElementById("message");
            box.value = "typed at once";
            box.dispatchEvent(new Event("input"));
        }"""
    )
    await expect(page).to_have_url(re.compile(r"/#?$"))
    await expect(page.locator(".turn")).to_have_count(0)
    await expect(page.locator("#message")).to_have_value("typed at once")
    await expect(page.locator("#send")).to_be_enabled()


async def test_a_name_is_changed_where_it_stands(visit: Visit) -> None:
    page = await visit()
    await ask(page, COPAY)
    await answered(page)
    await menu(page, COPAY, "Rename")
    field = page.get_by_label("Name of the conversation")
    await expect(field).to_be_focused()
    await field.fill("Never mind")
    await page.keyboard.press("Escape")
    await expect(page.locator("#threads .thread").first).to_contain_text(COPAY)
    await menu(page, COPAY, "Rename")
    await field.fill("Copays")
    await page.keyboard.press("Enter")
    await expect(page.locator("#threads .thread-name").first).to_have_text("Copays")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Copays")
    await page.reload()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Copays")


async def test_nothing_empty_is_left_over(visit: Visit, running: Product) -> None:
    made = await running.system.turns.create_thread(owner=OwnerId("local"), collection="default", pack="general")
    page = await visit()
    await expect(page.locator("#threads")).not_to_be_empty()
    await expect(page.locator(f"#threads a[href='#thread={made.id}']")).to_have_count(0)


async def test_days_are_counted_as_people_count_them(visit: Visit) -> None:
    page = await visit()
    names = await page.evaluate(
        """async () => {
            const { byDate, merged } = await import("/thread-groups.js");
            const now = new Date(2026, 2, 30, 0, 30);
            const at = (...when) => ({ thread_id: `${when}`, last_message_at: new Date(...when).toISOString() });
            const threads = [at(2026, 2, 30, 0, 10), at(2026, 2, 29, 23, 50), at(2026, 2, 29, 0, 5),
                at(2026, 2, 24), at(2026, 2, 10), at(2025, 11, 24)];
            const short = merged(threads, threads.slice(0, 2), false).length;
            const gone = merged(threads, [threads[0], threads[2]], false).map((one) => one.thread_id);
            const groups = byDate(threads, now).map(({ name, threads }) => `${name}: ${threads.length}`);
            return [groups, short, gone.length];
        }"""
    )
    assert names == [
        ["Today: 1", "Yesterday: 2", "Last 7 days: 1", "Last 30 days: 1", "December 2025: 1"],
        6,
        5,
    ]


async def test_nothing_is_said_of_conversations_that_the_server_did_not_tell(
    visit: Visit, running: Product, expected_complaints: list[str]
) -> None:
    expected_complaints.append("Failed to load resource")
    page = await visit(path="/healthz")
    await page.route("**/v1/threads?**", lambda route: route.abort())
    await page.goto(f"{running.address}/")
    await expect(page.locator(".titles li").first).to_be_visible()
    await expect(page.locator("#threads section")).to_have_count(0)
    await page.unroute_all()
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(page.locator("#threads section")).not_to_have_count(0)


async def test_what_to_ask_next_stands_below_the_newest_answer(visit: Visit) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    following = page.locator("#next button")
    await expect(following.first).to_have_text("Corrected claims")
    await following.first.click()
    await answered(page, 2)
    await expect(page.locator(".question-text").nth(1)).to_have_text("What does “Corrected claims” say?")
    await expect(page.locator(".reply-text").nth(1)).to_contain_text("frequency code 7")
    await expect(page.locator("#message")).to_be_focused()
    await expect(page.locator("#next")).not_to_contain_text("Corrected claims")
