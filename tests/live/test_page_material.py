"""What a person gives, as the page shows it: pages read or refused, pasted text, and whose word it is."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from followthrough.domain.web import PageRefusal

from .conftest import Visit
from .page_server import Product
from .test_page import answered, ask

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

QUESTION = "How many months is the warranty period for Skarholm drills?"
FACT = "The warranty period for Skarholm drills is 24 months."
LINK = "https://drills.example/warranty"


async def test_a_link_in_a_message_is_shown_as_read_and_the_part_as_from_the_person(
    visit: Visit, running: Product
) -> None:
    running.web[LINK] = FACT
    running.web["https://drills.example/members"] = PageRefusal.NEEDS_LOGIN
    page = await visit()
    await ask(page, QUESTION)
    await answered(page)
    await ask(page, "maybe this helps: https://drills.example/members")
    await expect(page.locator(".question-refused")).to_have_text(
        "Not read: https://drills.example/members (it needs a login)"
    )
    await ask(page, f"that's all the info I have: {LINK}")
    await expect(page.locator(".reply-text").last).to_contain_text("24 months")
    await expect(page.locator(".question-file").last).to_contain_text("Read:")
    await expect(page.locator(".part-source").last).to_have_text("from you, unverified")
    part = page.locator(".part", has=page.locator(".part-source")).last
    words, status = await part.locator(".part-text").bounding_box(), await part.locator(".part-status").bounding_box()
    assert words is not None
    assert status is not None
    assert status["x"] >= words["x"] + words["width"], "the status stands beside the words, not under the mark"
    assert abs(status["y"] - words["y"]) < words["height"]
    await page.reload()
    await expect(page.locator(".question-refused")).to_have_count(1)


async def test_a_text_too_long_for_a_message_is_pasted_as_a_file(visit: Visit) -> None:
    page = await visit()
    await page.evaluate(
        """([text]) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            const event = new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData });
            document.getElementById("message").dispatchEvent(event);
        }""",
        [f"{FACT} " + "This line is about something else. " * 600],
    )
    await expect(page.locator(".file")).to_contain_text("pasted text.txt")
    await ask(page, QUESTION)
    await expect(page.locator(".reply-text")).to_contain_text("24 months")
