"""A real Chromium, started once a process, and a running product, started once a module, for the page's tests."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, async_playwright, expect

from .page_server import Product, product

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox",  # CI runs as root, where Chromium's own sandbox refuses to start
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

expect.set_options(timeout=20_000)  # a machine shared with other tests; what is there is seen at once

Visit = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    if not Path(CHROMIUM).is_file():
        pytest.skip("there is no Chromium on this machine; .ci/run installs it (apt-get install chromium)")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        await browser.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def running(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Product]:
    """Asks for the browser first: without one there is nothing to start."""
    async with product(tmp_path_factory.mktemp("page")) as it:
        yield it


@dataclass
class Watch:
    """What a page may not do unless the test says that it will."""

    foreign: list[str] = field(default_factory=list[str])
    complaints: list[str] = field(default_factory=list[str])

    def follow(self, page: Page, address: str) -> None:
        def on_request(url: str) -> None:
            if not url.startswith((address, "data:", "blob:")):
                self.foreign.append(url)

        def on_console(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                self.complaints.append(message.text)

        page.on("request", lambda request: on_request(request.url))
        page.on("console", on_console)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))


@pytest.fixture
def expected_complaints() -> list[str]:
    """Words of console messages that a test brings about on purpose; it adds to the list."""
    return []


async def kept(contexts: list[BrowserContext], name: str) -> None:
    """The pages as they look at a test's end, as images in the folder that the environment names, if it does."""
    folder = os.environ.get("SCREENSHOTS")
    pages = [page for context in contexts for page in context.pages] if folder else []
    for number, page in enumerate(pages, 1):
        await page.screenshot(path=Path(folder or "") / f"{re.sub(r'[^a-z0-9-]+', '_', name.lower())}-{number}.png")


@pytest_asyncio.fixture(loop_scope="session")
async def visit(
    chromium: Browser, running: Product, expected_complaints: list[str], request: pytest.FixtureRequest
) -> AsyncIterator[Visit]:
    """Opens the page in a fresh browser profile; afterwards no request may have left the host, and nothing
    may have been complained about."""
    watch = Watch()
    contexts: list[BrowserContext] = []

    async def opening(
        *, width: int = 1280, height: int = 860, path: str = "/", address: str = running.address, **options: Any
    ) -> Page:
        context = await chromium.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(20_000)
        watch.follow(page, address)
        await page.goto(f"{address}{path}")
        return page

    yield opening
    running.holds.clear()
    await kept(contexts, str(request.node.name))
    for context in contexts:
        await context.close()
    assert watch.foreign == []
    assert [line for line in watch.complaints if not any(words in line for words in expected_complaints)] == []
