"""A fragment that puts another name, code or number into the last question: "When was v1 released?" "Of v2?".

Invariant: the fragment holds nothing but that one item, and the last question holds exactly one item that it can
stand for; else nothing is put anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from followthrough.domain.pack import Pack
from followthrough.domain.resolution import ResolvedQuery
from followthrough.rules.language.names import is_code, is_name, is_number, trusts_capitals
from followthrough.rules.language.utterance import as_typed
from followthrough.rules.language.words import Word, phrase_at, phrase_of, words_of


def put_in_place(text: str, last_query: str, replaced: Sequence[str], pack: Pack) -> str | None:
    """The last question with the fragment's item in place of its own; None where that can't be decided.

    Args:
        text: the message or part.
        last_query: the last refined query.
        replaced: slot values of the last query that the message replaces, as they are written.
        pack: the words to look for.
    """
    item = _only_item(text, pack)
    if item is None:
        return None
    start, end, shape, preposition = item
    place = _place_of(shape, preposition, last_query, replaced, pack)
    if place is None:
        return None
    return last_query[: place[0]] + text[start:end] + last_query[place[1] :]


def put_behind(text: str, last_query: str, pack: Pack) -> str | None:
    """The last question with what a correction says behind the same preposition: "from Morocco" for "from Spain".

    Without one it takes all that a fragment says: "I meant agents" after "and for contractors?". None where the
    message is no such fragment, or the question has the preposition not exactly once.
    """
    said = words_of(text)
    place, preposition = _opening(said, pack)
    count = _tail(said, place, pack) - place
    asked = words_of(ResolvedQuery.read(last_query).asked)
    sites = [at + 1 for at, word in enumerate(asked) if word.key == preposition]
    if not preposition:
        opened, _ = _opening(asked, pack)
        sites = [opened] if opened > 0 and len(asked) - opened <= _MOST_BEHIND else []
    if not 0 < count <= _MOST_BEHIND or len(sites) != 1:
        return None
    behind = asked[sites[0] :][: count if preposition else None]  # behind a preposition as much goes as comes
    if not behind:
        return None
    put = text[said[place].start : said[place + count - 1].end]
    return last_query[: behind[0].start] + put + last_query[behind[-1].end :]


_MOST_BEHIND = 3  # words of what is put behind a preposition


def _only_item(text: str, pack: Pack) -> tuple[int, int, str, str] | None:
    """The fragment's one item: its span, its shape, and the preposition before it."""
    words = words_of(text)
    place, preposition = _opening(words, pack)
    end = _tail(words, place, pack)
    if place in (0, end):
        return None
    shapes = {shape_of(word, pack) for word in words[place:end]}
    if "" in shapes or (len(shapes) > 1 and shapes != {NAME, NUMBER}):
        return None
    shape = NAME if NAME in shapes else shapes.pop()
    if shape != NAME and end - place > 1:
        return None
    return words[place].start, words[end - 1].end, shape, preposition


def _opening(words: list[Word], pack: Pack) -> tuple[int, str]:
    """How many words open the fragment ("and what about the", "I meant"), and the preposition among them."""
    keys = [w.key for w in words]
    small = (pack.asking.joiners, pack.joining.determiners, pack.following.alternatives)
    place, preposition = 0, ""
    while place < len(keys):
        corrections = pack.following.corrections | as_typed(pack.clarifying.corrections)
        opening = phrase_at(keys, place, pack.asking.openers) or phrase_at(keys, place, corrections)
        if opening:
            place += opening
        elif keys[place] in pack.joining.prepositions:
            preposition, place = keys[place], place + 1
        elif any(keys[place] in some for some in small):
            place += 1
        else:
            break
    return place, preposition


def _tail(words: list[Word], place: int, pack: Pack) -> int:
    """Where the item ends: before "not X" of a correction, which the item replaces."""
    for at in range(place + 1, len(words)):
        if words[at].key in pack.values.negations:
            return at
    return len(words)


NAME = "name"
NUMBER = "number"
WEEKDAY = "weekday"


def shape_of(word: Word, pack: Pack) -> str:
    """The pattern of a code or number, ``weekday``, ``name`` for a word with a capital letter, empty for others."""
    if is_code(word) or is_number(word):
        pattern = re.sub(r"\d+", lambda m: "9" * (1 if _is_versionlike(word) else len(m.group())), word.key)
        return NUMBER if pattern.isdigit() and len(pattern) < _YEAR else re.sub(r"[^\W\d_]", "a", pattern)
    if word.key.removesuffix("s") in pack.values.weekdays:
        return WEEKDAY
    return NAME if word.text[0].isupper() and is_name(word, 1, pack, capitals=True) else ""


_YEAR = 4


def _is_versionlike(word: Word) -> bool:
    return sum(c.isdigit() for c in word.key) < _YEAR


def _place_of(
    shape: str, preposition: str, last_query: str, replaced: Sequence[str], pack: Pack
) -> tuple[int, int] | None:
    """Where the item goes: a replaced value, else the only run of its shape, else the one behind its preposition."""
    words = words_of(last_query)
    if shape == NAME:
        for value in replaced:
            if span := _span_of(value, words):
                return span
    runs = _runs(words, shape, pack)
    if len(runs) > 1 and preposition:
        runs = [run for run in runs if run[0] and words[run[0] - 1].key == preposition]
    if len(runs) != 1:
        return None
    first, last = runs[0]
    return words[first].start, words[last].end


def _span_of(value: str, words: list[Word]) -> tuple[int, int] | None:
    wanted = phrase_of(value).split()
    keys = [w.key for w in words]
    for place in range(len(keys) - len(wanted) + 1):
        if wanted and keys[place : place + len(wanted)] == wanted:
            return words[place].start, words[place + len(wanted) - 1].end
    return None


def _runs(words: list[Word], shape: str, pack: Pack) -> list[tuple[int, int]]:
    """First and last word of each stretch of that shape."""
    capitals = trusts_capitals(words, pack)
    fits = [_fits(word, place, shape, pack, capitals=capitals) for place, word in enumerate(words)]
    runs: list[tuple[int, int]] = []
    for place, held in enumerate(fits):
        is_next = place > 0 and words[place].start == words[place - 1].end + 1
        if held and runs and runs[-1][1] == place - 1 and is_next and shape == NAME:
            runs[-1] = (runs[-1][0], place)
        elif held:
            runs.append((place, place))
    return runs


def _fits(word: Word, place: int, shape: str, pack: Pack, *, capitals: bool) -> bool:
    if shape == NAME:
        is_day = shape_of(word, pack) == WEEKDAY
        return place > 0 and not is_code(word) and not is_day and is_name(word, place, pack, capitals=capitals)
    return shape_of(word, pack) == shape
