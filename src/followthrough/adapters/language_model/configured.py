"""The language models that the settings name; none is the default."""

from __future__ import annotations

from followthrough.adapters.language_model.names import model_names, models_of_tasks
from followthrough.adapters.language_model.none import NoModel
from followthrough.errors import ConfigurationError
from followthrough.ports.clock import Clock
from followthrough.ports.language_model import LanguageModel
from followthrough.settings import Settings


def configured_model(settings: Settings, *, clock: Clock) -> LanguageModel:
    """The models of the settings. Nothing is asked yet, and without a model no library is imported.

    Raises:
        ConfigurationError: a model is not known or has no key, or the extra ``llm`` is not installed.
    """
    url = settings.model_base_url
    general = model_names(settings.model, base_url=url, field="model")
    names = models_of_tasks(settings.model_tasks, general, base_url=url)
    if not any(names.values()):
        return NoModel()
    try:
        from followthrough.adapters.language_model.pydantic_ai import (  # noqa: PLC0415 - takes a second to import
            ModelKeys,
            PydanticAiModel,
        )
    except ImportError:
        raise ConfigurationError(
            "A language model is configured, but the library that speaks to it is not installed.",
            fix="Install it: pip install 'followthrough[llm]'.",
            field="model",
        ) from None
    keys = ModelKeys(any=settings.model_api_key, openai=settings.openai_api_key, anthropic=settings.anthropic_api_key)
    return PydanticAiModel(names, keys, clock=clock, tuning=settings.tuning)
