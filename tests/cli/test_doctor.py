"""Interface, command line: ``doctor`` says what is wrong and what to do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from followthrough.bootstrap import Followthrough
from followthrough.cli.doctor import run_doctor
from followthrough.settings import only


async def test_an_index_that_lost_its_passages_is_not_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = only(data_dir=tmp_path / "data")
    assert await run_doctor(settings, json_output=False) == 0
    (tmp_path / "fees.md").write_text("The entry fee is 12 dollars.", encoding="utf-8")
    async with Followthrough.open(settings) as system:
        await system.library.ingest_paths([tmp_path / "fees.md"], collection="default", embed=True)
    assert await run_doctor(settings, json_output=False) == 0
    shutil.rmtree(tmp_path / "data" / "index")
    capsys.readouterr()
    assert await run_doctor(settings, json_output=False) == 1
    [line] = [line for line in capsys.readouterr().out.splitlines() if line.startswith("FAIL")]
    assert line.endswith("0 passages of 1 documents. Its passages are gone: ingest the documents again.")
