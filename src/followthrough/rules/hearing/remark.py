"""What users say about a reply instead of asking: they doubt it, ask where it stands, or will be back (C14, R0-31).

Invariants: only a whole message is a remark: one word of its own makes it a question, a fact or something given; a
remark searches nothing, spends no attempt and becomes no part of what is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from followthrough.domain.conversation import ASKS_NOTHING, Decision, Lane, Message, StoredTurn, Thread, TurnClass
from followthrough.domain.pack import Pack
from followthrough.domain.plan import SayText
from followthrough.rules.language.asking import asks
from followthrough.rules.language.utterance import as_typed, is_question, is_wholly, mentions
from followthrough.rules.language.words import keys_of, phrase_at, says
from followthrough.rules.objective.unsolved import open_parts

Say: TypeAlias = Literal[
    "acknowledged",
    "promised",
    "nothing_attached",
    "misunderstood",
    "doubted",
    "doubted_sources",
    "sources_named",
    "sources_none",
    "attached_named",
    "attached_none",
]

_LONGEST_PROMISE = 16  # words


def remark(
    message: Message,
    thread: Thread,
    turns: Sequence[StoredTurn],
    pack: Pack,
) -> SayText | None:
    """What is said to a remark; None for any other message, and while a question of ours waits."""
    waits = thread.open_slots is not None or (thread.clarification is not None and thread.clarification.is_active)
    if not thread.turns or waits or mentions(message.text):
        return None
    said = _of_the_reply(message.text, turns, pack) or _of_the_user(message.text, thread, pack)
    if said is None:
        return None
    say, values = said
    decision = Decision(lane=Lane.CHAT, reason="remark")
    return SayText(turn_class=TurnClass.ACK, decision=decision, say=say, values=values)


def lacks_it(text: str, pack: Pack) -> bool:
    """Whether somebody says, in words of their own, that they have nothing to give: "I told you I have no manual"."""
    keys, given = keys_of(text), pack.giving.sources | pack.giving.pointers
    if asks(text, pack) or mentions(text) or not says(keys, as_typed(pack.remarks.lacks)):
        return False
    return _speaks_only(keys, given | pack.remarks.words, pack)


def _of_the_reply(text: str, turns: Sequence[StoredTurn], pack: Pack) -> tuple[Say, tuple[str, ...]] | None:
    """What is said to a message about the last reply, or about what was given so far."""
    keys, cues = _plainly(text, pack), pack.remarks
    if is_wholly(text.replace("?", ""), cues.missed_alone, pack.pursuit):
        return "misunderstood", ()
    if not _speaks_only(keys, cues.words | pack.giving.sources, pack):
        return None
    if says(keys, as_typed(cues.attached)):
        return _with_names("attached_named", "attached_none", _given_in(turns))
    if says(keys, as_typed(cues.missed)):
        return "misunderstood", ()
    cited = _cited_last(turns)
    if says(keys, as_typed(cues.sources)) and not _speaks_of_self(keys, pack):
        return _with_names("sources_named", "sources_none", cited)
    return _with_names("doubted_sources", "doubted", cited) if says(keys, as_typed(cues.doubts)) else None


def _with_names(named: Say, without: Say, names: tuple[str, ...]) -> tuple[Say, tuple[str, ...]]:
    return (named, names) if names else (without, ())


def _of_the_user(text: str, thread: Thread, pack: Pack) -> tuple[Say, tuple[str, ...]] | None:
    """What is said to somebody who will be back, has something that did not come, or reports something."""
    keys, cues = keys_of(text), pack.remarks
    if asks(text, pack) or is_question(text):
        return None
    start = _behind_politeness(keys, pack)
    is_open = bool(open_parts(thread))
    if len(keys) <= _LONGEST_PROMISE and phrase_at(keys, start, as_typed(cues.promises)):
        return ("promised" if is_open else "acknowledged"), ()
    if says(keys, as_typed(cues.reports)) and _speaks_only(keys, cues.words, pack):
        return "acknowledged", ()
    if not is_open or says(keys, pack.giving.again) or not says(keys, as_typed(cues.hands)):
        return None
    giving = pack.giving.sources | pack.giving.pointers | pack.giving.leads | cues.hands
    rest = [key for key in keys if key in cues.bids]
    return ("nothing_attached", ()) if not rest and _speaks_only(keys, giving, pack) else None


def _speaks_only(keys: Sequence[str], known: frozenset[str], pack: Pack) -> bool:
    """Whether the message has no word besides the known ones, small words and politeness."""
    sets = (as_typed(known), as_typed(pack.words.stop), as_typed(pack.pursuit.around | pack.pursuit.pleas))
    place, all_keys = 0, list(keys)
    while place < len(all_keys):
        length = max(phrase_at(all_keys, place, some) for some in sets)
        if not length:
            return False
        place += length
    return bool(all_keys)


def _plainly(text: str, pack: Pack) -> list[str]:
    """The words of the text without those that only strengthen it."""
    return [key for key in keys_of(text) if key not in pack.remarks.adverbs]


def _speaks_of_self(keys: Sequence[str], pack: Pack) -> bool:
    """Whether it is about what the user is to do: "which document should I read?"."""
    return not (pack.asking.persons & pack.asking.speakers).isdisjoint(keys)


def _behind_politeness(keys: list[str], pack: Pack) -> int:
    place = 0
    while length := phrase_at(keys, place, pack.pursuit.around):
        if phrase_at(keys, place, as_typed(pack.remarks.promises)):
            break
        place += length
    return place


def _cited_last(turns: Sequence[StoredTurn]) -> tuple[str, ...]:
    """The documents that the last answer cites, each once."""
    records = (turn.record for turn in reversed(turns) if turn.record is not None)
    last = next((record for record in records if record.turn_class not in ASKS_NOTHING), None)
    if last is None or last.imported:
        return ()
    return tuple(dict.fromkeys(citation.document_name for citation in last.reply.citations))


def _given_in(turns: Sequence[StoredTurn]) -> tuple[str, ...]:
    """What the user gave that could be read, each once."""
    materials = (turn.record.material for turn in turns if turn.record is not None and turn.record.material)
    given = (one for material in materials for one in material.given if one.refused is None)
    return tuple(dict.fromkeys(one.name or one.text for one in given if one.name or one.text))
