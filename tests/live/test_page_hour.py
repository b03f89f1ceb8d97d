"""What a demanding user meets in the first hour: each fault that was found, by its kind (issue 17)."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from playwright.async_api import Browser, Page, expect

from followthrough.domain.events import EventKind
from followthrough.domain.ids import OwnerId, ThreadId, TurnId
from followthrough.domain.records import TurnEnded

from .conftest import Visit
from .page_server import FILING, TWO_PARTS, Product
from .test_page import answered, ask

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

COPAY = "What is the copay for an office visit?"
DROP = """([selector, name]) => {
    const data = new DataTransfer();
    data.items.add(new File(["# Ferry\\n\\nThe ferry to Skarholm leaves at 7:40."], name, { type: "text/markdown" }));
    const target = document.querySelector(selector);
    for (const kind of ["dragenter", "dragover", "drop"])
        target.dispatchEvent(new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
}"""


async def test_nothing_that_is_missing_is_printed(visit: Visit) -> None:
    page = await visit()
    await expect(page.locator("#empty h2")).to_be_visible()
    await ask(page, TWO_PARTS)
    await answered(page)
    await page.click("#open-library")
    await expect(page.locator("#library .document")).not_to_have_count(0)
    shown = await page.locator("body").inner_text()
    assert not {"null", "undefined", "NaN", "[object Object]"} & set(shown.split())


async def test_a_title_with_and_in_it_stays_one_thing_to_ask_about(visit: Visit, running: Product) -> None:
    added = await running.system.library.add(
        data=b"---\ntitle: Settings and Storage\n---\nSettings are kept in a file. Storage is a folder on disk.",
        name="settings.md",
        source="upload:settings.md",
        collection="default",
    )
    page = await visit()
    await page.get_by_role("button", name="Settings and Storage").click()
    await page.keyboard.press("Enter")
    await answered(page)
    await expect(page.locator(".part-heading")).to_have_count(0)
    await running.system.library.delete([added.document.id])  # type: ignore[union-attr] # it was not refused


async def test_two_tabs_of_a_conversation_follow_each_other(visit: Visit, running: Product) -> None:
    first = await visit()
    await ask(first, FILING)
    await answered(first)
    second = await first.context.new_page()
    await second.goto(first.url)
    await answered(second)
    hold = running.holds.at(EventKind.DELTA)
    await ask(second, COPAY)
    await hold.wait()
    await expect(first.locator(".turn").nth(1).locator(".reply-text")).not_to_be_empty()  # while it is being answered
    hold.let_go.set()
    await answered(first, 2)
    await ask(first, "Does peer support need prior authorization?")
    await answered(second, 3)
    assert await second.locator(".question-text").all_inner_texts() == [
        FILING,
        COPAY,
        "Does peer support need prior authorization?",
    ]


async def test_another_device_is_followed_too(visit: Visit, running: Product) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    thread = ThreadId(page.url.split("#thread=")[1])
    message = await running.system.turns.submit(thread, COPAY)
    await running.system.turns.result(thread, message.turn_id)
    await answered(page, 2)
    await expect(page.locator("#announcer")).to_contain_text("Asked elsewhere: What is the copay")


async def test_files_dropped_on_the_list_of_documents_go_into_the_library_and_are_seen_there(visit: Visit) -> None:
    page = await visit()
    await page.click("#open-library")
    await page.evaluate(DROP, ["#library h2", "ferry-times.md"])
    entry = page.locator("#library .tray .file", has_text="ferry-times.md")
    await expect(entry).to_be_visible()
    await expect(entry).to_contain_text("Ready")
    await expect(page.locator("#library .documents .document", has_text="Ferry")).to_be_visible()


async def test_the_focus_is_never_lost(visit: Visit) -> None:
    page = await visit()
    await page.locator("#empty .title-button").first.click()
    await page.keyboard.press("Enter")
    await answered(page)
    await expect(page.locator("#message")).to_be_focused()
    await page.locator(".thread-link").first.focus()
    await ask(page, COPAY)
    await page.locator(".thread-link[aria-current]").focus()
    await answered(page, 2)  # the list was drawn anew meanwhile
    assert await page.evaluate("document.activeElement.className") == "thread-link"
    await page.click("[aria-label='Actions of this conversation']")
    await page.click("#delete-thread")
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(page.locator(".turn")).to_have_count(0)
    await expect(page.locator("#message")).to_be_focused()


async def test_a_failed_file_is_announced_and_never_covers_the_answer(
    visit: Visit, expected_complaints: list[str]
) -> None:
    expected_complaints.append("422")
    page = await visit(width=390, height=700)
    await ask(page, FILING)
    await answered(page)
    broken = [{"name": f"broken-{n}.pdf", "mimeType": "application/pdf", "buffer": b"%PDF-1.4 no"} for n in range(8)]
    await page.set_input_files("#files", broken)  # type: ignore[arg-type] # a mapping is a payload
    await expect(page.locator("#tray .file[data-phase=failed]")).to_have_count(8)
    await expect(page.locator("#announcer")).to_contain_text("broken-")
    room = await page.evaluate("document.querySelector('#scroller').clientHeight / innerHeight")
    assert room > 0.4
    await page.click("#clear-failed")
    await expect(page.locator("#tray .file")).to_have_count(0)


async def test_back_on_a_phone_closes_what_lies_over_the_conversation(visit: Visit) -> None:
    page = await visit(width=390, height=844)
    await ask(page, FILING)
    await answered(page)
    address = page.url
    await page.locator(".chip").first.click()
    await expect(page.locator("#passage mark")).to_be_visible()
    await page.go_back()
    await expect(page.locator("#passage")).to_be_hidden()
    assert page.url == address
    await page.click("button[aria-label='Conversations']")
    await expect(page.locator("#new-thread")).to_be_visible()
    await page.go_back()
    await expect(page.locator("#new-thread")).to_be_hidden()
    assert page.url == address
    await expect(page.locator(".turn")).to_have_count(1)


async def test_what_failed_offline_goes_on_by_itself(visit: Visit, expected_complaints: list[str]) -> None:
    expected_complaints.append("net::ERR")
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    await page.context.set_offline(True)
    await expect(page.locator("#notice")).to_contain_text("You are offline")
    await ask(page, COPAY)
    await expect(page.locator(".turn").nth(1)).to_have_attribute("data-phase", "sending")
    await page.context.set_offline(False)
    await answered(page, 2)
    await expect(page.locator("#notice")).to_be_hidden()


async def test_a_conversation_that_could_not_be_opened_opens_when_the_server_is_back(
    visit: Visit, expected_complaints: list[str]
) -> None:
    expected_complaints.append("503")
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    down = json.dumps({"code": "store_unavailable", "detail": "The database did not answer."})
    await page.route("**/turns*", lambda route: route.fulfill(status=503, body=down))
    await page.reload()
    await expect(page.locator("#notice")).to_contain_text("The database did not answer.")
    await page.unroute("**/turns*")
    await answered(page)


async def test_a_longer_list_of_conversations_stays_as_long_as_it_was(visit: Visit, running: Product) -> None:
    turns = running.system.turns
    for _ in range(70):
        thread = await turns.create_thread(owner=OwnerId("local"), collection="default", pack="general")
        await turns.result(thread.id, (await turns.submit(thread.id, "thanks")).turn_id)
    page = await visit()
    await page.click("#more-threads")
    await expect(page.locator("#more-threads")).to_be_hidden()
    shown = await page.locator("#threads .thread").count()
    assert shown >= 70
    await ask(page, FILING)
    await answered(page)
    await expect(page.locator("#threads .thread")).to_have_count(shown + 1)


async def test_what_is_meant_for_programs_is_not_said_to_a_reader(
    visit: Visit, expected_complaints: list[str]
) -> None:
    expected_complaints.append("401")
    page = await visit()
    said = json.dumps({"code": "unauthorized", "detail": "No key.", "fix": "Send the header Authorization: Bearer."})
    await page.route("**/v1/**", lambda route: route.fulfill(status=401, body=said))
    await page.reload()
    await page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    await expect(page.locator("#notice")).to_contain_text("This server needs an API key.")
    await expect(page.locator("#notice")).not_to_contain_text("Authorization")


async def test_at_400_percent_most_of_the_window_is_the_conversation(visit: Visit) -> None:
    page = await visit(width=320, height=256)
    await ask(page, FILING)
    await answered(page)
    sizes = await page.evaluate(
        "[document.querySelector('#scroller').clientHeight / innerHeight, document.documentElement.scrollWidth]"
    )
    assert sizes[0] > 0.5
    assert sizes[1] <= 320


async def open_long(page: Page, running: Product, count: int) -> ThreadId:
    """A thread of so many turns, all answered as its first one was."""
    turns, threads = running.system.turns, running.system.services.threads
    thread = await turns.create_thread(owner=OwnerId("local"), collection="default", pack="general")
    first = await turns.result(thread.id, (await turns.submit(thread.id, FILING)).turn_id)
    for place in range(1, count):
        now = await threads.get(thread.id)
        assert now is not None
        message = await threads.accept(
            thread_id=thread.id,
            turn_id=TurnId(f"turn_copy_{thread.id}_{place:04}"),
            text=f"Question {place}",
            received_at=now.updated_at,
            client_message_id=None,
        )
        record = TurnEnded(turn=replace(first, message=message))
        await threads.commit(thread_id=thread.id, record=record, expected_version=now.version)
    await page.evaluate("id => { location.hash = `#thread=${id}` }", thread.id)
    return thread.id


async def test_a_long_conversation_is_drawn_as_far_as_it_is_seen(visit: Visit, running: Product) -> None:
    page = await visit()
    await open_long(page, running, 90)
    await expect(page.locator(".turn")).to_have_count(12)
    for count in (52, 90):
        newest = page.locator(".turn").last
        await page.evaluate("document.querySelector('#scroller').scrollTop = 0")
        await expect(page.locator(".turn")).to_have_count(count)
        await expect(newest).not_to_be_in_viewport()
    await expect(page.locator("#earlier")).to_be_hidden()


async def test_the_first_load_is_small(chromium: Browser, running: Product) -> None:
    page = await (await chromium.new_context()).new_page()
    network = await page.context.new_cdp_session(page)
    await network.send("Network.enable")
    asked: list[str] = []
    sizes: list[int] = []
    network.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    async with page.expect_response("**/v1/changes"):  # one request that lasts: the network is never idle
        await page.goto(running.address)
    await expect(page.locator("#empty h2")).to_be_visible()
    await expect(page.locator("#threads section")).not_to_have_count(0)
    await page.evaluate("document.fonts.ready.then(() => null)")
    assert len(asked) <= 12
    assert sum(sizes) <= 150_000
    await page.context.close()
