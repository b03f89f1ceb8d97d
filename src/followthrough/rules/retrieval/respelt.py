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
    if not words or not found:
        return text
    stems = Stems(pack)
    holders = Counter(key for one in found for key in set(keys_of(_all_of(one))) if len(key) >= _SHORTEST)
    known = frozenset(stems.of(list(holders)))
    strange = [word for word, stem in zip(words, stems.of([w.key for w in words]), strict=True) if stem not in known]
    for word in reversed(strange):
        near = [key for key in holders if key[0] == word.key[0] and is_near(word.key, key)]
        if near:
            text = text[: word.start] + min(near, key=lambda key: (-holders[key], key)) + text[word.end :]
    return text


def _may_be_misspelt(word: Word, pack: Pack) -> bool:
    is_plain = word.text.isalpha() and word.text.islower()
    return is_plain and len(word.key) >= _SHORTEST and word.key not in pack.parts.pieces


def _all_of(one: RankedPassage) -> str:
    return " ".join((one.passage.document_name, *one.passage.heading, one.passage.text))
