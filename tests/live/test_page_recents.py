"""Past questions in the list of conversations: where each stands, and trying one again (R0-16, R0-25)."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from .conftest import Visit
from .page_server import FILING, UNKNOWN, Product
from .test_page import answered, ask

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
MISSING = "Who paints the llamas of Harbor?"


async def test_a_past_question_shows_where_it_stands_and_is_tried_again(visit: Visit, running: Product) -> None:
    page = await visit()
    await ask(page, MISSING)
    await answered(page)
    await page.click("#new-thread")
    await ask(page, FILING)
    await answered(page)
    threads = page.locator("#threads .thread")
    await expect(threads.nth(0).locator(".thread-standing")).to_have_count(0)  # what is resolved needs no word
    await expect(threads.nth(1).locator(".thread-standing")).to_have_count(0)  # it is named after what is open
    again = threads.nth(1).get_by_role("button", name=f"Try again: {MISSING}")
    await again.focus()
    await page.keyboard.press("Enter")
    await answered(page, 2)
    await expect(page.locator(".question-text").nth(1)).to_have_text(MISSING)
    await expect(page.locator(".reply-text").nth(1)).to_contain_text("Do you have a document")


async def test_what_is_open_is_named_where_the_conversation_is_named_otherwise(visit: Visit) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    await ask(page, MISSING)
    await answered(page, 2)
    first = page.locator("#threads .thread").first
    await expect(first.locator(".thread-name")).to_have_text(FILING)
    await expect(first.locator(".thread-standing")).to_have_text(f"Still open: “{MISSING}”")


async def test_a_resolved_question_needs_no_other_try(visit: Visit) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    first = page.locator("#threads .thread").first
    await expect(first).to_contain_text(FILING)
    await expect(first.get_by_role("button", name="Try again")).to_have_count(0)


async def test_r0_16_the_closure_stands_once_and_the_ask_is_no_button(visit: Visit) -> None:
    page = await visit()
    await ask(page, UNKNOWN)
    await answered(page)
    await expect(page.locator(".reply-text")).to_contain_text("Do you have a document")
    await expect(page.locator(".answer").get_by_role("button", name="Do you have")).to_have_count(0)
    for count in (2, 3, 4):
        await ask(page, "try again")
        await answered(page, count)
    last = page.locator(".turn").nth(3)
    await expect(last.locator(".outward")).to_have_text("Left incomplete")
    await expect(last.get_by_text("You can pick this up from your recent queries to try again.")).to_have_count(1)
