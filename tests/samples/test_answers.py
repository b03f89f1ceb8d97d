"""What the demo answers: every fact of the samples, asked with all three sets in one collection, as in the demo.

An answer counts when the question is resolved, its value stands in the reply, and a citation shows the document and
page where the facts say it stands. Facts that this version gets wrong say why and are expected to fail. A question
that the documents do not answer is never resolved.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
import yaml

from followthrough.cli.conversations import ScriptedSystem, open_workshop
from followthrough.evals.conversations.system import Setup, TurnJson
from followthrough.samples import sample_sets
from followthrough.settings import only
from followthrough.testing.manual_clock import ManualClock

FACTS: dict[str, Any] = yaml.safe_load((Path(__file__).parent / "facts.yaml").read_text(encoding="utf-8"))
ANSWERED = [
    pytest.param(
        name,
        fact,
        id=fact["question"],
        marks=[pytest.mark.xfail(reason=fact["not_yet"], strict=True)] if "not_yet" in fact else [],
    )
    for name, part in FACTS.items()
    for fact in part["answered"]
]
UNANSWERED = [question for part in FACTS.values() for question in part["unanswered"]]
TRIED = [question for sample in sample_sets() for question in sample.questions]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def demo(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[ScriptedSystem]:
    """A system with all three sets."""
    corpus = tmp_path_factory.mktemp("samples")
    for sample in sample_sets():
        shutil.copytree(sample.folder, corpus / sample.name)
    async with open_workshop(only()) as workshop, workshop.open_system(Setup(corpus=corpus), ManualClock()) as system:
        yield system


@pytest_asyncio.fixture(loop_scope="module")
async def alone(demo: ScriptedSystem) -> ScriptedSystem:
    """A conversation of its own for each fact: what was asked before it must not matter."""
    system = demo.system
    return ScriptedSystem(system, await system.create_thread())


def plain(text: Any) -> str:
    return re.sub(r"\s+", " ", str(text))


def cited(turn: TurnJson) -> list[tuple[str, int | None, str]]:
    reply: Any = turn["reply"]
    return [(c["document_name"], c["page"], plain(c["quote"])) for c in reply["citations"]]


def said(turn: TurnJson) -> str:
    reply: Any = turn["reply"]
    return plain(reply["text"])


def title(name: str, document: str) -> str:
    """The title by which a citation names the document."""
    folder = next(s.folder for s in sample_sets() if s.name == name)
    side = folder / f"{document}.meta.yaml"
    text = (
        side.read_text(encoding="utf-8") if side.exists() else (folder / document).read_text("utf-8").split("---")[1]
    )
    return str(yaml.safe_load(text)["title"])


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize(("name", "fact"), ANSWERED)
async def test_a_fact_is_answered_from_its_place(name: str, fact: dict[str, Any], alone: ScriptedSystem) -> None:
    turn = await alone.send(fact["question"])
    assert turn["objective_status"] == "resolved", said(turn)
    for value in fact.get("several", [fact]):
        assert value["expect"] in said(turn)
        assert (title(name, value["document"]), value.get("page")) in [(d, p) for d, p, _ in cited(turn)]
    assert "outdated" not in fact or fact["outdated"] not in said(turn)


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("question", UNANSWERED)
async def test_what_the_documents_do_not_answer_is_never_resolved(question: str, alone: ScriptedSystem) -> None:
    turn = await alone.send(question)
    assert turn["objective_status"] == "need_info", said(turn)
    assert turn["closure_message"] is None


@pytest.mark.asyncio(loop_scope="module")
@pytest.mark.parametrize("question", TRIED)
async def test_the_things_to_try_are_answered(question: str, alone: ScriptedSystem) -> None:
    turn = await alone.send(question)
    assert turn["objective_status"] == "resolved", said(turn)
    assert cited(turn)
