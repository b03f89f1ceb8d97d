"""What comes before any question: a request for a person, the end, the answer to a document's question, another try.

The first two count at any time; then a running loop has the message before anything else (C21, C35, R3-9). Nothing
here reads a part of a message: only whole utterances do.
"""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.conversation import Message, StoredTurn, Thread
from followthrough.domain.hearing import Act
from followthrough.domain.pack import Pack
from followthrough.domain.plan import AnswerQuestion, Conclude, Decided, Plan
from followthrough.rules.handoff.call import human_request, told_by_person
from followthrough.rules.hearing.certainty import NOT_HEARD, Hearing
from followthrough.rules.hearing.given import given_again
from followthrough.rules.hearing.remark import remark
from followthrough.rules.language.guard import guard
from followthrough.rules.loop.clarification import clarify
from followthrough.rules.pursuit.ending import ending, resuming
from followthrough.rules.pursuit.reply_to_ask import reply_to_ask
from followthrough.rules.pursuit.retry import try_again
from followthrough.rules.pursuit.taken_back import let_go
from followthrough.rules.questions.catalogue import what_there_is
from followthrough.rules.web.online import web_request
from followthrough.tuning import Tuning


def interrupt(
    message: Message,
    thread: Thread,
    turns: Sequence[StoredTurn],
    pack: Pack,
    tuning: Tuning,
    *,
    hearing: Hearing = NOT_HEARD,
    blocked: Plan | None = None,
    is_choice: bool = False,
) -> Decided | None:
    """What such a message does, the first rule that knows; None for any other message.

    A conclusion closes our own questions; everything else leaves them open.

    Args:
        message: the message.
        thread: the thread before it.
        turns: its ended turns, oldest first.
        pack: the words to look for.
        tuning: the table of numbers.
        hearing: what the message does, as far as that could be heard.
        blocked: the plan of a message that is none of the assistant's.
        is_choice: the message is about a list that is shown, whatever else it may be (C35).
    """
    found: Plan | None = blocked or human_request(
        message, thread, pack, hearing if hearing.in_question else NOT_HEARD
    )
    if found is None and message.selection is None:
        found = _let_go_in_loop(message, thread, turns, pack, hearing)
        found = found or clarify(message, thread, pack, hearing=hearing)
    if found is None and not is_choice:
        found = guard(message) or _steering(message, thread, turns, pack, Hearing(hearing.heard, tuning))
    if found is None:
        return None
    waiting = None if isinstance(found, Conclude) else thread.open_slots
    offered = given_again(message) if isinstance(found, AnswerQuestion) else told_by_person(message, pack)
    return Decided(plan=found, jurisdiction=thread.jurisdiction, open_slots=waiting, offered=offered)


def _let_go_in_loop(
    message: Message, thread: Thread, turns: Sequence[StoredTurn], pack: Pack, hearing: Hearing
) -> Plan | None:
    """What a message takes back while a document's question waits; None for any other."""
    loop = thread.clarification
    is_asked = loop is not None and loop.is_active and not loop.strict
    if not is_asked or message.retry_of is not None or message.attachments or not hearing.takes(Act.WANTS_OUT):
        return None
    return let_go(message, thread, turns, pack, hearing)


def _steering(
    message: Message, thread: Thread, turns: Sequence[StoredTurn], pack: Pack, hearing: Hearing
) -> Plan | None:
    """An end, a part that is taken back, another try, or a plain reply to an ask.

    Beside a file none of them is meant: it is to be read (F4). Nor is it by who wants the web searched.
    """
    is_for_web = web_request(message.text, pack) is not None
    if (message.attachments or message.links or is_for_web) and message.retry_of is None:
        return None
    found = ending(message, thread, pack) or let_go(message, thread, turns, pack, hearing)
    return found or try_again(message, thread, turns, pack, hearing) or _beside(message, thread, turns, pack, hearing)


def _beside(
    message: Message, thread: Thread, turns: Sequence[StoredTurn], pack: Pack, hearing: Hearing
) -> Plan | None:
    """A plain reply to an ask, what is said of a reply or asked of the assistant itself, a call or an end."""
    found = reply_to_ask(message, thread, pack, hearing) or resuming(message, thread, pack)
    found = found or what_there_is(message, pack, hearing) or remark(message, thread, turns, pack, hearing)
    return found or human_request(message, thread, pack, hearing) or ending(message, thread, pack, hearing)
