"""Interface, command line: ``doctor`` says what is wrong and what to do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from followthrough.bootstrap import Followthrough
from followthrough.cli.doctor import run_doctor
from followthrough.effective import describe
from followthrough.errors import ConfigurationError
from followthrough.settings import load, only


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


async def test_a_web_search_that_does_not_answer_is_not_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = only(data_dir=tmp_path / "data", web_search_url="http://me:secret@127.0.0.1:1")
    assert await run_doctor(settings, json_output=False) == 1
    [line] = [line for line in capsys.readouterr().out.splitlines() if line.startswith("FAIL")]
    assert line.startswith("FAIL web_search: The web search can't be reached.")
    assert "secret" not in line


@pytest.mark.parametrize("url", ["searx.example", "ftp://searx.example", "http://", "https:///search"])
def test_a_web_search_is_an_http_address(url: str) -> None:
    with pytest.raises(ConfigurationError, match="web_search_url") as error:
        load(web_search_url=url)
    assert url not in str(error.value)


def test_the_address_of_the_web_search_is_kept_secret() -> None:
    settings = load(web_search_url="http://me:secret@searx.example/")
    assert "secret" not in str([line.value for line in describe(settings)])
