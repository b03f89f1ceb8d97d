"""A person in the conversation, on the page: called, having it, writing, giving it back (issue 5, "Hand-off")."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from followthrough.domain.ids import ThreadId

from .conftest import Visit
from .page_server import Product

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_the_page_says_plainly_who_has_the_conversation(visit: Visit, running: Product) -> None:
    page = await visit()
    thread = await page.request.post(f"{running.address}/v1/threads", data={})
    thread_id = ThreadId((await thread.json())["thread_id"])
    await page.goto(f"{running.address}/#thread={thread_id}")
    await page.reload()
    await page.fill("#message", "Can I talk to a person?")
    await page.click("#send")
    await expect(page.locator(".reply-footer")).to_have_text(
        "This conversation waits for a human agent; I can't say whether one will read it."
    )
    people = running.system.people
    await people.take(thread_id)
    await page.fill("#message", "hello?")
    await page.click("#send")
    state = page.locator(".turn .state").last
    await expect(state).to_have_text("A person has this conversation and will answer here.")
    said = await people.speak(thread_id, "I have resent the form.")
    await running.system.turns.result(thread_id, said.turn_id)
    await expect(page.locator(".by-person")).to_have_text("A person wrote")  # by itself
    await people.give_back(thread_id, note="Secret: they were upset.")
    await expect(page.locator(".reply-text", has_text="I have resent the form.")).to_have_count(1)
    await expect(state).to_have_text("The conversation is the assistant's again.")
    await expect(page.get_by_text("upset")).to_have_count(0)
