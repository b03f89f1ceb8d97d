"""Calls to a language model: what is asked, and what came of it. A failed call is an outcome, never an exception."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, TypeVar

from followthrough.domain.model_results import ClarifyNeed, Judged, ModelResult, Planned, Selected

R = TypeVar("R", bound=ModelResult)


class ModelTask(StrEnum):
    """What a model is asked for; each has its prompt, its result and a rule that does without."""

    PLAN = "plan"
    REWRITE = "rewrite"
    ANSWER = "answer"
    JUDGE = "judge"
    CLARIFY_NEED = "clarify_need"
    SELECT = "select"
    EXPLAIN = "explain"
    TRANSLATE = "translate"
    SUMMARY = "summary"


#: What each task gives.
RESULT_OF: Final[dict[ModelTask, type[ModelResult]]] = {
    ModelTask.PLAN: Planned,
    ModelTask.REWRITE: str,
    ModelTask.ANSWER: str,
    ModelTask.JUDGE: Judged,
    ModelTask.CLARIFY_NEED: ClarifyNeed,
    ModelTask.SELECT: Selected,
    ModelTask.EXPLAIN: str,
    ModelTask.TRANSLATE: str,
    ModelTask.SUMMARY: str,
}


class ModelFailure(StrEnum):
    """Why there is no result; ``timeout``, ``rate_limited`` and ``transport_error`` are the reasons of R4-19."""

    NOT_CONFIGURED = "not_configured"
    BUDGET = "budget"
    """The turn has made all the calls that it may make, or the day's ceiling is reached."""
    DEADLINE = "deadline"
    """The turn's time for calls is over."""
    RESTING = "resting"
    """The model failed several times in a row and is left alone for a while."""
    CANCELLED = "cancelled"
    """Nobody waited for it any more: the turn was stopped."""
    TIMEOUT = "timeout"
    RATE_LIMITED = "rate_limited"
    TRANSPORT_ERROR = "transport_error"
    """The connection or the server failed."""
    REFUSED = "refused"
    """The server does not take the request: a key, a name or a parameter is wrong. Trying again is no help."""
    MALFORMED = "malformed"
    """The model answered, and not in the shape that was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest(Generic[R]):
    """One request. Two equal ones are the same call.

    Attributes:
        task: what for; decides which model is asked.
        system: the instructions.
        user: the data, documents and the user's words in delimited blocks.
        result: the type of the result, ``str`` for a text.
        max_tokens: the longest reply.
        timeout_s: how long one model may take for the whole reply.
        whole_s: how long all of it may take, with other models, repeats and waits; None for as long as the turn lets
            it. What no longer fits is not begun.
        prompt: the hash of the prompt file, kept with the record of the call.
    """

    task: ModelTask
    system: str
    user: str
    result: type[R]
    max_tokens: int
    timeout_s: float
    prompt: str = ""
    whole_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCall:
    """One try of one model, as it is kept in records and counted in metrics.

    Attributes:
        model: its name as configured, never with a key.
        ms: how long it took.
        input_tokens, output_tokens: as the server counts them; 0 when it did not say.
        cost_usd: None when the price is not known.
        failure: None when it gave what was asked for.
        prompt: the hash of the prompt file.
    """

    task: ModelTask
    model: str
    ms: float = 0.0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None
    failure: ModelFailure | None = None
    prompt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelUse:
    """What a number of tries took together; ``cost_usd`` is that of those whose price is known."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0

    @property
    def tokens(self) -> int:
        """Those that were sent and those that came."""
        return self.input_tokens + self.output_tokens


NOTHING_USED: Final = ModelUse()


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelHealth:
    """What one tiny request showed of a model.

    Attributes:
        model: its name as configured.
        failure: why it gave no text at all; None when it did.
        structured: whether it keeps to a JSON schema.
        streams: whether a reply comes in pieces.
    """

    model: str
    failure: ModelFailure | None = None
    structured: bool = False
    streams: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken(Generic[R]):
    """A result, and the tries that it took; the last of them is the one that gave it."""

    value: R
    tries: tuple[ModelCall, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Unavailable:
    """No result: the rules' own stands. ``tries`` is empty when no model was asked."""

    failure: ModelFailure
    tries: tuple[ModelCall, ...] = ()
