"""What happens elsewhere is seen at once: other devices, a person's coming, the queue (issue 17, "live")."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from followthrough.domain.events import EventKind
from followthrough.domain.ids import OwnerId, ThreadId

from .conftest import Visit
from .page_server import FILING, Product
from .test_page import answered, ask, thread_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

COPAY = "What is the copay for an office visit?"
SOON_MS = 6_000  # less than the page waits between two looks: it was told


async def test_another_device_and_a_person_are_seen_without_looking(visit: Visit, running: Product) -> None:
    page = await visit()
    listening = page.wait_for_event("response", lambda response: response.url.endswith("/v1/changes"))
    await page.reload()
    await listening
    await ask(page, FILING)
    await answered(page)
    thread_id = ThreadId(thread_of(page))
    other = await visit(path=f"/#thread={thread_id}")
    await answered(other)
    await ask(other, COPAY)
    await expect(page.locator(".turn")).to_have_count(2, timeout=SOON_MS)
    await answered(page, 2)
    people = running.system.people
    await people.take(thread_id)
    for one in (page, other):
        await expect(one.locator("#notice")).to_contain_text("A person has this conversation", timeout=SOON_MS)
        await expect(one.locator("#threads .thread").first).to_contain_text("A person has it")
    await people.give_back(thread_id)
    await expect(page.locator("#notice")).to_be_hidden(timeout=SOON_MS)
    await running.system.turns.rename(thread_id, "Named elsewhere")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Named elsewhere", timeout=SOON_MS)


async def test_the_place_in_the_queue_for_a_person_is_told(visit: Visit, running: Product) -> None:
    turns = running.system.turns
    earlier = await turns.create_thread(owner=OwnerId("someone else"), collection="default", pack="general")
    await turns.result(earlier.id, (await turns.submit(earlier.id, "Can I talk to a person?")).turn_id)
    page = await visit()
    await ask(page, "Can I talk to a person?")
    await expect(page.locator("#notice")).to_contain_text("1 conversation is before yours.")
    await running.system.people.give_back(earlier.id)
    await expect(page.locator("#notice")).to_contain_text("You are next.")


async def test_a_message_that_waits_says_for_how_many(visit: Visit, running: Product) -> None:
    page = await visit()
    hold = running.holds.at(EventKind.STARTED)
    await ask(page, FILING)
    await hold.wait()
    for place, text in enumerate((COPAY, "Is peer support covered?"), 1):
        await ask(page, text)
        await expect(page.locator(".turn").nth(place)).to_contain_text(f"Waiting: {place} answer")
    hold.let_go.set()
    await answered(page, 3)


async def test_one_tab_listens_for_all_and_another_takes_over(visit: Visit) -> None:
    first = await visit()
    address = first.url
    await first.goto("about:blank")  # what it asked for before does not count
    async with first.expect_request(lambda request: request.url.endswith("/v1/changes")):
        await first.goto(address)
    heard: list[str] = []
    second = await first.context.new_page()
    second.on("request", lambda request: heard.append(request.url) if "/v1/changes" in request.url else None)
    await second.goto(address)
    await expect(second.locator("#empty h2")).to_be_visible()
    assert heard == []
    asked = second.wait_for_event("request", lambda request: request.url.endswith("/v1/changes"))
    await first.close()
    await asked
