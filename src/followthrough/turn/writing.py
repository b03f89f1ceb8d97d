"""Write: what a model makes of the answer that the rules found, judged and worded, released as it passes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace

from followthrough.domain.documents import Passage
from followthrough.domain.events import Delta
from followthrough.domain.given import Material
from followthrough.domain.jurisdiction import OpenSlots
from followthrough.domain.model_calls import ModelTask, Unavailable
from followthrough.domain.model_results import ClarifyNeed, Judged
from followthrough.domain.outcome import Clarified, Found, Wording
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, FinishLoop
from followthrough.domain.resolution import Exchange
from followthrough.prompts import block
from followthrough.rules.answer import theirs_of
from followthrough.rules.check_clarify_need import check_clarify_need, rivals_for
from followthrough.rules.citing import Sources, worded
from followthrough.rules.conversation import exchanges_of, window
from followthrough.rules.judgement import Judging, judged, judging_of
from followthrough.rules.scope import as_asked
from followthrough.rules.speaking import whole_sentences
from followthrough.rules.trigger import details_known
from followthrough.rules.written import Draft, Writing, with_written, writing_of
from followthrough.rules.written_loop import loop_writing, with_loop_written
from followthrough.turn.deps import Situation, TurnDeps
from followthrough.turn.event_log import EventLog
from followthrough.turn.model_tasks import ask, log_unavailable, request_for, told

_log = logging.getLogger(__name__)
_TASKS = (ModelTask.CLARIFY_NEED, ModelTask.JUDGE, ModelTask.ANSWER)
Say = Callable[[Wording], Awaitable[None]]


async def put_into_words(
    plan: AnswerQuestion,
    found: Found,
    situation: Situation,
    deps: TurnDeps,
    *,
    speaker: Speaker,
    material: Material | None,
) -> Found:
    """What was found, judged and worded by a model as far as it passes; as it was without one.

    A part that the rules could not settle is judged before anything is written of it; one that they did is judged
    beside the writing, because what was released of it stays whatever the verdict is.
    """
    if not any(deps.model.can(task) for task in _TASKS):
        return found
    pack, tuning = situation.pack, deps.tuning
    parts = as_asked(plan, situation.known, pack)
    theirs = theirs_of(plan, material, situation.thread, today=deps.clock.now().date())
    told_to = details_known(plan, situation.thread)
    rivals = rivals_for(plan, found, situation.thread, pack, tuning) if deps.model.can(ModelTask.CLARIFY_NEED) else ()
    if len(rivals) > 1 and (unclear := await _clarify(rivals, situation, deps)) is not None:
        return replace(found, unclear=unclear, person_after=())
    judging = judging_of(plan, parts, found, tuning, told=told_to) if deps.model.can(ModelTask.JUDGE) else None
    if judging is not None and not judging.settled:
        verdict = await _judge(judging, deps)
        found, judging = judged(found, judging, verdict, theirs=theirs, pack=pack, tuning=tuning), None
    writing = writing_of(plan, parts, found, tuning, told=told_to) if deps.model.can(ModelTask.ANSWER) else None
    async with asyncio.TaskGroup() as calls:
        drafting = None if writing is None else calls.create_task(_write(writing, situation, deps, speaker.say))
        deciding = None if judging is None else calls.create_task(_judge(judging, deps))
    if writing is not None and drafting is not None and (draft := drafting.result()).said:
        found = with_written(found, writing, draft.said, theirs=theirs, pack=pack, tuning=tuning)
    if judging is not None and deciding is not None:
        found = judged(found, judging, deciding.result(), theirs=theirs, pack=pack, tuning=tuning)
    return found


async def put_loop_into_words(
    plan: FinishLoop, outcome: Clarified, situation: Situation, deps: TurnDeps
) -> Clarified:
    """The answer at the end of a loop in a model's words where these pass; as it was without one (R3-14)."""
    asked = loop_writing(plan, outcome) if deps.model.can(ModelTask.ANSWER) else None
    if asked is None:
        return outcome
    draft = await _write(asked.writing, situation, deps, _unsaid, shown=asked.document)
    return with_loop_written(outcome, asked, draft.said, situation.pack, deps.tuning)


async def _unsaid(wording: Wording) -> None:
    """Keeps a sentence back: the reply begins with what the user told, not with it."""


class Speaker:
    """Releases sentences behind what stands before the answer, numbered as the reply numbers them."""

    def __init__(self, before: Sequence[str], pack: Pack, log: EventLog) -> None:
        self._before = "".join(f"{one}\n\n" for one in before)
        self._sources = Sources()
        self._texts = pack.texts
        self._log = log

    async def say(self, wording: Wording) -> None:
        """Releases the sentence."""
        known = len(self._sources.citations())
        text, self._before = self._before + worded(wording, self._sources, self._texts), ""
        await self._log.emit(Delta(text=text, citations=self._sources.citations()[known:]))


async def _clarify(rivals: Sequence[Passage], situation: Situation, deps: TurnDeps) -> OpenSlots | None:
    """The question which of several readings is meant, as far as the passages bear what a model says of it."""
    pack, message = situation.pack, situation.message
    request = request_for(
        ModelTask.CLARIFY_NEED,
        ClarifyNeed,
        deps.tuning,
        conversation=told(window(exchanges_of(situation.turns, pack), deps.tuning)),
        passages=_numbered(dict(enumerate(rivals, start=1))),
        question=block("question", message.text),
    )
    need = await ask(request, deps.model)
    return None if need is None else check_clarify_need(need, message, rivals, pack, deps.tuning)


def _numbered(passages: Mapping[int, Passage]) -> str:
    return "\n".join(
        block("passage", passage.text, n=n, document=passage.document_name, heading=" > ".join(passage.heading))
        for n, passage in passages.items()
    )


async def _judge(judging: Judging, deps: TurnDeps) -> Judged | None:
    passage = block("passage", judging.passage.text, document=judging.passage.document_name)
    question = block("question", judging.part.query)
    return await ask(
        request_for(ModelTask.JUDGE, Judged, deps.tuning, passage=passage, question=question), deps.model
    )


async def _write(
    writing: Writing,
    situation: Situation,
    deps: TurnDeps,
    say: Say,
    *,
    shown: Mapping[int, Passage] | None = None,
) -> Draft:
    """What a model writes of the answer, each sentence said as soon as it has passed its check.

    It ends at a first sentence that fails, at the most sentences that an answer has, or when the model breaks off:
    what was said until then stays. Leaving early cancels the call. Where the rules found no answer nothing is said
    before it is known whether what was written is about the question.
    """
    pack, draft = situation.pack, Draft(writing, situation.pack, deps.tuning)
    history: Sequence[Exchange] = window(exchanges_of(situation.turns, pack), deps.tuning)
    request = request_for(
        ModelTask.ANSWER,
        str,
        deps.tuning,
        conversation=told(history),
        passages=_numbered(shown or writing.passages),
        question=block("question", writing.question),
    )
    rest = ""
    async with aclosing(deps.model.stream(request)) as items:
        async for item in items:
            if isinstance(item, Unavailable):
                log_unavailable(request.task, item)
                break
            rest += item if isinstance(item, str) else ""
            sentences, rest = whole_sentences(rest, pack, is_all=not isinstance(item, str))
            for wording in (wording for sentence in sentences for wording in draft.take(sentence)):
                if writing.is_sure:
                    await say(wording)
            if draft.is_lost or draft.is_full:
                break
    if draft.flaws:
        _log.info("model.unsupported", extra={"task": request.task.value, "flaws": [f.value for f in draft.flaws]})
    return draft
