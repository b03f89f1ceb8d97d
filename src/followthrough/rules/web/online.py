"""Whether a message asks to have the web searched, and for what (R1-10).

A request is an instruction to the assistant: what is to be done, then where ("search the web for it", "find the fee
online"). A question about the web ("How do I search the web portal?", "Where can members look online?") is none.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from operator import attrgetter

from followthrough.domain.objective import SubObjective
from followthrough.domain.pack import Pack
from followthrough.rules.language.sentences import sentence_spans
from followthrough.rules.language.words import Word, behind, either, phrase_at, words_of

_REACH = 16  # words between what is to be done and where
_LAST_CLAUSES = 16  # of a sentence, in which a request may begin: reading it from each of thousands never ends
_SEVERAL = re.compile(r"[.!?,;:\n]\s|\s[-–—]\s")  # clauses, maybe
_CLAUSES = re.compile(r"[,;:]\s|\s[-–—]\s|\.{2,}")


@dataclass(frozen=True, slots=True)
class WebRequest:
    """``topic`` is what is looked for, in the words of the message; empty where it stands in the conversation."""

    topic: str


def web_request(text: str, pack: Pack) -> WebRequest | None:
    """The request that the text is, or that its last sentence or clause is; None when it is none."""
    words = words_of(text)
    whole = _read(text, words, pack)
    if whole is not None or not _SEVERAL.search(text):
        return whole
    for begin in _last_beginnings(text, pack):
        found = _read(text, words[bisect_left(words, begin, key=attrgetter("start")) :], pack)
        if found is not None:
            return found if found.topic else WebRequest(text[:begin].strip(" ,;:-–—"))
    return None


def without_request(text: str, pack: Pack) -> str:
    """What the text asks about, without the request to search the web; the text itself where nothing is left."""
    found = web_request(text, pack)
    return found.topic if found is not None and found.topic else text


def plainly(asked: SubObjective, part: SubObjective, pack: Pack) -> str:
    """What a part asks about: a request to search the web is an instruction, no words that an answer must have.

    Args:
        asked: the part as its query words it.
        part: the part in the user's own words.
        pack: how the web is asked for.
    """
    request = web_request(asked.text, pack)
    if request is None:
        return asked.text
    own = without_request(part.text, pack)
    return request.topic or asked.context or own


def _last_beginnings(text: str, pack: Pack) -> list[int]:
    """Where the last sentence and its last clauses begin, the longest first; never the whole text."""
    sentences = [start for start, _ in sentence_spans(text, pack)]
    last = sentences[-1] if sentences else 0
    clauses = [last + match.end() for match in _CLAUSES.finditer(text[last:])]
    return [begin for begin in (last, *clauses[-_LAST_CLAUSES:]) if begin > 0]


def _read(text: str, words: list[Word], pack: Pack) -> WebRequest | None:
    """The request that the words of the text are, from the first to the last."""
    keys, online = [word.key for word in words], pack.online
    begin = behind(keys, 0, either(online.leads, pack.pursuit.around, pack.pursuit.pleas, pack.phrases.asides))
    if named := phrase_at(keys, begin, online.names):
        after = begin + named
        return None if phrase_at(keys, after, online.holders) else WebRequest(_topic(text, words, [], after, pack))
    action = phrase_at(keys, begin, online.actions)
    if not action:
        return None
    first = begin + action
    for place in range(first, min(len(keys), first + _REACH)):
        length = phrase_at(keys, place, online.places)
        if length and _is_a_place(keys, place, length, pack, beside=place == first):
            return WebRequest(_topic(text, words, words[first:place], place + length, pack))
    return None


def _is_a_place(keys: list[str], place: int, length: int, pack: Pack, *, beside: bool) -> bool:
    """Whether the web is meant, not a thing that is called after it: "the web portal", "online classes"."""
    online, after = pack.online, place + length
    is_thing = " ".join(keys[place:after]) in online.nouns
    if is_thing and not beside and keys[place - 1] not in pack.joining.determiners:
        return False
    may_follow = either(pack.words.stop, pack.words.light, pack.pursuit.around, pack.asking.question_words)
    return after == len(keys) or phrase_at(keys, after, may_follow) > 0


def _topic(text: str, words: list[Word], between: list[Word], after: int, pack: Pack) -> str:
    """What stands between action and place, and after the place, without what only links them."""
    pieces = (_meant(between, pack), _meant(words[after:], pack))
    return " ".join(text[piece[0].start : piece[-1].end] for piece in pieces if piece)


def _meant(words: list[Word], pack: Pack) -> list[Word]:
    """The words that name something to look for, with the article before them; none where they say little."""
    little = pack.words.stop | pack.online.actions | pack.pursuit.around
    told = [place for place, word in enumerate(words) if word.key not in little]
    if all(words[place].key in pack.words.light for place in told):
        return []
    first = told[0] - (told[0] > 0 and words[told[0] - 1].key in pack.joining.determiners)
    return words[first : told[-1] + 1]
