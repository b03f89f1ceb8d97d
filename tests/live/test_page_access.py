"""The page for everyone: by keyboard, on a phone, in the dark, in any script, with a screen reader."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from followthrough.domain.events import EventKind

from .conftest import Visit
from .page_server import FILING, TWO_PARTS, UNKNOWN, Product
from .test_page import answered, ask

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

WIDTHS = [360, 768, 1024, 1280, 1920]
LEAST_CONTRAST = 4.5

# Every text that is seen, with its colour and the colours behind it, painted on a canvas to come out as sRGB.
CONTRAST = """() => {
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const paint = (layers) => {
        context.clearRect(0, 0, 1, 1);
        for (const colour of layers) { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); }
        return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = (rgb) => {
        const [r, g, b] = rgb.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (element) => {
        const layers = [];
        for (let at = element; at; at = at.parentElement) layers.unshift(getComputedStyle(at).backgroundColor);
        return layers;
    };
    const poor = [];
    let seen = 0;
    const judge = (element, colour, words) => {
        const layers = behind(element);
        const [a, b] = [light(paint(layers)), light(paint([...layers, colour]))].sort((x, y) => y - x);
        const ratio = (a + 0.05) / (b + 0.05);
        seen += 1;
        if (ratio < LEAST) poor.push(`${ratio.toFixed(2)} ${element.className || element.localName}: ${words}`);
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const words = walker.currentNode.data.trim();
        const element = walker.currentNode.parentElement;
        if (words && element.checkVisibility({ visibilityProperty: true })) {
            judge(element, getComputedStyle(element).color, words.slice(0, 40));
        }
    }
    for (const field of document.querySelectorAll("textarea, input[type=text], input[type=password]")) {
        if (field.checkVisibility()) judge(field, getComputedStyle(field, "::placeholder").color, "placeholder");
    }
    return { seen, poor };
}""".replace("LEAST)", f"{LEAST_CONTRAST})")

# What assistive technology would miss: names of controls, ids that labels point to, headings out of order.
FAULTS = """() => {
    const faults = [];
    const shown = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
    const named = (element) =>
        element.getAttribute("aria-label") || element.labels?.[0]?.textContent.trim() || element.textContent.trim() ||
        element.getAttribute("aria-labelledby");
    const controls = "button, a[href], input, textarea, select, summary, progress, [role=region], dialog";
    for (const control of shown(controls)) {
        if (!named(control)) faults.push(`no name: ${control.outerHTML.slice(0, 80)}`);
    }
    for (const attribute of ["aria-labelledby", "aria-describedby", "for", "popovertarget"]) {
        for (const element of document.querySelectorAll(`[${attribute}]`)) {
            const id = element.getAttribute(attribute);
            if (!document.getElementById(id) && element.checkVisibility()) faults.push(`${attribute}=${id}`);
        }
    }
    const levels = shown("h1, h2, h3, h4, h5, h6").filter((one) => !one.closest("aside, dialog"))
        .map((one) => Number(one.tagName[1]));
    levels.forEach((level, place) => {
        if (place === 0 ? level !== 1 : level > levels[place - 1] + 1) faults.push(`heading level ${level}`);
    });
    if (levels.filter((level) => level === 1).length !== 1) faults.push("not one h1");
    for (const icon of shown("svg")) if (icon.getAttribute("aria-hidden") !== "true") faults.push("icon is read out");
    const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
    if (new Set(ids).size !== ids.length) faults.push("an id is there twice");
    if (!document.documentElement.lang) faults.push("no language");
    return faults;
}"""

SMALL_TARGETS = """() => [...document.querySelectorAll("button, input, textarea, summary, .thread-link")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 60)])
    .filter(([box]) => box.width < 24 || box.height < 24).map(([, html]) => html)"""


async def is_wider_than_the_window(page: Page) -> bool:
    return await page.evaluate("document.scrollingElement.scrollWidth > innerWidth")


async def settle(page: Page) -> None:
    await page.evaluate("document.fonts.ready")


async def full_page(visit: Visit, **options: Any) -> Page:
    """A page with everything on it: answers found and not found, a stopped one, details open."""
    page = await visit(**options)
    await ask(page, TWO_PARTS)
    await answered(page)
    await ask(page, UNKNOWN)
    await answered(page, 2)
    for summary in await page.locator("summary").all():
        await summary.click()
    return page


async def test_a_conversation_is_held_by_keyboard_alone(visit: Visit) -> None:
    page = await visit()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("link", name="Skip to the message box")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#message")).to_be_focused()
    await page.keyboard.type(FILING)
    await page.keyboard.press("Shift+Enter")
    await page.keyboard.type("Please.")
    await page.keyboard.press("Enter")
    await answered(page)
    await expect(page.locator("#message")).to_be_focused()
    chip = page.locator(".chip").first
    for _ in range(20):
        await page.keyboard.press("Shift+Tab")
        if await chip.evaluate("(one) => one === document.activeElement"):
            break
    await expect(chip).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#passage mark")).to_be_visible()
    assert await page.evaluate("document.querySelector('#passage').contains(document.activeElement)")
    await page.keyboard.press("Escape")
    await expect(page.locator("#passage")).to_be_hidden()
    await expect(chip).to_be_focused()


async def test_every_stop_of_the_keyboard_is_visible(visit: Visit) -> None:
    page = await full_page(visit)
    await page.evaluate("document.activeElement.blur()")
    unseen: list[str] = []
    for _ in range(60):
        await page.keyboard.press("Tab")
        look = await page.evaluate(
            """() => {
                const at = document.activeElement;
                if (at === document.body) return null;
                // a radio's ring is on its label, the message box's on its frame
                const ringed = [at, at.nextElementSibling, at.closest(".composer")].filter(Boolean);
                const has = ringed.some((one) => {
                    const style = getComputedStyle(one);
                    return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2) ||
                        (one.matches(".composer") && style.boxShadow.includes("1px"));
                });
                return has ? "" : at.outerHTML.slice(0, 80);
            }"""
        )
        if look is None:
            break
        if look:
            unseen.append(look)
    assert unseen == []


async def test_escape_closes_only_what_lies_on_top(visit: Visit) -> None:
    page = await visit()
    await ask(page, FILING)
    await answered(page)
    await page.locator(".chip").first.click()
    await expect(page.locator("#passage mark")).to_be_visible()
    await page.get_by_role("button", name="Actions of this conversation").click()
    await page.keyboard.press("Escape")
    await expect(page.locator("#thread-menu")).to_be_hidden()
    await expect(page.locator("#passage")).to_be_visible()


async def test_sources_are_stepped_through_in_the_panel(visit: Visit) -> None:
    page = await visit()
    await ask(page, TWO_PARTS)
    await answered(page)
    await page.locator(".chip").first.click()
    panel = page.locator("#passage")
    first = await panel.locator("mark").first.inner_text()
    await expect(panel.get_by_role("button", name="Previous source")).to_be_disabled()
    await panel.get_by_role("button", name="Next source").click()
    await expect(panel.locator("mark").first).not_to_have_text(first)
    await expect(panel.locator("#passage-title")).to_be_focused()


async def test_a_phone_shows_everything_without_scrolling_sideways(visit: Visit) -> None:
    page = await full_page(visit, width=360, height=740, has_touch=True, is_mobile=True)
    assert not await is_wider_than_the_window(page)
    await page.locator(".chip").first.click()
    panel = page.get_by_role("dialog", name="Harbor Provider Manual")
    await expect(panel.locator("mark").first).to_be_in_viewport()
    assert await panel.evaluate("(one) => one.matches(':modal')")
    await panel.get_by_role("button", name="Close").click()
    await expect(panel).to_be_hidden()
    await expect(page.locator(".chip").first).to_be_focused()
    await page.get_by_role("button", name="Conversations").click()
    await expect(page.locator("#threads a").first).to_be_in_viewport()
    await page.get_by_role("button", name="New conversation").click()
    await expect(page.locator("#threads")).to_be_hidden()
    await expect(page.locator("#empty")).to_be_visible()
    assert not await is_wider_than_the_window(page)


async def test_a_touch_keyboard_starts_a_line_with_enter_and_sends_with_the_button(visit: Visit) -> None:
    page = await visit(width=360, height=740, has_touch=True, is_mobile=True)
    await page.fill("#message", FILING)
    await page.press("#message", "Enter")
    await expect(page.locator("#message")).to_have_value(f"{FILING}\n")
    await page.get_by_role("button", name="Send").tap()
    await answered(page)


@pytest.mark.parametrize("width", WIDTHS)
async def test_long_words_wide_tables_and_long_titles_fit_every_width(
    visit: Visit, running: Product, width: int
) -> None:
    row = "|" + "|".join(f" column-{n} " for n in range(14)) + "|"
    wide = f"# Table of weights\n\nThe weight of the Orca parcel is 11 kilograms.\n\n{row}\n{'|---' * 14}|\n{row}\n"
    await running.system.library.add(
        data=wide.encode(), name=f"{'w' * 120}.md", source="upload:wide.md", collection="default"
    )
    page = await visit(width=width)
    await ask(page, f"What is the weight of the Orca parcel? {'x' * 300}")
    await answered(page)
    assert not await is_wider_than_the_window(page)
    if await page.locator(".chip").count() > 0:
        await page.locator(".chip").first.click()
        await expect(page.locator("#passage mark").first).to_be_visible()
    assert not await is_wider_than_the_window(page)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_text_can_be_read_in_light_and_dark(visit: Visit, running: Product, scheme: str) -> None:
    page = await full_page(visit, color_scheme=scheme)
    await page.locator(".chip").first.click()
    await expect(page.locator("#passage mark").first).to_be_visible()
    looks = [await page.evaluate(CONTRAST)]
    hold = running.holds.at(EventKind.PLANNED)
    await ask(page, FILING)
    await hold.wait()
    looks.append(await page.evaluate(CONTRAST))
    await page.click("#stop")
    await expect(page.locator(".turn[data-phase=stopped]")).to_have_count(1)
    await page.click("#open-library")
    await expect(page.locator(".document").first).to_be_visible()
    looks.append(await page.evaluate(CONTRAST))
    await page.locator(".document").first.get_by_role("button", name="Delete").click()
    looks.append(await page.evaluate(CONTRAST))
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await page.click("#new-thread")
    await expect(page.locator("#empty")).to_be_visible()
    looks.append(await page.evaluate(CONTRAST))
    assert all(look["seen"] > 10 for look in looks)
    assert [line for look in looks for line in look["poor"]] == []


async def test_the_choice_of_dark_is_kept_and_outranks_the_system(visit: Visit) -> None:
    page = await visit(color_scheme="light")
    colour = "getComputedStyle(document.body).backgroundColor"
    light = await page.evaluate(colour)
    await page.get_by_text("Dark", exact=True).click()
    dark = await page.evaluate(colour)
    assert dark != light
    await page.reload()
    assert await page.evaluate(colour) == dark
    await expect(page.get_by_label("Dark")).to_be_checked()
    await page.get_by_text("Auto", exact=True).click()
    assert await page.evaluate(colour) == light
    await page.emulate_media(color_scheme="dark")
    assert await page.evaluate(colour) == dark


@pytest.mark.parametrize("width", [360, 1280])
async def test_controls_have_names_headings_are_in_order_and_targets_are_large_enough(
    visit: Visit, width: int
) -> None:
    page = await visit(width=width)
    await expect(page.locator("#empty h2")).to_be_visible()
    assert await page.evaluate(FAULTS) == []
    await ask(page, TWO_PARTS)
    await answered(page)
    assert await page.evaluate(FAULTS) == []
    assert await page.evaluate(SMALL_TARGETS) == []
    await page.locator(".chip").first.click()
    await expect(page.locator("#passage mark").first).to_be_visible()
    assert await page.evaluate(FAULTS) == []


async def test_an_answer_is_announced_once_when_it_is_complete(visit: Visit, running: Product) -> None:
    page = await visit()
    said = await page.evaluate_handle(
        """() => {
            const said = [];
            const region = document.querySelector("#announcer");
            new MutationObserver(() => said.push(region.textContent)).observe(region, { childList: true });
            return said;
        }"""
    )
    await expect(page.locator("#announcer")).to_have_attribute("aria-live", "polite")
    hold = running.holds.at(EventKind.DELTA)
    await ask(page, FILING)
    await hold.wait()
    await expect(page.locator(".turn")).to_have_attribute("aria-busy", "true")
    assert await said.evaluate("(said) => said") == []
    hold.let_go.set()
    await answered(page)
    await expect(page.locator("#announcer")).to_contain_text("120 days")
    assert len(await said.evaluate("(said) => said")) == 1
    assert await page.locator("#turns [aria-live]").count() == 0


async def test_text_from_right_to_left_reads_its_own_way(visit: Visit) -> None:
    page = await visit()
    text = "كم يوما لدي لتقديم المطالبة؟"
    await page.fill("#message", text)
    direction = "(one) => getComputedStyle(one).direction"
    assert await page.locator("#message").evaluate(direction) == "rtl"
    await page.keyboard.press("Enter")
    await answered(page)
    assert await page.locator(".question-text").evaluate(direction) == "rtl"
    assert await page.locator(".part-text").evaluate(direction) == "rtl"
    assert await page.evaluate("getComputedStyle(document.body).direction") == "ltr"


async def test_nothing_moves_for_those_who_asked_for_less_motion(visit: Visit, running: Product) -> None:
    page = await visit(reduced_motion="reduce")
    hold = running.holds.at(EventKind.PLANNED)
    await ask(page, FILING)
    await hold.wait()
    await expect(page.locator(".pulse")).to_be_visible()
    assert await page.evaluate("document.getAnimations().length") == 0
    hold.let_go.set()
    await answered(page)


async def test_a_message_that_is_too_long_is_said_so_before_it_is_sent(visit: Visit) -> None:
    page = await visit()
    await page.fill("#message", "🙂" * 16_001)
    await expect(page.locator("#message-hint")).to_have_text(
        "Too long by 1 character. Shorten it, or attach it as a file."
    )
    await expect(page.get_by_role("button", name="Send")).to_be_disabled()
    await page.fill("#message", "🙂" * 16_000)
    await expect(page.get_by_role("button", name="Send")).to_be_enabled()
    await page.fill("#message", "   ")
    await expect(page.get_by_role("button", name="Send")).to_be_disabled()


async def test_the_page_carries_a_policy_that_allows_its_own_files_only(visit: Visit) -> None:
    page = await visit()
    reply = await page.request.get(page.url)
    policy = reply.headers["content-security-policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
