"""The stages of a turn that touch the world: build the input (pure), call a port, parse (pure)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import ParamSpec, TypeVar

from followthrough.domain.conversation import Message, Reply, StoredTurn, Thread, TurnRecord
from followthrough.domain.decision_record import Terms
from followthrough.domain.documents import Passage
from followthrough.domain.events import Delta, Sources
from followthrough.domain.given import Material, Offered
from followthrough.domain.ids import SubObjectiveId
from followthrough.domain.model_calls import ModelTask
from followthrough.domain.objective import SubObjective
from followthrough.domain.outcome import Clarified, Found, Opened, Outcome, PartAnswer, Progress, Said
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, Decided, FinishLoop, OfferOptions, Recount, TakeAction
from followthrough.domain.records import TurnEnded
from followthrough.domain.retrieval import PassageFilter, Retrieval
from followthrough.domain.session import Session
from followthrough.errors import ConfigurationError, IndexUnavailable, NotFound, StoreUnavailable
from followthrough.rules.decisions.record import decision_record
from followthrough.rules.handoff.call import with_wait
from followthrough.rules.handoff.summary import handoff_of, newly_stored
from followthrough.rules.hearing.loop_reading import announces_topic
from followthrough.rules.loop.clarified import answer_clarified, answer_recalled
from followthrough.rules.loop.trigger import (
    Support,
    asked_already,
    asking_support,
    details_known,
    language_of,
    supports,
    task_of,
    wanting_person,
)
from followthrough.rules.proposals.check_translate import wants_translation
from followthrough.rules.pursuit.taken_back import without_dropped
from followthrough.rules.questions.scope import keep_in_scope
from followthrough.rules.records.turn import turn_sources
from followthrough.rules.replies.compose import opening
from followthrough.rules.replies.compose_list import lead_of
from followthrough.rules.replies.pieces import pieces
from followthrough.rules.retrieval.fuse import with_own
from followthrough.rules.web.searching import credit_web, web_documents, web_needs
from followthrough.rules.which_one.ambiguity import stands_alone, still_asked, which_one
from followthrough.turn import intake
from followthrough.turn.arbitration import arbitrate
from followthrough.turn.catalogue import tell_titles
from followthrough.turn.deps import Situation, Stopwatch, TurnDeps
from followthrough.turn.event_log import EventLog
from followthrough.turn.model_tasks import explain, propose, summarise
from followthrough.turn.model_tasks import translate as in_their_language
from followthrough.turn.named_lists import is_reachable, named_lists
from followthrough.turn.off_loop import read_beside, run_beside
from followthrough.turn.reading import as_far_as_wanted, overview, read
from followthrough.turn.searching import search, unless_index_is_lost
from followthrough.turn.web import ask_web
from followthrough.turn.writing import Speaker, put_into_words, put_loop_into_words

P = ParamSpec("P")
T = TypeVar("T")


async def off_loop(now: Situation, deps: TurnDeps, rule: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What the rule gives, beside the event loop; over a long message where it holds up no other turn's rules."""
    run = run_beside if now.longest <= deps.tuning.inline_max_chars else read_beside
    return await run(rule, *args, **kwargs)


async def load(message: Message, deps: TurnDeps, log: EventLog) -> Situation:
    """The thread as it stands before the turn, with what is needed to understand the message.

    The session store beside the database serves where it has the thread's very version, made by the same turn:
    versions come again after a restore. Else the database does.

    Raises:
        NotFound: the thread is gone.
        ConfigurationError: the thread's pack is not installed.
    """
    near = deps.near_sessions
    session = None if near is None else await near.load(message.thread_id, version=log.thread_version)
    if session is None or not session.turns or session.turns[-1].message.turn_id != log.ended_before:
        session = await deps.sessions.load(message.thread_id)
    if session is None:
        raise NotFound("This conversation no longer exists.", fix="Start a new one.")
    thread = session.thread
    pack = deps.packs.get(thread.pack)
    if pack is None:
        raise ConfigurationError(
            f"The pack {thread.pack!r} of this conversation is not installed.",
            fix="Install it or start a new thread.",
        )
    known = await deps.known.of(thread, pack)
    repeated = None
    if message.retry_of is not None and all(turn.message.turn_id != message.retry_of for turn in session.turns):
        repeated = await deps.threads.turn(thread.id, message.retry_of)
    ended = looked_back_on(message, thread, session.turns, repeated, pack)
    flags = await deps.switches.flags(thread.id)
    lists = await named_lists(message, thread, pack, deps)
    return Situation(message=message, thread=thread, pack=pack, known=known, turns=ended, flags=flags, lists=lists)


def looked_back_on(
    message: Message, thread: Thread, turns: tuple[StoredTurn, ...], repeated: StoredTurn | None, pack: Pack
) -> tuple[StoredTurn, ...]:
    """The ended turns that the message is understood by: the last ones, and the one that it repeats before them.

    What is asked while a document's question waits is about something else (C21); "new topic: ..." says so itself.
    """
    waits = thread.clarification is not None and thread.clarification.is_active
    if message.retry_of is None and waits and not announces_topic(message.text, pack):
        return ()
    turns = without_dropped(turns)
    is_new = repeated is not None and repeated.record is not None and repeated not in turns
    return (repeated, *turns) if repeated is not None and is_new else turns


async def consult(decided: Decided, situation: Situation, deps: TurnDeps) -> Decided:
    """What was decided, with what a model proposes for it as far as that passes its check."""
    decided = await arbitrate(with_wait(decided, deps.handoff_wait_minutes, told=deps.person_comes), situation, deps)
    return await propose(await tell_titles(decided, situation, deps), situation, deps)


async def take_in(offered: Offered, situation: Situation, deps: TurnDeps, watch: Stopwatch) -> Material | None:
    """What the message gave, in the thread's scope before anything is searched, and what waits; None for neither.

    Raises:
        StoreUnavailable: the catalogue did not answer; the turn is still pending.
    """
    given, waiting = await intake.take_in(offered, situation, deps), await intake.waiting(situation, deps)
    if not given and not waiting:
        return None
    watch.lap("take_in")
    return Material(given=given, waiting=waiting)


async def retrieve(
    asked: AnswerQuestion, situation: Situation, deps: TurnDeps, log: EventLog, material: Material | None = None
) -> tuple[Retrieval, ...]:
    """Searches for each part, in the parts' order, and tells readers what was found.

    What the user gave with the message is searched by itself too, so that none of it is crowded out (R0-30).
    """
    thread = situation.thread
    own = material.document_ids if material is not None else ()
    only = asked.within or situation.message.only_documents(own) or None
    where = PassageFilter(
        collection=thread.collection, thread_id=thread.id, language=thread.language, document_ids=only
    )
    find = partial(search, asked, situation.pack, deps)
    found = await find(where=where, include_document_ids=(*own, *asked.previous_document_ids))
    if own:
        theirs = await find(where=replace(where, document_ids=own, language=None))
        found = tuple(with_own(mine, rest) for mine, rest in zip(theirs, found, strict=True))
    found = await unless_index_is_lost(found, deps)
    if situation.known.slots:
        ids = tuple(dict.fromkeys(p.passage.document_id for one in found for p in one.passages))
        catalogue = await deps.documents.get_many(ids)
        found = tuple(keep_in_scope(one, catalogue, situation.known) for one in found)
    await log.emit(Sources(sources=turn_sources(found)))
    return found


async def finish(plan: FinishLoop, situation: Situation, deps: TurnDeps) -> Clarified:
    """The answer at the end of a clarification loop, from the document and what the user said to its questions."""
    given = (plan.parts, plan.context, situation.pack, deps.tuning)
    return await off_loop(situation, deps, answer_clarified, *given)


async def act(plan: OfferOptions | TakeAction | Recount, situation: Situation, deps: TurnDeps) -> Outcome:
    """The passage at which a document of the product's is opened; everything else is said, and a host acts itself.

    What was done is told in a model's words where these hold.

    Raises:
        IndexUnavailable: the index did not answer; the turn fails.
    """
    if isinstance(plan, Recount):
        return Said(words=await explain(plan, situation.message.text, situation.pack, deps))
    if not isinstance(plan, TakeAction) or plan.document_id is None:
        return Said()
    found = await deps.documents.get(plan.document_id)
    if found is None or not is_reachable(found, situation.thread):
        return Opened(passage=None)
    if plan.passage_id is not None:
        passage = (await deps.index.get([plan.passage_id])).get(plan.passage_id)
    else:
        passage = next(iter(await deps.index.of_document(plan.document_id, limit=1)), None)
    return Opened(passage=passage)


async def web(
    asked: AnswerQuestion,
    parts: Sequence[SubObjective],
    found: Found,
    *,
    situation: Situation,
    deps: TurnDeps,
    log: EventLog,
    watch: Stopwatch,
) -> Found:
    """Searches the web for parts that the documents miss, and tells readers what more was found (C36).

    Raises:
        StoreUnavailable: the catalogue did not answer; the turn is still pending.
    """
    if found.task is not None or found.unclear is not None:
        return found
    pack, tuning, thread = situation.pack, deps.tuning, situation.thread
    is_on = deps.search.is_configured
    given = (asked, parts, found, thread)
    if situation.longest <= tuning.inline_max_chars:  # a tenth of a millisecond
        needs = web_needs(*given, pack=pack, tuning=tuning, is_configured=is_on)
    else:
        needs = await read_beside(web_needs, *given, pack=pack, tuning=tuning, is_configured=is_on)
    known = web_documents(situation.thread.tools)
    if not needs:
        return credit_web(found, known)
    more = await ask_web(needs, found, situation, deps)
    watch.lap("web")
    if more.retrievals != found.retrievals:
        await log.emit(Sources(sources=turn_sources(more.retrievals)))
    return credit_web(more, known)


async def with_questions(
    asked: AnswerQuestion,
    parts: Sequence[SubObjective],
    found: tuple[Retrieval, ...],
    answers: tuple[PartAnswer, ...],
    *,
    situation: Situation,
    deps: TurnDeps,
) -> Found:
    """What was found, as far as it supports an answer, or with the questions of the document that supports it best.

    Else with the question which of several things is meant, where the message leaves that open.
    """
    pack, tuning = situation.pack, deps.tuning
    if whole := await overview(asked, answers, situation=situation, deps=deps):
        return Found(retrievals=found, answers=whole)
    supporting = supports(asked, found, answers)
    answers = await _with_known_details(asked, supporting, answers, situation, deps)
    documents = await deps.documents.get_many(tuple({s.ranked.passage.document_id: None for s in supporting}))
    already = asked_already(asked, situation.thread)
    person_after = wanting_person(supporting, documents, already)
    unclear = asked.leaves or await off_loop(
        situation,
        deps,
        which_one,
        asked,
        situation.message,
        found,
        answers,
        thread=situation.thread,
        turns=situation.turns,
        pack=pack,
        tuning=tuning,
    )
    support = asking_support(supporting, documents, already, pack, tuning)
    if support is not None:
        around = await _around(support, deps)
        document = documents[support.ranked.passage.document_id]
        language = language_of(situation.message.text, pack)
        given = (support, document, around, answers)
        task = await off_loop(situation, deps, task_of, *given, language=language, pack=pack, tuning=tuning)
        if not task.is_told:
            return Found(retrievals=found, answers=answers, unclear=unclear, task=task)
    if not stands_alone(unclear):
        answers = await read(asked, parts, found, answers, situation=situation, deps=deps)
        unclear = unclear if unclear is not None and still_asked(unclear, answers, pack) else None
    if asked.shown is not None and unclear is None:
        answers = await as_far_as_wanted(asked, found, answers, situation=situation, deps=deps)
    return Found(retrievals=found, answers=answers, person_after=() if unclear else person_after, unclear=unclear)


async def _with_known_details(
    asked: AnswerQuestion,
    supporting: tuple[Support, ...],
    answers: tuple[PartAnswer, ...],
    situation: Situation,
    deps: TurnDeps,
) -> tuple[PartAnswer, ...]:
    """The answers, those from documents that asked for the objective before with what they were told then."""
    known = details_known(asked, situation.thread)
    parts = {part.id: part for part in asked.parts}
    recalled: dict[SubObjectiveId, PartAnswer] = {}
    for support in supporting:
        passage = support.ranked.passage
        if passage.document_id not in known:
            continue
        around = await _around(support, deps) or [passage]
        part, told = parts[support.part_id], known[passage.document_id]
        answer = await off_loop(situation, deps, answer_recalled, part, told, around, situation.pack, deps.tuning)
        if answer is not None:
            recalled[part.id] = answer
    return tuple(recalled.get(answer.part_id, answer) for answer in answers)


async def _around(support: Support, deps: TurnDeps) -> list[Passage]:
    """The passages around the support, in reading order; none where the index does not answer."""
    passage, most = support.ranked.passage, deps.tuning.loop_fetched_passages
    try:
        first = max(0, passage.ordinal - most // 2)
        return await deps.index.of_document(passage.document_id, first=first, limit=most)
    except IndexUnavailable:
        return []


async def write(
    decided: Decided,
    outcome: Outcome,
    situation: Situation,
    deps: TurnDeps,
    *,
    log: EventLog,
    material: Material | None,
    watch: Stopwatch,
) -> Outcome:
    """What was found, as a model judges and words it, as far as that passes its checks; no call without a model."""
    plan, pack = decided.plan, situation.pack
    match plan, outcome:
        case AnswerQuestion(), Found():
            before = [lead for lead in (lead_of(decided, pack),) if lead] + opening(plan, material, pack.texts)
            speaker = Speaker(before, log)
            found = await put_into_words(plan, outcome, situation, deps, speaker=speaker, material=material)
            if log.model_calls:
                watch.lap("write")
            return found
        case FinishLoop(), Clarified():
            return await put_loop_into_words(plan, outcome, situation, deps)
        case _:
            return outcome


async def translate(reply: Reply, progress: Progress, situation: Situation, deps: TurnDeps) -> Reply:
    """The reply, a document's question in it in the user's language where a model can (R3-12)."""
    loop, pack = progress.clarification, situation.pack
    if loop is None or not wants_translation(loop, pack) or not deps.model.can(ModelTask.TRANSLATE):
        return reply
    return await in_their_language(reply, loop, pack, deps)


async def release(reply: Reply, log: EventLog) -> None:
    """Gives the checked text to readers piece by piece; the pieces joined equal ``reply.text``.

    What a model wrote was released as it came, and is the beginning of the reply.
    """
    said, shown = log.released
    if not reply.text.startswith(said):
        raise AssertionError("the reply does not begin with what was released of it")
    waiting = [c for c in reply.citations if all(c.n != known.n for known in shown)]
    for piece in pieces(reply.text[len(said) :]):
        first_here = tuple(c for c in waiting if f"[{c.n}]" in piece)
        waiting = [c for c in waiting if c not in first_here]
        await log.emit(Delta(text=piece, citations=first_here))


async def commit(record: TurnRecord, situation: Situation, deps: TurnDeps, log: EventLog) -> TurnRecord:
    """Writes the record, the thread's new state, the turn's events and its hand-off in one transaction.

    A store that does not answer is asked again a few times, so that a restarting database costs time and nothing
    else. Had an earlier try been written all the same, the next one finds the turn ended and writes nothing.

    Returns:
        The record as it was written, with the calls that a hand-off's summary took.
    """
    thread, pack, tuning = situation.thread, situation.pack, deps.tuning
    handoff = handoff_of(record, thread, pack, wait_minutes=deps.handoff_wait_minutes)
    handoff = None if handoff is None else await summarise(handoff, pack, deps)
    record = replace(record, model_calls=tuple(log.model_calls))
    log.seal()
    terms = Terms(flags=situation.flags, rules=deps.rules, keep_words=deps.keep_words)
    write = partial(
        deps.threads.commit,
        thread_id=thread.id,
        record=TurnEnded(turn=record),
        expected_version=thread.version,
        events=log.stored(),
        handoff=None if handoff is None else newly_stored(handoff, told=deps.handoff_told),
        decision=decision_record(record, thread, terms, pack, tuning),
    )
    for wait in (*(tuning.save_wait_ms / 1000 * 2**place for place in range(tuning.save_tries - 1)), None):
        try:
            after = await write()
        except StoreUnavailable:
            if wait is None:
                raise
            await asyncio.sleep(wait)
        else:
            ended = StoredTurn(message=record.message, record=record, attempt=log.attempt)
            kept = (*situation.turns, ended)[-tuning.history_max_turns :]
            log.session = Session(thread=after, turns=kept)
            break
    return record
