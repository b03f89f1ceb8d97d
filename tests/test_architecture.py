"""Keeps the budgets, names and layers of the code (architecture.md, "Layout"); each failure says where.

Import layers and style are import-linter's and ruff's (`make check`); here is what those can't see.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "followthrough"
MAX_FILE_LINES = 400
MAX_FUNCTION_LINES = 50
MAX_PIPELINE_LINES = 150
BANNED_NAMES = frozenset({"util", "utils", "helper", "helpers", "common", "manager", "base"})

Function = ast.FunctionDef | ast.AsyncFunctionDef


def python_files(*folders: str) -> list[Path]:
    """The project's own Python files in these folders, sorted."""
    return sorted(f for folder in folders for f in (ROOT / folder).rglob("*.py"))


OWN_FILES = python_files("src", "tests", "benchmarks", "docs", "tools")


def name_of(path: Path) -> str:
    """How a file is called in a failure."""
    return path.relative_to(ROOT).as_posix()


def code_lines(source: str) -> frozenset[int]:
    """Line numbers that carry code: no blank lines, no comments."""
    skipped = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return frozenset(n for t in tokens if t.type not in skipped for n in range(t.start[0], t.end[0] + 1))


def is_data(node: ast.AST) -> bool:
    """Whether an expression is a table of data: displays of literals and names, nothing computed."""
    match node:
        case ast.Constant() | ast.Name() | ast.Attribute() | ast.UnaryOp():
            return True
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return all(is_data(p) for p in parts)
        case ast.Dict(keys=keys, values=values):
            return all(k is not None and is_data(k) for k in keys) and all(is_data(v) for v in values)
        case _:
            return False


def function_length(function: Function, code: frozenset[int]) -> int:
    """Lines of code of a function; its docstrings are not counted, a table of data counts as one line."""
    lines = code & frozenset(range(function.lineno, (function.end_lineno or function.lineno) + 1))
    for node in ast.walk(function):
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        table = isinstance(node, (ast.List, ast.Tuple, ast.Set, ast.Dict)) and is_data(node)
        if docstring or table:
            first = node.lineno if docstring else node.lineno + 1
            lines -= frozenset(range(first, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def functions(tree: ast.AST) -> Iterator[Function]:
    """All functions and methods."""
    return (n for n in ast.walk(tree) if isinstance(n, Function))


def test_no_file_is_longer_than_its_budget() -> None:
    long = {name_of(f): n for f in OWN_FILES if (n := len(f.read_text().splitlines())) > MAX_FILE_LINES}
    assert not long


def test_the_pipeline_stays_on_its_page() -> None:
    assert len((SOURCE / "turn" / "pipeline.py").read_text().splitlines()) <= MAX_PIPELINE_LINES


def test_no_function_is_longer_than_its_budget() -> None:
    long: dict[str, int] = {}
    for file in python_files("src", "benchmarks", "docs", "tools"):
        source = file.read_text()
        code = code_lines(source)
        for function in functions(ast.parse(source)):
            if (length := function_length(function, code)) > MAX_FUNCTION_LINES:
                long[f"{name_of(file)}:{function.lineno} {function.name}"] = length
    assert not long


@pytest.mark.parametrize(
    ("body", "length"),
    [
        ("    x = 1\n\n    # why\n    return x\n", 3),
        ('    """Says.\n\n    More.\n    """\n    return 1\n', 2),
        ("    x = {\n        'a': 1,\n        'b': (2, 3),\n    }\n    return x\n", 3),
        ("    x = [\n        f(1),\n        f(2),\n    ]\n    return x\n", 6),
    ],
    ids=["blank lines and comments", "docstring", "table of data", "calls are code"],
)
def test_only_lines_of_code_are_counted(body: str, length: int) -> None:
    source = f"def one(f):\n{body}"
    assert function_length(next(functions(ast.parse(source))), code_lines(source)) == length


def test_no_name_says_nothing() -> None:
    found = [
        f"{name_of(f)}: {name}"
        for f in OWN_FILES
        for name in (f.stem, f.parent.name, *defined_names(ast.parse(f.read_text())))
        if BANNED_NAMES & set(words(name))
    ]
    assert not found


def defined_names(tree: ast.AST) -> list[str]:
    """Names of the classes and functions that a file defines."""
    return [n.name for n in ast.walk(tree) if isinstance(n, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))]


def words(name: str) -> list[str]:
    """The words of an identifier, lower case."""
    return [w.lower() for w in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def test_everything_public_says_what_it_is_for() -> None:
    silent = [
        f"{name_of(file)}: {getattr(node, 'name', 'module')}"
        for file in python_files("src")
        for node in public_definitions(ast.parse(file.read_text()))
        if not ast.get_docstring(node) and not getattr(node, "name", "").startswith("test_")
    ]
    assert not silent


def public_definitions(
    node: ast.Module | ast.ClassDef | Function,
) -> Iterator[ast.Module | ast.ClassDef | Function]:
    """The module or class and what can be reached from it by public names."""
    yield node
    if not isinstance(node, Function):
        for inner in node.body:
            if isinstance(inner, ast.ClassDef | Function) and not inner.name.startswith("_"):
                yield from public_definitions(inner)


def test_each_rule_has_its_tests() -> None:
    """A test file of its name, or one that imports it."""
    folder, tests = SOURCE / "rules", list((ROOT / "tests" / "rules").rglob("test_*.py"))
    names = {f.stem.removeprefix("test_") for f in tests}
    told = "\n".join(f.read_text() for f in tests)
    untested = [
        place
        for f in folder.rglob("*.py")
        if f.stem not in names | {"__init__"}
        and f"rules.{(place := '.'.join(f.relative_to(folder).with_suffix('').parts))} import" not in told
    ]
    assert not sorted(untested)


def stages() -> list[str]:
    """The stages of a turn, in order, from the line of arrows at the top of the pipeline."""
    doc = ast.get_docstring(ast.parse((SOURCE / "turn" / "pipeline.py").read_text())) or ""
    arrows = next(line for line in doc.splitlines() if "→" in line)
    return [stage.split()[0] for stage in arrows.split("→")]


def test_each_stage_has_its_heading_in_the_docs() -> None:
    page = (ROOT / "docs" / "concepts" / "turn.md").read_text()
    headings = [h.lower() for h in re.findall(r"^### (\w+)", page, re.MULTILINE)]
    assert headings == stages()


def test_each_stage_names_its_own_module_or_step() -> None:
    """R0-43, R1-12: each stage of the documents is one place of the pipeline."""
    pipeline = ast.parse((SOURCE / "turn" / "pipeline.py").read_text())
    imported = {n.module or "" for n in ast.walk(pipeline) if isinstance(n, ast.ImportFrom)}
    rules = {word for m in imported if m.startswith("followthrough.rules.") for word in m.split(".")[2:]}
    modules = [ast.parse((SOURCE / "turn" / f"{name}.py").read_text()) for name in ("steps", "hearing")]
    steps = {f.name for module in modules for f in functions(module)}
    assert not [stage for stage in stages() if stage not in rules | steps | {"accept"}]


EXCEPTION = re.compile(
    r"#\s*(?P<kind>noqa|type:\s*ignore|pyright:\s*ignore|pragma:\s*no cover)"
    r"(?P<codes>:\s*[A-Z]+\d+(?:,\s*[A-Z]+\d+)*|\[[\w, -]+\])?(?P<reason>.*)$"
)


def says_why(found: re.Match[str]) -> bool:
    """Whether a lint exception names what it switches off and gives a reason."""
    named = found["codes"] is not None or found["kind"].startswith("pragma")
    return named and re.search(r"[A-Za-z]{2}", found["reason"]) is not None


def test_each_lint_exception_says_why() -> None:
    silent: list[str] = []
    for file in OWN_FILES:
        for token in tokenize.generate_tokens(io.StringIO(file.read_text()).readline):
            found = EXCEPTION.match(token.string) if token.type == tokenize.COMMENT else None
            if found and not says_why(found):
                silent.append(f"{name_of(file)}:{token.start[0]} {token.string}")
    assert not silent


@pytest.mark.parametrize(
    ("comment", "accepted"),
    [
        ("# noqa: TID251 - settings.py is the reader", True),
        ("# type: ignore[arg-type]  # the stubs lag behind", True),
        ("# pyright: ignore[reportUnknownMemberType] - no stubs", True),
        ("# noqa: TID251", False),
        ("# noqa", False),
        ("# type: ignore[arg-type]", False),
        ("# pyright: ignore[reportPrivateUsage]", False),
    ],
)
def test_an_exception_without_a_reason_is_seen(comment: str, accepted: bool) -> None:
    found = EXCEPTION.match(comment)
    assert found
    assert says_why(found) is accepted


def test_each_ignored_lint_rule_says_why() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    ignored = re.search(r"^ignore = \[\n(.*?)^\]", text, re.MULTILINE | re.DOTALL)
    per_file = re.search(r"^\[tool\.ruff\.lint\.per-file-ignores\]\n(.*?)^$", text, re.MULTILINE | re.DOTALL)
    assert ignored
    assert per_file
    assert not [line for line in (ignored[1] + per_file[1]).splitlines() if "#" not in line]


def test_no_error_is_swallowed() -> None:
    swallowed = [
        f"{name_of(file)}:{node.lineno}"
        for file in python_files("src")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.ExceptHandler)
        and is_broad(node)
        and isinstance(node.body[0], (ast.Pass, ast.Continue))
    ]
    assert not swallowed


def is_broad(handler: ast.ExceptHandler) -> bool:
    """Whether a handler catches everything."""
    return handler.type is None or (
        isinstance(handler.type, ast.Name) and handler.type.id in {"Exception", "BaseException"}
    )
