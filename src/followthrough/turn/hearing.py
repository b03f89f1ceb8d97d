"""Hearing: what the message does where it is said, before anything is decided; no call without a hearer."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from followthrough.domain.handoff import Holder, Origin
from followthrough.domain.hearing import Act, HeardActs, SaidAt
from followthrough.domain.pack import Pack
from followthrough.errors import IndexUnavailable
from followthrough.ports.hearer import Hearer
from followthrough.rules.handoff.call import call_beside
from followthrough.rules.hearing.certainty import BETWEEN_QUESTIONS, COURTESIES, Hearing, said_at
from followthrough.rules.lanes.select import frames_wanted
from followthrough.rules.language.denial import denial_in
from followthrough.rules.loop.clarification import may_put_right
from followthrough.rules.pursuit.taken_back import before_question, keep, takes_back
from followthrough.turn.deps import Situation, TurnDeps


async def hear(situation: Situation, deps: TurnDeps) -> Situation:
    """The situation with what the user's message does where it is said; any other message is left alone."""
    message, thread = situation.message, situation.thread
    if deps.hearer is None or message.origin is not Origin.USER or thread.holder is Holder.HUMAN:
        return situation
    said, pack = said_at(thread, situation.turns), situation.pack
    situation = await _without_call(situation, said, deps)
    message = situation.message
    if message.retry_of is None and (parted := before_question(message.text, said.spot, pack)) is not None:
        lead, rest = [Hearing(await deps.hearer.hear(one, said, pack.examples), deps.tuning) for one in parted]
        if takes_back(lead) and not rest.is_any(COURTESIES, deps.tuning.hear_courtesy):  # "..., have a nice day"
            kept = keep(parted[0], lead, thread, situation.turns, pack)
            message = replace(message, text=parted[1])
            situation = replace(
                situation, message=message, thread=kept.thread, turns=kept.turns, dropped=kept.dropped
            )
    heard = await deps.hearer.hear(message.text, said, pack.examples)
    heard = await _heard_closer(message.text, Hearing(heard, deps.tuning), said, pack, deps.hearer)
    situation = await _with_details(situation, Hearing(heard, deps.tuning), deps)
    wanted = frames_wanted(situation.moment(deps.tuning))
    return replace(situation, heard=heard, frames=await deps.hearer.judge(wanted) if wanted else {})


async def _heard_closer(text: str, hearing: Hearing, said: SaidAt, pack: Pack, hearer: Hearer) -> HeardActs:
    """What was heard, with what a second hearing says of it: of the clauses of a call, and of a question about us.

    "What can I ask you?" asks the same wherever it is said: it is heard as if nothing had been said before it.
    """
    heard = hearing.heard
    if await _denies_call(text, hearing, said, pack, hearer):
        return replace(heard, denies_call=True)
    may_ask = heard.chance(Act.ASKS_ABOUT_QUESTION) >= hearing.tuning.hear_titles
    if said.spot not in BETWEEN_QUESTIONS or not may_ask or hearing.remarks(Act.FOLLOWUP):  # "what else is there?"
        return heard
    alone = Hearing(await hearer.hear(text, SaidAt(), pack.examples), hearing.tuning)
    return replace(heard, asks_for_titles=alone.remarks(Act.ASKS_ABOUT_QUESTION))


async def _denies_call(text: str, hearing: Hearing, said: SaidAt, pack: Pack, hearer: Hearer) -> bool:
    """Whether what sounds like a call for a person denies it: no clause calls by itself.

    Nor does what is set against something that sounds like a call too: "a human not a bot" calls.
    """
    found = denial_in(text, pack) if hearing.sounds_like_call else None
    if found is None:
        return False

    async def calls(clause: str) -> float:
        return (await hearer.hear(clause, said, pack.examples)).chance(Act.WANTS_PERSON)

    least, sure = hearing.tuning.hear_call_kept, hearing.tuning.hear_person_later
    if any([await calls(clause) >= least for clause in found.kept[:_CLAUSES]]):
        return False
    both = [(await calls(before), await calls(after)) for before, after in found.set_against[:_CLAUSES]]
    return not any(before >= sure or min(before, after) >= least for before, after in both)


_CLAUSES = 4  # that are heard by themselves; a message with more tells a story


async def _without_call(situation: Situation, said: SaidAt, deps: TurnDeps) -> Situation:
    """The situation with the question alone, where a sentence beside it calls for a person: both are done."""
    message, pack = situation.message, situation.pack
    if deps.hearer is None or message.retry_of is not None or said.spot not in BETWEEN_QUESTIONS:
        return situation
    for call, left in call_beside(message.text, pack):
        heard = Hearing(await deps.hearer.hear(call, said, pack.examples), deps.tuning)
        if heard.wants_person_beside(call, pack):
            return replace(situation, message=replace(message, text=left), calls=True)
    return situation


async def _with_details(situation: Situation, hearing: Hearing, deps: TurnDeps) -> Situation:
    """The situation with the document whose questions are all answered, where the message may put one right."""
    thread = situation.thread
    loop = thread.clarification
    if loop is None or not may_put_right(situation.message, thread, situation.pack, hearing):
        return situation
    cited = (s.ordinal for s in thread.last_turn_sources if s.document_id == loop.document_id)
    first = max(0, min((n for n in cited if n is not None), default=0) - deps.tuning.loop_fetched_passages // 2)
    with suppress(IndexUnavailable):
        found = await deps.index.of_document(loop.document_id, first=first, limit=deps.tuning.loop_fetched_passages)
        thread = replace(thread, clarification=replace(loop, passages=tuple(found)))
    return replace(situation, thread=thread)
