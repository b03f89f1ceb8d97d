"""The replies of a conversation file as what a scripted model says."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from followthrough.domain.model_calls import ModelFailure, ModelTask
from followthrough.domain.model_results import Choice, ClarifyNeed, Judged, ModelResult, Planned, Selected, Verdict
from followthrough.evals.conversations.nodes import Json
from followthrough.evals.conversations.script import ModelReply
from followthrough.testing.fake_model import Scripted

_TEXTS = ConfigDict(coerce_numbers_to_str=True)  # YAML makes a number of a code


@dataclass(frozen=True, kw_only=True, config=_TEXTS)
class _Judge:
    verdict: Verdict
    quote: str = ""


@dataclass(frozen=True, kw_only=True, config=_TEXTS)
class _ClarifyNeed:
    needed: bool = False
    readings: tuple[str, ...] = ()
    question: str | None = None


@dataclass(frozen=True, kw_only=True, config=_TEXTS)
class _Select:
    decision: Choice
    choice_id: str | None = Field(default=None, alias="choiceId")
    confidence: float = Field(default=0.0)
    needed_evidence_types: tuple[str, ...] = Field(default=(), alias="neededEvidenceTypes")


def scripted(replies: Iterable[ModelReply]) -> tuple[tuple[ModelTask, Scripted], ...]:
    """(task, reply or failure), in the file's order."""
    return tuple((ModelTask(one.task), _reply(one)) for one in replies)


def result_of(task: ModelTask, reply: Json) -> ModelResult:
    """A reply of a file as the result of its task.

    Raises:
        pydantic.ValidationError: it has not the task's shape.
    """
    match task:
        case ModelTask.PLAN:
            return Planned(texts=TypeAdapter(tuple[str, ...], config=_TEXTS).validate_python(reply))
        case ModelTask.JUDGE:
            judged = TypeAdapter(_Judge).validate_python(reply)
            return Judged(verdict=judged.verdict, quote=judged.quote)
        case ModelTask.CLARIFY_NEED:
            need = TypeAdapter(_ClarifyNeed).validate_python(reply)
            return ClarifyNeed(needed=need.needed, readings=need.readings, question=need.question)
        case ModelTask.SELECT:
            chosen = TypeAdapter(_Select).validate_python(reply)
            return Selected(
                decision=chosen.decision,
                choice_id=chosen.choice_id,
                confidence=chosen.confidence,
                needed_evidence_types=chosen.needed_evidence_types,
            )
        case ModelTask.REWRITE | ModelTask.ANSWER | ModelTask.EXPLAIN | ModelTask.TRANSLATE | ModelTask.SUMMARY:
            return str(reply)


def _reply(one: ModelReply) -> Scripted:
    """A reply that has not its task's shape is malformed, as it is when a server sends it."""
    if one.error is not None:
        return ModelFailure(one.error)
    try:
        return result_of(ModelTask(one.task), one.reply)
    except ValidationError:
        return ModelFailure.MALFORMED
