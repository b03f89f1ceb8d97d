"""What a person gets who types `followthrough demo` and opens the address that it prints."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from .conftest import Watch
from .page_server import free_port

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def demo(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[str, list[str]]]:
    """The address and the questions that the command prints."""
    process = await asyncio.create_subprocess_exec(
        Path(sys.executable).parent / "followthrough",
        "demo",
        "--port",
        str(free_port()),
        env={**os.environ, "FOLLOWTHROUGH_DATA_DIR": str(tmp_path_factory.mktemp("demo")), "PYTHONUNBUFFERED": "1"},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert process.stdout is not None
    said = (await process.stdout.readuntil(b"Ctrl-C")).decode()
    address = re.search(r"http://127\.0\.0\.1:\d+", said)
    assert address is not None
    yield address[0], re.findall(r"• (.+)", said)
    process.terminate()
    await process.communicate()


async def test_the_three_things_to_try_are_answered_with_sources(
    chromium: Browser, demo: tuple[str, list[str]]
) -> None:
    address, questions = demo
    watch = Watch()
    page = await chromium.new_page()
    watch.follow(page, address)
    await page.goto(address)
    await expect(page.locator("#empty .title-button").first).to_be_visible()
    assert len(questions) == 3
    offered = page.locator("#empty .suggestions button")
    assert await offered.all_text_contents() == questions
    for count, question in enumerate(questions, 1):
        if count == 1:
            await offered.first.click()
            await expect(page.locator("#message")).to_be_focused()
        else:
            await page.fill("#message", question)
            await page.press("#message", "Enter")
        await expect(page.locator(".turn[data-phase=completed]")).to_have_count(count)
        turn = page.locator(".turn").last
        await expect(turn.locator(".part:not(.part-answered)")).to_have_count(0)
        await turn.locator(".chip").first.click()
        await expect(page.locator("#passage mark").first).to_be_visible()
        await page.keyboard.press("Escape")
    await page.close()
    assert watch.foreign == []
    assert watch.complaints == []
