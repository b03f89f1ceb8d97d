"""What a message gives instead of asking: files, links, pasted text, a code, a fact, other words for a question.

Invariants: a question gives nothing, whatever opens it (F17); words alone are taken only for parts that are open;
nothing is taken that the message does not say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from followthrough.domain.conversation import Message, Thread
from followthrough.domain.given import Offered
from followthrough.domain.hearing import Act
from followthrough.domain.objective import SubObjective, SubStatus
from followthrough.domain.pack import Pack
from followthrough.rules.hearing.certainty import NOT_HEARD, Hearing
from followthrough.rules.hearing.pasted import pasted_in
from followthrough.rules.hearing.rephrase import rephrase_of
from followthrough.rules.hearing.statement import statement_of
from followthrough.rules.language.asking import asks
from followthrough.rules.language.links import links_in, normalise_link, without_links
from followthrough.rules.language.utterance import is_wholly, mentions
from followthrough.rules.language.words import Stems, keys_of
from followthrough.rules.objective.unsolved import (
    asked_for,
    open_parts,
    part_meant,
    telling_stems,
    telling_words,
    was_shown,
)
from followthrough.rules.web.online import web_request
from followthrough.tuning import Tuning


def read_given(message: Message, thread: Thread, pack: Pack, tuning: Tuning, hearing: Hearing = NOT_HEARD) -> Offered:
    """What the message gives, read against the parts of the thread that are open."""
    parts = open_parts(thread)
    asked = asked_for(thread)
    links, text = _links(message)
    again = hearing.heard.best is Act.RETRY or is_wholly(text, pack.pursuit.retries, pack.pursuit)
    offered = Offered(files=message.attachments, links=links, again=again)
    if (
        parts
        and not offered.documents
        and (words := _rephrase(text, thread, parts, asked, pack, hearing=hearing)) is not None
    ):
        return replace(words, again=again)
    pasted = pasted_in(text, pack)
    if pasted is not None:
        text = f"{pasted.before} {pasted.after}".strip()
        offered = replace(offered, pasted=pasted.text)
    if offered.documents:
        return _with_question(offered, text, parts, pack, hearing)
    if not parts or web_request(text, pack) is not None:
        return replace(offered, question=text)
    if _is_text(text, pack, tuning, hearing):
        return replace(offered, pasted=text.strip())
    tried = _left_open(thread, parts)
    stated = statement_of(
        text, parts, pack, just_asked=tried, is_awaited=_is_awaited(parts, tried=tried), hearing=hearing
    )
    if stated is not None:
        return replace(offered, stated=stated, about=part_meant(text, parts, asked, pack).id)
    return replace(offered, question=text)


def given_again(message: Message) -> Offered:
    """The files and links of a message that asks for another try: they are used, and read, again (report 34)."""
    links, _ = _links(message)
    return Offered(files=message.attachments, links=links, again=True)


def _links(message: Message) -> tuple[tuple[str, ...], str]:
    """The message's links, and its text without them."""
    beside = tuple(link for given in message.links if (link := normalise_link(given)) is not None)
    links = tuple(dict.fromkeys((*beside, *(link for _, _, link in links_in(message.text)))))
    return links, without_links(message.text)


def _rephrase(
    text: str,
    thread: Thread,
    parts: Sequence[SubObjective],
    asked: SubObjective | None,
    pack: Pack,
    *,
    hearing: Hearing,
) -> Offered | None:
    """Other words for an open part; what follows an answer is about that, unless it has a word of what is open."""
    said = rephrase_of(text, pack, just_asked=_just_tried(thread, parts))
    if said is None:
        return None
    meant = part_meant(said.text, parts, asked, pack)
    if _just_answered(thread) and telling_stems(said.text, pack).isdisjoint(_stems_of((meant,), pack)):
        return None
    return Offered(rephrased=replace(said, corrects=hearing.takes(Act.CORRECTS)), about=meant.id)


def _just_answered(thread: Thread) -> bool:
    """Whether the last turn answered what it was asked."""
    subs = thread.active_objective.subs if thread.active_objective is not None else ()
    return bool(subs) and subs[-1].status is SubStatus.ANSWERED and subs[-1].last_tried_turn == thread.turns


def _just_tried(thread: Thread, parts: Sequence[SubObjective]) -> bool:
    """Whether the last turn looked for one of the open parts and left it open."""
    return any(part.last_tried_turn == thread.turns for part in parts)


def _left_open(thread: Thread, parts: Sequence[SubObjective]) -> bool:
    """Whether the last turn left a part open, and answered nothing else."""
    return _just_tried(thread, parts) and not _just_answered(thread)


def _is_awaited(parts: Sequence[SubObjective], *, tried: bool) -> bool:
    """Whether the last turn had nothing to show for what was asked last."""
    return tried and not was_shown(parts[-1])


def _with_question(
    offered: Offered, text: str, parts: Sequence[SubObjective], pack: Pack, hearing: Hearing
) -> Offered:
    """What is given, with what the words around it ask.

    Words that only hand it over ask nothing, and neither do those that ask for a look at it ("can you check this?").
    Beside open parts only a question of its own counts: the open question again asks for nothing else.
    """
    own = [s for s in Stems(pack).of([w.key for w in telling_words(text, pack)]) if s not in _stems_of(parts, pack)]
    only_hands_over = not offered.pasted and hearing.takes(Act.GIVES_MATERIAL)
    asking = not only_hands_over and asks(text, pack) and bool(own or not parts)
    asking = asking or (bool(own) and hearing.takes(*_ASKED))
    return replace(offered, question=text.strip() if asking else "")


_ASKED = (Act.QUESTION, Act.FOLLOWUP, Act.SUMMARY)


def _stems_of(parts: Sequence[SubObjective], pack: Pack) -> frozenset[str]:
    return frozenset(stem for part in parts for stem in telling_stems(f"{part.query} {part.effective}", pack))


def _is_text(text: str, pack: Pack, tuning: Tuning, hearing: Hearing) -> bool:
    """Whether words that nothing announces are heard to be somebody else's: in quotation marks, or many of them."""
    is_long = len(keys_of(text)) >= tuning.paste_min_words
    return (is_long or mentions(text)) and hearing.takes(Act.GIVES_MATERIAL) and not asks(text, pack)
