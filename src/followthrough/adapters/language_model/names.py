"""What the settings say of models, as values: ``openai:gpt-5-mini``, ``anthropic:…``, ``openai:llama3@http://host/v1``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from followthrough.domain.model_calls import ModelTask
from followthrough.errors import ConfigurationError

_NONE: Final = "none"
PROVIDERS: Final = ("openai", "anthropic")
_URL = re.compile(r"\A(?P<name>.*?)@(?P<url>https?://\S+)\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelName:
    """A model as configured; ``base_url`` is None for the provider's own address."""

    provider: str
    name: str
    base_url: str | None = None

    def __str__(self) -> str:
        return f"{self.provider}:{self.name}"


def model_names(texts: tuple[str, ...], *, base_url: str | None, field: str) -> tuple[ModelName, ...]:
    """The models of a list, in its order, each once.

    Raises:
        ConfigurationError: one of them names no provider, or none that there is.
    """
    return tuple(dict.fromkeys(_model_name(text, base_url, field) for text in texts))


def models_of_tasks(
    texts: tuple[str, ...], general: tuple[ModelName, ...], *, base_url: str | None
) -> dict[ModelTask, tuple[ModelName, ...]]:
    """The models of each task: its own, then the general ones.

    Args:
        texts: ``task=model`` each; a task that comes several times has these models in this order; ``task=none``
            leaves it to the rules.
        general: the models of every task.
        base_url: the address of models without one.

    Raises:
        ConfigurationError: one of them names no task or no model.
    """
    own: dict[ModelTask, tuple[ModelName, ...]] = {}
    without: set[ModelTask] = set()
    for text in texts:
        task, _, name = (part.strip() for part in text.partition("="))
        if task not in set(ModelTask) or not name:
            raise ConfigurationError(
                f"Setting model_tasks: {text!r} is not TASK=MODEL.",
                fix=f"Tasks are {', '.join(ModelTask)}.",
                field="model_tasks",
            )
        if name == _NONE:
            without.add(ModelTask(task))
            continue
        names = model_names((name,), base_url=base_url, field="model_tasks")
        own[ModelTask(task)] = (*own.get(ModelTask(task), ()), *names)
    each = {task: tuple(dict.fromkeys((*own.get(task, ()), *general))) for task in ModelTask}
    return {task: () if task in without else names for task, names in each.items()}


def _model_name(text: str, base_url: str | None, field: str) -> ModelName:
    with_url = _URL.match(text)
    name, url = (with_url["name"], with_url["url"]) if with_url else (text, None)
    provider, colon, model = name.partition(":")
    if provider in PROVIDERS and model:
        url = url or (base_url if provider == "openai" else None)
        return ModelName(provider=provider, name=model, base_url=url)
    if (url or base_url) and name and not (colon and provider in PROVIDERS):
        return ModelName(provider="openai", name=name, base_url=url or base_url)
    raise ConfigurationError(
        f"Setting {field}: {text!r} names no model of a provider that is known.",
        fix="Write openai:NAME or anthropic:NAME; for a server of your own set model_base_url too.",
        field=field,
    )
