"""The contract of ``LanguageModel``: ends, types and what is asked of whom."""

from __future__ import annotations

from contextlib import aclosing
from dataclasses import dataclass

import pytest

from followthrough.domain.model_calls import ModelFailure, ModelRequest, ModelTask, Spoken, Unavailable
from followthrough.domain.model_results import Planned
from followthrough.ports.language_model import LanguageModel

REPLY = "The fee is 12 dollars [1]. It is due in July [2]."
PLAN = Planned(texts=("What is the fee?", "When is it due?"))


def text_request(task: ModelTask = ModelTask.ANSWER) -> ModelRequest[str]:
    """Asks for a text."""
    return ModelRequest(
        task=task, system="Answer.", user="What is the fee?", result=str, max_tokens=64, timeout_s=20.0, prompt="p1"
    )


def plan_request() -> ModelRequest[Planned]:
    """Asks for a plan."""
    return ModelRequest(
        task=ModelTask.PLAN, system="Plan.", user="Fee, and when?", result=Planned, max_tokens=64, timeout_s=20.0
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The same backend in three moods.

    Attributes:
        answering: gives ``REPLY`` as a text and ``PLAN`` as a plan, each at least twice.
        failing: does not answer: ``transport_error``.
        confused: gives a plan that is none.
    """

    answering: LanguageModel
    failing: LanguageModel
    confused: LanguageModel


class LanguageModelContract:
    """A backend inherits this and gives the fixture ``models``."""

    async def test_a_text_comes_whole_with_what_it_took(self, models: Models) -> None:
        """One try, of the request's task and prompt."""
        outcome = await models.answering.ask(text_request())
        assert isinstance(outcome, Spoken)
        assert outcome.value == REPLY
        assert [(t.task, t.prompt, t.failure) for t in outcome.tries] == [(ModelTask.ANSWER, "p1", None)]
        assert outcome.tries[0].model

    async def test_a_result_has_the_type_that_was_asked_for(self, models: Models) -> None:
        """A closed type, not a text to be parsed."""
        outcome = await models.answering.ask(plan_request())
        assert isinstance(outcome, Spoken)
        assert outcome.value == PLAN

    async def test_the_pieces_of_a_text_joined_are_the_text(self, models: Models) -> None:
        """Several pieces, then exactly one end."""
        async with aclosing(models.answering.stream(text_request())) as stream:
            items = [item async for item in stream]
        *pieces, end = items
        assert isinstance(end, Spoken)
        assert len(pieces) > 1
        assert all(isinstance(piece, str) and piece for piece in pieces)
        assert "".join(str(piece) for piece in pieces) == end.value == REPLY
        assert [t.failure for t in end.tries] == [None]

    async def test_a_stream_may_be_left_before_its_end(self, models: Models) -> None:
        """Nothing is raised, and the model answers the next request."""
        async with aclosing(models.answering.stream(text_request())) as stream:
            assert await anext(stream)
        assert isinstance(await models.answering.ask(text_request()), Spoken)

    async def test_a_failure_is_an_outcome(self, models: Models) -> None:
        """Whole or in pieces, nothing is raised."""
        whole = await models.failing.ask(text_request())
        assert isinstance(whole, Unavailable)
        assert whole.failure is ModelFailure.TRANSPORT_ERROR
        assert whole.tries[-1].failure is ModelFailure.TRANSPORT_ERROR
        async with aclosing(models.failing.stream(text_request())) as stream:
            items = [item async for item in stream]
        assert isinstance(items[-1], Unavailable)
        assert not any(isinstance(item, Spoken) for item in items)

    async def test_what_has_not_the_asked_shape_is_malformed(self, models: Models) -> None:
        """It never reaches the rules."""
        outcome = await models.confused.ask(plan_request())
        assert isinstance(outcome, Unavailable)
        assert outcome.failure is ModelFailure.MALFORMED

    async def test_it_says_what_it_can(self, models: Models) -> None:
        """Before anything is asked."""
        assert models.answering.can(ModelTask.ANSWER)
        assert models.answering.can(ModelTask.PLAN)


class NoModelContract:
    """A backend that stands where no model is configured inherits this and gives the fixture ``model``."""

    @pytest.mark.parametrize("task", list(ModelTask))
    async def test_nobody_is_asked(self, model: LanguageModel, task: ModelTask) -> None:
        """It says so before and after."""
        assert not model.can(task)
        assert await model.ask(text_request(task)) == Unavailable(failure=ModelFailure.NOT_CONFIGURED)
        items = [item async for item in model.stream(text_request(task))]
        assert items == [Unavailable(failure=ModelFailure.NOT_CONFIGURED)]
