"""Write: what a model makes of the answer that the rules found, in one call, released claim by claim as it passes."""

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
from followthrough.domain.model_calls import ModelRequest, ModelTask, Spoken, Unavailable
from followthrough.domain.model_results import ClarifyNeed, Judged
from followthrough.domain.outcome import Clarified, Found, Wording
from followthrough.domain.plan import AnswerQuestion, FinishLoop
from followthrough.ports.reader import Reader
from followthrough.prompts import block
from followthrough.rules.claims.check import Flaw
from followthrough.rules.evidence.answer import theirs_of
from followthrough.rules.followups.conversation import exchanges_of, window
from followthrough.rules.loop.trigger import details_known
from followthrough.rules.proposals.check_clarify_need import check_clarify_need, rivals_for
from followthrough.rules.proposals.check_judge import check_judge
from followthrough.rules.proposals.judgement import Judging, judged, judging_of
from followthrough.rules.proposals.speaking import Piece, whole_sentences
from followthrough.rules.proposals.written import Draft, Writing, with_written, writing_of
from followthrough.rules.proposals.written_loop import loop_writing, with_loop_written
from followthrough.rules.questions.scope import as_asked
from followthrough.rules.replies.citing import Sources, worded
from followthrough.turn.deps import Situation, TurnDeps
from followthrough.turn.event_log import EventLog
from followthrough.turn.model_tasks import ask, log_unavailable, request_for, told
from followthrough.turn.off_loop import run_beside
from followthrough.turn.reading import chances_of

_log = logging.getLogger(__name__)
_LONGEST = 4_000  # characters of one sentence; what is longer is none
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
    """What was found, worded by a model as far as it passes; as it was without one.

    One call answers. Whether several things may be meant is asked beside it, and what is written waits for that; a
    verdict alone is asked for only where no model writes.
    """
    if not any(deps.model.can(task) for task in _TASKS):
        return found
    pack, tuning = situation.pack, deps.tuning
    parts = as_asked(plan, situation.known, pack)
    theirs = theirs_of(plan, material, situation.thread, today=deps.clock.now().date())
    told_to = details_known(plan, situation.thread)
    rivals = rivals_for(plan, found, situation.thread, pack, tuning) if deps.model.can(ModelTask.CLARIFY_NEED) else ()
    own = (situation.message.text, *plan.said)
    writing = None
    if deps.model.can(ModelTask.ANSWER):
        writing = writing_of(plan, parts, found, tuning, told=told_to, own=own)
    async with asyncio.TaskGroup() as calls:
        asking = calls.create_task(_clarify(rivals, situation, deps)) if len(rivals) > 1 else None
        say = speaker.say if asking is None else speaker.after(asking)
        drafting = None if writing is None else calls.create_task(_write(writing, situation, deps, say))
        if asking is not None and (unclear := await asking) is not None:
            if drafting is not None:
                drafting.cancel()
            return replace(found, unclear=unclear, person_after=())
    if writing is not None and drafting is not None:
        draft = drafting.result()
        chances = await chances_of(draft.said, plan, parts, found.retrievals, situation=situation, deps=deps)
        telling = draft.telling(writing.parts, chances)
        _note(draft, deps, better=telling.better(writing.parts, found.answers))
        return with_written(found, writing, draft, telling, theirs=theirs, pack=pack, tuning=tuning)
    judging = judging_of(plan, parts, found, tuning, told=told_to) if deps.model.can(ModelTask.JUDGE) else None
    if judging is None:
        return found
    verdict = await _judge(judging, deps)
    if verdict is not None:
        held = check_judge(verdict, judging.part, judging.passage, pack, tuning) is not None
        deps.model.note(ModelTask.JUDGE, held=held)
    return judged(found, judging, verdict, theirs=theirs, pack=pack, tuning=tuning)


async def put_loop_into_words(
    plan: FinishLoop, outcome: Clarified, situation: Situation, deps: TurnDeps
) -> Clarified:
    """The answer at the end of a loop in a model's words where these pass; as it was without one (R3-14)."""
    asked = loop_writing(plan, outcome) if deps.model.can(ModelTask.ANSWER) else None
    if asked is None:
        return outcome
    draft = await _write(asked.writing, situation, deps, _unsaid, shown=asked.document)
    _note(draft, deps)
    return with_loop_written(outcome, asked, draft.said, situation.pack, deps.tuning)


async def _unsaid(wording: Wording) -> None:
    """Keeps a sentence back: the reply begins with what the user told, not with it."""


class Speaker:
    """Releases sentences behind what stands before the answer, numbered as the reply numbers them."""

    def __init__(self, before: Sequence[str], log: EventLog) -> None:
        self._before = "".join(f"{one}\n\n" for one in before)
        self._sources = Sources()
        self._log = log

    async def say(self, wording: Wording) -> None:
        """Releases the sentence."""
        known = len(self._sources.citations())
        text, self._before = self._before + worded(wording, self._sources), ""
        await self._log.emit(Delta(text=text, citations=self._sources.citations()[known:]))

    def after(self, asking: asyncio.Task[OpenSlots | None]) -> Say:
        """Releases sentences only once it is known that nothing is asked instead."""

        async def say(wording: Wording) -> None:
            await asyncio.wait((asking,))
            if asking.result() is None:
                await self.say(wording)

        return say


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

    A claim that is refused is left out. It ends where nothing good is to be expected, at the most sentences that an
    answer has, or when the model breaks off: what was said until then stays. Leaving early cancels the call.
    """
    pack = situation.pack
    draft = await run_beside(Draft, writing, pack, deps.tuning, trust=deps.model.trust(ModelTask.ANSWER))
    request = _answer_request(writing, situation, deps, shown or writing.passages)
    rest = ""
    async with aclosing(deps.model.stream(request)) as items:
        async for item in items:
            if isinstance(item, Unavailable):
                log_unavailable(request.task, item)
                draft.is_broken = True
            rest += item if isinstance(item, str) else ""
            draft.is_broken |= len(rest) > _LONGEST
            sentences, rest = whole_sentences(rest, pack, is_all=isinstance(item, Spoken))
            for sentence in sentences:
                for wording in await _judged_by(deps.reader, draft, sentence):
                    await say(wording)
            if draft.is_lost or draft.is_full or draft.is_broken:
                break
    return draft


def _note(draft: Draft, deps: TurnDeps, *, better: bool | None = None) -> None:
    """Adds to what is known of the model; nothing where it said nothing, which is counted as a failed call."""
    if draft.said or draft.flaws:
        deps.model.note(ModelTask.ANSWER, held=draft.holds, better=better)
    if draft.flaws:
        flaws = [flaw.value for flaw in draft.flaws]
        _log.info("model.unsupported", extra={"task": ModelTask.ANSWER.value, "flaws": flaws})


async def _judged_by(reader: Reader, draft: Draft, sentence: Piece) -> tuple[Wording, ...]:
    """What a sentence adds to the draft."""
    weighed = await run_beside(draft.weigh, sentence)
    chances = () if isinstance(weighed, Flaw) else await reader.supports([one.claim for one in weighed])
    return draft.take(sentence, weighed, chances)


def _answer_request(
    writing: Writing, situation: Situation, deps: TurnDeps, passages: Mapping[int, Passage]
) -> ModelRequest[str]:
    """The one call that answers: the message as typed, and all that is known for it."""
    history = window(exchanges_of(situation.turns, situation.pack), deps.tuning)
    message = situation.message.text
    understood = block("understood_as", writing.understood) if writing.understood else ""
    holds = "\n".join(f"{s.slot}: {', '.join(s.values)}" for s in situation.thread.jurisdiction.slots if s.values)
    return request_for(
        ModelTask.ANSWER,
        str,
        deps.tuning,
        conversation=told(history),
        passages=_numbered(passages),
        draft=block("draft", writing.would_say),
        known="\n".join(one for one in (understood, block("holds", holds) if holds else "") if one),
        message=block("message", message),
    )
