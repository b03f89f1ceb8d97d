"""Asking a language model within a turn: the prompt, the call, and what is done when it does not answer.

A model that fails is a log line and nothing else: the rules' result stands (architecture rule 6).
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from typing import TypeVar

from followthrough.domain.model_calls import RESULT_OF, ModelRequest, ModelTask, Unavailable
from followthrough.domain.model_results import ModelResult, Planned
from followthrough.domain.outcome import Wording
from followthrough.domain.pack import Pack
from followthrough.domain.plan import Decided
from followthrough.domain.resolution import Exchange
from followthrough.ports.language_model import LanguageModel
from followthrough.prompts import block, render
from followthrough.rules.consult import consultation, consulted
from followthrough.rules.conversation import exchanges_of, window
from followthrough.rules.speaking import whole_sentences
from followthrough.rules.written import Draft, Writing
from followthrough.tuning import Tuning
from followthrough.turn.deps import Situation, TurnDeps

_log = logging.getLogger(__name__)
Say = Callable[[Wording], Awaitable[None]]
T = TypeVar("T", bound=ModelResult)

_LONG = frozenset((ModelTask.ANSWER, ModelTask.SUMMARY, ModelTask.EXPLAIN))


async def propose(decided: Decided, situation: Situation, deps: TurnDeps) -> Decided:
    """What was decided, with a model's rewrite or plan as far as it passes its check (R1-3, R2-5)."""
    history = window(exchanges_of(situation.turns, situation.pack), deps.tuning)
    asked = consultation(decided.plan, history, situation.pack)
    if asked is None or not deps.model.can(asked.task):
        return decided
    known = {"conversation": told(history), "message": block("message", asked.said.message)}
    proposal: str | Planned | None
    if asked.task is ModelTask.REWRITE:
        known |= {"query": block("query_so_far", asked.said.query)}
        proposal = await ask(request_for(ModelTask.REWRITE, str, deps.tuning, **known), deps.model)
    else:
        known |= {"most": str(deps.tuning.plan_max_parts)}
        proposal = await ask(request_for(ModelTask.PLAN, Planned, deps.tuning, **known), deps.model)
    return consulted(decided, asked, proposal, situation.pack, deps.tuning)


async def write(writing: Writing, history: Sequence[Exchange], pack: Pack, deps: TurnDeps, say: Say) -> Draft:
    """What a model writes of the answer, each sentence said as soon as it has passed its check.

    It ends at a first sentence that fails, at the most sentences that an answer has, or when the model breaks off:
    what was said until then stays. Leaving early cancels the call.
    """
    draft = Draft(writing, pack, deps.tuning)
    passages = "\n".join(
        block("passage", passage.text, n=n, document=passage.document_name, heading=" > ".join(passage.heading))
        for n, passage in writing.passages.items()
    )
    request = request_for(
        ModelTask.ANSWER,
        str,
        deps.tuning,
        conversation=told(history),
        passages=passages,
        question=block("question", writing.question),
    )
    rest = ""
    async with aclosing(deps.model.stream(request)) as items:
        async for item in items:
            if isinstance(item, Unavailable):
                _unavailable(request.task, item)
                break
            rest += item if isinstance(item, str) else ""
            sentences, rest = whole_sentences(rest, pack, is_all=not isinstance(item, str))
            for sentence in sentences:
                for wording in draft.take(sentence):
                    await say(wording)
            if draft.is_lost or draft.is_full:
                break
    if draft.flaws:
        _log.info("model.unsupported", extra={"task": request.task.value, "flaws": [f.value for f in draft.flaws]})
    return draft


def told(history: Sequence[Exchange]) -> str:
    """The conversation as data, oldest first."""
    lines: list[str] = []
    for one in history:
        lines.append(f"User: {one.message}")
        lines += [f"Assistant: {one.reply}"] if one.reply else []
    return block("conversation", "\n".join(lines))


def request_for(task: ModelTask, result: type[T], tuning: Tuning, **variables: str) -> ModelRequest[T]:
    """The request for a task, its prompt filled with these variables.

    Raises:
        PromptFault: a variable is missing or is none of the prompt's.
        TypeError: the task gives another result.
    """
    if RESULT_OF[task] is not result:
        raise TypeError(f"{task.value} gives {RESULT_OF[task].__name__}")
    prompt = render(task.value, **variables)
    is_long = task in _LONG
    return ModelRequest(
        task=task,
        system=prompt.system,
        user=prompt.user,
        result=result,
        max_tokens=tuning.model_answer_tokens if is_long else tuning.model_small_tokens,
        timeout_s=tuning.model_answer_s if is_long else tuning.model_small_s,
        prompt=prompt.hash,
    )


async def ask(request: ModelRequest[T], model: LanguageModel) -> T | None:
    """What the model says; None when it does not, with the reason in the log."""
    outcome = await model.ask(request)
    if isinstance(outcome, Unavailable):
        _unavailable(request.task, outcome)
        return None
    return outcome.value


def _unavailable(task: ModelTask, outcome: Unavailable) -> None:
    _log.info("model.unavailable", extra={"task": task.value, "failure": outcome.failure.value})
