"""Which list a message names beside what it wants of it: "first from recent", "from the sources, 2" (2.4).

Invariant: a cue stands at the beginning or the end of the message; it narrows what can be chosen and never
authorises. A misspelt one only makes a doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from followthrough.domain.continuity import OptionSet, Scope
from followthrough.domain.pack import Pack
from followthrough.rules.language.spelling import is_near
from followthrough.rules.language.words import Word, keys_of, phrase_at, words_of
from followthrough.rules.lists.naming import names_a_place


@dataclass(frozen=True, slots=True, kw_only=True)
class Cue:
    """The scopes that were named, and the message without them; ``is_misspelt``: by a word that is nearly a name."""

    scopes: tuple[Scope, ...] = ()
    rest: str = ""
    is_misspelt: bool = False


def with_panels(pack: Pack, shown: Sequence[OptionSet]) -> Pack:
    """The pack with the names that hosts gave the places of their lists: "Notes", "Notes panel" (R4-61).

    A name that a host gave is no longer that of another scope.
    """
    own = {one.scope.value: _names_of(one.scope_label, pack) for one in shown if one.scope_label}
    if not own:
        return pack
    taken, steer = frozenset[str]().union(*own.values()), pack.selecting
    named = {f"cue_{scope}": names - taken | own.get(scope, frozenset()) for scope, names in steer.cues.items()}
    return replace(pack, selecting=replace(steer, **named))


def _names_of(label: str, pack: Pack) -> frozenset[str]:
    """A place's name, with and without what it is: "Notes panel" is "the notes" too."""
    keys = keys_of(label)
    bare = keys[:-1] if len(keys) > 1 and keys[-1] in pack.selecting.cue_nouns else keys
    return frozenset(name for name in (" ".join(keys), " ".join(bare)) if name)


def read_cue(text: str, pack: Pack) -> Cue:
    """The scopes that the message names at its beginning or end; ``rest`` is all of it where it names none."""
    found: list[Scope] = []
    rest = text
    misspelt = False
    while (spotted := _at_end(rest, pack) or _at_start(rest, pack)) is not None:
        named, rest = spotted
        misspelt = misspelt or named.is_misspelt
        found += named.scopes
    return Cue(scopes=tuple(dict.fromkeys(found)), rest=rest.strip(" ,;:.-–—"), is_misspelt=misspelt)


@dataclass(frozen=True, slots=True)
class _Span:
    """Scopes that are named in a row, and the place behind them."""

    scopes: tuple[Scope, ...]
    end: int
    is_misspelt: bool


def _at_end(text: str, pack: Pack) -> tuple[_Span, str] | None:
    """The cue behind everything else, and the text before it."""
    words = words_of(text)
    keys = [word.key for word in words]
    for place in range(max(0, len(keys) - _LONGEST_CUE), len(keys)):
        found = _cues_from(keys, place, pack)
        if found is not None and found.end == len(keys):
            return found, text[: words[place].start]
    return None


def _at_start(text: str, pack: Pack) -> tuple[_Span, str] | None:
    """The cue before everything else; what follows it is not one word more of its name: a comma, or a place."""
    words = words_of(text)
    keys = [word.key for word in words]
    found = _cues_from(keys, 0, pack) or _after_slip(keys, pack)
    if found is None or found.end >= len(words):
        return None
    rest = text[words[found.end - 1].end :]
    is_apart = _is_apart(text, words, found.end) or names_a_place(rest, pack)
    return (found, rest) if is_apart else None


def _is_apart(text: str, words: list[Word], end: int) -> bool:
    return any(mark in text[words[end - 1].end : words[end].start] for mark in ",;:-–—.")


_LONGEST_CUE = 10  # words: "from the list of recent questions or from the chat"


def _cues_from(keys: list[str], place: int, pack: Pack) -> _Span | None:
    """The cues that begin at a word, joined by "and" or "or"; those that follow need no opener."""
    steer = pack.selecting
    length = phrase_at(keys, place, steer.cue_openers)
    span = _name_at(keys, place + length, pack, near=True) if length else None
    while span is not None and span.end < len(keys) and keys[span.end] in steer.cue_joins:
        place = span.end + 1
        place += phrase_at(keys, place, steer.cue_openers)
        more = _name_at(keys, place, pack, near=False)
        if more is None:
            break
        span = _Span((*span.scopes, *more.scopes), more.end, span.is_misspelt)
    return span


def _after_slip(keys: list[str], pack: Pack) -> _Span | None:
    """The cue of a message whose first word is nearly an opener: "form recent"."""
    if not keys or not any(is_near(keys[0], opener) for opener in pack.selecting.cue_openers):
        return None
    span = _name_at(keys, 1, pack, near=False)
    return None if span is None else replace(span, is_misspelt=True)


def _name_at(keys: list[str], place: int, pack: Pack, *, near: bool) -> _Span | None:
    """The name of one scope that begins at a word, with what may stand around it; ``near``: it may be misspelt."""
    steer = pack.selecting
    place += phrase_at(keys, place, steer.cue_articles)
    for scope, names in steer.cues.items():
        if length := phrase_at(keys, place, names):
            return _Span((Scope(scope),), _behind(keys, place + length, pack), is_misspelt=False)
    if not near or place >= len(keys):
        return None
    slipped = next((s for s, names in steer.cues.items() if _is_slip(keys[place], names)), None)
    return None if slipped is None else _Span((Scope(slipped),), _behind(keys, place + 1, pack), is_misspelt=True)


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


def returns_to_list(text: str, pack: Pack) -> bool:
    """Whether the message comes back to what can only be a list, and says nothing else: "back to the list"."""
    is_named = not pack.selecting.list_names.isdisjoint(word.key for word in words_of(text))
    return is_named and returns_to(text, pack) == ""


def returns_to(text: str, pack: Pack) -> str | None:
    """What a message says behind a return cue: "back to the documents, the second"; empty for the cue alone.

    None where it has no return cue.
    """
    steer = pack.selecting
    words = words_of(text)
    keys = [word.key for word in words]
    if resumed := phrase_at(keys, 0, steer.resumes):
        if resumed == len(keys):
            return ""
        if _is_apart(text, words, resumed):
            return text[words[resumed - 1].end :].strip(" ,;:.-–—")
    place = 0
    while length := phrase_at(keys, place, pack.pursuit.around | pack.pursuit.pleas):
        place += length
    length = phrase_at(keys, place, steer.returns)
    if not length:
        return None
    place += length
    place += phrase_at(keys, place, steer.cue_articles)
    named = phrase_at(keys, place, steer.lists.union(steer.list_names, *steer.cues.values()))
    if not named:
        return None
    place = _behind(keys, place + named, pack)
    if place == len(keys) or (place + 1 == len(keys) and keys[place] == "again"):
        return ""
    return text[words[place - 1].end :].strip(" ,;:.-–—") if _is_apart(text, words, place) else None
