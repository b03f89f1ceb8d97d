"""The page by keyboard alone, and what axe-core finds in every view (issue 17, "keyboard, screen reader")."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from .conftest import Visit
from .page_server import FILING, TWO_PARTS, UNKNOWN
from .test_page import answered, ask, thread_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def faults(page: Page) -> list[str]:
    """What axe-core has against the page as it stands, by the rules of WCAG 2.2 AA."""
    tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    found = await Axe().run(page, options={"runOnly": {"type": "tag", "values": tags}})
    return [f"{one['id']}: {one['nodes'][0]['html'][:160]}" for one in found.response["violations"]]


async def test_shortcuts_are_told_and_work(visit: Visit) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    await ask(page, TWO_PARTS)
    await answered(page, 2)
    await page.keyboard.press("Control+/")
    sheet = page.get_by_role("dialog", name="Keyboard shortcuts")
    await expect(sheet.get_by_text("To the newest answer")).to_be_visible()
    await expect(sheet.get_by_role("button", name="Close")).to_be_focused()
    await page.keyboard.press("Control+k")  # what is open keeps the keyboard
    await expect(sheet).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(sheet).to_be_hidden()
    await page.keyboard.press("Control+k")
    await expect(page.get_by_role("searchbox")).to_be_focused()
    await page.keyboard.press("Alt+End")
    answer = page.locator(".answer")
    await expect(answer.nth(1)).to_be_focused()
    await page.keyboard.press("Alt+ArrowUp")
    await expect(answer.nth(0)).to_be_focused()
    await page.keyboard.press("Alt+ArrowDown")
    await expect(answer.nth(1)).to_be_focused()
    await page.keyboard.press("Alt+i")
    await expect(page.locator("#message")).to_be_focused()
    await page.keyboard.press("Control+Shift+o")
    await expect(page.locator("#empty h2")).to_be_visible()
    await expect(page.locator("#message")).to_be_focused()


async def test_the_skip_links_stay_in_the_conversation(visit: Visit) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    thread = thread_of(page)
    for name, target in (("newest answer", ".answer"), ("message box", "#message")):
        link = page.get_by_role("link", name=f"Skip to the {name}")
        await link.focus()
        await expect(link).to_be_in_viewport()
        await page.keyboard.press("Enter")
        await expect(page.locator(target)).to_be_focused()
        await expect(page).to_have_url(re.compile(f"#thread={thread}$"))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
async def test_axe_has_nothing_against_any_view(visit: Visit, scheme: str, width: int) -> None:
    page = await visit(width=width, height=844, color_scheme=scheme)
    await expect(page.locator("#empty .titles li").first).to_be_visible()
    assert await faults(page) == [], "the first screen"
    for count, question in enumerate((TWO_PARTS, UNKNOWN), 1):
        await ask(page, question)
        await answered(page, count)
    await page.locator(".workings summary").first.click()
    assert await faults(page) == [], "a conversation"
    await page.keyboard.press("Control+k")
    await page.get_by_role("searchbox").fill("copay")
    await expect(page.locator(".thread-found, .thread-name").first).to_be_visible()
    assert await faults(page) == [], "the conversations"
    await page.get_by_role("button", name=re.compile("^Actions of “")).first.click()
    assert await faults(page) == [], "what can be done with one"
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Control+/")
    assert await faults(page) == [], "the shortcuts"
