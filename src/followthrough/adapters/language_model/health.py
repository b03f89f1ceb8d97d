"""What a model can do, found out with one tiny request: a reply in a given shape, asked for as a stream."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from followthrough.adapters.language_model.wire import Attempt, WireModel
from followthrough.domain.model_calls import ModelFailure, ModelHealth, ModelRequest, ModelTask, R
from followthrough.domain.model_results import Judged
from followthrough.prompts import Prompt

_ANSWERED = frozenset({ModelFailure.MALFORMED, ModelFailure.REFUSED})  # it may speak, and not in the shape


async def check_model(model: WireModel, prompt: Prompt, *, max_tokens: int, timeout_s: float) -> ModelHealth:
    """Asks once; a second time, for plain words, only where the shape may be what was too much."""
    shaped = ModelRequest(
        task=ModelTask.JUDGE,
        system=prompt.system,
        user=prompt.user,
        result=Judged,
        max_tokens=max_tokens,
        timeout_s=timeout_s,
    )
    pieces, attempt = await _drained(model.stream(shaped))
    if attempt.value is not None:
        return ModelHealth(model=model.name, structured=True, streams=pieces > 1)
    if attempt.call.failure not in _ANSWERED:
        return ModelHealth(model=model.name, failure=attempt.call.failure)
    plain = ModelRequest(
        task=ModelTask.ANSWER,
        system=prompt.system,
        user=prompt.user,
        result=str,
        max_tokens=max_tokens,
        timeout_s=timeout_s,
    )
    pieces, words = await _drained(model.stream(plain))
    spoke = words.call.failure is None or pieces > 0
    return ModelHealth(model=model.name, failure=None if spoke else words.call.failure, streams=pieces > 1)


async def _drained(stream: AsyncGenerator[str | Attempt[R]]) -> tuple[int, Attempt[R]]:
    """How many pieces came, and the attempt."""
    pieces = 0
    async with aclosing(stream) as items:
        async for item in items:
            if not isinstance(item, str):
                return pieces, item
            pieces += 1
    raise RuntimeError("a stream of a model ended without its attempt")
