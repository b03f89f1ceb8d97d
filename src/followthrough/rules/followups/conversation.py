"""The conversation before a message, as resolution reads it: a bounded window of earlier turns.

Invariant: the window never exceeds its budget and always holds the last turn in which something was asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from followthrough.domain.conversation import (
    Citation,
    Decision,
    Lane,
    Message,
    Query,
    Reply,
    RetrievalSummary,
    StoredTurn,
    TurnClass,
    TurnRecord,
    TurnStatus,
)
from followthrough.domain.handoff import Origin
from followthrough.domain.ids import ThreadId, TurnId
from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Exchange
from followthrough.rules.followups.kind import shifts_topic, without_shift
from followthrough.rules.language.courtesy import courtesies
from followthrough.rules.language.guard import has_words
from followthrough.rules.language.links import without_links
from followthrough.rules.language.words import keys_of
from followthrough.tuning import Tuning


def exchanges_of(turns: Sequence[StoredTurn], pack: Pack) -> tuple[Exchange, ...]:
    """The turns of a thread in which something was asked, oldest first.

    A reply counts only where it cites: what the product says by itself is no topic. What a person said while they had
    the thread counts as a reply, their note as a message; the request for one is no topic. A stopped or failed turn
    gives its question and no evidence (field report 33). What came before another topic was begun is left out: a
    later "and the fee?" is about the new one (field report 15); and so is what the user ended ("forget it").
    """
    found: list[Exchange] = []
    for turn in turns:
        record = turn.record
        if record is None:
            continue
        if turn.message.origin is Origin.PERSON and found:
            found[-1] = _answered_by_person(found[-1], turn.message.text)
        if record.turn_class is TurnClass.END_PURSUIT and record.routed is None:  # a list that is left ends no topic
            found.clear()
        if turn.message.origin not in _TELLING or record.turn_class in _NO_TOPIC:
            continue
        if _is_about_nothing(record):
            continue
        if _is_of_loop(record):
            found = _with_loop(found, record)
            continue
        if not asks_something(turn.message.text, pack):
            continue
        if _begins_topic(turn.message.text, pack):
            found.clear()
        found.append(_exchange(turn.message.text, record, pack))
    return tuple(found)


def _exchange(text: str, record: TurnRecord, pack: Pack) -> Exchange:
    """What was asked, with what was cited in answer to it."""
    queries = asked_by(record)
    asked = Exchange(message=_said(text, record, pack), query=" ".join(queries), queries=queries)
    if record.status is TurnStatus.COMPLETED:
        asked = replace(_answered(asked, record.reply.citations), shown=record.reply.text)
    return replace(asked, reply=record.reply.text, shown="") if record.imported else asked


def _answered(asked: Exchange, cited: Sequence[Citation]) -> Exchange:
    urls = tuple(dict.fromkeys(one.url for one in cited if one.url))
    return replace(asked, reply="\n".join(dict.fromkeys(one.quote for one in cited)), site_urls=urls)


_STEERING = (TurnClass.END_PURSUIT, TurnClass.HUMAN_REQUEST)
_NO_TOPIC = frozenset((TurnClass.CHAT, TurnClass.ACK, TurnClass.EMPTY, *_STEERING))
_TELLING = frozenset((Origin.USER, Origin.NOTE))  # a note says what the conversation came to, as a message does


def _answered_by_person(asked: Exchange, words: str) -> Exchange:
    """What a person said belongs to what was asked last: so the assistant knows of it when it goes on."""
    reply, shown = (f"{said}\n{words}" if said else words for said in (asked.reply, asked.shown))
    return replace(asked, reply=reply, shown=shown)


def _is_about_nothing(record: TurnRecord) -> bool:
    """Whether nothing was understood, or a list was spoken of and nothing asked: nothing can be about that."""
    is_lost = record.decision.lane is Lane.GUARD and record.status is TurnStatus.COMPLETED
    return is_lost or (record.routed is not None and not asked_by(record))


def _is_of_loop(record: TurnRecord) -> bool:
    """Whether the turn was about a document's questions: nobody refers to "12", but to what was asked before it."""
    loop = record.clarification
    return (
        record.decision.lane is Lane.CLARIFICATION and loop is not None and loop.begun_at_turn < record.message.index
    )


def _with_loop(found: list[Exchange], record: TurnRecord) -> list[Exchange]:
    """At the loop's end its answer belongs to the question that began it, whatever was asked in between."""
    loop, cited = record.clarification, record.reply.citations
    if loop is None or not cited:
        return found
    answered = _answered(Exchange(message=loop.original_text, query=loop.original_query), cited)
    answered = replace(answered, shown=record.reply.text)
    return [*(one for one in found if one.query != loop.original_query), answered]


def asked_by(record: TurnRecord) -> tuple[str, ...]:
    """What the message itself was searched with: not what was looked for again beside it, or in other words."""
    return record.query.meant or record.query.effective


def _said(text: str, record: TurnRecord, pack: Pack) -> str:
    """The user's words without addresses; what a value was named for where that is all they said (F13)."""
    if record.turn_class in _VALUES and record.query.effective:
        return " ".join(asked_by(record))
    text = without_links(text)
    return without_shift(text, pack) if _begins_topic(text, pack) else text


def _begins_topic(text: str, pack: Pack) -> bool:
    return shifts_topic(keys_of(text), pack)


_VALUES = frozenset((TurnClass.SLOT_FILL, TurnClass.SLOT_VALUE, TurnClass.JURISDICTION_CHANGE))


def import_history(messages: Sequence[Mapping[str, str]], pack: Pack) -> tuple[Exchange, ...]:
    """Earlier turns from bare messages ``{role, content}``: for resolution only, without evidence (C38).

    What was said before another topic was begun is left out. Messages of one speaker in a row are joined; roles other
    than user and assistant are left out, and so are
    assistant messages before the first question.
    """
    found: list[Exchange] = []
    open_turn = False  # whether the last exchange still waits for its reply
    for message in messages:
        role, content = message.get("role"), message.get("content") or ""
        if role == "user":
            if asks_something(content, pack):
                if _begins_topic(content, pack):
                    found.clear()
                    content = without_shift(content, pack)
                found.append(Exchange(message=content))
                open_turn = True
            else:
                open_turn = False
        elif role == "assistant" and found and open_turn:
            last = found[-1]
            found[-1] = replace(last, reply=f"{last.reply}\n{content}" if last.reply else content)
    return tuple(found)


def imported_turns(
    messages: Sequence[Mapping[str, str]], pack: Pack, *, thread_id: ThreadId, at: datetime
) -> tuple[StoredTurn, ...]:
    """Bare messages as turns of a thread, without evidence, options or asks (C38); ids by their place."""
    turns: list[StoredTurn] = []
    for index, exchange in enumerate(import_history(messages, pack), start=1):
        message = Message(
            turn_id=TurnId(f"{thread_id}-{index}"),
            thread_id=thread_id,
            index=index,
            text=exchange.message,
            received_at=at,
        )
        record = TurnRecord(
            message=message,
            status=TurnStatus.COMPLETED,
            turn_class=TurnClass.NEW_QUESTION,
            query=Query(message=exchange.message),
            retrieval=RetrievalSummary(),
            reply=Reply(text=exchange.reply),
            decision=Decision(lane=Lane.ANSWER, reason="imported"),
            ended_at=at,
            imported=True,
        )
        turns.append(StoredTurn(message=message, record=record))
    return tuple(turns)


def asks_something(text: str, pack: Pack) -> bool:
    """Whether a message can be what a later one refers to: it has words, and is no mere greeting or thanks."""
    return has_words(text) and not courtesies(text, pack.phrases)


def window(history: Sequence[Exchange], tuning: Tuning) -> tuple[Exchange, ...]:
    """The last turns, at most ``history_max_turns``; replies only of the last ``history_max_replies`` of them."""
    kept = list(history[-tuning.history_max_turns :])
    for place in range(len(kept) - tuning.history_max_replies):
        kept[place] = replace(kept[place], reply="", shown="")
    return tuple(kept)
