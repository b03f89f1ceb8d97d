"""LanceDB without the messages of an interface that is not used: what is used is its own, and others get it whole."""

from __future__ import annotations

import subprocess
import sys

LEAN = "import sys; from followthrough.adapters.passage_index.lancedb_lean import import_lancedb; import_lancedb()\n"
CLIENT = "lance_namespace_urllib3_client"


def said(code: str) -> list[str]:
    """What a process of its own prints."""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=300)
    return done.stdout.split()


def test_few_of_the_models_are_read() -> None:
    assert int(said(f"{LEAN}print(sum(name.startswith('{CLIENT}') for name in sys.modules))")[0]) < 30


def test_a_model_that_is_used_is_the_librarys_own() -> None:
    used = (
        "import lance_namespace as n; made = n.ListTablesResponse(tables=['a']), n.CreateNamespaceRequest(id=['b'])"
    )
    told = said(f"{LEAN}{used}; print(*(type(one).__module__ for one in made), made[0].tables[0])")
    assert told == [f"{CLIENT}.models.list_tables_response", f"{CLIENT}.models.create_namespace_request", "a"]


def test_who_imports_the_client_afterwards_gets_it_whole() -> None:
    assert said(
        f"{LEAN}import {CLIENT} as c; print(c.ApiClient.__name__, c.models.CreateTableRequest(id=['a']).id[0])"
    ) == [
        "ApiClient",
        "a",
    ]


def test_a_client_that_is_there_is_left_alone() -> None:
    first = f"import {CLIENT}.models as m; before = m.ListTablesResponse\n"
    told = said(f"{first}{LEAN}import lance_namespace as n; print(n.ListTablesResponse is before)")
    assert told == ["True"]
