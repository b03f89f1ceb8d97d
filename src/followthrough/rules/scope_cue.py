"""Which list a message names beside what it wants of it: "first from recent", "from the sources, 2" (2.4).

Invariant: a cue stands at the beginning or the end of the message; it narrows what can be chosen and never
authorises. A misspelt one only makes a doubt.
"""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.domain.continuity import Scope
from followthrough.domain.pack import Pack
from followthrough.rules.spelling import is_near
from followthrough.rules.words import Word, phrase_at, words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """The scopes that were named, and the message without them; ``is_misspelt``: by a word that is nearly a name."""

    scopes: tuple[Scope, ...] = ()
    rest: str = ""
    is_misspelt: bool = False


def read_cue(text: str, pack: Pack) -> Cue:
    """The scopes that the message names at its beginning or end; ``rest`` is all of it where it names none."""
    found: list[Scope] = []
    rest = text
    misspelt = False
    while (spotted := _at_end(rest, pack) or _at_start(rest, pack)) is not None:
        scope, rest, doubtful = spotted
        misspelt = misspelt or doubtful
        found.append(scope)
    return Cue(scopes=tuple(dict.fromkeys(found)), rest=rest.strip(" ,;:.-–—"), is_misspelt=misspelt)


def _at_end(text: str, pack: Pack) -> tuple[Scope, str, bool] | None:
    """The cue behind everything else: its scope, the text before it, and whether it is misspelt."""
    words = words_of(text)
    keys = [word.key for word in words]
    for place in range(max(0, len(keys) - _LONGEST_CUE), len(keys)):
        found = _cue_from(keys, place, pack)
        if found is not None and found[1] == len(keys):
            return found[0], text[: words[place].start], found[2]
    return None


def _at_start(text: str, pack: Pack) -> tuple[Scope, str, bool] | None:
    """The cue before everything else; what follows it is not one word more of its name: a comma, or a place."""
    words = words_of(text)
    found = _cue_from([word.key for word in words], 0, pack)
    if found is None or found[1] >= len(words):
        return None
    scope, end, doubtful = found
    return (scope, text[words[end - 1].end :], doubtful) if _is_apart(text, words, end) else None


def _is_apart(text: str, words: list[Word], end: int) -> bool:
    return any(mark in text[words[end - 1].end : words[end].start] for mark in ",;:-–—.")


_LONGEST_CUE = 6  # words: "from the list of recent questions"


def _cue_from(keys: list[str], place: int, pack: Pack) -> tuple[Scope, int, bool] | None:
    """The cue that begins at a word: its scope, the place behind it, and whether its name is misspelt."""
    steer = pack.selecting
    length = phrase_at(keys, place, steer.cue_openers)
    if not length:
        return None
    place += length
    place += phrase_at(keys, place, steer.cue_articles)
    for scope, names in steer.cues.items():
        if length := phrase_at(keys, place, names):
            return Scope(scope), _behind(keys, place + length, pack), False
    near = next((s for s, names in steer.cues.items() if place < len(keys) and _is_slip(keys[place], names)), None)
    return None if near is None else (Scope(near), _behind(keys, place + 1, pack), True)


_SHORTEST_SLIP = 5  # letters; shorter words are near too many others: "that" and "chat"


def _is_slip(key: str, names: frozenset[str]) -> bool:
    return len(key) >= _SHORTEST_SLIP and any(is_near(key, name) for name in names if " " not in name)


def _behind(keys: list[str], place: int, pack: Pack) -> int:
    while place < len(keys) and keys[place] in pack.selecting.cue_nouns:
        place += 1
    return place


def scope_named(text: str, pack: Pack) -> Scope | None:
    """The scope that the whole message is a name of: "dashboard", "the recent ones"; None for any other message."""
    steer = pack.selecting
    keys = [word.key for word in words_of(text)]
    place = phrase_at(keys, 0, steer.cue_openers)
    place += phrase_at(keys, place, steer.cue_articles)
    for scope, names in steer.cues.items():
        length = phrase_at(keys, place, names)
        if length and _behind(keys, place + length, pack) == len(keys):
            return Scope(scope)
    return None


def returns_to(text: str, pack: Pack) -> str | None:
    """What a message says behind a return cue: "back to the documents, the second"; empty for the cue alone.

    None where it has no return cue.
    """
    steer = pack.selecting
    words = words_of(text)
    keys = [word.key for word in words]
    if " ".join(keys) in steer.resumes:
        return ""
    place = 0
    while length := phrase_at(keys, place, steer.heads):
        place += length
    length = phrase_at(keys, place, steer.returns)
    if not length:
        return None
    place += length
    place += phrase_at(keys, place, steer.cue_articles)
    named = phrase_at(keys, place, steer.lists.union(*steer.cues.values()))
    if not named:
        return None
    place = _behind(keys, place + named, pack)
    if place == len(keys) or (place + 1 == len(keys) and keys[place] == "again"):
        return ""
    return text[words[place - 1].end :].strip(" ,;:.-–—") if _is_apart(text, words, place) else None
