"""Commands start at once: heavy libraries are imported where they are used (issue 2, cold start of `ask --help`)."""

from __future__ import annotations

import subprocess
import sys

import pytest

STORAGE = {"alembic", "asyncpg", "lancedb", "pyarrow", "sqlalchemy"}
MODELS = {"numpy", "onnxruntime", "tokenizers"}
READERS = {"docx", "lxml", "pypdfium2", "trafilatura"}
WIRE = {"fastapi", "httpx", "pydantic_settings", "starlette", "uvicorn"}
HEAVY = STORAGE | MODELS | READERS | WIRE

HELP = "import sys; sys.argv = ['followthrough', *{arguments!r}]; from followthrough.cli import main\n"
IMPORTS = {
    "import followthrough": "import followthrough",
    "followthrough --help": HELP.format(arguments=["--help"]),
    "followthrough ask --help": HELP.format(arguments=["ask", "--help"]),
    "followthrough eval --help": HELP.format(arguments=["eval", "--help"]),
}


@pytest.mark.parametrize("program", IMPORTS)
def test_nothing_heavy_is_imported_before_it_is_needed(program: str) -> None:
    call = "try:\n    main()\nexcept SystemExit: pass\n" if "cli" in IMPORTS[program] else ""
    code = f"{IMPORTS[program]}\n{call}import sys; print('\\n' + ' '.join(sorted(set(sys.modules) & {HEAVY!r})))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=120)
    assert done.stdout.splitlines()[-1].split() == []
