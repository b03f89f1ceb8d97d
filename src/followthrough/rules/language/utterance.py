"""Whether a whole message is one of a pack's phrases, with politeness around it and nothing else (C14, F3, F5).

Invariant: a message with any other word, or with quotation marks, brackets or a colon, is none: what stands inside a
question, a condition, a title or a quotation never acts.
"""

from __future__ import annotations

import re
from functools import cache

from followthrough.domain.pack import Pack
from followthrough.domain.pursuit import Pursuit
from followthrough.rules.language.words import either, keys_of, made_of, phrase_at, says, words_of

_MENTIONS = re.compile(r"[\"“”„«»`‹›()\[\]{}<>:/\\#*_=|@]|(?<!\w)['‘’]\w")
_ASKS = re.compile(r"[?？]")


def is_wholly(text: str, wanted: frozenset[str], pursuit: Pursuit) -> bool:
    """Whether the text is made of at least one wanted phrase and words that may stand around it.

    A question mark makes it a question, but for one that asks politely.
    """
    if mentions(text):
        return False
    keys = keys_of(text)
    if is_question(text) and not says(keys, pursuit.pleas):
        return False
    return 0 in made_of(keys, as_typed(wanted), as_typed(either(pursuit.around, pursuit.pleas)))


def mentions(text: str) -> bool:
    """Whether the text has quotation marks, brackets or a colon: what stands there is spoken of, not said."""
    return _MENTIONS.search(text) is not None


def is_question(text: str) -> bool:
    """Whether the text has a question mark."""
    return _ASKS.search(text) is not None


@cache
def as_typed(phrases: frozenset[str]) -> frozenset[str]:
    """The phrases, and those with an apostrophe also as many people type them: without."""
    return phrases | {phrase.replace("'", "") for phrase in phrases}


def mark_first(text: str, pack: Pack) -> str:
    """A message that ends with a mark of correction with it at its beginning: "home, I meant" is "I meant home".

    A mark of one word is left where it is: behind an answer it often says nothing.
    """
    words = words_of(text)
    keys, marks = [w.key for w in words], as_typed(pack.clarifying.corrections)
    for place in range(max(1, len(words) - _MOST_MARK), len(words) - 1):
        if place + phrase_at(keys, place, marks) == len(words):
            return f"{text[words[place].start : words[-1].end]} {text[: words[place - 1].end]}"
    return text


_MOST_MARK = 4  # words of a mark of correction
