"""The page's files: complete, small, from nobody else, and nothing in the markup that the policy would refuse."""

from __future__ import annotations

import hashlib
import posixpath
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from followthrough.channels.http.static import FOLDER
from followthrough.channels.web.bundle import bundle

MODULES = sorted(FOLDER.glob("*.js"))
STYLES = sorted((FOLDER / "styles").glob("*.css"))
MARKUPS = sorted(FOLDER.glob("*.html"))
OWN_FILES = [*MODULES, *STYLES, *MARKUPS, FOLDER / "icon.svg"]
SVG_NAMESPACE = "http://www.w3.org/2000/svg"


class Markup(HTMLParser):
    """What the tests ask of a page's markup."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.files: list[str] = []
        self.inline: list[str] = []
        self.script_is_open = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(given["id"] or "")
        if tag == "style" or "style" in given or any(name.startswith("on") for name in given):
            self.inline.append(f"<{tag}> {given}")
        for name in ("src", "href"):
            if value := given.get(name):
                self.files.append(value)
        self.script_is_open = tag == "script"

    def handle_data(self, data: str) -> None:
        if self.script_is_open and data.strip():
            self.inline.append(data)

    def handle_endtag(self, tag: str) -> None:
        self.script_is_open = False


@pytest.fixture(scope="module", params=MARKUPS, ids=lambda path: path.name)
def markup(request: pytest.FixtureRequest) -> Markup:
    parser = Markup()
    parser.feed(request.param.read_text(encoding="utf-8"))
    return parser


def modules_of(entry: str) -> set[str]:
    """The names of a module and of all that it needs."""
    found, due = set[str](), [entry]
    while due:
        name = due.pop()
        if name not in found:
            found.add(name)
            text = (FOLDER / name).read_text(encoding="utf-8")
            due += [
                posixpath.normpath(one) for one in re.findall(r"^import .* from \"([^\"]+)\"", text, re.MULTILINE)
            ]
    return found


def vendored() -> dict[str, str]:
    """The files of VENDOR.md with their sha256, by path from the page's folder."""
    text = (FOLDER / "vendor" / "VENDOR.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S+) \| .* \| ([0-9a-f]{64}) \|$", text, re.MULTILINE)
    return {posixpath.normpath(f"vendor/{name}"): digest for name, digest in rows}


def test_vendored_files_are_what_their_rows_say() -> None:
    for name, digest in vendored().items():
        assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == digest, name


def test_every_vendored_file_has_a_row() -> None:
    there = {*(FOLDER / "vendor").glob("*.js"), *(FOLDER / "fonts").glob("*.woff2")}
    assert {path.relative_to(FOLDER).as_posix() for path in there} == set(vendored())


def test_the_markup_has_no_inline_script_or_style(markup: Markup) -> None:
    assert markup.inline == []


def test_ids_in_the_markup_are_unique(markup: Markup) -> None:
    assert len(markup.ids) == len(set(markup.ids))


def test_every_file_that_the_markup_names_is_there(markup: Markup) -> None:
    files = [name for name in markup.files if not name.startswith("#")]
    pages = {"./", *bundle(FOLDER)}
    assert files
    assert [name for name in files if not (FOLDER / name).is_file() and name not in pages] == []


def test_every_element_that_a_module_looks_up_is_in_the_markup(markup: Markup) -> None:
    entry = next(name for name in markup.files if name in {"app.js", "operations.js"})
    wanted = {
        name
        for module in modules_of(entry)
        for name in re.findall(r"\bbyId(?:As)?\(\"([^\"]+)\"", (FOLDER / module).read_text(encoding="utf-8"))
    }
    assert wanted
    assert wanted - set(markup.ids) == set()


@pytest.mark.parametrize("file", OWN_FILES, ids=lambda path: path.name)
def test_no_file_of_the_page_names_another_host(file: Path) -> None:
    addresses = re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"')]*", file.read_text(encoding="utf-8"))
    assert [address for address in addresses if address != SVG_NAMESPACE] == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_modules_are_small_and_import_only_what_ships(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 400
    imported = re.findall(r"(?:from |import\(?)\"([^\"]+)\"", text)
    assert [name for name in imported if not (FOLDER / name).is_file()] == []


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_no_module_builds_markup_from_strings(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text)


def test_only_the_markdown_module_lets_html_become_elements() -> None:
    users = [path.name for path in MODULES if "DOMPurify" in path.read_text(encoding="utf-8")]
    assert users == ["markdown.js"]
