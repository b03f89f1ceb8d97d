"""Questions about what was done: why, what last, what so far, what a thing is.

Invariant: it reads questions of words for doing alone, and the openings of questions; nothing is executed by any of
them (2.7).
"""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.domain.plan import SemanticIntent
from followthrough.rules.language.spelling import is_near
from followthrough.rules.language.utterance import is_wholly
from followthrough.rules.language.words import keys_of, phrase_at, words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Wondering:
    """What a message wants explained; ``thing`` is what ``explain_entity_meaning`` is about, as the user says it.

    ``refers``: the thing is a word that stands for something: "it". ``bare``: it says not of what; so it is about
    what was done where that was done right before, and about the answer else.
    """

    intent: SemanticIntent
    thing: str = ""
    refers: bool = False
    bare: bool = False


def wonders(text: str, pack: Pack) -> Wondering | None:
    """What the message wants explained about what was done or shown; None for any other message."""
    if is_wholly(text, pack.selecting.summaries, pack.pursuit):
        return Wondering(intent=SemanticIntent.SUMMARIZE_RECENT_ACTIVITY)
    return _of_deeds(keys_of(text), pack) or _meaning(text, pack)


def _of_deeds(keys: list[str], pack: Pack) -> Wondering | None:
    """As in "which ones have I opened" or "tell me why": an opening, and no word but those for doing behind it."""
    steer, beside = pack.selecting, pack.pursuit.around | pack.pursuit.pleas
    start, heads = 0, (steer.recap_heads | pack.asking.requests | beside) - steer.recaps
    while length := _phrase_near(keys, start, heads):
        start += length
    openings = (
        (SemanticIntent.REFLECTIVE_WHY_FOLLOWUP, steer.whys),
        (SemanticIntent.SUMMARIZE_RECENT_ACTIVITY, steer.recaps),
        (SemanticIntent.EXPLAIN_LAST_ACTION, steer.whats),
    )
    lengths = [(_phrase_near(keys, start, phrases), intent) for intent, phrases in openings]
    length, intent = max(lengths, key=lambda found: found[0])
    if not length:
        return None
    rest = keys[start + length :]
    kinds = _kinds(rest, pack, beside)
    if kinds is None:
        return None
    is_deed, is_all = "deed" in kinds, "all" in kinds
    if intent is SemanticIntent.REFLECTIVE_WHY_FOLLOWUP:
        return Wondering(intent=intent, bare=not is_deed)
    if intent is SemanticIntent.SUMMARIZE_RECENT_ACTIVITY:
        is_bare = kinds <= {"tail"}
        return Wondering(intent=intent, bare=is_bare) if is_bare or is_deed or is_all else None
    if not (is_deed and "past" in kinds):
        return None
    return Wondering(intent=SemanticIntent.SUMMARIZE_RECENT_ACTIVITY if is_all else intent)


def _kinds(keys: list[str], pack: Pack, beside: frozenset[str]) -> frozenset[str] | None:
    """Which kinds of words there are, of those that such a question has; None where there is any other word."""
    steer = pack.selecting
    known = (
        ("deed", steer.deeds | steer.done_verbs),
        ("past", steer.pasts),
        ("all", steer.spans),
        ("tail", beside),
        ("else", steer.deed_words | (pack.words.stop - pack.values.negations)),
    )
    kinds: set[str] = set()
    place = 0
    while place < len(keys):
        lengths = {kind: _phrase_near(keys, place, phrases) for kind, phrases in known}
        length = max(lengths.values())
        if not length:
            return None
        kinds |= {kind for kind, found in lengths.items() if found and kind != "else"} or {"else"}
        place += length
    return frozenset(kinds)


def _phrase_near(keys: list[str], place: int, phrases: frozenset[str]) -> int:
    """As ``phrase_at``, also where a long word alone is misspelt."""
    if length := phrase_at(keys, place, phrases):
        return length
    word = keys[place] if place < len(keys) else ""
    return int(len(word) >= _LONG and any(len(one) >= _LONG and is_near(word, one) for one in phrases))


_LONG = 6  # letters; shorter words are near to too many others


def _meaning(text: str, pack: Pack) -> Wondering | None:
    """As in "what is that form for": an opening, a thing, and nothing else but what may follow it."""
    steer, words = pack.selecting, words_of(text)
    keys = [word.key for word in words]
    start = phrase_at(keys, 0, pack.pursuit.around) if len(keys) > 1 else 0
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
