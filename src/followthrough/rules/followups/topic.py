"""Which words of the conversation a follow-up leaves out, by a few plain points.

A word counts for where it was said: in the last question or what that was searched with, in the first question, again
and again in the last reply, in several replies, as a name. A message that says next to nothing by itself goes on with
the last question that says something, whatever its words count.

Invariant: only words of the conversation are carried, so nothing is ever added that nobody said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Exchange
from followthrough.rules.followups.told import Told, read_told
from followthrough.rules.language.names import is_name, trusts_capitals
from followthrough.rules.language.words import Stems
from followthrough.tuning import Tuning

_BARE = 1  # telling words; a question with no more says next to nothing by itself
_OFTEN = 3  # times that a reply says what it is about
_ASKED_LAST, _ASKED_FIRST, _COMES_BACK, _IN_SEVERAL, _NAMED = 2, 1, 2, 2, 1  # points
_CARRIED = 3  # points from which on a word is carried


@dataclass(frozen=True, slots=True)
class Topic:
    """What the conversation is about.

    Attributes:
        words: stems that are carried, those that count most first; none of the message's own.
        last: those of the last question that says something, in the order of standing.
        names: stems that are names, codes or numbers.
        texts: where they were said, the preferred text first.
    """

    words: tuple[str, ...]
    last: tuple[str, ...]
    names: frozenset[str]
    texts: tuple[Told, ...]


def topic_of(asked: Told, history: Sequence[Exchange], stems: Stems, pack: Pack, tuning: Tuning) -> Topic:
    """What the message may go on with.

    Args:
        asked: the message, read.
        history: the window of earlier turns, oldest first; at least one.
        stems: the pack's stems.
        pack: its words.
        tuning: the table of numbers.
    """
    messages, queries, replies = _read(history, stems, pack, tuning.history_text_words)
    texts = (messages[0], *queries, *replies[:1], *messages[1:], *replies[1:])
    known = {asked.stems[place] for place in asked.telling}
    said, answered = ([_telling(one, known, pack) for one in some] for some in (messages, replies))
    searched = [stem for one in queries for stem in _telling(one, known, pack)]
    if len(set(said[0])) <= _BARE:
        said[0] += searched
    names = frozenset(stem for text in texts for stem in _named(text, pack))
    points = _points([*said[0], *searched], said[-1], answered)
    points.update(dict.fromkeys(names & points.keys(), _NAMED))
    carried = tuple(stem for stem, count in points.most_common() if count >= _CARRIED)
    return Topic(carried, tuple(dict.fromkeys(next(filter(None, said), ()))), names, texts)


def _read(
    history: Sequence[Exchange], stems: Stems, pack: Pack, most: int
) -> tuple[list[Told], list[Told], list[Told]]:
    """The messages and what the last one was searched with, where that is more, and the replies; newest first."""
    last = history[-1]
    messages = [read_told(turn.message, stems, pack, most) for turn in reversed(history)]
    queries = [read_told(last.query, stems, pack, most)] if last.query not in ("", last.message) else []
    replies = [read_told(t.reply, stems, pack, most, by_user=False) for t in reversed(history) if t.reply]
    return messages, queries, replies


def _points(last: Sequence[str], first: Sequence[str], answered: Sequence[Sequence[str]]) -> Counter[str]:
    """What the words count that the last question, the first one and the replies say, the newest reply first."""
    points = Counter(dict.fromkeys(last, _ASKED_LAST))
    points.update(dict.fromkeys(first, _ASKED_FIRST))
    told = Counter(answered[0] if answered else ())
    points.update({stem: _COMES_BACK for stem, count in told.items() if count >= _OFTEN})
    several = Counter(stem for one in answered for stem in set(one))
    points.update({stem: _IN_SEVERAL for stem, count in several.items() if count > 1})
    return points


def _telling(told: Told, known: set[str], pack: Pack) -> list[str]:
    """The stems of the words that say something and that the message does not have, one for each time."""
    places = (place for place in told.telling if told.words[place].key not in pack.words.light)
    return [told.stems[place] for place in places if told.stems[place] not in known]


def _named(told: Told, pack: Pack) -> Iterator[str]:
    """The stems of the names."""
    capitals = trusts_capitals(told.words, pack)
    for place in told.telling:
        word = told.words[place]
        if place and not word.text.islower() and is_name(word, place, pack, capitals=capitals):
            yield told.stems[place]
