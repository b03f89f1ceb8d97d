"""How the settings of flags are spelt, and what `demo` turns on (requirements 5.2)."""

from __future__ import annotations

from typing import Any

import pytest

from followthrough.cli.demo import demo_settings
from followthrough.domain.rollout import Flag
from followthrough.effective import describe, unknown_names
from followthrough.errors import ConfigurationError
from followthrough.settings import Settings, load, only

DOCUMENTS_NAME = "NEXT_PUBLIC_GROUNDING_CONTINUITY_ENABLED"


@pytest.fixture(autouse=True)
def _nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for flag in Flag:
        monkeypatch.delenv(f"FOLLOWTHROUGH_{flag.value.upper()}", raising=False)
    monkeypatch.delenv(DOCUMENTS_NAME, raising=False)


def test_c48_the_lanes_are_on_by_default_and_what_a_model_could_do_alone_is_off() -> None:
    on = {Flag.GROUNDING_CONTINUITY, Flag.SELECTION_LANE, Flag.SEMANTIC_LANE}
    wanted = {flag.value: "on" if flag in on else "off" for flag in Flag}
    assert {flag.value: getattr(only(), flag.value) for flag in Flag} == wanted


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (True, "on"),
        (False, "off"),
        ("true", "on"),
        ("TRUE", "on"),
        ("1", "on"),
        (1, "on"),
        ("On", "on"),
        ("false", "off"),
        ("0", "off"),
        (0, "off"),
        ("off", "off"),
        ("shadow", "shadow"),
        (" Shadow ", "shadow"),
        ("0.1", "0.1"),
        (0.1, "0.1"),
        (".25", "0.25"),
        ("1.0", "on"),
    ],
)
def test_a_flag_is_read_however_it_is_spelt(given: Any, kept: str) -> None:
    assert only(selection_lane_enabled=given).selection_lane_enabled == kept


@pytest.mark.parametrize("given", ["maybe", "2", "-0.1", "10%", "shadows", "1e-3"])
def test_another_value_is_refused_with_what_is_allowed(given: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOLLOWTHROUGH_SEMANTIC_LANE_ENABLED", given)
    with pytest.raises(ConfigurationError, match="on, off, shadow or a share"):
        load()


def test_the_documents_name_is_an_alias(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DOCUMENTS_NAME, "true")
    assert load().grounding_continuity_enabled == "on"
    line = next(line for line in describe(load()) if line.name == "grounding_continuity_enabled")
    assert line.source == f"environment {DOCUMENTS_NAME}"
    assert not unknown_names()


def test_the_products_own_name_is_stronger_than_the_alias(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DOCUMENTS_NAME, "true")
    monkeypatch.setenv("FOLLOWTHROUGH_GROUNDING_CONTINUITY_ENABLED", "0.2")
    assert load().grounding_continuity_enabled == "0.2"


def test_the_demo_has_all_on_but_auto_execute() -> None:
    settings: Settings = demo_settings(0)
    on = {flag for flag in Flag if getattr(settings, flag.value) == "on"}
    assert on == set(Flag) - {Flag.LLM_AUTO_EXECUTE}
