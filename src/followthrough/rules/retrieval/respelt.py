"""A question whose words nothing that was found has, in words that are spelt nearly so and that it has.

What the user wrote is searched all the same, and stays what is answered. Invariant: names, codes and short words are
left as they are, and so is every common word of English (a whole piece of the embedder's vocabulary): "talks" is no
slip of "tasks".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from followthrough.domain.pack import Pack
from followthrough.domain.retrieval import RankedPassage
from followthrough.rules.language.spelling import is_near
from followthrough.rules.language.words import Stems, Word, keys_of, words_of

_SHORTEST = 5  # letters of a word that may be misspelt; shorter ones are too often other words
_MOST = 64  # words of a question that are looked at


def respelt(text: str, found: Sequence[RankedPassage], pack: Pack) -> str:
    """The text with each strange word as the passages spell it; the text itself where nothing is to be put right.

    A word is strange where no passage, title or heading has one of its stem. Of several that are near, the one that
    most passages have is taken, of equals the first by letters.
    """
    words = [word for word in words_of(text)[:_MOST] if _may_be_misspelt(word, pack)]
    if not words:
        return text
    holders = Counter(key for one in found for key in set(keys_of(_all_of(one))) if len(key) >= _SHORTEST)
    stems = Stems(pack)
    known = frozenset(stems.of(list(holders)))
    for word in reversed(words):
        if known.isdisjoint(stems.of([word.key])):
            text = text[: word.start] + _nearest(word.key, holders) + text[word.end :]
    return text


def _nearest(word: str, holders: Counter[str]) -> str:
    """The word of the passages that is spelt nearly so, else the word itself."""
    near = [key for key in holders if key[0] == word[0] and is_near(word, key)]
    return min(near, key=lambda key: (-holders[key], key)) if near else word


def _may_be_misspelt(word: Word, pack: Pack) -> bool:
    is_plain = word.text.isalpha() and word.text.islower()
    return is_plain and len(word.key) >= _SHORTEST and not pack.parts.knows(word.key)


def _all_of(one: RankedPassage) -> str:
    return " ".join((one.passage.document_name, *one.passage.heading, one.passage.text))
