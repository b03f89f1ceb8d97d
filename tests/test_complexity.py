"""Conditions and comprehensions count: a function reads in at most twelve ways, but for those still to mend."""

from __future__ import annotations

import ast

import pytest
from tests.complexity import LIMIT, complexity, known, over_the_limit


def test_no_function_is_harder_to_read_than_allowed() -> None:
    allowed = known()
    assert not {name: count for name, count in over_the_limit().items() if count > allowed.get(name, LIMIT)}


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("return x", 1),
        ("return a if x else b", 2),
        ("return a and b or c", 3),
        ("return [n for n in x if n and a]", 4),
        ("for n in x:\n        if n:\n            return n", 3),
        ("match x:\n        case 1:\n            pass\n        case _:\n            pass", 3),
        ("try:\n        f()\n    except ValueError:\n        pass", 2),
        ("def g():\n        return a if x else b\n    return g", 1),
    ],
)
def test_each_fork_counts_once(body: str, count: int) -> None:
    [function] = ast.parse(f"def one(x):\n    {body}\n").body
    assert isinstance(function, ast.FunctionDef)
    assert complexity(function) == count
