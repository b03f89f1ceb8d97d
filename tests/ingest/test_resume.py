"""Issue 2: a kill -9 in the middle of an ingest loses nothing and doubles nothing; the next ingest goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.forked import Forked

SCRIPT = Path(__file__).with_name("killable.py")
FILES = 45


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for i in range(FILES):
        parts = [f"## Part {part}\n\nFact {part} of file {i} stands here." for part in range(i % 4 + 1)]
        head = f"---\nsupersedes: f{i - 1:03}.md\n---\n" if i % 10 == 5 else ""
        (folder / f"f{i:03}.md").write_text(head + "\n\n".join(parts))
    return folder


def start(docs: Path, data: Path) -> Forked:
    data.mkdir(exist_ok=True)
    return Forked(SCRIPT, docs, data)


def run_until(docs: Path, data: Path, steps: int) -> None:
    """Lets an ingest make so many steps, then kills it."""
    process = start(docs, data)
    for _ in range(steps):
        assert process.stdout.readline() == "step\n"
    process.kill()


def run(docs: Path, data: Path) -> dict[str, object]:
    process = start(docs, data)
    *_, last = process.stdout
    assert process.wait() == 0
    return json.loads(last)


def test_an_ingest_that_was_killed_again_and_again_ends_as_one_that_was_not(docs: Path, tmp_path: Path) -> None:
    expected = run(docs, tmp_path / "whole")
    for steps in (1, 3, 7, 12):
        run_until(docs, tmp_path / "killed", steps)
    assert run(docs, tmp_path / "killed") == expected
    documents = {name: value for name, value in expected.items() if name != "count"}
    assert len(documents) == FILES
    assert expected["count"] == sum(i % 4 + 1 for i in range(FILES))
    assert all(d["status"] == "ready" and not d["pending"] and not d["without_vectors"] for d in documents.values())
    assert sum(d["superseded_by"] is not None for d in documents.values()) == 4


def test_a_kill_while_files_are_replaced_leaves_every_file_found_and_ends_up_to_date(
    docs: Path, tmp_path: Path
) -> None:
    before = run(docs, tmp_path / "killed")
    for i in range(0, FILES, 2):
        (docs / f"f{i:03}.md").write_text(
            f"## Part 0\n\nFact 0 of file {i} stands here.\n\n## New\n\nFile {i} is new."
        )
    for steps in (2, 5):
        run_until(docs, tmp_path / "killed", steps)
    after = run(docs, tmp_path / "killed")
    assert after == run(docs, tmp_path / "whole")
    assert after.keys() == before.keys()
