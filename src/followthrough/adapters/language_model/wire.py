"""One model at one server, through pydantic-ai: a request becomes a result or a failure, and a record of the try.

The library's own retries are off: what is tried again, and when, is decided in one place (`chain`).
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, Generic

import httpx2
from pydantic_ai import direct
from pydantic_ai import messages as library
from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings

from followthrough.adapters.language_model.failures import CAUGHT, failure_of, retry_after_s
from followthrough.adapters.language_model.schemas import json_schema, read_result, storable
from followthrough.domain.model_calls import ModelCall, ModelFailure, ModelRequest, R
from followthrough.ports.clock import Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt(Generic[R]):
    """One try: the result or why there is none (``call.failure``), and how long the server asked to wait."""

    call: ModelCall
    value: R | None = None
    retry_after_s: float | None = None


class WireModel:
    """A model at a server.

    Args:
        name: how it is called in records.
        model: the library's model.
        connections: what it sends through; closed with it.
        clock: measures the tries.
        has_price: whether the library's price list speaks of this server.
    """

    def __init__(
        self, name: str, model: Model[Any], connections: httpx2.AsyncClient, *, clock: Clock, has_price: bool
    ) -> None:
        self.name = name
        self._model = model
        self._connections = connections
        self._clock = clock
        self._has_price = has_price

    async def ask(self, request: ModelRequest[R]) -> Attempt[R]:
        """One whole reply."""
        began = self._clock.monotonic_ms()
        messages, settings, parameters = _messages(request), self._settings(request), self._parameters(request)
        try:
            async with asyncio.timeout(request.timeout_s):
                response = await direct.model_request(
                    self._model,
                    messages,
                    model_settings=settings,
                    model_request_parameters=parameters,
                    instrument=False,
                )
        except CAUGHT as error:
            return self._failed(request, error, began)
        return self._read(request, response, began)

    async def stream(self, request: ModelRequest[R]) -> AsyncGenerator[str | Attempt[R]]:
        """The reply's text in pieces as they come, then the attempt. Closing it closes the connection."""
        began = self._clock.monotonic_ms()
        until = asyncio.get_running_loop().time() + request.timeout_s
        pieces = self._pieces(request)
        async with aclosing(pieces):
            while True:
                try:
                    async with asyncio.timeout_at(until):
                        item = await anext(pieces)
                except CAUGHT as error:
                    yield self._failed(request, error, began)
                    return
                if isinstance(item, str):
                    yield item
                    continue
                yield self._read(request, item, began)
                return

    async def aclose(self) -> None:
        """Closes the connections."""
        await self._connections.aclose()

    async def _pieces(self, request: ModelRequest[Any]) -> AsyncGenerator[str | library.ModelResponse]:
        async with direct.model_request_stream(
            self._model,
            _messages(request),
            model_settings=self._settings(request),
            model_request_parameters=self._parameters(request),
            instrument=False,
        ) as stream:
            async for event in stream:
                match event:
                    case library.PartStartEvent(part=library.TextPart(content=text)) if text:
                        yield storable(text)
                    case library.PartDeltaEvent(delta=library.TextPartDelta(content_delta=text)) if text:
                        yield storable(text)
                    case _:
                        pass
            yield stream.get()

    def _settings(self, request: ModelRequest[Any]) -> ModelSettings:
        """No thinking aloud: the tasks are small, and its tokens would count to the reply's."""
        settings = ModelSettings(
            max_tokens=request.max_tokens, thinking=False, timeout=request.timeout_s, max_retries=0
        )
        if not self._model.profile.get("openai_supports_reasoning", False):  # those that reason choose by themselves
            settings["temperature"] = 0.0
        return settings

    def _parameters(self, request: ModelRequest[Any]) -> ModelRequestParameters:
        schema = json_schema(request.result)
        if schema is None:
            return ModelRequestParameters()
        takes_schema = self._model.profile.get("supports_json_schema_output", False)
        return ModelRequestParameters(
            output_mode="native" if takes_schema else "prompted",
            output_object=OutputObjectDefinition(json_schema=schema, name=request.task.value, strict=True),
            allow_text_output=False,
        )

    def _read(self, request: ModelRequest[R], response: library.ModelResponse, began: float) -> Attempt[R]:
        text = "".join(part.content for part in response.parts if isinstance(part, library.TextPart))
        value = ModelFailure.MALFORMED if response.finish_reason == "length" else read_result(request.result, text)
        failure = ModelFailure.REFUSED if response.finish_reason == "content_filter" else None
        if isinstance(value, ModelFailure):
            failure = failure or value
        call = ModelCall(
            task=request.task,
            model=self.name,
            ms=self._since(began),
            input_tokens=response.usage.input_tokens,
            output_tokens=response.usage.output_tokens,
            cost_usd=self._cost(response),
            failure=failure,
            prompt=request.prompt,
        )
        return Attempt(call=call, value=None if isinstance(value, ModelFailure) or failure else value)

    def _failed(self, request: ModelRequest[R], error: Exception, began: float) -> Attempt[R]:
        call = ModelCall(
            task=request.task,
            model=self.name,
            ms=self._since(began),
            failure=failure_of(error),
            prompt=request.prompt,
        )
        return Attempt(call=call, retry_after_s=retry_after_s(error))

    def _since(self, began: float) -> float:
        return round(self._clock.monotonic_ms() - began, 3)

    def _cost(self, response: library.ModelResponse) -> float | None:
        if not self._has_price:
            return None
        try:
            return float(response.cost().total_price)
        except (LookupError, ValueError):  # the list does not know the model, or the server counted nothing
            return None


def _messages(request: ModelRequest[Any]) -> list[library.ModelMessage]:
    parts = [library.SystemPromptPart(content=request.system), library.UserPromptPart(content=request.user)]
    return [library.ModelRequest(parts=parts)]
