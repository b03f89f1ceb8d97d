"""The library's errors as outcomes. Their texts quote requests and replies, so none of it goes further."""

from __future__ import annotations

from typing import Final

import httpx2
from pydantic_ai import exceptions as library

from followthrough.domain.model_calls import ModelFailure

#: The nearest class among an error's ancestors counts, a category before the plain HTTP error.
FAILURES: Final[dict[type[Exception], ModelFailure]] = {
    httpx2.HTTPError: ModelFailure.TRANSPORT_ERROR,
    httpx2.StreamError: ModelFailure.TRANSPORT_ERROR,
    OSError: ModelFailure.TRANSPORT_ERROR,
    # what the library runs into where a reply has not the format's parts
    ValueError: ModelFailure.MALFORMED,
    LookupError: ModelFailure.MALFORMED,
    TypeError: ModelFailure.MALFORMED,
    AttributeError: ModelFailure.MALFORMED,
    library.AgentRunError: ModelFailure.TRANSPORT_ERROR,
    library.ModelAPIError: ModelFailure.TRANSPORT_ERROR,
    library.ModelHTTPError: ModelFailure.TRANSPORT_ERROR,
    library.ModelConnectionError: ModelFailure.TRANSPORT_ERROR,
    library.ModelServerError: ModelFailure.TRANSPORT_ERROR,
    library.ModelUnavailableError: ModelFailure.TRANSPORT_ERROR,
    library.ModelOverloadedError: ModelFailure.RATE_LIMITED,
    library.ModelRateLimitError: ModelFailure.RATE_LIMITED,
    library.ModelTimeoutError: ModelFailure.TIMEOUT,
    library.ModelRequestTimeout: ModelFailure.TIMEOUT,
    TimeoutError: ModelFailure.TIMEOUT,
    library.ModelQuotaExceededError: ModelFailure.REFUSED,
    library.ModelRequestRejectedError: ModelFailure.REFUSED,
    library.ModelContextWindowExceededError: ModelFailure.REFUSED,
    library.ModelAuthenticationError: ModelFailure.REFUSED,
    library.ModelNotFoundError: ModelFailure.REFUSED,
    library.ContentFilterError: ModelFailure.REFUSED,
    library.UserError: ModelFailure.REFUSED,
    library.UnexpectedModelBehavior: ModelFailure.MALFORMED,
    library.OutputTokenLimitExceeded: ModelFailure.MALFORMED,
    library.IncompleteToolCall: ModelFailure.MALFORMED,
}


#: What is caught. Every other error is a fault of this program and fails the turn.
CAUGHT: Final = tuple(FAILURES)


def failure_of(error: Exception) -> ModelFailure:
    """What an error of ``CAUGHT`` says of the call."""
    named = [kind for kind in type(error).__mro__ if kind in FAILURES]
    return FAILURES[next((kind for kind in named if kind is not library.ModelHTTPError), named[0])]


def retry_after_s(error: Exception) -> float | None:
    """How long the server asked to wait, where it said."""
    return error.retry_after if isinstance(error, library.ModelAPIError) else None
