"""A text of the conversation read once: its words, their stems, which of them tell something, their sentences."""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.rules.language.words import Stems, Word, words_of


@dataclass(frozen=True, slots=True)
class Told:
    """The text as words. ``telling`` are the places of words that are no stop words; ``sentence`` counts from 0.

    ``by_user``: the user wrote it, or it was made of the user's words.
    """

    text: str
    words: list[Word]
    stems: list[str]
    telling: list[int]
    sentence: list[int]
    by_user: bool = True


def read_told(text: str, stems: Stems, pack: Pack, most: int | None = None, *, by_user: bool = True) -> Told:
    """Reads a text, its first ``most`` words at most."""
    if most is not None:
        text = text[: most * _LONG_WORD]
    words = words_of(text)[:most]
    keys = [w.key for w in words]
    stop, asking = pack.words.stop, pack.asking.question_words
    telling = [place for place in range(len(words)) if _tells(words[place], stop, asking)]
    sentence: list[int] = []
    number, end = 0, 0
    for word in words:
        gap = text[end : word.start]
        if len(gap) > 1 and not _BREAKS.isdisjoint(gap):
            number += 1
        sentence.append(number)
        end = word.end
    return Told(text, words, stems.of(keys), telling, sentence, by_user)


def _tells(word: Word, stop: frozenset[str], asking: frozenset[str]) -> bool:
    """No stop word, no lone small letter, and nothing so long that it is no word."""
    key = word.key
    if key in stop or key in asking or len(key) > _LONG_WORD:
        return False
    return len(key) > 1 or not word.text.islower()


_LONG_WORD = 40  # letters
_BREAKS = frozenset(".?!;:\n(")
