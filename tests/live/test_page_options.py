"""What can be clicked instead of typed (C22), on a page and a server of its own."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from followthrough.domain.documents import DocumentMetadata

from .conftest import Visit
from .page_server import Product

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def ask(page: Page, text: str) -> None:
    await page.fill("#message", text)
    await page.click("#send")


async def answered(page: Page, count: int = 1) -> None:
    await expect(page.locator(".turn[data-phase=completed]")).to_have_count(count)


async def test_c22_an_offered_plan_is_clicked_shown_by_its_name_and_answers_the_question(
    visit: Visit, running: Product
) -> None:
    for plan, days in (("Coralwood Care", 365), ("Harborline Health Plan", 120)):
        await running.system.library.add(
            data=f"# Claims\n\nThe timely filing limit for {plan} claims is {days} days.".encode(),
            name=f"{plan}.md",
            source=f"upload:{plan}.md",
            collection="plans",
            metadata=DocumentMetadata(payor=(plan,), state=("Florida",)),
        )
    page = await visit()
    thread = await page.request.post(
        f"{running.address}/v1/threads", data={"collection": "plans", "pack": "healthcare_payer"}
    )
    await page.goto(f"{running.address}/#thread={(await thread.json())['thread_id']}")
    await page.reload()
    await ask(page, "What is the timely filing limit?")
    options = page.get_by_role("group", name="Choose an answer")
    await expect(options.get_by_role("button")).to_have_text(["Coralwood Care", "Harborline Health Plan"])
    await options.get_by_role("button", name="Coralwood Care").click()
    await answered(page, 2)
    await expect(page.locator(".question-text").last).to_have_text("Coralwood Care")
    await expect(page.locator(".reply-text").last).to_contain_text("365 days")
    await expect(page.locator(".search-line").last).to_contain_text("timely filing limit for Coralwood Care")
    await expect(options).to_be_hidden()
