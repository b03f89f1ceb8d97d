"""Issue 7, real wire: exact contents and every failure of an OpenAI-compatible server, over real HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Any

import pytest
from pydantic_ai import exceptions as library
from pydantic_ai import models as library_models
from tests.model_server import (
    ModelServer,
    Step,
    breaks_after,
    ends_after,
    fails,
    hangs,
    model_server,
    raw,
    says,
)

from followthrough.adapters.language_model.configured import configured_model
from followthrough.adapters.language_model.failures import FAILURES, failure_of
from followthrough.adapters.language_model.schemas import json_schema
from followthrough.domain.model_calls import RESULT_OF, ModelFailure, ModelRequest, ModelTask, Spoken, Unavailable
from followthrough.domain.model_results import Choice, ClarifyNeed, Judged, ModelResult, Planned, Selected, Verdict
from followthrough.ports.language_model import LanguageModel
from followthrough.settings import only
from followthrough.testing.contracts.language_model import PLAN, REPLY, plan_request, text_request
from followthrough.testing.manual_clock import ManualClock
from followthrough.tuning import Tuning

AS_IT_COMES = Tuning(model_retries=0, model_failures_in_a_row=100)


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ModelServer]:
    monkeypatch.setattr(library_models, "ALLOW_MODEL_REQUESTS", True)
    async with model_server() as running:
        yield running


@pytest.fixture
async def model(server: ModelServer) -> AsyncIterator[LanguageModel]:
    settings = only(model="openai:tiny", model_base_url=server.url, model_api_key="sk-secret", tuning=AS_IT_COMES)
    made = configured_model(settings, clock=ManualClock())
    yield made
    await made.aclose()


def wants(result: type[ModelResult], task: ModelTask) -> ModelRequest[Any]:
    return ModelRequest(task=task, system="S", user="U", result=result, max_tokens=64, timeout_s=20.0)


async def streamed(model: LanguageModel) -> list[str | Spoken[str] | Unavailable]:
    async with aclosing(model.stream(text_request())) as items:
        return [item async for item in items]


async def test_what_is_sent_is_exactly_this(server: ModelServer, model: LanguageModel) -> None:
    server.then(says(json.dumps({"texts": list(PLAN.texts)})))
    assert isinstance(await model.ask(plan_request()), Spoken)
    (request,) = server.requests
    assert request.path == "/v1/chat/completions"
    assert request.headers["authorization"] == "Bearer sk-secret"
    assert request.body == {
        "model": "tiny",
        "stream": False,
        "messages": [{"role": "system", "content": "Plan."}, {"role": "user", "content": "Fee, and when?"}],
        "max_tokens": 64,
        "temperature": 0.0,
        "response_format": {
            "type": "json_schema",
            "json_schema": {
                "name": "plan",
                "strict": True,
                "schema": {
                    "type": "object",
                    "properties": {"texts": {"type": "array", "items": {"type": "string"}, "minItems": 1}},
                    "required": ["texts"],
                    "additionalProperties": False,
                },
            },
        },
    }


async def test_a_text_is_asked_for_without_a_schema(server: ModelServer, model: LanguageModel) -> None:
    server.then(says(REPLY))
    await streamed(model)
    assert "response_format" not in server.requests[0].body
    assert server.requests[0].body["stream"] is True


async def test_tokens_are_those_that_the_server_counted(server: ModelServer, model: LanguageModel) -> None:
    server.then(says(REPLY))
    whole = await model.ask(text_request())
    assert isinstance(whole, Spoken)
    end = (await streamed(model))[-1]
    assert isinstance(end, Spoken)
    assert [(t.input_tokens, t.output_tokens, t.cost_usd) for t in (*whole.tries, *end.tries)] == [(90, 9, None)] * 2


@pytest.mark.parametrize(
    ("task", "said", "meant"),
    [
        (ModelTask.PLAN, {"texts": ["a", "b"]}, Planned(texts=("a", "b"))),
        (ModelTask.JUDGE, {"verdict": "partly", "quote": "q"}, Judged(verdict=Verdict.PARTLY, quote="q")),
        (
            ModelTask.CLARIFY_NEED,
            {"needed": True, "readings": ["x", "y"], "question": "Which?"},
            ClarifyNeed(needed=True, readings=("x", "y"), question="Which?"),
        ),
        (
            ModelTask.SELECT,
            {"decision": "select", "choiceId": "a", "confidence": 0.9, "neededEvidenceTypes": []},
            Selected(decision=Choice.SELECT, choice_id="a", confidence=0.9),
        ),
        (
            ModelTask.SELECT,
            {"decision": "need_more_info", "choice_id": None, "confidence": 0, "needed_evidence_types": ["label"]},
            Selected(decision=Choice.NEED_MORE_INFO, needed_evidence_types=("label",)),
        ),
    ],
)
async def test_each_task_has_its_closed_result(
    server: ModelServer, model: LanguageModel, task: ModelTask, said: dict[str, Any], meant: ModelResult
) -> None:
    """R4-17: hints have one name on the wire."""
    for text in (json.dumps(said), f"```json\n{json.dumps(said)}\n```"):
        server.then(says(text))
        outcome = await model.ask(wants(RESULT_OF[task], task))
        assert isinstance(outcome, Spoken)
        assert outcome.value == meant


@pytest.mark.parametrize(
    ("task", "said"),
    [
        (ModelTask.PLAN, '{"texts": []}'),
        (ModelTask.PLAN, '{"parts": ["a"]}'),
        (ModelTask.PLAN, '{"texts": "a"}'),
        (ModelTask.PLAN, '["a"'),
        (ModelTask.PLAN, "Sure! Here is the plan: fee, deadline."),
        (ModelTask.PLAN, "null"),
        (ModelTask.JUDGE, '{"verdict": "maybe", "quote": ""}'),
        (ModelTask.SELECT, '{"decision": "execute", "choiceId": "a"}'),
        (ModelTask.SELECT, '{"decision": "select", "choiceId": "a", "confidence": 7}'),
        (ModelTask.SELECT, '{"decision": "select", "choiceId": {"id": "a"}, "confidence": 1}'),
        (ModelTask.CLARIFY_NEED, '{"needed": "perhaps"}'),
        (ModelTask.ANSWER, ""),
        (ModelTask.ANSWER, "  \n"),
    ],
)
async def test_nonsense_and_another_shape_are_malformed(
    server: ModelServer, model: LanguageModel, task: ModelTask, said: str
) -> None:
    server.then(says(said))
    outcome = await model.ask(wants(RESULT_OF[task], task))
    assert isinstance(outcome, Unavailable)
    assert outcome.failure is ModelFailure.MALFORMED
    assert [t.output_tokens for t in outcome.tries] == [9]  # what was paid for counts


@pytest.mark.parametrize(
    ("step", "failure"),
    [
        (fails(429), ModelFailure.RATE_LIMITED),
        (fails(529), ModelFailure.RATE_LIMITED),
        (fails(500), ModelFailure.TRANSPORT_ERROR),
        (fails(502), ModelFailure.TRANSPORT_ERROR),
        (fails(503), ModelFailure.TRANSPORT_ERROR),
        (fails(400), ModelFailure.REFUSED),
        (fails(401), ModelFailure.REFUSED),
        (fails(403), ModelFailure.REFUSED),
        (fails(404), ModelFailure.REFUSED),
        (fails(429, code="insufficient_quota"), ModelFailure.REFUSED),
        (breaks_after(None), ModelFailure.TRANSPORT_ERROR),
        (raw(200, b"<html>Welcome</html>", "text/html"), ModelFailure.MALFORMED),
        (raw(200, b'{"hello": 1}'), ModelFailure.MALFORMED),
        (raw(200, b'{"object": "chat.completion", "choices": []}'), ModelFailure.MALFORMED),
        (raw(200, b'{"object": "chat.completion", "choices": null}'), ModelFailure.MALFORMED),
        (raw(200, b'{"choices": [{"message": null}]}'), ModelFailure.MALFORMED),
        (raw(200, b'{"choices": [7]}'), ModelFailure.MALFORMED),
        (raw(200, b"[]"), ModelFailure.MALFORMED),
        (raw(200, b"7"), ModelFailure.MALFORMED),
        (says("Words.", finish="content_filter"), ModelFailure.REFUSED),
        (says("An answer that is cut", finish="length"), ModelFailure.MALFORMED),
    ],
)
async def test_every_failure_has_its_name(
    server: ModelServer, model: LanguageModel, step: Step, failure: ModelFailure
) -> None:
    server.then(step)
    whole = await model.ask(text_request())
    assert isinstance(whole, Unavailable)
    assert [whole.failure, *(t.failure for t in whole.tries)] == [failure, failure]
    end = (await streamed(model))[-1]
    assert isinstance(end, Unavailable)
    assert end.failure is failure


async def test_a_reply_that_is_no_json_is_no_reply(server: ModelServer, model: LanguageModel) -> None:
    server.then(raw(200, b'{"choices": [{"mess'))
    assert isinstance(await model.ask(text_request()), Unavailable)


@pytest.mark.parametrize("step", [breaks_after("The fee "), ends_after("The fee ")])
async def test_a_connection_that_breaks_in_mid_stream_ends_it_unfinished(
    server: ModelServer, model: LanguageModel, step: Step
) -> None:
    server.then(step)
    piece, end = await streamed(model)
    assert piece == "The fee "
    assert isinstance(end, Unavailable)
    assert end.failure is ModelFailure.TRANSPORT_ERROR
    assert len(server.requests) == 1  # what was given is not given again


@pytest.mark.parametrize("text", [None, "The fee "])
async def test_a_server_that_says_no_more_is_left_in_time(
    server: ModelServer, model: LanguageModel, text: str | None
) -> None:
    server.then(hangs(text))
    request = ModelRequest(task=ModelTask.ANSWER, system="S", user="U", result=str, max_tokens=64, timeout_s=0.2)
    async with aclosing(model.stream(request)) as items:
        end = [item async for item in items][-1]
    assert isinstance(end, Unavailable)
    assert end.failure is ModelFailure.TIMEOUT
    assert await server.left.get() == "/v1/chat/completions"
    whole = await model.ask(request)
    assert isinstance(whole, Unavailable)
    assert whole.failure is ModelFailure.TIMEOUT
    assert await server.left.get() == "/v1/chat/completions"


async def test_cancelling_reaches_the_server(server: ModelServer, model: LanguageModel) -> None:
    server.then(hangs())
    asking = asyncio.create_task(model.ask(text_request()))
    while not server.requests:  # noqa: ASYNC110 - the server is another task of this loop
        await asyncio.sleep(0.001)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert await server.left.get() == "/v1/chat/completions"


async def test_closing_a_stream_reaches_the_server(server: ModelServer, model: LanguageModel) -> None:
    server.then(hangs("The fee "))
    async with aclosing(model.stream(text_request())) as items:
        assert await anext(items) == "The fee "
    assert await server.left.get() == "/v1/chat/completions"


async def test_half_characters_become_question_marks(server: ModelServer, model: LanguageModel) -> None:
    server.then(says("fee \ud83d end"))
    outcome = await model.ask(text_request())
    assert isinstance(outcome, Spoken)
    assert outcome.value == "fee ? end"


async def test_no_failure_carries_what_the_server_said_or_the_key(
    server: ModelServer, model: LanguageModel, caplog: pytest.LogCaptureFixture
) -> None:
    server.then(fails(401))
    outcome = await model.ask(text_request())
    assert "secret" not in repr(outcome)
    assert "secret" not in repr(model)
    assert "secret" not in caplog.text


def errors_of_the_library() -> list[type[Exception]]:
    known = [value for value in vars(library).values() if isinstance(value, type)]
    roots = (library.ModelAPIError, library.UnexpectedModelBehavior)
    return sorted((e for e in known if issubclass(e, roots) and not e.__name__.startswith("_")), key=str)


@pytest.mark.parametrize("error", errors_of_the_library(), ids=lambda e: e.__name__)
def test_every_error_of_the_library_is_in_the_table(error: type[Exception]) -> None:
    """Fails when a new version has one more: say what it means."""
    names = {known.__name__ for known in FAILURES}
    assert error.__name__ in names


def test_a_category_counts_more_than_the_plain_http_error() -> None:
    limited = library.ModelHTTPError.for_category(
        library.ModelRateLimitError, status_code=400, model_name="m", body=None
    )
    assert failure_of(limited) is ModelFailure.RATE_LIMITED


def test_every_task_has_a_schema_with_every_field_required() -> None:
    for result in set(RESULT_OF.values()) - {str}:
        schema = json_schema(result)
        assert schema is not None
        assert set(schema["required"]) == set(schema["properties"])
        assert schema["additionalProperties"] is False
    assert json_schema(str) is None


async def test_no_model_is_asked_where_tests_forbid_it(
    server: ModelServer, model: LanguageModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_models, "ALLOW_MODEL_REQUESTS", False)
    with pytest.raises(RuntimeError, match="not allowed"):
        await model.ask(text_request())
    assert server.requests == []
