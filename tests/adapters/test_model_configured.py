"""Issue 7, configuration: what FOLLOWTHROUGH_MODEL and its like mean."""

from __future__ import annotations

import subprocess
import sys

import pytest

from followthrough.adapters.language_model.chain import ModelChain
from followthrough.adapters.language_model.configured import configured_model
from followthrough.adapters.language_model.names import ModelName, model_names, models_of_tasks
from followthrough.adapters.language_model.none import NoModel
from followthrough.domain.model_calls import ModelTask
from followthrough.effective import describe
from followthrough.errors import ConfigurationError
from followthrough.settings import Settings, load, only
from followthrough.testing.manual_clock import ManualClock


@pytest.mark.parametrize(
    ("text", "base_url", "name"),
    [
        ("openai:gpt-5-mini", None, ModelName(provider="openai", name="gpt-5-mini")),
        ("anthropic:claude-x", None, ModelName(provider="anthropic", name="claude-x")),
        (
            "openai:llama3.2:3b",
            "http://h/v1",
            ModelName(provider="openai", name="llama3.2:3b", base_url="http://h/v1"),
        ),
        ("llama3.2:3b", "http://h/v1", ModelName(provider="openai", name="llama3.2:3b", base_url="http://h/v1")),
        ("qwen@http://h:1/v1", None, ModelName(provider="openai", name="qwen", base_url="http://h:1/v1")),
        ("openai:q@https://h/v1", "http://g/v1", ModelName(provider="openai", name="q", base_url="https://h/v1")),
        ("anthropic:claude-x", "http://h/v1", ModelName(provider="anthropic", name="claude-x")),
    ],
)
def test_a_model_is_a_provider_a_name_and_perhaps_an_address(
    text: str, base_url: str | None, name: ModelName
) -> None:
    assert model_names((text,), base_url=base_url, field="model") == (name,)


@pytest.mark.parametrize("text", ["gpt-5", "openai:", "anthropic:", "gogle:gemini", ":x", "@http://h/v1"])
def test_a_model_of_nobody_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(ConfigurationError, match="openai:NAME"):
        model_names((text,), base_url=None, field="model")


def test_a_tasks_own_models_come_before_the_general_ones() -> None:
    general = model_names(("openai:big", "anthropic:spare"), base_url=None, field="model")
    chains = models_of_tasks(
        ("rewrite=openai:small", "plan = openai:mid", "plan=openai:small", "answer=openai:big"),
        general,
        base_url=None,
    )
    named = {task: [str(name) for name in names] for task, names in chains.items()}
    assert named[ModelTask.REWRITE] == ["openai:small", "openai:big", "anthropic:spare"]
    assert named[ModelTask.PLAN] == ["openai:mid", "openai:small", "openai:big", "anthropic:spare"]
    assert named[ModelTask.ANSWER] == named[ModelTask.JUDGE] == ["openai:big", "anthropic:spare"]


def test_a_task_can_be_left_to_the_rules() -> None:
    general = (ModelName(provider="openai", name="big"),)
    chains = models_of_tasks(("judge=none", "judge=openai:small"), general, base_url=None)
    assert chains[ModelTask.JUDGE] == ()
    assert chains[ModelTask.ANSWER] == general


@pytest.mark.parametrize("text", ["sing=openai:a", "rewrite", "rewrite=", "=openai:a"])
def test_a_task_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ConfigurationError, match="TASK=MODEL"):
        models_of_tasks((text,), (), base_url=None)


def test_without_a_model_there_is_none() -> None:
    assert isinstance(configured_model(only(), clock=ManualClock()), NoModel)


@pytest.mark.parametrize("name", ["openai:gpt-5-mini", "anthropic:claude-sonnet-4-5"])
def test_a_hosted_model_needs_a_key(name: str) -> None:
    with pytest.raises(ConfigurationError, match="needs a key"):
        configured_model(only(model=name), clock=ManualClock())


async def test_a_list_means_fallback_in_order_and_small_models_serve_their_tasks() -> None:
    settings = only(
        model="openai:big, anthropic:claude-sonnet-4-5",
        model_tasks="rewrite=small@http://127.0.0.1:9/v1",
        openai_api_key="a",
        anthropic_api_key="b",
    )
    model = configured_model(settings, clock=ManualClock())
    assert isinstance(model, ModelChain)
    assert [m.name for m in model.models] == ["openai:big", "anthropic:claude-sonnet-4-5", "openai:small"]
    assert all(model.can(task) for task in ModelTask)
    await model.aclose()


async def test_only_a_task_may_have_a_model() -> None:
    model = configured_model(only(model_tasks="rewrite=small@http://127.0.0.1:9/v1"), clock=ManualClock())
    assert [task for task in ModelTask if model.can(task)] == [ModelTask.REWRITE]
    await model.aclose()


def test_keys_come_from_the_environment_and_are_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-one")
    monkeypatch.setenv("FOLLOWTHROUGH_ANTHROPIC_API_KEY", "sk-two")
    monkeypatch.setenv("FOLLOWTHROUGH_MODEL", "openai:a,anthropic:b")
    settings = load()
    assert settings.model == ("openai:a", "anthropic:b")
    assert settings.openai_api_key is not None
    assert settings.openai_api_key.get_secret_value() == "sk-one"
    shown = {line.name: (line.value, line.source) for line in describe(settings)}
    assert shown["openai_api_key"] == ("********", "environment OPENAI_API_KEY")
    assert shown["anthropic_api_key"][0] == "********"
    assert "sk-" not in repr(settings)


@pytest.mark.parametrize("url", ["localhost:11434", "ftp://h/v1", "http://user:key@h/v1"])
def test_an_address_is_a_web_address_without_a_key_in_it(url: str) -> None:
    with pytest.raises(ConfigurationError, match="model_base_url"):
        load(model_base_url=url)


def test_every_key_is_a_secret() -> None:
    keys = {name for name in Settings.model_fields if name.endswith("_api_key")}
    assert keys == {"model_api_key", "openai_api_key", "anthropic_api_key"}
    assert keys <= Settings.secret_fields


def test_without_a_model_its_library_is_not_imported() -> None:
    told = "import sys, followthrough.bootstrap; print([m for m in ('pydantic_ai', 'openai') if m in sys.modules])"
    ran = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
