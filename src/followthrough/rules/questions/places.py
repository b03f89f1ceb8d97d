"""Where a message may be cut: at its marks, at joining words, and where the next question may begin without either.

Every place is exact: what is done at one is for ``tagging`` to say. Quotations, brackets and addresses
are never cut, nor is a word. Invariant: the spans of any places that are cut hold every character of the text but
white space, marks at the cut, and the joining words there.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import is_inside, open_words, protected_spans
from followthrough.rules.language.sentences import sentence_spans
from followthrough.rules.language.words import Word, either, phrase_at

_MARKS = re.compile(r"[,;:?!]|\.(?=[\s\"'”’)]|$)|\n|[—–]|(?<=\s)-(?=\s)|&")
ENDS = frozenset((".", "?", "!", "\n"))  # marks behind which a sentence of its own may begin
_EDGES = " \t\r\n,;:—–-&"
_MOST = 400  # words of a message; what is longer is pasted text, and stays whole


@dataclass(frozen=True, slots=True)
class Place:
    """A place at which the message may be cut.

    Attributes:
        word: the first word behind the mark, joining words included.
        right: the first word behind the joining words.
        mark: the mark before it, empty for none.
        joint: the joining words, empty for none.
        ends: the character at which what is before it ends.
        begins: the character at which what follows begins.
    """

    word: int
    right: int
    mark: str
    joint: str
    ends: int
    begins: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A message's words outside quotations and brackets, and its places in order; the first is the beginning."""

    text: str
    words: Sequence[Word]
    places: Sequence[Place]


def places_in(text: str, pack: Pack, language: str | None = None) -> Placed:
    """The message's words and places.

    Args:
        text: the message.
        pack: its joining words and question words.
        language: of the text, where it is known.
    """
    words = open_words(text)
    if len(words) > _MOST:
        return Placed(text, words, [_BEGINNING])
    return Placed(text, words, _places(text, words, pack, language))


_BEGINNING = Place(0, 0, "^", "", 0, 0)


def _places(text: str, words: Sequence[Word], pack: Pack, language: str | None) -> list[Place]:
    keys, known, found = [w.key for w in words], joints(pack), [_BEGINNING]
    protected, starts = protected_spans(text), _sentence_starts(text, pack, language)
    for at, (before, word) in enumerate(pairwise(words), start=1):
        if at < found[-1].right or text[before.end : word.start] == "-":
            continue
        mark, cut = _mark(text, before.end, word.start, protected, starts)
        right = _behind_joint(words, keys, at, text, known)
        if right >= len(words):
            break  # nothing but joining words follows
        if right > at:
            ends, begins = (cut, cut) if mark in ENDS else (word.start, words[right - 1].end)
            found.append(Place(at, right, mark, " ".join(keys[at:right]), ends, begins))
        elif mark or _may_ask(keys, found[-1].right, at, pack):
            found.append(Place(at, at, mark, "", cut, cut))
    return found


def _may_ask(keys: Sequence[str], since: int, at: int, pack: Pack) -> bool:
    """Whether the next question may begin without a mark: at a question word, a verb that asks, or "for how long".

    Two verbs that ask stand side by side where one of them is none: "if I leave in may do I ...".
    """
    asking = pack.asking
    if keys[at] in pack.joining.prepositions and at + 1 < len(keys):
        return at - since > 1 and keys[at + 1] in asking.question_words
    if keys[at] not in either(asking.question_words, asking.auxiliaries):
        return False
    return at - since > 1 or (at > since and keys[at - 1] in asking.auxiliaries and keys[at] in asking.auxiliaries)


def joints(pack: Pack) -> frozenset[str]:
    """Words of any language at which another question or thing may begin: "and", "also", "or", "und"."""
    joining = pack.joining
    return either(pack.asking.joiners, joining.coordinators, pack.following.alternatives, joining.elsewhere)


def _sentence_starts(text: str, pack: Pack, language: str | None) -> list[int]:
    """The characters at which a sentence or a line begins, in order."""
    starts: list[int] = []
    place = 0
    for line in text.splitlines(keepends=True):
        starts += [place + start for start, _ in sentence_spans(line, pack, language)]
        place += len(line)
    return starts


def _begins_between(starts: list[int], first: int, last: int) -> bool:
    after = bisect_left(starts, first)
    return after < len(starts) and starts[after] <= last


def _mark(text: str, start: int, end: int, protected: list[tuple[int, int]], starts: list[int]) -> tuple[str, int]:
    """The mark between two words, and the character behind it; a dot counts where a sentence ends."""
    mark, cut = "", end
    for found in _MARKS.finditer(text, start, end):
        if is_inside(found.start(), protected):
            continue
        if found.group() == "." and not _begins_between(starts, found.end(), end):
            continue
        if not mark or (found.group() in ENDS and mark not in ENDS):
            mark = found.group()
        cut = found.end()
    return mark, cut


def _behind_joint(words: Sequence[Word], keys: Sequence[str], at: int, text: str, known: frozenset[str]) -> int:
    """One past the joining words at ``at``, which nothing but a comma stands between."""
    place = at
    while length := phrase_at(keys, place, known):
        after = words[place : place + length + 1]
        if any(text[a.end : b.start].strip(" ,\t\n") for a, b in pairwise(after)):
            break
        place += length
    return place


def trimmed(text: str) -> str:
    """A part without the marks and white space at its edges; the mark that ends a question stays."""
    return text.lstrip(_EDGES + ".!").rstrip(_EDGES)
