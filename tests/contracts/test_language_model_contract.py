from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from pydantic_ai import models as library_models
from tests.model_server import Exchange, Step, breaks_after, model_server, says, says_as_anthropic

from followthrough.adapters.language_model.configured import configured_model
from followthrough.adapters.language_model.none import NoModel
from followthrough.domain.model_calls import ModelFailure, ModelTask
from followthrough.settings import only
from followthrough.testing.contracts.language_model import PLAN, REPLY, LanguageModelContract, Models, NoModelContract
from followthrough.testing.fake_model import ScriptedModel
from followthrough.testing.manual_clock import ManualClock
from followthrough.tuning import Tuning


class TestNoModel(NoModelContract):
    @pytest.fixture
    def model(self) -> NoModel:
        return NoModel()


class TestScriptedModel(LanguageModelContract):
    @pytest.fixture
    def models(self) -> Models:
        failed = (ModelTask.ANSWER, ModelFailure.TRANSPORT_ERROR)
        return Models(
            answering=ScriptedModel([(ModelTask.ANSWER, REPLY)] * 2 + [(ModelTask.PLAN, PLAN)] * 2),
            failing=ScriptedModel([failed, failed]),
            confused=ScriptedModel([(ModelTask.PLAN, "two questions")]),
        )


PLAN_TEXT = json.dumps({"texts": list(PLAN.texts)})


@asynccontextmanager
async def three_models(name: str, *steps: Step, path: str) -> AsyncIterator[Models]:
    """Models at three servers, each with its step."""
    async with model_server() as one, model_server() as two, model_server() as three:
        made = [
            configured_model(
                only(
                    model=f"{name}@{server.then(step).url.removesuffix('/v1')}{path}",
                    model_api_key="any",
                    tuning=Tuning(model_retries=0, model_failures_in_a_row=9),
                ),
                clock=ManualClock(),
            )
            for server, step in zip((one, two, three), steps, strict=True)
        ]
        yield Models(answering=made[0], failing=made[1], confused=made[2])
        for model in made:
            await model.aclose()


class TestConfiguredModel(LanguageModelContract):
    @pytest.fixture
    async def models(self, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Models]:
        monkeypatch.setattr(library_models, "ALLOW_MODEL_REQUESTS", True)

        async def as_asked(exchange: Exchange) -> None:
            await says(PLAN_TEXT if "response_format" in exchange.body else REPLY)(exchange)

        async with three_models("openai:tiny", as_asked, breaks_after(None), says("two"), path="/v1") as made:
            yield made


class TestAnthropic(LanguageModelContract):
    @pytest.fixture
    async def models(self, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Models]:
        monkeypatch.setattr(library_models, "ALLOW_MODEL_REQUESTS", True)

        async def as_asked(exchange: Exchange) -> None:
            asks_for_json = "schema" in json.dumps(exchange.body)
            await says_as_anthropic(PLAN_TEXT if asks_for_json else REPLY)(exchange)

        steps = (as_asked, breaks_after(None), says_as_anthropic("two"))
        async with three_models("anthropic:tiny", *steps, path="") as made:
            yield made
