"""The language model of the settings, through pydantic-ai: OpenAI, Anthropic and every OpenAI-compatible server.

Needs the extra ``llm``. The library is imported when a model is configured, and not before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import httpx2
from pydantic import SecretStr
from pydantic_ai.models import Model
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

from followthrough.adapters.language_model.chain import ModelChain
from followthrough.adapters.language_model.names import ModelName
from followthrough.adapters.language_model.wire import WireModel
from followthrough.domain.model_calls import ModelTask
from followthrough.errors import ConfigurationError
from followthrough.ports.clock import Clock
from followthrough.tuning import Tuning

_NO_KEY = "none"  # servers on one's own machine ask for no key, but the client sends one


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelKeys:
    """Keys by provider; ``any`` goes to whichever server is asked, before the provider's."""

    any: SecretStr | None = None
    openai: SecretStr | None = None
    anthropic: SecretStr | None = None

    def of(self, name: ModelName) -> str | None:
        """The key for a model; None without."""
        own = self.anthropic if name.provider == "anthropic" else self.openai
        key = self.any or own
        return None if key is None else key.get_secret_value()


class PydanticAiModel(ModelChain):
    """The models of each task.

    Args:
        names: by task, first choice first.
        keys: never printed.
        clock, tuning: as for ``ModelChain``.

    Raises:
        ConfigurationError: a model needs a key that is not there, or a library that is not installed.
    """

    def __init__(
        self, names: dict[ModelTask, tuple[ModelName, ...]], keys: ModelKeys, *, clock: Clock, tuning: Tuning
    ) -> None:
        every = dict.fromkeys(name for chain in names.values() for name in chain)
        made = {name: _wire_model(name, keys.of(name), clock) for name in every}
        chains = {task: tuple(made[name] for name in chain) for task, chain in names.items()}
        super().__init__(chains, clock=clock, tuning=tuning)


def _wire_model(name: ModelName, key: str | None, clock: Clock) -> WireModel:
    if key is None and name.base_url is None:
        raise ConfigurationError(
            f"The model {name} needs a key.",
            fix=f"Set {name.provider.upper()}_API_KEY in the environment, or model_api_key in followthrough.toml.",
            field="model_api_key",
        )
    connections = httpx2.AsyncClient()
    model = _anthropic(name, key, connections) if name.provider == "anthropic" else _openai(name, key, connections)
    return WireModel(str(name), model, connections, clock=clock, has_price=name.base_url is None)


def _openai(name: ModelName, key: str | None, connections: httpx2.AsyncClient) -> Model[Any]:
    # a closed connection looks like an end; a reply that is finished says so
    whole = OpenAIModelProfile(openai_chat_streaming_requires_finish_reason=True)
    if name.base_url is None:
        return OpenAIChatModel(
            name.name, provider=OpenAIProvider(api_key=key, http_client=connections), profile=whole
        )
    provider = OpenAICompatibleProvider(
        "openai-compatible", base_url=name.base_url, api_key=key or _NO_KEY, http_client=connections
    )
    # what Ollama, vLLM and llama.cpp have in common
    served = OpenAIModelProfile(supports_json_schema_output=True, openai_chat_supports_max_completion_tokens=False)
    return OpenAIChatModel(name.name, provider=provider, profile={**whole, **served})


def _anthropic(name: ModelName, key: str | None, connections: httpx2.AsyncClient) -> Model[Any]:
    try:
        from pydantic_ai.models.anthropic import AnthropicModel  # noqa: PLC0415 - a library of its own
        from pydantic_ai.providers.anthropic import AnthropicProvider  # noqa: PLC0415 - as above
    except ImportError:
        raise ConfigurationError(
            f"The model {name} needs a library that is not installed.",
            fix="Install it: pip install 'followthrough[llm]'.",
            field="model",
        ) from None
    provider = AnthropicProvider(api_key=key or _NO_KEY, base_url=name.base_url, http_client=connections)
    return AnthropicModel(name.name, provider=provider)
