"""A document's questions on the page: their place, earlier answers that can be changed, ways out (issue 5)."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from followthrough.domain.documents import DocumentMetadata

from .conftest import Visit
from .page_server import Product

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

GUIDE = """# Device Guide

When a desk phone shows an error, what to do depends on its version and its light.

## Version 11

A red light means that the cable is loose. Press the cable in.

## Version 12

A red light means that the power supply is weak. Replace the power supply.
"""


async def say(page: Page, text: str, count: int) -> None:
    await page.fill("#message", text)
    await page.click("#send")
    await expect(page.locator(".turn[data-phase=completed]")).to_have_count(count)


async def begin(visit: Visit, running: Product, **options: object) -> Page:
    """A page whose conversation waits for the second answer."""
    await running.system.library.add(
        data=GUIDE.encode(),
        name="device-guide.md",
        source="upload:device-guide.md",
        collection="devices",
        metadata=DocumentMetadata(clarifying_questions=("Which version is it?", "Which light is on?")),
    )
    page = await visit(**options)
    thread = await page.request.post(f"{running.address}/v1/threads", data={"collection": "devices"})
    await page.goto(f"{running.address}/#thread={(await thread.json())['thread_id']}")
    await page.reload()
    await say(page, "My desk phone shows an error", 1)
    await say(page, "12", 2)
    return page


async def test_the_place_earlier_answers_and_ways_out_are_seen_and_an_answer_can_be_changed(
    visit: Visit, running: Product
) -> None:
    page = await begin(visit, running)
    pending = page.get_by_role("group", name="Questions before the answer")
    await expect(pending.last).to_contain_text("Question 2 of 2")
    await expect(pending.last).to_contain_text("Which version is it? 12")
    await expect(page.locator(".reply-text").last).to_contain_text("Which light is on?")
    assert await page.locator(".pending:visible").count() == 1
    await pending.last.get_by_role("button", name="Change the answer to: Which version is it?").click()
    field = pending.last.get_by_role("textbox", name="Which version is it?")
    await field.fill("11")
    await field.press("Enter")
    await expect(page.locator(".turn[data-phase=completed]")).to_have_count(3)
    await expect(pending.last).to_contain_text("Which version is it? 11")
    await say(page, "red", 4)
    await expect(page.locator(".reply-text").last).to_contain_text("Press the cable in")
    assert await page.locator(".pending:visible").count() == 0


async def test_a_question_can_be_passed_over_and_left_with_a_click(visit: Visit, running: Product) -> None:
    page = await begin(visit, running)
    pending = page.get_by_role("group", name="Questions before the answer").last
    await pending.get_by_role("button", name="Leave this question").click()
    await expect(page.locator(".turn[data-phase=completed]")).to_have_count(3)
    await expect(page.locator(".reply-text").last).to_contain_text("Understood")
    assert await page.locator(".pending:visible").count() == 0


async def test_an_answer_is_changed_and_the_questions_are_left_with_the_keyboard_alone(
    visit: Visit, running: Product
) -> None:
    page = await begin(visit, running, width=360, height=740)
    pending = page.get_by_role("group", name="Questions before the answer").last
    change = pending.get_by_role("button", name="Change the answer to: Which version is it?")
    await change.focus()
    await page.keyboard.press("Enter")
    await expect(pending.get_by_role("textbox", name="Which version is it?")).to_be_focused()
    await page.keyboard.press("Control+A")
    await page.keyboard.type("11")
    await page.keyboard.press("Enter")
    await expect(page.locator(".turn[data-phase=completed]")).to_have_count(3)
    await expect(pending).to_contain_text("Which version is it? 11")
    await pending.get_by_role("button", name="Change the answer to: Which version is it?").focus()
    await page.keyboard.press("Tab")
    await expect(pending.get_by_role("button", name="I don't know")).to_be_focused()
    await page.keyboard.press("Tab")
    await expect(pending.get_by_role("button", name="Leave this question")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator(".turn[data-phase=completed]")).to_have_count(4)
    assert await page.locator(".pending:visible").count() == 0


async def test_questions_that_wait_behind_another_answer_are_seen_and_gone_on_with(
    visit: Visit, running: Product
) -> None:
    page = await begin(visit, running)
    await say(page, "How many days do I have to file a claim?", 3)
    pending = page.get_by_role("group", name="Questions before the answer").last
    await expect(pending).to_contain_text("Paused at question 2 of 2")
    await expect(pending).to_contain_text("Which light is on?")
    await pending.get_by_role("button", name="Go on with it").click()
    await expect(page.locator(".turn[data-phase=completed]")).to_have_count(4)
    await expect(pending).to_contain_text("Question 2 of 2")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_it_fits_a_phone_in_both_themes(visit: Visit, running: Product, scheme: str) -> None:
    page = await begin(visit, running, width=360, height=740, color_scheme=scheme)
    pending = page.locator(".pending:visible")
    box = await pending.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 360
    wide = await page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360
