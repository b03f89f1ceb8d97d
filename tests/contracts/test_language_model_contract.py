from __future__ import annotations

import pytest

from followthrough.adapters.language_model.none import NoModel
from followthrough.domain.model_calls import ModelFailure, ModelTask
from followthrough.testing.contracts.language_model import PLAN, REPLY, LanguageModelContract, Models, NoModelContract
from followthrough.testing.fake_model import ScriptedModel


class TestNoModel(NoModelContract):
    @pytest.fixture
    def model(self) -> NoModel:
        return NoModel()


class TestScriptedModel(LanguageModelContract):
    @pytest.fixture
    def models(self) -> Models:
        failed = (ModelTask.ANSWER, ModelFailure.TRANSPORT_ERROR)
        return Models(
            answering=ScriptedModel([(ModelTask.ANSWER, REPLY)] * 2 + [(ModelTask.PLAN, PLAN)] * 2),
            failing=ScriptedModel([failed, failed]),
            confused=ScriptedModel([(ModelTask.PLAN, "two questions")]),
        )
