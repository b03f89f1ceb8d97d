"""What the page offers to ask before the first message."""

from __future__ import annotations

from pathlib import Path

import pytest

from followthrough.cli.demo import demo_settings
from followthrough.effective import export
from followthrough.samples import sample_sets
from followthrough.settings import load, only

from .rig import Rig

QUESTIONS = ("What is the limit, and for whom?", "Who signs?")


@pytest.mark.parametrize("questions", [(), QUESTIONS])
async def test_the_suggestions_are_those_of_the_settings(tmp_path: Path, questions: tuple[str, ...]) -> None:
    rig = Rig(only(data_dir=tmp_path, suggestions=questions))
    async with rig.app.router.lifespan_context(rig.app):
        answer = await rig.client.get("/v1/suggestions")
    assert (answer.status_code, answer.json()) == (200, {"questions": list(questions), "labels": list(questions)})


def test_a_question_with_a_comma_reaches_worker_processes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FOLLOWTHROUGH_SUGGESTIONS", "[]")
    monkeypatch.setenv("FOLLOWTHROUGH_DATA_DIR", str(tmp_path))
    export(only(data_dir=tmp_path, suggestions=QUESTIONS))
    assert load().suggestions == QUESTIONS


def test_the_demo_suggests_the_first_question_of_each_sample() -> None:
    assert demo_settings(0).suggestions == tuple(s.questions[0] for s in sample_sets())[:3]
