"""What users say about a reply instead of asking: they doubt it, ask where it stands, or have what did not come.

Invariants: a figure or a code makes it a fact or a question; a remark searches nothing, spends no attempt and becomes
no part of what is asked (C14, R0-31).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from followthrough.domain.conversation import (
    ASKS_NOTHING,
    Decision,
    Lane,
    Message,
    StoredTurn,
    Thread,
    TurnClass,
    TurnRecord,
)
from followthrough.domain.hearing import Act, Spot
from followthrough.domain.pack import Pack
from followthrough.domain.plan import SayText
from followthrough.rules.hearing.certainty import COMMENTS, Hearing
from followthrough.rules.language.utterance import is_question, is_wholly, mentions
from followthrough.rules.language.words import has_digit, keys_of
from followthrough.rules.objective.unsolved import open_parts, telling_stems

Say: TypeAlias = Literal[
    "nothing_attached",
    "doubted",
    "doubted_sources",
    "sources_named",
    "sources_none",
    "attached_named",
    "attached_none",
]


def remark(
    message: Message, thread: Thread, turns: Sequence[StoredTurn], pack: Pack, hearing: Hearing
) -> SayText | None:
    """What is said to a remark; None for any other message, and while a question of ours waits."""
    waits = thread.open_slots is not None or (thread.clarification is not None and thread.clarification.is_active)
    text = message.text
    if not thread.turns or waits or mentions(text) or any(has_digit(key) for key in keys_of(text)):
        return None
    if turns and (last := turns[-1].record) is not None and last.turn_class in _OF_LISTS:
        return None  # "why did you pick that one?" is explained from what was done
    said = _of_the_reply(text, thread, turns, pack, hearing)
    if said is None:
        return None
    say, values = said
    decision = Decision(lane=Lane.CHAT, reason="remark")
    return SayText(turn_class=TurnClass.ACK, decision=decision, say=say, values=values)


def _of_the_reply(
    text: str, thread: Thread, turns: Sequence[StoredTurn], pack: Pack, hearing: Hearing
) -> tuple[Say, tuple[str, ...]] | None:
    """What is said to a message about the last reply, or about what was given so far."""
    if is_wholly(text.replace("?", ""), pack.pursuit.inventory, pack.pursuit):
        return _with_names("attached_named", "attached_none", _given_in(turns))
    if hearing.remarks(Act.ASKS_WHY):
        return _with_names("sources_named", "sources_none", _cited_last(turns))
    if hearing.heard.best in _DOUBTS and hearing.remarks(*COMMENTS, *_DOUBTS):
        return _with_names("doubted_sources", "doubted", _cited_last(turns))
    if _wants_it_shorter(hearing) and _says_little(text, pack):
        return "sources_none", ()
    lacks = hearing.remarks(Act.GIVES_MATERIAL) and not is_question(text) and open_parts(thread)
    return ("nothing_attached", ()) if lacks and _says_little(text, pack) else None


_DOUBTS = (Act.DOUBTS, Act.REJECTS)  # "that's wrong", "that's not what I asked"


def _wants_it_shorter(hearing: Hearing) -> bool:
    """Whether it wants a refusal shorter or easier ("tl;dr"): both another try and a summary are heard in it."""
    least = min(hearing.heard.chance(act) for act in (Act.RETRY, Act.SUMMARY))
    is_shorter = least >= hearing.tuning.hear_said_again and hearing.remarks(Act.RETRY, Act.SUMMARY)
    return is_shorter and hearing.heard.spot is Spot.AFTER_REFUSAL


def _says_little(text: str, pack: Pack) -> bool:
    """Whether it is too short to be what it hands over."""
    return len(telling_stems(text, pack)) <= _FEW


_FEW = 4  # words that tell something; pasted text has more


def _with_names(named: Say, without: Say, names: tuple[str, ...]) -> tuple[Say, tuple[str, ...]]:
    return (named, names) if names else (without, ())


def _cited_last(turns: Sequence[StoredTurn]) -> tuple[str, ...]:
    """The documents that the last answer cites, each once."""
    last = _last_asked(turns)
    if last is None or last.imported:
        return ()
    return tuple(dict.fromkeys(citation.document_name for citation in last.reply.citations))


def _last_asked(turns: Sequence[StoredTurn]) -> TurnRecord | None:
    """What came of the last message that asked for something."""
    records = (turn.record for turn in reversed(turns) if turn.record is not None)
    return next((record for record in records if record.turn_class not in ASKS_NOTHING), None)


_OF_LISTS = (TurnClass.SELECTION, TurnClass.SEMANTIC)


def _given_in(turns: Sequence[StoredTurn]) -> tuple[str, ...]:
    """What the user gave that could be read, each once."""
    materials = (turn.record.material for turn in turns if turn.record is not None and turn.record.material)
    given = (one for material in materials for one in material.given if one.refused is None)
    return tuple(dict.fromkeys(one.name or one.text for one in given if one.name or one.text))
