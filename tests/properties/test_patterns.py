"""No pattern of the rules reads a text more than in proportion to its length: counted in steps, never by a clock."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re

import pytest
from tests.properties.steps import Steps

from followthrough import rules

SHORT = 128  # characters; longer than any window that a pattern bounds itself by
DOUBLED = 2.7  # twice the text: 2 is linear, 4 quadratic
SLACK = 1_000
FEW = 12  # steps a character that are linear whatever the pattern is
UNITS = [
    "a",
    "1",
    "A",
    "-",
    ".",
    "_",
    ":",
    "/",
    '"',
    "“",
    "(",
    "[",
    "<",
    "*",
    ">",
    "\n",
    " \n",
    " ",
    "a ",
    "a.",
    "a-",
]
UNITS += [
    "1,",
    "1.",
    "1-",
    "a@",
    "@a.",
    "A1",
    "$1",
    "? ",
    ".”",
    "a: ",
    "1) ",
    "[1",
    "+1",
    "www.",
    "a://",
    "- ",
    "[1] ",
]
UNITS += ["'a ", "a, ", "问", "🙂", "ש", "1:", "«", "1 "]


def patterns() -> dict[str, re.Pattern[str]]:
    """Every pattern that a module of the rules keeps, by where it stands."""
    found: dict[str, re.Pattern[str]] = {}
    for module in pkgutil.walk_packages(rules.__path__, f"{rules.__name__}."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if isinstance(value, re.Pattern) and value not in found.values():
                found[f"{module.name.removeprefix('followthrough.rules.')}:{name}"] = value
    return found


PATTERNS = patterns()


def scans(where: str) -> bool:
    """Whether the pattern is looked for anywhere in a text, and not only matched where one begins."""
    module, _, name = where.partition(":")
    source = inspect.getsource(importlib.import_module(f"followthrough.rules.{module}"))
    return re.search(rf"\b{name}\.(?:search|finditer|findall|sub|split)\b", source) is not None


def steps(pattern: re.Pattern[str], unit: str, size: int, *, anywhere: bool) -> int:
    work = Steps(pattern, (unit * size)[:size])
    return work.scan() if anywhere else work.begin()


def grows(pattern: re.Pattern[str], unit: str, *, anywhere: bool = True) -> bool:
    once = steps(pattern, unit, SHORT, anywhere=anywhere)
    if once <= FEW * SHORT:
        return False
    return steps(pattern, unit, 2 * SHORT, anywhere=anywhere) > DOUBLED * once + SLACK


@pytest.mark.parametrize("where", PATTERNS)
def test_twice_the_text_is_twice_the_steps(where: str) -> None:
    anywhere = scans(where)
    slow = [unit for unit in UNITS if grows(PATTERNS[where], unit, anywhere=anywhere)]
    assert not slow, f"{PATTERNS[where].pattern!r} reads the rest of the text from every place in repeats of {slow}"


@pytest.mark.parametrize(
    ("pattern", "unit"),
    [
        (r"[\w.+-]+@[\w-]+\.\w", "a"),
        (r"\b\d[\d,.]*\s?(?:USD|EUR)\b", "1,"),
        (r"\b(?:[\w-]+\.){1,4}[a-z]{2,}\b", "a-"),
        (r"(?m)^\s*>\s?", "\n"),
    ],
)
def test_the_counter_tells_a_pattern_that_reads_the_rest_from_every_place(pattern: str, unit: str) -> None:
    assert grows(re.compile(pattern), unit)


@pytest.mark.parametrize("pattern", [r"[\w.+-]{1,64}@\w", r"(?<!\s)\s++x", r"[^\W_]+(?:[-.][^\W_]+)*", r"(?:a|b)+c?"])
@pytest.mark.parametrize("unit", ["a", " ", "a-", "ab"])
def test_it_tells_bounded_ones_from_those(pattern: str, unit: str) -> None:
    assert not grows(re.compile(pattern), unit)


@pytest.mark.parametrize("where", PATTERNS)
@pytest.mark.parametrize("text", ["", "Call 800-555-0100 by 3/4/2025, pay $1,200.50.\n- a) “x” [1] see www.a.org/b?"])
def test_the_counter_finds_what_the_interpreter_finds(where: str, text: str) -> None:
    pattern = PATTERNS[where]
    counted = Steps(pattern, text)
    found = counted._first(counted._tree, 0)
    matched = pattern.match(text)
    assert found == (matched.end() if matched else None)
