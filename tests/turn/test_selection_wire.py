"""The select call over real HTTP: every failure of a model server ends in the same clarifier, by its name (R4-19)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from pydantic_ai import models as library_models
from tests.model_server import ModelServer, Step, breaks_after, fails, hangs, model_server, raw, says

from followthrough.bootstrap import Followthrough
from followthrough.domain.continuity import Option, OptionSet, Scope, SetOrigin
from followthrough.settings import only
from followthrough.tuning import Tuning

LABELS = ("Provider Manual 2025", "Member Handbook", "Appeals Form")
SHOWN = OptionSet(
    id="",
    scope=Scope.CHAT,
    origin=SetOrigin.HOST,
    options=tuple(Option(id=label.split()[-1], label=label, execution_ref=f"open/{label}") for label in LABELS),
)
FLAGS = ("grounding_continuity", "selection_lane", "llm_auto_execute", "context_retry")
ON: dict[str, Any] = {f"{name}_enabled": "on" for name in FLAGS}


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ModelServer]:
    monkeypatch.setattr(library_models, "ALLOW_MODEL_REQUESTS", True)
    async with model_server() as running:
        yield running


@pytest.fixture
async def product(server: ModelServer, tmp_path: Path) -> AsyncIterator[Followthrough]:
    tuning = Tuning(model_retries=0, model_failures_in_a_row=100, select_timeout_s=5.0)
    settings = only(data_dir=tmp_path, model="openai:tiny", model_base_url=server.url, tuning=tuning, **ON)
    async with Followthrough.open(settings, background=False) as opened:
        yield opened


def chooses(choice_id: str | None, confidence: float = 0.95, decision: str = "select", *types: str) -> Step:
    said = {
        "decision": decision,
        "choiceId": choice_id,
        "confidence": confidence,
        "neededEvidenceTypes": list(types),
    }
    return says(json.dumps(said))


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (fails(429), "rate_limited"),
        (fails(500), "transport_error"),
        (breaks_after(None), "transport_error"),
        (raw(200, b"<html>Welcome</html>", "text/html"), "abstain"),
        (says("The handbook, I think."), "abstain"),
        (chooses("nowhere"), "abstain"),
        (chooses("Handbook", 0.3), "low_confidence"),
        (chooses(None, 0.0, "need_more_info", "chat_active_options"), "no_new_evidence"),
    ],
    ids=["429", "500", "breaks", "html", "prose", "unknown id", "low confidence", "nothing new"],
)
async def test_each_failure_ends_in_the_same_clarifier(
    server: ModelServer, product: Followthrough, step: Step, reason: str
) -> None:
    thread = await product.create_thread()
    await product.register_options(thread.id, SHOWN)
    server.then(step)
    turn = await product.send(thread.id, "open the handbok")
    assert turn.action is None
    assert turn.decision.fallback_reason == reason
    assert turn.clarification is not None
    assert turn.clarification.kind == "selection_disambiguation"
    assert turn.option_set is not None
    assert [o.id for o in turn.option_set.options] == ["2025", "Handbook", "Form"]
    again = await product.send(thread.id, "open the handbok")
    assert (again.action, len(server.requests)) == (None, 1)


async def test_a_server_that_says_nothing_is_left_in_time(server: ModelServer, tmp_path: Path) -> None:
    tuning = Tuning(model_retries=0, select_timeout_s=0.05)
    settings = only(data_dir=tmp_path, model="openai:tiny", model_base_url=server.url, tuning=tuning, **ON)
    async with Followthrough.open(settings, background=False) as product:
        thread = await product.create_thread()
        await product.register_options(thread.id, SHOWN)
        server.then(hangs())
        turn = await product.send(thread.id, "open the handbok")
    assert (turn.action, turn.decision.fallback_reason) == (None, "timeout")
    assert turn.option_set is not None


async def test_a_sure_choice_comes_back_with_its_reference(server: ModelServer, product: Followthrough) -> None:
    thread = await product.create_thread()
    await product.register_options(thread.id, SHOWN)
    server.then(chooses("Handbook"))
    turn = await product.send(thread.id, "open the handbok")
    assert turn.action is not None
    assert (turn.action.execution_ref, turn.action.provenance) == ("open/Member Handbook", "llm_executed")
    said = json.dumps(server.requests[0].body)
    assert "Handbook | Member Handbook" in said
    assert "neededEvidenceTypes" in said


async def test_fault_18_a_limit_is_named_though_the_wait_for_it_outlives_the_call(
    server: ModelServer, tmp_path: Path
) -> None:
    settings = only(data_dir=tmp_path, model="openai:tiny", model_base_url=server.url, **ON)
    async with Followthrough.open(settings, background=False) as product:
        thread = await product.create_thread()
        await product.register_options(thread.id, SHOWN)
        server.then(fails(429, headers={"retry-after": "1"}))
        turn = await product.send(thread.id, "open the handbok")
    assert (turn.action, turn.decision.fallback_reason) == (None, "rate_limited")


async def test_fault_19_a_server_that_is_always_late_is_left_alone(server: ModelServer, tmp_path: Path) -> None:
    tuning = Tuning(model_retries=0, select_timeout_s=0.05, model_failures_in_a_row=2)
    settings = only(data_dir=tmp_path, model="openai:tiny", model_base_url=server.url, tuning=tuning, **ON)
    async with Followthrough.open(settings, background=False) as product:
        thread = await product.create_thread()
        await product.register_options(thread.id, SHOWN)
        server.then(*[hangs()] * 4)
        turns = [await product.send(thread.id, text) for text in ("the handbok", "the apeals", "open handbokk")]
    assert [turn.decision.fallback_reason for turn in turns] == ["timeout", "timeout", "resting"]
    assert len(server.requests) == 2


@pytest.mark.parametrize("version", [0, 2, 99])
async def test_fault_20_a_choice_of_another_contract_executes_nothing(
    server: ModelServer, product: Followthrough, version: int
) -> None:
    thread = await product.create_thread()
    await product.register_options(thread.id, SHOWN)
    choice = {"contractVersion": version, "decision": "select", "choiceId": "Handbook", "confidence": 0.95}
    server.then(says(json.dumps(choice)))
    turn = await product.send(thread.id, "open the handbok")
    assert (turn.action, turn.decision.fallback_reason) == (None, "abstain")
    assert "contractVersion" in json.dumps(server.requests[0].body)
