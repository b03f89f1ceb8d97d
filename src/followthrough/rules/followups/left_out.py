"""What a follow-up leaves out: the telling words of the question before it, in the phrases they were said in.

Which passages the conversation brings near is judged by fitted weights (``rules.retrieval.rank``); these words are
for what compares words alone (R2-3, C15). Invariant: a phrase is a stretch of what a user asked, letter for letter.
"""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Exchange
from followthrough.rules.language.words import Stems, Word, keys_of, words_of
from followthrough.tuning import Tuning

_ENOUGH = 2  # words; a question that says fewer was about the one before it
_LONG_WORD = 40  # letters
_SMALL_BETWEEN = 2  # words: "captain of the ferry"
_SEPARATING = frozenset(".,;:?!()[]<>|=*#•–—\t\n")  # sentences, brackets, and the marks of tables and lists


def left_out(text: str, history: Sequence[Exchange], gone: frozenset[str], pack: Pack, tuning: Tuning) -> list[str]:
    """The phrases that a message leaves out, in the order of saying, the newest question first.

    Args:
        text: the message; its own words are not repeated.
        history: the conversation, newest last; read until two words were found.
        gone: stems of values that no longer hold.
        pack: small words that may stand inside a phrase, and those that say nothing.
        tuning: the table of numbers.
    """
    stems, own = Stems(pack), keys_of(text)
    numbered = any(key.isdigit() for key in own)  # "case 2?" is not about the 1 of the last question
    taken = gone.union(stems.of(own))
    count, found = 0, list[str]()
    for said in _asked(history):
        words = words_of(said[: tuning.history_text_words * _LONG_WORD])[: tuning.history_text_words]
        first: dict[str, int] = {}
        for place, stem in enumerate(stems.of([word.key for word in words])):
            if stem not in taken and _tells(words[place], pack, numbered=numbered):
                first.setdefault(stem, place)
        found += _phrases(said, words, list(first.values())[: max(0, tuning.carry_max_words - count)], pack)
        taken, count = taken.union(first), count + len(first)
        if count >= _ENOUGH:
            break
    return found


def _asked(history: Sequence[Exchange]) -> list[str]:
    """What was asked, newest first: of each turn what it was searched with, then the user's own words."""
    said = (text for turn in reversed(history) for text in (turn.query, turn.message))
    return list(dict.fromkeys(filter(None, said)))


def _tells(word: Word, pack: Pack, *, numbered: bool) -> bool:
    """No word that says nothing or little, no lone small letter, and nothing so long that it is no word.

    No number beside a message that has its own.
    """
    silent = (pack.words.stop, pack.words.light, pack.asking.question_words)
    if len(word.key) > _LONG_WORD or any(word.key in some for some in silent) or (numbered and word.key.isdigit()):
        return False
    return len(word.key) > 1 or not word.text.islower()


def _phrases(text: str, words: Sequence[Word], places: Sequence[int], pack: Pack) -> list[str]:
    """The words at the places, those of one phrase together: side by side, or with "of", "of the" between them."""
    small = pack.joining.prepositions | pack.joining.determiners
    spans: list[tuple[Word, Word]] = []
    for n, place in enumerate(places):
        before = places[n - 1] if n else -1
        between = [word.key for word in words[before + 1 : place]]
        is_near = n > 0 and len(between) <= _SMALL_BETWEEN and small.issuperset(between)
        if is_near and _SEPARATING.isdisjoint(text[words[before].end : words[place].start]):
            spans[-1] = (spans[-1][0], words[place])
        else:
            spans.append((words[place], words[place]))
    return [text[begin.start : end.end] for begin, end in spans]
