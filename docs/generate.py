"""Writes the pages of docs/reference from the code that they describe: `make docs`.

``--check`` writes nothing and names the pages that differ (`make check` and a test call it).
"""

from __future__ import annotations

import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import yaml
from typer.main import get_command
from typer.testing import CliRunner

from followthrough import errors
from followthrough.channels.http.app import openapi_document
from followthrough.channels.wire.problem import KINDS
from followthrough.cli import app
from followthrough.settings import CONFIG_FILE, OTHER_NAMES, PREFIX, Settings
from followthrough.tuning import Tuning

FOLDER = Path(__file__).parent / "reference"
ROOT = Path(__file__).parent.parent
_NOTE = "<!-- Written by docs/generate.py (`make docs`) from {source}; change that, not this page. -->\n"

#: so that help is wrapped alike on every terminal
_HELP_SCREEN = {"COLUMNS": "100", "TERMINAL_WIDTH": "100", "NO_COLOR": "1", "TERM": "dumb"}

_REQUIREMENT = re.compile(r"(?<![A-Za-z0-9])(R[0-4])-(\d+)(?: to \1-(\d+))?(?!\d)")
_IN_TEST_NAME = re.compile(r"(?<=_)(r[0-4])_(\d+)(?!\d)")  # test_r3_13_...

#: defaults that are computed, in words
_COMPUTED = {"data_dir": "the platform's user data folder", "tuning": "[the tuning table](tuning.md)"}


def settings_page() -> str:
    """Every setting: name, environment variable, default, meaning."""
    lines = [
        "# Settings",
        "",
        _NOTE.format(source="src/followthrough/settings.py"),
        f"A setting is `name` in `{CONFIG_FILE}` in the working directory, `{PREFIX}NAME` in the environment, or",
        "an option of a command. From weakest to strongest: file, environment, option. `followthrough config`",
        "prints the effective values with the source of each, secrets masked.",
        "",
        "| setting | environment | default | meaning |",
        "|---|---|---|---|",
    ]
    for name, info in Settings.model_fields.items():
        variables = f"`{PREFIX}{name.upper()}`"
        if name in OTHER_NAMES:
            variables += f" or `{OTHER_NAMES[name]}`"
        default = _COMPUTED.get(name) or _shown(info.default)
        lines.append(f"| `{name}` | {variables} | {default} | {_cell(info.description or '')} |")
    return "\n".join([*lines, ""])


def tuning_page() -> str:
    """Every number of the tuning table, under the headings of its source."""
    lines = [
        "# Tuning",
        "",
        _NOTE.format(source="src/followthrough/tuning.py"),
        f"Every number that someone may want to turn. Set what differs in the table `[tuning]` of `{CONFIG_FILE}`,",
        f'or as JSON in `{PREFIX}TUNING` (`{{"candidates": 200}}`). A value out of its range is refused at start.',
    ]
    for section, names in _tuning_sections():
        lines += ["", f"## {section}", "", "| name | unit | default | range | why |", "|---|---|---|---|---|"]
        for name in names:
            entry = Tuning.__dataclass_fields__[name]
            unit, low, high = (entry.metadata[k] for k in ("unit", "low", "high"))
            span = f"{_number(low)} to {_number(high)}"
            why = _cell(entry.metadata["why"])
            lines.append(f"| `{name}` | {unit} | {_number(entry.default)} | {span} | {why} |")
    return "\n".join([*lines, ""])


def errors_page() -> str:
    """Every error code, its HTTP status and its meaning."""
    statuses = dict(re.findall(r"(\w+)\s+(\d{3}|—)\s+\w+$", errors.__doc__ or "", re.MULTILINE))
    lines = [
        "# Errors",
        "",
        _NOTE.format(source="src/followthrough/errors.py"),
        "One error has one stable `code`: the word in an HTTP problem document, in a log line, in a `failed` event",
        "and at the start of a command's error line. Messages may be reworded; codes stay.",
    ]
    kinds = [
        (errors.CallerError, "What the caller can change", "Trying again unchanged gives the same error."),
        (
            errors.DependencyError,
            "What failed behind the product",
            "What was sent is kept; try again when the dependency is back.",
        ),
    ]
    for kind, heading, remark in kinds:
        lines += ["", f"## {heading}", "", remark, "", "| code | HTTP | meaning |", "|---|---|---|"]
        for error in kind.__subclasses__():
            meaning = (error.__doc__ or "").split("\n\n")[0].replace("\n", " ").replace("``", "`")
            lines.append(f"| `{error.code}` | {statuses[error.__name__]} | {_cell(meaning)} |")
    known = {error.code for kind, _, _ in kinds for error in (kind, *kind.__subclasses__())}
    lines += ["", "## Over HTTP only", "", "| code | HTTP | meaning |", "|---|---|---|"]
    lines += [f"| `{code}` | {status} | {title}. |" for code, (status, title) in KINDS.items() if code not in known]
    return "\n".join([*lines, ""])


def commands_page() -> str:
    """What every command's ``--help`` says."""
    lines = [
        "# Commands",
        "",
        _NOTE.format(source="src/followthrough/cli"),
        "Exit codes: 0 done, 1 failed (also: an expectation failed), 2 usage; `guard` has more. An error is one line",
        "on standard error with its [code](errors.md), what happened and what to do. `--json` prints one JSON",
        "document, nothing else.",
    ]
    for path in _command_paths(get_command(app), ()):
        name = " ".join(("followthrough", *path))
        shown = CliRunner().invoke(app, [*path, "--help"], prog_name="followthrough", env=_HELP_SCREEN)
        if shown.exit_code:
            raise SystemExit(f"{name} --help ended with {shown.exit_code}: {shown.output}")
        lines += [
            "",
            f"## {name}",
            "",
            "```text",
            *(line.rstrip() for line in shown.output.strip().splitlines()),
            "```",
        ]
    return "\n".join([*lines, ""])


def requirements_page() -> str:
    """Every requirement as a rule in words, with the modules that keep it and the tests that name it."""
    known: dict[str, str] = _table("requirements.yaml")
    kept: dict[str, list[str]] = _table("requirements_kept.yaml")
    modules, tests = _named_in("src/followthrough"), _named_in("tests")
    for name, files in kept.items():
        modules[name] += files
    strangers = (set(modules) | set(tests)) - set(known)
    assert not strangers, f"not in docs/requirements.yaml: {sorted(strangers)}"  # noqa: S101 - an id that leads nowhere must fail
    rows = [
        f"| {name} | {rule} | {_listed(modules[name])} | {_listed(tests[name])} |" for name, rule in known.items()
    ]
    lines = [
        "# Requirements",
        "",
        _NOTE.format(source="docs/requirements.yaml and the names in code and tests"),
        "What an id in a docstring, a test or a scripted conversation stands for, and where it is kept. A rule that",
        "no module names stands with those that would break it (`requirements_kept.yaml`). To see one: a file under",
        "`golden/` is a conversation that `followthrough eval conversations tests/golden/NAME.yaml` plays; any other",
        "is run by `.venv/bin/python -m pytest tests/NAME`.",
        "",
        "| id | rule | modules | tests |",
        "|---|---|---|---|",
        *rows,
    ]
    return "\n".join([*lines, ""])


def _table(name: str) -> Any:
    return yaml.safe_load((FOLDER.parent / name).read_text(encoding="utf-8"))


def openapi_page() -> str:
    """The description of the HTTP interface, as a running server gives it."""
    return json.dumps(openapi_document(), indent=2, ensure_ascii=False) + "\n"


#: page -> how it is made
PAGES: dict[str, Callable[[], str]] = {
    "settings.md": settings_page,
    "tuning.md": tuning_page,
    "errors.md": errors_page,
    "commands.md": commands_page,
    "requirements.md": requirements_page,
    "openapi.json": openapi_page,
}


def stale_pages() -> list[str]:
    """The pages that differ from the code, by name."""
    return [name for name, make in PAGES.items() if _read(FOLDER / name) != make()]


def main() -> int:
    """Writes the pages; with ``--check`` only compares. Exit code 1 when a page differed under ``--check``."""
    if "--check" in sys.argv[1:]:
        stale = stale_pages()
        for name in stale:
            sys.stderr.write(f"docs/reference/{name} differs from the code: run `make docs` and commit the page.\n")
        return 1 if stale else 0
    FOLDER.mkdir(exist_ok=True)
    for name, make in PAGES.items():
        (FOLDER / name).write_text(make(), encoding="utf-8")
    return 0


def _command_paths(command: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The words of every command, groups before what is in them."""
    yield path
    for name, inner in getattr(command, "commands", {}).items():
        yield from _command_paths(inner, (*path, name))


def _tuning_sections() -> Iterator[tuple[str, list[str]]]:
    """The table's section comments with the names under each, in order; raises when a name is under none."""
    files = (ROOT / "src/followthrough" / name for name in ("tuning.py", "tuning_reading.py", "tuning_machinery.py"))
    source = "\n".join(file.read_text(encoding="utf-8") for file in files)
    names = {f.name for f in fields(Tuning)}
    sections: list[tuple[str, list[str]]] = []
    for line in source.splitlines():
        if comment := re.fullmatch(r"    # ([A-Z].*)", line):
            sections.append((comment[1].split(" (")[0], []))
        elif (entry := re.match(r"    (\w+): ", line)) and entry[1] in names:
            sections[-1][1].append(entry[1])
    assert {n for _, listed in sections for n in listed} == names  # noqa: S101 - a page that lacks a number must fail
    yield from ((title, listed) for title, listed in sections if listed)


def _named_in(folder: str) -> defaultdict[str, list[str]]:
    """For each requirement the files below a folder that name it; "R4-8 to R4-10" names three."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for file in sorted(f for f in (ROOT / folder).rglob("*") if f.suffix in {".py", ".yaml"}):
        names = {
            f"{match[1]}-{number}"
            for match in _REQUIREMENT.finditer(f"{file.name}\n{file.read_text(encoding='utf-8')}")
            for number in range(int(match[2]), int(match[3] or match[2]) + 1)
        }
        names |= {f"{m[1].upper()}-{m[2]}" for m in _IN_TEST_NAME.finditer(file.read_text(encoding="utf-8"))}
        for name in names:
            found[name].append(file.relative_to(ROOT / folder).as_posix())
    return found


def _listed(files: list[str]) -> str:
    return ", ".join(f"`{file}`" for file in files)


def _shown(value: object) -> str:
    if value is None or value == ():
        return "empty"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def _number(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,g}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _read(path: Path) -> str | None:
    return path.read_text(encoding="utf-8") if path.is_file() else None


if __name__ == "__main__":
    sys.exit(main())
