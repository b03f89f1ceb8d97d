"""Questions about what was done: why, what last, what so far, what a thing is; and commands that ask for a why too.

Invariant: it reads whole utterances and the openings of questions; nothing is executed by any of them (2.7).
"""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.domain.plan import SemanticIntent
from followthrough.rules.command import is_politely_whole
from followthrough.rules.words import keys_of, phrase_at, words_of


def split_mixed(text: str, pack: Pack) -> tuple[str, bool]:
    """A command without the explanation that it asks for as well, and whether it does: "use X and tell me why"."""
    words = words_of(text)
    keys = [word.key for word in words]
    for place in range(1, len(keys)):
        if phrase_at(keys, place, pack.selecting.explains):
            return text[: words[place].start].rstrip(" ,;"), True
    return text, False


@dataclass(frozen=True, slots=True, kw_only=True)
class Wondering:
    """What a message wants explained; ``thing`` is what ``explain_entity_meaning`` is about, as the user says it.

    ``refers``: the thing is a word that stands for something: "it".
    """

    intent: SemanticIntent
    thing: str = ""
    refers: bool = False


def wonders(text: str, pack: Pack) -> Wondering | None:
    """What the message wants explained about what was done or shown; None for any other message."""
    steer = pack.selecting
    whole = (
        (SemanticIntent.REFLECTIVE_WHY_FOLLOWUP, steer.why_last),
        (SemanticIntent.EXPLAIN_LAST_ACTION, steer.what_last),
        (SemanticIntent.SUMMARIZE_RECENT_ACTIVITY, steer.summaries),
    )
    for intent, phrases in whole:
        if is_politely_whole(text, phrases, pack):
            return Wondering(intent=intent)
    return _meaning(text, pack)


def _meaning(text: str, pack: Pack) -> Wondering | None:
    """As in "what is that form for": an opening, a thing, and nothing else but what may follow it."""
    steer, words = pack.selecting, words_of(text)
    keys = [word.key for word in words]
    start = phrase_at(keys, 0, steer.heads) if len(keys) > 1 else 0
    length = phrase_at(keys, start, steer.meanings)
    if not length:
        return None
    begin, end = start + length, len(keys)
    while end > begin and keys[end - 1] in steer.meaning_tails:
        end -= 1
    if begin >= end:
        return None
    thing = text[words[begin].start : words[end - 1].end]
    refers = " ".join(keys[begin:end]) in steer.referents
    return Wondering(intent=SemanticIntent.EXPLAIN_ENTITY_MEANING, thing=thing, refers=refers)


def asks_what_was_done(text: str, pack: Pack) -> bool:
    """Whether the message asks if something was done with a list: "did you already open the handbook?"."""
    steer, keys = pack.selecting, keys_of(text)
    length = phrase_at(keys, 0, steer.was_done)
    return length > 0 and any(phrase_at(keys, place, steer.done_verbs) for place in range(length, len(keys)))
