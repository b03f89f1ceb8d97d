"""The demo: its samples are there once wherever it is started from, and a wrong port is told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from followthrough.bootstrap import Followthrough
from followthrough.cli import app
from followthrough.cli.demo import demo_settings, leave_other_copies
from followthrough.errors import ConfigurationError
from followthrough.settings import only


def install(place: Path, text: str) -> Path:
    """A folder of samples as an installation at this place has it."""
    folder = place / "followthrough" / "samples" / "it_support"
    folder.mkdir(parents=True)
    (folder / "vpn.md").write_text(f"# VPN\n\n{text}\n", encoding="utf-8")
    return folder


async def test_samples_of_a_checkout_that_moved_are_not_there_twice(tmp_path: Path) -> None:
    old, new = install(tmp_path / "old", "Session: 8 hours."), install(tmp_path / "new", "Session: 12 hours.")
    own = tmp_path / "samples" / "it_support"
    shutil.copytree(old, own)  # the user's own folder, whatever it is called
    async with Followthrough.open(only(data_dir=tmp_path / "data"), background=False) as system:
        for folder in (old, own, new):
            await system.library.ingest_paths([folder], collection="default", embed=False)
        await leave_other_copies(system, [new])
        left = {Path(d.source) for d in await system.documents.list()}
    assert left == {new / "vpn.md", own / "vpn.md"}


def test_a_port_that_is_none_is_told_by_its_setting() -> None:
    with pytest.raises(ConfigurationError, match="Setting port") as refused:
        demo_settings(99_999)
    assert refused.value.fix == "Correct it in the option."


def test_a_collection_without_documents_is_named_beside_the_answer(tmp_path: Path) -> None:
    environment = {"FOLLOWTHROUGH_DATA_DIR": str(tmp_path)}
    (tmp_path / "a.md").write_text("# Pool\n\nThe pool opens at 6 a.m.\n", encoding="utf-8")
    run = CliRunner().invoke
    first = run(app, ["ask", "When does it open?"], env=environment)
    assert "Nothing has been ingested yet" in first.stderr
    run(app, ["ingest", str(tmp_path / "a.md"), "--collection", "club"], env=environment)
    mistyped = run(app, ["ask", "When does it open?", "--collection", "clubb"], env=environment)
    assert "The collection clubb has no documents" in " ".join(mistyped.stderr.split())
    chat = run(app, ["chat", "--collection", "clubb"], input="When does it open?\n", env=environment)
    assert "The collection clubb has no documents" in " ".join(chat.stderr.split())
    right = run(app, ["ask", "When does the pool open?", "--collection", "club"], env=environment)
    assert "no documents" not in right.stderr
