"""Files through the page: attached to a conversation or added to the library, with what becomes of them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.async_api import Page, Route, expect

from .conftest import Visit
from .page_server import FILING, Product
from .test_page import answered, ask, turns_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FEES = b"# Fees\n\nThe fee for a certified copy of a record is 14 dollars."
FEE_QUESTION = "What is the fee for a certified copy of a record?"


def file(name: str, content: bytes) -> Any:
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


async def drop(page: Page, target: str, name: str, content: str) -> None:
    """Drags a file onto one of the two zones, as a person would."""
    await page.evaluate(
        """([target, name, content]) => {
            const dataTransfer = new DataTransfer();
            dataTransfer.items.add(new File([content], name));
            const say = (type, element) =>
                element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
            say("dragenter", document.body);
            const zone = document.querySelector(`[data-target=${target}]`);
            say("dragover", zone);
            say("drop", zone);
        }""",
        [target, name, content],
    )


async def test_a_file_is_attached_read_and_asked_about(visit: Visit, running: Product) -> None:
    page = await visit()
    await page.set_input_files("#files", [file("fees.md", FEES)])
    await expect(page.locator(".file")).to_contain_text("fees.md")
    await ask(page, FEE_QUESTION)
    await answered(page)
    await expect(page.locator(".question-file")).to_have_text("fees.md")
    await expect(page.locator(".reply-text")).to_contain_text("14 dollars")
    await expect(page.locator(".file")).to_have_count(0)
    [turn] = await turns_of(page, running)
    assert len(turn["attachments"]) == 1  # type: ignore[arg-type] # JSON
    await page.reload()
    await expect(page.locator(".question-file")).to_have_text("fees.md")


async def test_an_attached_file_stays_with_its_conversation(visit: Visit) -> None:
    page = await visit()
    await page.set_input_files("#files", [file("bylaws.md", b"# Bylaws\n\nThe quorum of the village council is 7.")])
    await ask(page, "What is the quorum of the village council?")
    await answered(page)
    await expect(page.locator(".reply-text")).to_contain_text("7")
    await page.click("#new-thread")
    await ask(page, "What is the quorum of the village council?")
    await answered(page)
    await expect(page.locator(".part-status")).not_to_have_text("Answered")


async def test_a_dropped_file_goes_where_it_was_dropped(visit: Visit, running: Product) -> None:
    page = await visit()
    await drop(page, "library", "harvest.md", "# Harvest\n\nThe harvest festival begins on 14 September.")
    await expect(page.locator("#tray .file-words")).to_contain_text("(library)")
    await expect(page.locator("#empty")).to_contain_text("Harvest")
    listed = await (await page.request.get(f"{running.address}/v1/documents")).json()
    assert "harvest.md" in [document["name"] for document in listed["documents"]]
    await drop(page, "thread", "notes.md", "# Notes\n\nThe key is under the third pot.")
    await expect(page.locator(".file")).to_have_count(2)
    listed = await (await page.request.get(f"{running.address}/v1/documents")).json()
    assert "notes.md" not in [document["name"] for document in listed["documents"]]


async def test_several_files_are_taken_and_a_bad_one_says_why(visit: Visit, expected_complaints: list[str]) -> None:
    expected_complaints.append("422")
    page = await visit()
    bad = file("broken.pdf", b"%PDF-1.7\nnothing of a pdf")
    await page.set_input_files("#files", [file("a.txt", b"Alder trees lose their leaves."), bad])
    broken = page.locator(".file", has_text="broken.pdf")
    await expect(broken).to_have_attribute("data-phase", "failed")
    assert (await broken.locator(".file-words").inner_text()).strip()
    await expect(page.locator(".file", has_text="a.txt")).to_have_attribute("data-phase", "ready")
    await page.get_by_role("button", name="Remove broken.pdf").click()
    await expect(broken).to_have_count(0)


async def test_a_failed_upload_can_be_sent_again(visit: Visit, expected_complaints: list[str]) -> None:
    expected_complaints.append("ERR_CONNECTION_REFUSED")
    page = await visit()
    pattern = "**/v1/threads/*/documents"
    await page.route(pattern, lambda route: route.abort("connectionrefused"))
    await page.set_input_files("#files", [file("fees.md", FEES)])
    await expect(page.locator("#tray .file-words")).to_contain_text("Could not be sent")
    await page.unroute(pattern)
    await page.get_by_role("button", name="Send fees.md again").click()
    await expect(page.locator(".file")).to_have_attribute("data-phase", "ready")


async def test_a_message_waits_for_its_file_and_says_when_the_file_can_not_be_used(
    visit: Visit, expected_complaints: list[str]
) -> None:
    expected_complaints.append("422")
    page = await visit()
    arriving: list[Route] = []

    async def keep(route: Route) -> None:
        arriving.append(route)

    await page.route("**/v1/threads/*/documents", keep)
    async with page.expect_request("**/v1/threads/*/documents"):
        await page.set_input_files("#files", [file("empty.md", b"x")])
    await ask(page, FILING)
    await expect(page.get_by_text("Waiting for your file to be read")).to_be_visible()
    await expect(page.locator(".question-file")).to_have_text("empty.md")
    refusal = {"type": "x", "title": "x", "status": 422, "code": "document_refused", "detail": "The file is empty."}
    await arriving[0].fulfill(status=422, body=json.dumps(refusal), content_type="application/problem+json")
    await expect(page.locator(".file")).to_contain_text("The file is empty.")
    await expect(page.locator(".unsent")).to_contain_text("Trying again sends it without that file.")
    await page.get_by_role("button", name="Try again", exact=True).click()
    await answered(page)


async def test_progress_is_that_of_the_bytes_sent(visit: Visit) -> None:
    page = await visit()
    seen = await page.evaluate_handle(
        """() => {
            const seen = new Set();
            const look = () => {
                const bar = document.querySelector(".file progress");
                if (bar?.hasAttribute("value")) seen.add(document.querySelector("#tray .file-words").textContent);
            };
            new MutationObserver(look).observe(document.querySelector("#tray"), {
                subtree: true, childList: true, characterData: true, attributes: true,
            });
            return seen;
        }"""
    )
    # A slow line: on a fast one a file may have left before the browser tells of it for the first time.
    devtools = await page.context.new_cdp_session(page)
    line = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": 2_000_000}
    await devtools.send("Network.emulateNetworkConditions", line)
    words = b"The clerk keeps the register of every parcel in the district. " * 50_000
    await page.set_input_files("#files", [file("register.txt", words)])
    await expect(page.locator(".file")).not_to_have_attribute("data-phase", "sending")
    said = await seen.evaluate("(seen) => [...seen]")
    assert any(line.startswith("Sending, ") for line in said)
    await page.get_by_role("button", name="Remove register.txt").click()
    await expect(page.locator("#tray")).to_be_hidden()


async def test_the_library_lists_its_documents_and_deletes_one_only_when_told_twice(
    visit: Visit, running: Product
) -> None:
    await running.system.library.add(
        data=b"# Old\n\nThe old rule was 30 days.", name="old.md", source="upload:old.md", collection="default"
    )
    page = await visit()
    await page.click("#open-library")
    library = page.get_by_role("dialog", name="Documents")
    entry = library.locator(".document", has_text="old.md")
    await expect(entry).to_contain_text("Ready")
    await entry.get_by_role("button", name="Delete").click()
    await page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    await expect(entry).to_have_count(1)
    await entry.get_by_role("button", name="Delete").click()
    await page.locator("#ask").get_by_role("button", name="Delete").click()
    await expect(entry).to_have_count(0)
    await expect(library.get_by_role("button").first).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(library).to_be_hidden()


async def test_files_of_the_conversation_are_listed_apart_and_can_be_deleted(visit: Visit) -> None:
    page = await visit()
    await page.set_input_files("#files", [file("ferry.md", b"# Ferry\n\nThe ferry to Skarholm leaves at 7:40.")])
    await expect(page.locator(".file")).to_have_attribute("data-phase", "ready")
    await page.click("#open-library")
    own = page.get_by_role("region", name="In this conversation")
    await expect(own.locator(".document")).to_contain_text("ferry.md")
    await own.get_by_role("button", name="Delete ").click()
    await page.locator("#ask").get_by_role("button", name="Delete").click()
    await expect(own.locator(".document")).to_have_count(0)
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Remove ferry.md").click()
    await ask(page, "When does the ferry to Skarholm leave?")
    await answered(page)
    await expect(page.locator(".part-status")).not_to_have_text("Answered")
