"""What calls to language models took, added up."""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.model_calls import ModelCall, ModelUse


def use_of(calls: Sequence[ModelCall]) -> ModelUse:
    """The sum of these calls; one without a price adds nothing to the cost."""
    return ModelUse(
        calls=len(calls),
        input_tokens=sum(call.input_tokens for call in calls),
        output_tokens=sum(call.output_tokens for call in calls),
        cost_usd=sum(call.cost_usd or 0.0 for call in calls),
    )


def added(before: ModelUse, more: ModelUse) -> ModelUse:
    """Both together."""
    return ModelUse(
        calls=before.calls + more.calls,
        input_tokens=before.input_tokens + more.input_tokens,
        output_tokens=before.output_tokens + more.output_tokens,
        cost_usd=before.cost_usd + more.cost_usd,
    )
