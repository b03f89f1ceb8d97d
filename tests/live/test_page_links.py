"""Pages of the web through the page: a link for a conversation or the library, and where a cited page is."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from followthrough.domain.web import PageRefusal

from .conftest import Visit
from .page_server import Product

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FEES = "https://harbor.example/berths/fees"
PERMIT = (
    "<html><head><title>Berth fees</title></head><body><main><h1>Fees</h1>"
    "<p>A berth permit of Skarholm harbor costs 90 euros a year.</p></main></body></html>"
)
QUESTION = "What does a berth permit of Skarholm harbor cost?"


#: the browser takes its time over a step back: a busy machine does
SLOW_STEP_BACK = "() => { const back = history.back.bind(history); history.back = () => setTimeout(back, 400); }"


async def add_link(page: Page, address: str) -> None:
    dialog = page.locator("#ask")
    await dialog.get_by_label("Address").fill(address)
    await dialog.get_by_role("button", name="Add link").click()


async def test_a_link_is_read_for_a_conversation_and_its_page_can_be_opened(visit: Visit, running: Product) -> None:
    running.web[FEES] = PERMIT
    page = await visit()
    await page.get_by_role("button", name="Link", exact=True).click()
    await add_link(page, FEES)
    await expect(page.locator(".file")).to_contain_text("harbor.example/berths/fees")
    await page.fill("#message", QUESTION)
    await page.click("#send")
    await expect(page.locator(".turn[data-phase=completed]")).to_have_count(1)
    await expect(page.locator(".reply-text")).to_contain_text("90 euros")
    await page.locator(".source").first.click()
    link = page.locator("#passage").get_by_role("link", name="Open on harbor.example")
    await expect(link).to_have_attribute("href", FEES)
    await expect(link).to_have_attribute("rel", "noopener noreferrer")


async def test_a_slow_step_back_of_the_dialog_does_not_leave_the_conversation_that_the_link_began(
    visit: Visit, running: Product
) -> None:
    running.web[FEES] = PERMIT
    page = await visit()
    await page.evaluate(SLOW_STEP_BACK)
    await page.get_by_role("button", name="Link", exact=True).click()
    await add_link(page, FEES)
    await expect(page).to_have_url(re.compile("#thread="))
    await expect(page.locator(".file")).to_contain_text("Ready")
    await page.wait_for_timeout(600)  # the step back is over
    await expect(page).to_have_url(re.compile("#thread="))
    await expect(page.locator(".file")).to_contain_text("harbor.example/berths/fees")


async def test_what_opens_during_a_step_back_stays_open_until_back_is_pressed(visit: Visit) -> None:
    page = await visit()
    await page.evaluate(SLOW_STEP_BACK)
    await page.get_by_role("button", name="Link", exact=True).click()
    await page.locator("#ask").get_by_role("button", name="Cancel").click()
    await page.wait_for_timeout(100)  # it has begun
    await page.click("#open-library")
    await page.wait_for_timeout(600)  # it is over
    await expect(page.locator("#library")).to_be_visible()
    await page.go_back()
    await expect(page.locator("#library")).to_be_hidden()


async def test_a_link_joins_the_library_and_is_listed_with_its_address(visit: Visit, running: Product) -> None:
    running.web["https://harbor.example/opening"] = PERMIT.replace("Berth fees", "Opening hours")
    page = await visit()
    await page.click("#open-library")
    library = page.get_by_role("dialog", name="Documents")
    await library.get_by_role("button", name="Add link").click()
    await add_link(page, "https://harbor.example/opening")
    entry = library.locator(".document", has_text="Opening hours")
    await expect(entry).to_contain_text("https://harbor.example/opening")
    await expect(entry).to_contain_text("Ready")


async def test_a_page_that_cannot_be_read_says_why_in_one_line(visit: Visit, running: Product) -> None:
    running.web["https://harbor.example/members"] = PageRefusal.NEEDS_LOGIN
    page = await visit()
    await page.get_by_role("button", name="Link", exact=True).click()
    await add_link(page, "https://harbor.example/members")
    failed = page.locator(".file", has_text="harbor.example/members")
    await expect(failed).to_have_attribute("data-phase", "failed")
    await expect(failed).to_contain_text("needs_login")
    await page.get_by_role("button", name="Remove harbor.example/members").click()
    await expect(failed).to_have_count(0)


async def test_a_wrong_address_is_refused_by_the_server_in_one_line(
    visit: Visit, expected_complaints: list[str]
) -> None:
    expected_complaints.append("422")
    page = await visit()
    await page.get_by_role("button", name="Link", exact=True).click()
    await add_link(page, "ftp://harbor.example/fees")
    await expect(page.locator(".file")).to_contain_text("no web address")


async def test_the_dialog_can_be_left_without_a_link(visit: Visit) -> None:
    page = await visit()
    await page.get_by_role("button", name="Link", exact=True).click()
    await page.locator("#ask").get_by_role("button", name="Cancel").click()
    await expect(page.locator(".file")).to_have_count(0)


async def test_the_buttons_of_the_message_box_fit_a_phone(visit: Visit) -> None:
    page = await visit(width=320, height=640)
    send = await page.locator("#send").bounding_box()
    assert send is not None
    assert send["x"] + send["width"] <= 320
    assert await page.evaluate("document.documentElement.scrollWidth") <= 320
