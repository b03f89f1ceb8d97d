"""The page when things go wrong: lost connections, refused messages, keys, limits, a server that dies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Page, Request, Route, expect
from tests.forked import Forked

from followthrough.channels.http.keys import LOCAL_OWNER, new_key
from followthrough.domain.events import EventKind
from followthrough.domain.ids import KeyId

from .conftest import Visit
from .page_server import FILING, TWO_PARTS, Product, free_port
from .test_page import answered, ask, thread_of, turns_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

LOST = "connection to the server is lost"


def problem(status: int, detail: str, fix: str = "", **headers: str) -> dict[str, Any]:
    """How a route is answered in the server's place."""
    body = {"type": "x", "title": "x", "status": status, "detail": detail, "fix": fix, "code": "x"}
    return {
        "status": status,
        "body": json.dumps(body),
        "headers": {"Content-Type": "application/problem+json", **headers},
    }


async def answer_once(page: Page, pattern: str, reply: dict[str, Any], method: str = "POST") -> None:
    """The next such request gets this reply; later ones reach the server."""
    done = False

    async def handle(route: Route) -> None:
        nonlocal done
        if done or route.request.method != method:
            await route.fallback()
            return
        done = True
        await route.fulfill(**reply)

    await page.route(pattern, handle)


async def test_a_cut_stream_goes_on_after_the_last_event_without_gap_or_duplicate(
    visit: Visit, running: Product, expected_complaints: list[str]
) -> None:
    expected_complaints.append("ERR_INCOMPLETE_CHUNKED_ENCODING")
    page = await visit()
    resumed: list[Request] = []
    page.on("request", lambda request: resumed.append(request) if "/events" in request.url else None)
    running.cuts.after_frames = [3, 1, 1]
    await ask(page, TWO_PARTS)
    await answered(page)
    [turn] = await turns_of(page, running)
    ids = [int(request.headers["last-event-id"]) for request in resumed]
    assert len(ids) == 3
    assert ids == sorted(ids)  # what was under way when the stream was cut may be asked for again
    text = turn["reply"]["text"]  # type: ignore[index] # JSON
    shown = await page.locator(".reply-text").inner_text()
    assert shown.count("$25") == text.count("$25") == 1
    assert shown.count("H0038") == text.count("H0038")
    await expect(page.locator("#notice")).to_be_hidden()


async def test_the_pieces_shown_while_a_cut_stream_goes_on_are_each_there_once(
    visit: Visit, running: Product, expected_complaints: list[str]
) -> None:
    expected_complaints.append("ERR_INCOMPLETE_CHUNKED_ENCODING")
    page = await visit()
    hold = running.holds.at(EventKind.DELTA)
    running.cuts.after_frames = [4]  # started, planned, sources and the first piece
    await ask(page, TWO_PARTS)
    await hold.wait()
    await expect(page.locator(".reply-text")).not_to_be_empty()
    first = await page.locator(".reply-text").inner_text()
    again = running.holds.at(EventKind.DELTA)
    hold.let_go.set()
    await again.wait()
    await expect(page.locator(".reply-text")).not_to_have_text(first)
    assert (await page.locator(".reply-text").inner_text()).count(first) == 1
    again.let_go.set()
    await answered(page)


async def test_a_refused_message_says_why_and_can_be_edited(visit: Visit, expected_complaints: list[str]) -> None:
    expected_complaints.append("422")
    page = await visit()
    await answer_once(page, "**/messages", problem(422, "The message can't be taken.", "Write it in other words."))
    await ask(page, FILING)
    await expect(page.locator(".unsent")).to_contain_text("The message can't be taken. Write it in other words.")
    await expect(page.locator("#announcer")).to_contain_text("The message can't be taken.")
    await page.get_by_role("button", name="Edit").click()
    await expect(page.locator("#message")).to_have_value(FILING)
    await expect(page.locator(".turn")).to_have_count(0)
    await page.keyboard.press("Enter")
    await answered(page)


async def test_a_message_that_is_taken_back_keeps_its_file(visit: Visit, expected_complaints: list[str]) -> None:
    expected_complaints.append("422")
    page = await visit()
    await answer_once(page, "**/messages", problem(422, "Not now."))
    ferry = {
        "name": "ferry.md",
        "mimeType": "text/markdown",
        "buffer": b"# Ferry\n\nThe ferry to Skarholm leaves at 7:40.",
    }
    await page.set_input_files("#files", [ferry])  # type: ignore[arg-type] # a mapping is a payload
    await ask(page, "When does the ferry to Skarholm leave?")
    await page.locator(".unsent").get_by_role("button", name="Edit").click()
    await expect(page.locator("#tray .file")).to_contain_text("ferry.md")
    await page.keyboard.press("Enter")
    await answered(page)
    await expect(page.locator(".reply-text")).to_contain_text("7:40")
    await expect(page.locator("#tray .file")).to_have_count(0)


async def test_trying_again_uses_the_same_id_so_that_the_message_is_answered_once(
    visit: Visit, running: Product, expected_complaints: list[str]
) -> None:
    expected_complaints.append("422")
    page = await visit()
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/messages"):
            sent.append(json.loads(request.post_data or "{}")["client_message_id"])

    page.on("request", note)
    await answer_once(page, "**/messages", problem(422, "Not now."))
    await ask(page, FILING)
    await page.get_by_role("button", name="Try again", exact=True).click()
    await answered(page)
    assert len(sent) == 2
    assert len(set(sent)) == 1
    assert len(await turns_of(page, running)) == 1


async def test_a_database_that_does_not_answer_is_tried_again_by_itself(
    visit: Visit, expected_complaints: list[str]
) -> None:
    expected_complaints.append("503")
    page = await visit()
    await page.clock.install()
    await answer_once(page, "**/messages", problem(503, "The database did not answer.", "Try again in a moment."))
    await ask(page, FILING)
    await expect(page.locator("#notice")).to_contain_text("The database did not answer.")
    await page.clock.fast_forward(2_000)
    await answered(page)
    await expect(page.locator("#notice")).to_be_hidden()


async def test_a_message_that_never_got_through_is_kept_over_a_reload(
    visit: Visit, running: Product, expected_complaints: list[str]
) -> None:
    expected_complaints.append("ERR_CONNECTION_REFUSED")
    page = await visit()
    await page.clock.install()
    await page.route("**/v1/threads", lambda route: route.abort("connectionrefused"))
    await ask(page, FILING)
    await expect(page.locator("#notice")).to_contain_text(LOST)
    for _ in range(500):  # as long as there are tries left, the next one is at most eleven seconds away
        await page.clock.fast_forward(11_000)
        if await page.locator(".unsent").count() == 1:
            break
    await expect(page.locator(".unsent")).to_contain_text("The server can't be reached.")
    await page.unroute("**/v1/threads")
    await page.reload()
    await page.clock.resume()
    await answered(page)
    assert len(await turns_of(page, running)) == 1


async def test_a_rate_limit_is_waited_out(visit: Visit, expected_complaints: list[str]) -> None:
    expected_complaints.append("429")
    page = await visit()
    await page.clock.install()
    await answer_once(page, "**/messages", problem(429, "Too many requests.", **{"Retry-After": "40"}))
    await ask(page, FILING)
    await expect(page.locator("#notice")).to_contain_text("Too many requests in a short time.")
    await expect(page.locator("#notice")).to_contain_text("40 seconds")
    await page.clock.fast_forward(41_000)
    await answered(page)
    await expect(page.locator("#notice")).to_be_hidden()


async def test_a_conversation_that_is_gone_says_so_and_a_new_one_begins(
    visit: Visit, expected_complaints: list[str]
) -> None:
    expected_complaints.append("404")
    page = await visit(path="/#thread=thr_unknown")
    await expect(page.locator("#notice")).to_contain_text("There is no conversation with this id.")
    await expect(page.get_by_role("heading", level=1)).to_have_text("New conversation")
    await ask(page, FILING)
    await answered(page)


@pytest_asyncio.fixture(loop_scope="session")
async def key(running: Product) -> AsyncIterator[str]:
    """A key in force: from now on the server wants one."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    secret, stored = new_key(key_id=KeyId("key_page"), owner=LOCAL_OWNER, name="page", created_at=now)
    await running.system.keys.add(stored)
    yield secret
    await running.system.keys.revoke(stored.id, now)


async def test_a_key_is_asked_for_once_and_kept_in_this_tab_only(
    visit: Visit, running: Product, key: str, expected_complaints: list[str]
) -> None:
    expected_complaints.append("401")
    page = await visit()
    # On loopback a server with keys may serve callers without one; the first replies stand for a remote server.
    dialog = page.get_by_role("dialog")
    await page.route("**/v1/**", demand_key(key))
    await page.reload()
    await expect(dialog.get_by_role("heading")).to_have_text("This server asks for a key")
    await dialog.get_by_label("API key").fill("ft_wrong")
    await dialog.get_by_role("button", name="Continue").click()
    await expect(dialog.get_by_role("heading")).to_have_text("That key is not in force")
    await dialog.get_by_label("API key").fill(key)
    await page.keyboard.press("Enter")
    await expect(dialog).to_have_count(0)
    await ask(page, FILING)
    await answered(page)
    kept = await page.evaluate(
        "[Object.values({...sessionStorage}), JSON.stringify({...localStorage}), location.href]"
    )
    assert key in kept[0]
    assert key not in kept[1]
    assert key not in kept[2]
    await page.reload()
    await answered(page)


def demand_key(key: str) -> Any:
    async def handle(route: Route) -> None:
        if route.request.headers.get("authorization") == f"Bearer {key}":
            await route.fallback()
        else:
            await route.fulfill(**problem(401, "This server needs an API key."))

    return handle


async def test_without_a_key_the_page_says_what_is_missing(visit: Visit, expected_complaints: list[str]) -> None:
    expected_complaints.append("401")
    page = await visit()
    await page.route("**/v1/**", demand_key("ft_none"))
    await page.reload()
    await page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    await expect(page.locator("#notice")).to_contain_text("This server needs an API key.")
    await page.fill("#message", "kept")
    await page.locator("#notice").get_by_role("button", name="Try again").click()
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator("#message")).to_have_value("kept")


async def start_process(data_dir: Path, port: int, *hold: str) -> Forked:
    """The product in a process of its own, that a test can kill; ready when this returns."""
    process = Forked(Path(__file__).with_name("page_server.py"), data_dir, port, *hold)
    assert await asyncio.to_thread(process.stdout.readline) == "ready\n"
    return process


async def test_a_server_killed_in_the_middle_of_an_answer_completes_it_once_after_its_restart(
    visit: Visit, tmp_path: Path, expected_complaints: list[str]
) -> None:
    expected_complaints += ["ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET"]
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    first = await start_process(tmp_path, port, "delta")
    try:
        page = await visit(address=address)
        await ask(page, TWO_PARTS)
        await expect(page.locator(".turn[data-phase=running] .reply-text")).not_to_be_empty()
    finally:
        first.kill()
    await expect(page.locator("#notice")).to_contain_text(LOST)
    await page.fill("#message", FILING)
    await page.press("#message", "Enter")
    second = await start_process(tmp_path, port)
    try:
        await answered(page, 2)
        await expect(page.locator("#notice")).to_be_hidden()
        reply = await page.request.get(f"{address}/v1/threads/{thread_of(page)}/turns")
        turns = (await reply.json())["turns"]
        assert [turn["query"]["message"] for turn in turns] == [TWO_PARTS, FILING]
        assert (await page.locator(".reply-text").first.inner_text()).count("$25") == 1
    finally:
        second.kill()
