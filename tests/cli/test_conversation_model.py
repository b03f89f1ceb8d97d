"""Interface, scripted conversations: without the key `model` the configuration's own model is used."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic_ai import models as library_models
from tests.model_server import model_server, says

from followthrough.cli.conversations import open_workshop
from followthrough.evals.conversations.parse import parse_script
from followthrough.evals.conversations.run import run
from followthrough.settings import only

TEXT = """name: one
documents: [{name: fees.txt, text: "The fee for a copy is 12 dollars."}]
turns:
  - {user: "What is the fee for a copy?", expect: {status: completed}}
  - {user: "And for two of them?", expect: {status: completed}}
"""
SCRIPTED = "model: [{task: translate, reply: nobody asks for this}]\n"


@pytest.mark.parametrize(("text", "asked"), [(TEXT, True), (TEXT + SCRIPTED, False)])
async def test_a_file_with_replies_asks_no_other_model(
    text: str, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library_models, "ALLOW_MODEL_REQUESTS", True)
    async with model_server() as server:
        settings = only(model="openai:tiny", model_base_url=server.then(says("12 dollars [1].")).url)
        async with open_workshop(settings) as workshop:
            results = await run([parse_script(Path("one.yaml"), text.encode())], workshop.open_system)
        assert results.passed == 1, results
        assert bool(server.requests) is asked
