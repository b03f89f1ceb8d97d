"""Each stuck reason has its trigger in the evidence (R0-17 to R0-21, R0-41, F9, F10, F23)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.pursuit.test_evaluate import answered
from tests.rules.said import part

from followthrough.adapters.pack.yaml_folder import load_pack
from followthrough.domain.objective import StuckReason
from followthrough.domain.outcome import PartAnswer
from followthrough.domain.retrieval import RetrievalSignal
from followthrough.rules.objective.stuck import why_stuck

PAYER = load_pack("healthcare_payer")
NONE, SOME, FULL = answered("a", "none"), answered("a", "some"), answered("a", "full")


@pytest.mark.parametrize(
    ("question", "answer", "reason"),
    [
        ("What is the parking fee?", NONE, StuckReason.NO_EVIDENCE),
        ("What is the parking fee?", SOME, StuckReason.PARTIAL_ANSWER),
        ("What is the parking fee?", FULL, None),
        ("What is the CPT code for acupuncture?", NONE, StuckReason.MISSING_CODE),
        ("What is the CPT code for acupuncture?", SOME, StuckReason.MISSING_CODE),
        ("What is the CPT code for acupuncture?", FULL, None),
        ("Is H0038 covered?", replace(NONE, missing=("H0038",)), StuckReason.MISSING_CODE),
        ("Is H0038 covered?", replace(NONE, missing=("covered",)), StuckReason.NO_EVIDENCE),
        ("Where does a diagnosis code go?", NONE, StuckReason.NO_EVIDENCE),
        ("Are claims encoded?", SOME, StuckReason.PARTIAL_ANSWER),
        ("What is it?", replace(NONE, signal=RetrievalSignal.TOOL_FAILED), StuckReason.TOOL_FAILED),
        ("Which code?", replace(NONE, signal=RetrievalSignal.TOOL_FAILED), StuckReason.TOOL_FAILED),
        ("What is it?", replace(SOME, signal=RetrievalSignal.CONFLICTING), StuckReason.CONFLICTING_INFO),
    ],
)
def test_the_evidence_tells_why(question: str, answer: PartAnswer, reason: StuckReason | None) -> None:
    assert why_stuck(part(question), answer, PAYER) is reason


def test_an_answer_that_calls_itself_complete_without_a_source_is_a_miss() -> None:
    assert why_stuck(part("What is it?"), replace(NONE, complete=True), PAYER) is StuckReason.NO_EVIDENCE
