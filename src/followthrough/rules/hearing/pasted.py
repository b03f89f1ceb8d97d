"""Words of someone else in a message: behind "here's what the manual says:", in quotation marks, on marked lines.

Invariant: what is taken as pasted is a stretch of the message, letter for letter; a stretch that asks is none.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import asks, ends_as_question
from followthrough.rules.language.sentences import sentence_spans
from followthrough.rules.language.words import keys_of, phrase_at, says, words_of

_BREAK = re.compile(r":(?=\s)|\n+|[.!](?=\s)|(?<=\s)[-–—](?=\s)")
_LOOSE = frozenset(":-–—")
_SENTENCE_BEFORE = re.compile(r"[.?!]\s+|\n\s*")
_QUOTED = re.compile(r"\"([^\"]+)\"|“([^“”]+)”|«([^«»]+)»|```([^`]+)```|(?<!\w)'([^'\n]{20,})'(?!\w)")
_QUOTE_MARKS = re.compile(r"^[^\S\n]*+>\s?", re.MULTILINE)
_LEAD_WORDS = 20  # words; what announces is short
_LEAD_CHARS = 400  # characters of those words; a longer stretch is not read for it
_BODY_WORDS = 6  # words; fewer are a fact, not a text
_STRANGE_WORDS = 4  # words of a lead that no list has: a manual's name


@dataclass(frozen=True, slots=True, kw_only=True)
class Pasted:
    """A stretch of a message with what stands around it; ``before`` is without the words that announce it."""

    text: str
    before: str = ""
    after: str = ""


def pasted_in(text: str, pack: Pack) -> Pasted | None:
    """The words of someone else that the message holds, None when it holds none."""
    return _announced(text, pack)


def _announced(text: str, pack: Pack) -> Pasted | None:
    """What stands behind a lead: "here's what the manual says: ...", "From the bulletin" on a line of its own.

    A lead that only names a source may be the text's own title ("Leave policy: ..."), and stays with it.
    """
    starts = _Starts(text)
    for broken in _BREAK.finditer(text):
        start = starts.before(broken.start())
        lead = text[start : broken.start()]
        loose = text[broken.start()] in _LOOSE
        if len(lead) <= _LEAD_CHARS and is_lead(lead, pack, loose=loose):
            body, after = _without_question(text[broken.end() :].strip(), pack)
            if len(keys_of(body)) >= _BODY_WORDS and not ends_as_question(body):
                named = "" if says(keys_of(lead), pack.giving.leads) else f"{lead.strip()}{text[broken.start()]} "
                return Pasted(text=named + _bare(body), before=text[:start].strip(), after=after)
    return None


def is_lead(text: str, pack: Pack, *, loose: bool = False) -> bool:
    """Whether the words announce words of someone else and neither ask nor tell anything of their own.

    Args:
        text: the words before the break.
        pack: the words to look for.
        loose: a colon, a dash or a quotation mark stands behind them, so a name or two may be among them.
    """
    keys, giving = keys_of(text), pack.giving
    if not keys or len(keys) > _LEAD_WORDS or asks(text, pack) or says(keys, giving.troubles):
        return False
    leads = says(keys, giving.leads)
    if not leads and not (loose and says(keys, giving.sources)):
        return False
    return len(list(_strange(keys, pack))) <= (_STRANGE_WORDS if loose else 0)


def _strange(keys: list[str], pack: Pack) -> Iterator[str]:
    """The words that no list of leads, sources and small words has."""
    giving = pack.giving
    known = (giving.leads, giving.sources, pack.words.stop, pack.words.light, pack.phrases.asides)
    place = 0
    while place < len(keys):
        length = max(phrase_at(keys, place, some) for some in known)
        if not length:
            yield keys[place]
        place += max(length, 1)


def _without_question(body: str, pack: Pack) -> tuple[str, str]:
    """The body without the question that the user ends with, and that question."""
    spans = [span for line in _lines(body) for span in _sentences(body, line, pack)]
    if len(spans) > 1 and words_of(body) and asks(body[slice(*spans[-1])], pack):
        return body[: spans[-1][0]].strip(), body[slice(*spans[-1])]
    return body, ""


def _lines(text: str) -> list[tuple[int, int]]:
    return [m.span() for m in re.finditer(r"[^\n]+", text)]


def _sentences(text: str, line: tuple[int, int], pack: Pack) -> list[tuple[int, int]]:
    return [(line[0] + start, line[0] + end) for start, end in sentence_spans(text[slice(*line)], pack)]


class _Starts:
    """Where sentences begin behind a mark and white space, found once for a text."""

    def __init__(self, text: str) -> None:
        found = list(_SENTENCE_BEFORE.finditer(text))
        self._earliest = [m.start() + (1 if text[m.start()] == "\n" else 2) for m in found]
        self._ends = [m.end() for m in found]

    def before(self, place: int) -> int:
        """Where the sentence begins in which the place is."""
        count = bisect_right(self._earliest, place)
        return min(self._ends[count - 1], place) if count else 0


def _bare(body: str) -> str:
    """The text without the quotation marks that wrap the whole of it."""
    found = _QUOTED.fullmatch(body)
    inner = next((g for g in found.groups() if g is not None), body) if found else body
    return _QUOTE_MARKS.sub("", inner).strip()
