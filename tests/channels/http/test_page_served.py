"""The page as it is served: few files, small on their way, kept for good under names of their content (issue 17)."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import httpx
import pytest

from .rig import QUESTION, Rig

PACKED = {"accept-encoding": "gzip"}
PLAIN = {"accept-encoding": "identity"}


async def page_of(client: httpx.AsyncClient) -> str:
    return (await client.get("/")).text


def parts_of(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(assets/[^"]+)"', page)


async def test_every_part_of_the_page_is_kept_for_good_under_a_name_of_its_content(rig: Rig) -> None:
    page = await page_of(rig.client)
    parts = parts_of(page)
    assert not re.search(r'(?:href|src)="(?!assets/|#|operations")', page)
    assert {Path(part).suffix for part in parts} == {".js", ".css", ".svg", ".woff2"}
    for part in parts:
        sent = await rig.client.get(f"/{part}")
        assert sent.status_code == 200
        assert sent.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert re.search(r"\.[0-9a-f]{16}\.\w+$", part)


async def test_what_the_styles_name_is_there_too(rig: Rig) -> None:
    [sheet] = [part for part in parts_of(await page_of(rig.client)) if part.endswith(".css")]
    text = (await rig.client.get(f"/{sheet}")).text
    files = re.findall(r'url\("([^"]+)"\)', text)
    assert files
    assert [(await rig.client.get(f"/assets/{file}")).status_code for file in files] == [200] * len(files)


async def test_the_page_itself_is_asked_about_again_and_not_sent_again(rig: Rig) -> None:
    first = await rig.client.get("/")
    assert first.headers["cache-control"] == "no-cache"
    again = await rig.client.get("/", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["content-security-policy"] == first.headers["content-security-policy"]


async def test_parts_and_replies_travel_compressed_and_streams_do_not(rig: Rig) -> None:
    await rig.add_fees()
    [script] = {part for part in parts_of(await page_of(rig.client)) if "/page." in part and part.endswith(".js")}
    packed = await rig.client.get(f"/{script}", headers=PACKED)
    plain = await rig.client.get(f"/{script}", headers=PLAIN)
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content) / 3
    thread = (await rig.client.post("/v1/threads", json={})).json()["thread_id"]
    streamed = await rig.client.post(
        f"/v1/threads/{thread}/messages", json={"text": QUESTION}, headers={**PACKED, "accept": "text/event-stream"}
    )
    assert "content-encoding" not in streamed.headers
    turns = await rig.client.get(f"/v1/threads/{thread}/turns", headers=PACKED)
    assert turns.headers["content-encoding"] == "gzip"


async def test_a_first_visit_is_small(rig: Rig) -> None:
    """What every first visit takes of the page; with the requests of the interface it is measured in the browser."""
    page = await page_of(rig.client)
    fonts = [part for part in parts_of(page) if part.endswith(".woff2")]
    parts = [await rig.client.get(f"/{part}", headers=PACKED) for part in set(parts_of(page))]
    sizes = [len(gzip.compress(page.encode())), *(int(part.headers["content-length"]) for part in parts)]
    assert len(fonts) == 1
    assert len(sizes) <= 8
    assert sum(sizes) <= 150_000


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
async def test_a_part_is_only_read(rig: Rig, method: str) -> None:
    assert (await rig.client.request(method, "/")).status_code == 405
    assert (await rig.client.request(method, "/assets/none.js")).status_code == 404


async def test_a_plain_module_is_asked_about_again_each_time(rig: Rig) -> None:
    assert (await rig.client.get("/markdown.js")).headers["cache-control"] == "no-cache"
