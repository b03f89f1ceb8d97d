"""Keeps what the project says about itself true: dependencies and their reasons, lock, pages, what is committed."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from docs import generate
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from followthrough import errors
from followthrough.domain.objective import Angle, StuckReason
from followthrough.domain.texts import Asks
from followthrough.settings import Settings

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
ALL_EXTRAS = frozenset(PROJECT["optional-dependencies"])
#: what the tests of this repository and of backends elsewhere use: the developers' packages are there
FOR_TESTS = ROOT / "src" / "followthrough" / "testing"
#: settings by their names, and the pattern of a name
KNOWN_SETTINGS = {*Settings.model_fields, "name"}
#: needed without being imported by name
USED_OTHERWISE = {
    "python-multipart": "FastAPI needs it to read uploads",
    "lxml-html-clean": "trafilatura needs it, and older pips don't install it with lxml",
}
#: imported by their own name, but chosen and pinned by the package that they are a part of
PARTS = {
    "pydantic_core": "pydantic",
    "starlette": "fastapi",
    "anyio": "fastapi",
    "click": "typer",
    "aiohttp": "aiogram",
}


def requirements(*, without: frozenset[str] = ALL_EXTRAS) -> list[Requirement]:
    """The declared dependencies and those of the extras that are not left out; the project's own names never."""
    lines = list(PROJECT["dependencies"])
    lines += [line for extra in ALL_EXTRAS - without for line in PROJECT["optional-dependencies"][extra]]
    return [r for r in map(Requirement, lines) if r.name != PROJECT["name"]]


def tracked_files() -> list[Path]:
    """Text files that git knows or would add, without what other people wrote."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    files = [ROOT / name for name in listed if "/vendor/" not in name]
    return [f for f in files if f.is_file() and b"\0" not in f.read_bytes()[:4096]]


def lines_matching(pattern: str) -> list[str]:
    """Places of a pattern in the tracked files."""
    found = re.compile(pattern)
    return [
        f"{file.relative_to(ROOT)}:{number} {line.strip()[:120]}"
        for file in tracked_files()
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if found.search(line)
    ]


def test_no_path_of_a_machine_is_committed() -> None:
    assert not lines_matching(r"(?<![\w.~])/(?:root|home(?!/user/)|work|farm|opt/pypi)/")


def test_no_registry_host_is_committed() -> None:
    assert not lines_matching(r"(?:pypi|pythonhosted|npmjs|debian)\.(?:org|com)\b")


def test_no_mark_of_unfinished_work_is_committed() -> None:
    assert not lines_matching(r"\b(?:TO" r"DO|FIX" r"ME|XX" r"X)\b|raise NotImplemented" r"Error")


def test_each_dependency_has_its_reason() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text()
    rows = {canonicalize_name(n) for n in re.findall(r"^\| `([\w.-]+)`", page, re.MULTILINE)}
    assert rows == {canonicalize_name(r.name) for r in requirements(without=frozenset())}


def imported_packages(files: Iterable[Path]) -> set[str]:
    """Top names of everything that these files import, by statement or by name when first needed."""
    names: set[str] = set()
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            match node:
                case ast.Import(names=aliases):
                    names |= {alias.name.split(".")[0] for alias in aliases}
                case ast.ImportFrom(module=module, level=0):
                    names.add((module or "").split(".")[0])
                case ast.Call(func=function, args=[ast.Constant(value=str(module)), *_]):
                    if ast.unparse(function).endswith("import_module"):
                        names.add(module.split(".")[0])
    return {PARTS.get(n, n) for n in names - set(sys.stdlib_module_names) - {"followthrough"}}


def product_files(*, tests: bool) -> list[Path]:
    """The package's files: those that tests use, or all others."""
    return [f for f in (ROOT / "src").rglob("*.py") if f.is_relative_to(FOR_TESTS) == tests]


@pytest.mark.parametrize(
    ("tests", "without"), [(False, frozenset({"dev"})), (True, frozenset())], ids=["product", "for tests"]
)
def test_each_import_is_a_declared_dependency(tests: bool, without: frozenset[str]) -> None:
    declared = {canonicalize_name(r.name) for r in requirements(without=without)}
    owners = packages_distributions()
    undeclared = [
        name
        for name in imported_packages(product_files(tests=tests))
        if not declared & {canonicalize_name(owner) for owner in owners.get(name, [name])}
    ]
    assert not sorted(undeclared)


def test_each_dependency_is_used() -> None:
    owners = packages_distributions()
    used = {
        canonicalize_name(o) for name in imported_packages(product_files(tests=False)) for o in owners.get(name, [])
    }
    unused = {canonicalize_name(r.name) for r in requirements()} - used - set(USED_OTHERWISE)
    assert not sorted(unused)


def test_the_lock_pins_what_the_project_allows() -> None:
    pins: dict[str, list[str]] = {}
    for line in (ROOT / "requirements.lock").read_text().splitlines():
        name, _, rest = line.partition("==")
        pins.setdefault(canonicalize_name(name), []).append(rest.split(";")[0].strip())
    wrong = [
        str(r)
        for r in requirements(without=frozenset())
        if not any(r.specifier.contains(v, prereleases=True) for v in pins.get(canonicalize_name(r.name), []))
    ]
    assert not wrong, f"run `make lock`: {wrong}"


def test_the_lock_names_no_place_to_get_packages_from() -> None:
    assert not re.findall(r"^--|://|@ ", (ROOT / "requirements.lock").read_text(), re.MULTILINE)


@pytest.mark.parametrize("page", sorted(generate.PAGES))
def test_generated_pages_agree_with_the_code(page: str) -> None:
    assert (generate.FOLDER / page).read_text() == generate.PAGES[page](), "run `make docs` and commit the page"


def test_every_requirement_has_a_module_and_a_test_that_is_run() -> None:
    source, tests = ROOT / "src" / "followthrough", ROOT / "tests"
    lines = generate.requirements_page().splitlines()
    rows = [line.split(" | ") for line in lines if line.startswith("| R")]
    ids = [row[0].removeprefix("| ") for row in rows]
    assert len(ids) == len(set(ids)) > 100
    for name, _, modules, named in rows:
        found, run = re.findall(r"`([^`]+)`", modules), re.findall(r"`([^`]+)`", named)
        assert found, f"{name} is kept by no module"
        assert all((source / file).is_file() for file in found), name
        seen = [file for file in run if file.startswith("golden/") or Path(file).name.startswith("test_")]
        assert seen, f"{name} is named by no conversation and no test: {run}"
        assert all((tests / file).is_file() for file in seen), name


def error_classes(root: type[errors.FollowthroughError]) -> list[type[errors.FollowthroughError]]:
    """All errors below a class."""
    return [c for child in root.__subclasses__() for c in (child, *error_classes(child))]


def test_error_codes_are_unique() -> None:
    codes = [c.code for c in error_classes(errors.FollowthroughError)]
    assert sorted(codes) == sorted(set(codes))


def test_each_error_stands_in_the_tree_with_its_code() -> None:
    tree = dict(re.findall(r"[├└]── (\w+)\s+(?:\d{3}|—)\s+(\w+)$", errors.__doc__ or "", re.MULTILINE))
    leaves = [c for c in error_classes(errors.FollowthroughError) if not c.__subclasses__()]
    assert tree == {c.__name__: c.code for c in leaves}


def markdown_pages() -> list[Path]:
    """The project's own pages."""
    return [f for f in tracked_files() if f.suffix == ".md" and "samples" not in f.parts]


@pytest.mark.parametrize("page", markdown_pages(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    broken = []
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = page if not path else (page.parent / path)
        if not file.exists() or (anchor and anchor not in anchors(file)):
            broken.append(target)
    assert not broken


def anchors(page: Path) -> set[str]:
    """The anchors of a page's headings, as code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


@pytest.mark.parametrize("page", markdown_pages(), ids=lambda p: p.relative_to(ROOT).as_posix())
def test_pages_name_only_commands_options_and_settings_that_exist(page: Path) -> None:
    text = page.read_text()
    helps = (ROOT / "docs" / "reference" / "commands.md").read_text()
    commands = dict(re.findall(r"^## followthrough ?([\w ]*)\n+```text\n(.*?)```", helps, re.MULTILINE | re.DOTALL))
    wrong = [name for name in re.findall(r"FOLLOWTHROUGH_(\w+)", text) if name.lower() not in KNOWN_SETTINGS]
    for line in re.findall(r"(?:`|^|^\$ |/)followthrough +([a-z][^`\n#|]*)", text, re.MULTILINE):
        words = line.split()
        path = " ".join(words[:2]) if " ".join(words[:2]) in commands else words[0]
        options = re.findall(r"(?<!\S)(--[a-z-]+)", line)
        if path not in commands or not all(f"{option} " in f"{commands[path]} " for option in options):
            wrong.append(f"followthrough {line}")
    assert not wrong


def test_each_page_can_be_reached_from_the_index() -> None:
    index = ROOT / "docs" / "index.md"
    reached: set[Path] = set()
    waiting = [index]
    while waiting:
        page = waiting.pop()
        if page in reached or page.suffix != ".md" or not page.exists():
            continue
        reached.add(page)
        targets = re.findall(r"\]\(([^)\s#]+)[^)]*\)", page.read_text())
        waiting += [(page.parent / t).resolve() for t in targets if not re.match(r"[a-z]+:", t)]
    assert not sorted(str(p.relative_to(ROOT)) for p in set((ROOT / "docs").rglob("*.md")) - reached)


@pytest.mark.parametrize("reason", [reason.value for reason in StuckReason])
def test_each_stuck_reason_has_its_trigger_texts_rule_test_and_conversation(reason: str) -> None:
    page = (ROOT / "docs" / "concepts" / "pursuit.md").read_text()
    [trigger] = [f.read_text() for f in (ROOT / "src" / "followthrough" / "rules").rglob("stuck.py")]
    [table] = [f.read_text() for f in (ROOT / "tests" / "rules").rglob("test_stuck.py")]
    talks = [file.read_text() for file in (ROOT / "tests" / "golden").glob("*.yaml")]
    assert f"`{reason}`" in page
    assert f"StuckReason.{reason.upper()}" in trigger
    assert f"StuckReason.{reason.upper()}" in table
    assert all(hasattr(Asks, f"{reason}_{angle.value}") for angle in Angle)
    assert any(f"stuck_reason: {reason}" in talk for talk in talks)
