"""Interface, command line: ``doctor`` says what is wrong and what to do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pydantic_ai import models as library_models
from tests.model_server import Exchange, Step, breaks_after, fails, model_server, says

from followthrough.bootstrap import Followthrough
from followthrough.cli.doctor import Finding, _model, run_doctor
from followthrough.domain.rollout import Dial, Flag, Hold
from followthrough.effective import describe
from followthrough.errors import ConfigurationError
from followthrough.settings import load, only
from followthrough.testing.contracts.values import NOON


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


async def test_a_flag_that_is_held_back_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = only(data_dir=tmp_path / "data", previous_docs_enabled="on")
    async with Followthrough.open(settings, background=False) as system:
        await system.flags.hold(Hold(flag=Flag.PREVIOUS_DOCS, at_most=Dial(), why="too slow", at=NOON))
    assert await run_doctor(settings, json_output=False) == 0
    [line] = [line for line in capsys.readouterr().out.splitlines() if "flags:" in line]
    assert line.startswith("ok   flags: previous_docs_enabled is held at off (too slow).")


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


VERDICT = '{"verdict": "yes", "quote": "The fee is 12 dollars."}'


async def only_words(exchange: Exchange) -> None:
    await (fails(400) if "response_format" in exchange.body else says("It does say so."))(exchange)


ONLY_WORDS = "openai:tiny can write answers only: give the other tasks another model in model_tasks."


@pytest.mark.parametrize(
    ("step", "ok", "seen", "fix", "calls"),
    [
        (says(VERDICT), True, "answers, keeps to a schema, streams", "", 1),
        (says(VERDICT, pieces=1), True, "answers, keeps to a schema, does not stream", "", 1),
        (says("It does."), False, "answers, does not keep to a schema, streams", ONLY_WORDS, 2),
        (only_words, False, "answers, does not keep to a schema, streams", ONLY_WORDS, 2),
        (fails(401), False, "does not answer (refused)", "Check the model's name, its key and model_base_url.", 2),
        (
            fails(429),
            False,
            "does not answer (rate_limited)",
            "Its limit is reached: wait, or configure a second one after it.",
            1,
        ),
        (
            breaks_after(None),
            False,
            "does not answer (transport_error)",
            "Check that its server runs and that model_base_url is its address.",
            1,
        ),
    ],
)
async def test_a_model_is_asked_one_tiny_thing(
    tmp_path: Path, *, step: Step, ok: bool, seen: str, fix: str, calls: int
) -> None:
    async with model_server() as server:
        settings = only(
            data_dir=tmp_path, model="openai:tiny", model_base_url=server.then(step).url, model_api_key="sk-secret"
        )
        with library_models.override_allow_model_requests(True):
            finding = await _model(settings)
        assert len(server.requests) == calls
    assert finding == Finding(check="model", ok=ok, seen=f"openai:tiny {seen}.", fix=fix)


async def test_every_model_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_models, "ALLOW_MODEL_REQUESTS", True)
    async with model_server() as one, model_server() as two:
        one.then(says(VERDICT))
        two.then(fails(500))
        settings = only(data_dir=tmp_path, model=f"a@{one.url}", model_tasks=f"rewrite=b@{two.url}")
        assert await run_doctor(settings, json_output=False) == 1
    out = " ".join(capsys.readouterr().out.split())
    assert "openai:a answers, keeps to a schema, streams; openai:b does not answer (transport_error)." in out


async def test_a_model_without_its_key_is_one_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await run_doctor(only(data_dir=tmp_path, model="openai:gpt-5-mini"), json_output=False) == 1
    [line] = [line for line in capsys.readouterr().out.splitlines() if line.startswith("FAIL")]
    assert line.startswith("FAIL model: The model openai:gpt-5-mini needs a key. Set OPENAI_API_KEY")
