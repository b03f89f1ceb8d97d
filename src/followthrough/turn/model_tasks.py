"""Asking a language model within a turn: the prompt, the call, and what is done when it does not answer.

A model that fails is a log line and nothing else: the rules' result stands (architecture rule 6).
"""

from __future__ import annotations

import logging
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from followthrough.domain.clarification import ClarificationContext
from followthrough.domain.conversation import Reply
from followthrough.domain.handoff import Handoff
from followthrough.domain.model_calls import RESULT_OF, ModelRequest, ModelTask, Unavailable
from followthrough.domain.model_results import ModelResult, Planned
from followthrough.domain.pack import Pack
from followthrough.domain.plan import Decided, Recount
from followthrough.domain.resolution import Exchange
from followthrough.ports.language_model import LanguageModel
from followthrough.prompts import block, render
from followthrough.rules.followups.conversation import exchanges_of, window
from followthrough.rules.handoff.summary import facts_for, with_words
from followthrough.rules.language.wording import inert, shown
from followthrough.rules.proposals.check_told import check_told
from followthrough.rules.proposals.check_translate import check_translate
from followthrough.rules.proposals.consult import consultation, consulted, holds
from followthrough.rules.replies.compose_list import recounted
from followthrough.tuning import Tuning
from followthrough.turn.deps import Situation, TurnDeps

_log = logging.getLogger(__name__)
T = TypeVar("T", bound=ModelResult)

_SOURCES = re.compile(r"(?:\s*\[\d+\])+")
_LONG = frozenset((ModelTask.ANSWER, ModelTask.SUMMARY, ModelTask.EXPLAIN))


async def propose(decided: Decided, situation: Situation, deps: TurnDeps) -> Decided:
    """What was decided, with a model's rewrite or plan as far as it passes its check (R1-3, R2-5).

    A model that answers gets the conversation with the passages, so that another wording is not asked for first; a
    message that may be several questions is, because each is looked up by itself.
    """
    if not (deps.model.can(ModelTask.REWRITE) or deps.model.can(ModelTask.PLAN)):
        return decided
    history = window(exchanges_of(situation.turns, situation.pack), deps.tuning)
    asked = consultation(decided.plan, history, situation.pack)
    if asked is None or not deps.model.can(asked.task) or (asked.is_wording and deps.model.can(ModelTask.ANSWER)):
        return decided
    known = {"conversation": told(history), "message": block("message", asked.said.message)}
    proposal: str | Planned | None
    if asked.task is ModelTask.REWRITE:
        known |= {"query": block("query_so_far", asked.said.query)}
        proposal = await ask(request_for(ModelTask.REWRITE, str, deps.tuning, **known), deps.model)
    else:
        known |= {"most": str(deps.tuning.plan_max_parts)}
        proposal = await ask(request_for(ModelTask.PLAN, Planned, deps.tuning, **known), deps.model)
    after = consulted(decided, asked, proposal, situation.pack, deps.tuning)
    if proposal is not None:
        deps.model.note(asked.task, held=holds(proposal, asked, situation.pack, deps.tuning))
    return after


async def translate(reply: Reply, loop: ClarificationContext, pack: Pack, deps: TurnDeps) -> Reply:
    """The reply with its question in the user's language; as it is where no translation passes (R3-12)."""
    question = shown(loop.question or "")
    if not question or question not in reply.text:
        return reply
    target = block("text_in_the_language", loop.original_text, code=loop.language or "")
    request = request_for(ModelTask.TRANSLATE, str, deps.tuning, target=target, text=block("text", question))
    said = await ask(request, deps.model)
    found = None if said is None else check_translate(question, said, pack, deps.tuning)
    if said is not None:
        deps.model.note(ModelTask.TRANSLATE, held=found is not None)
    return reply if found is None else replace(reply, text=reply.text.replace(question, inert(found)))


async def summarise(handoff: Handoff, pack: Pack, deps: TurnDeps) -> Handoff:
    """The hand-off with its summary in a model's words where these hold; as it was without one."""
    facts = facts_for(handoff.summary)
    if not facts or not deps.model.can(ModelTask.SUMMARY):
        return handoff
    request = request_for(ModelTask.SUMMARY, str, deps.tuning, facts=block("facts", "\n".join(facts)))
    said = await ask(request, deps.model)
    return handoff if said is None else with_words(handoff, said, pack, deps.tuning)


async def explain(plan: Recount, message: str, pack: Pack, deps: TurnDeps) -> str:
    """What was done in a model's words, as far as what is remembered of it bears them; empty without."""
    facts = recounted(plan, pack.lists).splitlines()
    if not deps.model.can(ModelTask.EXPLAIN):
        return ""
    known = {"facts": block("facts", "\n".join(facts)), "message": block("message", message)}
    said = await ask(request_for(ModelTask.EXPLAIN, str, deps.tuning, **known), deps.model)
    return "" if said is None else check_told(said, facts, pack, deps.tuning, most=deps.tuning.summary_max_sentences)


def told(history: Sequence[Exchange]) -> str:
    """The conversation as both sides read it, as data, oldest first; numbers of sources mean nothing any more."""
    lines: list[str] = []
    for one in history:
        lines.append(f"User: {one.message}")
        said = _SOURCES.sub("", one.shown or one.reply)
        lines += [f"Assistant: {said}"] if said else []
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
        log_unavailable(request.task, outcome)
        return None
    return outcome.value


def log_unavailable(task: ModelTask, outcome: Unavailable) -> None:
    """Says in the log why the rules' result stands."""
    _log.info("model.unavailable", extra={"task": task.value, "failure": outcome.failure.value})
