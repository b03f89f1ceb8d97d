"""The shapes in which a model gives its results, and the domain values made of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from followthrough.domain.model_calls import ModelFailure, R
from followthrough.domain.model_results import (
    SELECTED_CONTRACT,
    Choice,
    ClarifyNeed,
    Judged,
    ModelResult,
    Planned,
    Selected,
    Verdict,
)

_FENCED = re.compile(r"\A\s*```(?:json)?\s*\n(.*)\n\s*```\s*\Z", re.DOTALL)


class _Shape(BaseModel):
    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        extra="ignore",
        json_schema_serialization_defaults_required=True,  # asked for in full, read with leniency
    )


class _Plan(_Shape):
    texts: list[str] = Field(min_length=1)


class _Judgement(_Shape):
    verdict: Verdict
    quote: str = ""


class _Need(_Shape):
    needed: bool
    readings: list[str] = []
    question: str | None = None


class _Selection(_Shape):
    """A reply of another version is none; one that leaves the version out is read as it stands."""

    contract_version: int = Field(default=SELECTED_CONTRACT, ge=SELECTED_CONTRACT, le=SELECTED_CONTRACT)
    decision: Choice
    choice_id: str | None = None
    confidence: float = Field(default=0.0, ge=0.0, le=1.0)
    needed_evidence_types: list[str] = []


def _planned(shape: _Plan) -> Planned:
    return Planned(texts=tuple(shape.texts))


def _judged(shape: _Judgement) -> Judged:
    return Judged(verdict=shape.verdict, quote=shape.quote)


def _need(shape: _Need) -> ClarifyNeed:
    return ClarifyNeed(needed=shape.needed, readings=tuple(shape.readings), question=shape.question)


def _selected(shape: _Selection) -> Selected:
    return Selected(
        decision=shape.decision,
        choice_id=shape.choice_id,
        confidence=shape.confidence,
        needed_evidence_types=tuple(shape.needed_evidence_types),
    )


_SHAPES: Final[dict[type[ModelResult], tuple[type[_Shape], Callable[[Any], ModelResult]]]] = {
    Planned: (_Plan, _planned),
    Judged: (_Judgement, _judged),
    ClarifyNeed: (_Need, _need),
    Selected: (_Selection, _selected),
}


def json_schema(result: type[ModelResult]) -> dict[str, Any] | None:
    """The JSON schema of a result; every field is required and no other allowed. None for a text."""
    if result is str:
        return None
    schema = _SHAPES[result][0].model_json_schema(by_alias=True, mode="serialization")
    return {**schema, "additionalProperties": False}


def read_result(result: type[R], text: str) -> R | ModelFailure:
    """What a model said as the result that it was asked for; ``malformed`` when it is none."""
    if not text.strip():
        return ModelFailure.MALFORMED
    if result is str:
        return cast("R", storable(text))
    shape, make = _SHAPES[result]
    fenced = _FENCED.match(text)
    try:
        return cast("R", make(shape.model_validate_json(storable(fenced[1] if fenced else text))))
    except ValidationError:  # its text quotes what the model said, so it goes no further
        return ModelFailure.MALFORMED


def storable(text: str) -> str:
    """The text without what no database keeps: half characters (lone surrogates) become question marks."""
    return text.encode("utf-8", "replace").decode()
