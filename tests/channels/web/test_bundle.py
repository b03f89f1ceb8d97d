"""The page as it is packed for a browser."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette

from followthrough.channels.http.static import FOLDER, PageFiles
from followthrough.channels.web.bundle import PAGES, bundle

INDEX = (
    '<link rel="icon" href="icon.svg" />\n    <link rel="stylesheet" href="a.css" />\n<script src="app.js"></script>'
)


def page_of(folder: Path, **modules: str) -> Path:
    (folder / "fonts").mkdir()
    (folder / "fonts" / "figtree-latin.woff2").write_bytes(b"font")
    files = {"index.html": INDEX, "a.css": "", "icon.svg": "<svg/>", "theme.js": ""}
    for name, text in {**files, **{f"{name}.js": text for name, text in modules.items()}}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def script_of(folder: Path) -> str:
    return next(
        asset.body.decode()
        for path, asset in bundle(folder).items()
        if path.startswith("assets/page.") and path.endswith(".js")
    )


def client() -> httpx.AsyncClient:
    app = Starlette()
    app.mount("/", PageFiles(directory=FOLDER))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://page")


def test_a_module_is_there_once_and_before_those_that_import_it(tmp_path: Path) -> None:
    folder = page_of(
        tmp_path,
        app='import { b as bee } from "./b.js";\nimport { c } from "./c.js";\nbee(c);\n',
        b='/** Notes. */\nimport { c } from "./c.js";\nexport function b() { return c; }\n',
        c="// a note\nexport const c = `/* kept */`;\n",
    )
    script = script_of(folder)
    assert [script.count(f"const m_{name} =") for name in "cb"] == [1, 1]
    assert script.index("const m_c =") < script.index("const m_b =") < script.index("const m_app =")
    assert "const { b: bee } = m_b;" in script
    assert "/* kept */" in script
    assert "note" not in script.lower()


@pytest.mark.parametrize(
    "modules",
    [
        {
            "app": 'import { b } from "./b.js";\nexport const a = b;\n',
            "b": 'import { a } from "./app.js";\nexport const b = a;\n',
        },
        {"app": 'import * as b from "./b.js";\n', "b": "export const b = 1;\n"},
        {"app": "export default 1;\n"},
    ],
)
def test_what_cannot_be_packed_rightly_is_refused(tmp_path: Path, modules: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="imports"):
        bundle(page_of(tmp_path, **modules))


@pytest.mark.parametrize("path", PAGES)
def test_every_part_is_named_by_what_is_in_it(path: str) -> None:
    page = bundle(FOLDER)[path].body.decode()
    named = re.findall(r'(?:src|href)="([^"#]+)"', page)
    assert named
    assert [name for name in named if name not in bundle(FOLDER) and name != "./"] == []
    styles = next(asset.body.decode() for path, asset in bundle(FOLDER).items() if path.endswith(".css"))
    urls = re.findall(r'url\("([^"]+)"\)', styles)
    assert urls
    assert [name for name in urls if f"assets/{name}" not in bundle(FOLDER)] == []


@pytest.mark.parametrize("path", PAGES)
async def test_parts_are_kept_for_ever_and_the_page_is_asked_about_again(path: str) -> None:
    async with client() as browser:
        page = await browser.get(f"/{path}")
        assert page.headers["cache-control"] == "no-cache"
        part = re.search(r'"(assets/\w+\.[^"]+\.js)" />', page.text)
        assert part is not None
        script = await browser.get(part[1])
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        again = await browser.get(f"/{path}", headers={"If-None-Match": page.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize(
    ("accept", "coding"),
    [
        ("gzip, br", "gzip"),
        ("*", "gzip"),
        ("gzip;q=0", None),
        ("identity", None),
        ("br", None),
        ("gzip; q=0.5", "gzip"),
    ],
)
async def test_the_page_is_compressed_for_whoever_takes_it(accept: str, coding: str | None) -> None:
    async with client() as browser, browser.stream("GET", "/", headers={"Accept-Encoding": accept}) as page:
        sent = b"".join([part async for part in page.aiter_raw()])
        assert page.headers.get("content-encoding") == coding
        assert page.headers["vary"] == "Accept-Encoding"
    body = gzip.decompress(sent) if coding else sent
    assert body == bundle(FOLDER)[""].body


async def test_the_sources_are_served_one_by_one_as_well() -> None:
    async with client() as browser:
        assert 'src="app.js"' in (await browser.get("/index.html")).text
        assert (await browser.get("/view-turn.js")).headers["cache-control"] == "no-cache"
