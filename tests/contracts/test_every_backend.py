"""A backend is complete with its contract run on it and its row in the docs; this fails while a part is missing."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PORTS = {
    path.stem
    for path in (ROOT / "src/followthrough/testing/contracts").glob("*.py")
    if not path.stem.startswith("_") and (ROOT / "src/followthrough/ports" / path.name).exists()
}


def backends() -> list[tuple[str, str, str]]:
    """Port, module and class of each adapter with a contract that the product is put together from."""
    trees = [ast.parse(path.read_text()) for path in (ROOT / "src/followthrough/bootstrap").glob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    imports = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    found = {(*node.module.split(".")[2:], name.name) for node in imports for name in node.names if _adapts(node)}
    return sorted(entry for entry in found if len(entry) == 3)


def _adapts(node: ast.ImportFrom) -> bool:
    parts = (node.module or "").split(".")
    return parts[:2] == ["followthrough", "adapters"] and len(parts) == 4 and parts[2] in PORTS


def test_the_product_has_a_backend_of_every_port_with_a_contract() -> None:
    assert {port for port, _, _ in backends()} == PORTS


@pytest.mark.parametrize(("port", "module", "backend"), backends())
def test_a_backend_has_its_contract_and_its_row(port: str, module: str, backend: str) -> None:
    page = (ROOT / "docs/how-to/add-a-backend.md").read_text()
    row = re.search(rf"\| `{port}` \| `(\w+Contract)` \| `adapters/{port}/{module}\.py` \|", page)
    assert row, f"adapters/{port}/{module}.py has no row in the table of backends"
    contract = row[1]
    assert hasattr(import_module(f"followthrough.testing.contracts.{port}"), contract)
    users = [
        path.name
        for path in (ROOT / "tests/contracts").glob("test_*.py")
        if {contract, backend} <= set(re.findall(r"\w+", path.read_text()))
    ]
    assert users, f"no test runs {contract} on {backend}"
