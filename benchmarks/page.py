"""How fast the page is: its first load on a slow connection, a conversation of 500 turns, typing in it.

Each is repeated in a fresh browser profile, beside the server, which has two hundred documents and a hundred
threads more.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from benchmarks.measure import print_machine, print_table, row_of
from playwright.async_api import Browser, CDPSession, async_playwright, expect
from tests.live.conftest import CHROMIUM, FLAGS
from tests.live.page_server import Product, product
from tests.live.test_page_fast import long_thread

TURNS = 500
BYTES_PER_S = 200_000  # 1.6 Mbit/s
LATENCY_MS = 150
TYPED = "How many days do I have to file a claim, and what is the copay for an office visit? " * 3
# What is asked stands over the box to write in once the page's own module has run.
WHEN_USABLE = """(() => {
  const look = () => {
    if (document.querySelector('#asked-open .asked-words')) window.usable = performance.now();
    else requestAnimationFrame(look);
  };
  look();
})()"""
WHEN_DRAWN = """() => new Promise(done => {
  const begun = performance.now();
  const look = () => {
    const last = document.querySelector('#turns .turn:last-child .reply-text');
    if (last && last.textContent.includes('120 days')) requestAnimationFrame(() => done(performance.now() - begun));
    else requestAnimationFrame(look);
  };
  location.hash = '#thread=thr_long';
  look();
})"""
NOTE_LATE_KEYS = """() => {
  window.late = [0];
  new PerformanceObserver(list => list.getEntries().forEach(one =>
    one.name.startsWith('key') && late.push(one.duration))).observe({type: 'event', durationThreshold: 16});
  new PerformanceObserver(list => list.getEntries().forEach(one => late.push(one.duration)))
    .observe({type: 'longtask'});
}"""


async def first_load(browser: Browser, address: str) -> tuple[float, float, float]:
    """Milliseconds until the page can be written in, bytes, requests."""
    context = await browser.new_context()
    page = await context.new_page()
    network: CDPSession = await context.new_cdp_session(page)
    await network.send("Network.enable")
    slow = {"latency": LATENCY_MS, "downloadThroughput": BYTES_PER_S, "uploadThroughput": BYTES_PER_S}
    await network.send("Network.emulateNetworkConditions", {"offline": False, **slow})
    asked: list[str] = []
    sizes: list[float] = []
    network.on("Network.requestWillBeSent", lambda event: asked.append(event["request"]["url"]))
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    await page.add_init_script(WHEN_USABLE)
    async with page.expect_response("**/v1/changes"):
        await page.goto(address)
    await expect(page.locator("#empty h2")).to_be_visible()
    usable = await page.evaluate("window.usable")
    await page.evaluate("document.fonts.ready.then(() => null)")
    await page.wait_for_timeout(500)
    await context.close()
    return usable, sum(sizes), len(asked)


async def busy_ms(network: CDPSession) -> float:
    """CPU of the page's main thread so far: what a machine that is busy otherwise changes little."""
    told = await network.send("Performance.getMetrics")
    return next(one["value"] for one in told["metrics"] if one["name"] == "TaskDuration") * 1000


async def read_and_typed(browser: Browser, address: str) -> tuple[float, float, float, float]:
    """The long conversation opened and typed in.

    Returns:
        Milliseconds from the click to its newest answer, and of CPU for it; of keys the longest delay and mean CPU.
    """
    page = await (await browser.new_context()).new_page()
    network = await page.context.new_cdp_session(page)
    await network.send("Performance.enable", {"timeDomain": "threadTicks"})
    await page.goto(address)
    await expect(page.locator("#threads section")).not_to_have_count(0)
    await page.wait_for_timeout(500)
    before = await busy_ms(network)
    drawn = await page.evaluate(WHEN_DRAWN)
    opening = await busy_ms(network) - before
    await page.wait_for_timeout(1_000)
    await page.evaluate(NOTE_LATE_KEYS)
    await page.click("#message")
    before = await busy_ms(network)
    await page.keyboard.type(TYPED, delay=15)
    typing = (await busy_ms(network) - before) / len(TYPED)
    await page.wait_for_timeout(300)
    late = await page.evaluate("Math.max(...late)")
    await page.context.close()
    return drawn, opening, late, typing


async def measure(runs: int, running: Product) -> list[list[str]]:
    """A row for each figure."""
    await long_thread(running, TURNS)
    for place in range(100):
        await long_thread(running, 1, f"thr_{place}")
    for place in range(200):
        text = f"# Sheet {place}\n\nRoom {place} closes at 18:{place % 60:02}.".encode()
        name = f"sheet-{place}.md"
        await running.system.library.add(data=text, name=name, source=f"upload:{name}", collection="default")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        loads = [await first_load(browser, running.address) for _ in range(runs)]
        reads = [await read_and_typed(browser, running.address) for _ in range(runs)]
        await browser.close()
    figures = [
        ("first load, usable, ms", "1,500"),
        ("first load, bytes", "150,000"),
        ("first load, requests", "12"),
        (f"{TURNS} turns opened, ms", "500"),
        (f"{TURNS} turns opened, CPU of the page, ms", "500"),
        ("typing there, longest delay, ms", "50"),
        ("typing there, CPU a key, ms", "50"),
    ]
    columns = [*zip(*loads, strict=True), *zip(*reads, strict=True)]
    return [[name, *row_of(values, 0), aim] for (name, aim), values in zip(figures, columns, strict=True)]


async def main(runs: int) -> None:
    """Prints the table."""
    print_machine()
    with tempfile.TemporaryDirectory() as folder:
        async with product(Path(folder)) as running:
            print_table(["", "median", "p95", "largest", "aim"], await measure(runs, running))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=7)
    asyncio.run(main(parser.parse_args().runs))
