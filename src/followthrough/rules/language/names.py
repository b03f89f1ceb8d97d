"""Names and codes in a user's words, without a list of names: capital letters, digits, and the words around them."""

from __future__ import annotations

from followthrough.domain.pack import Pack
from followthrough.rules.language.kinds import value_nouns
from followthrough.rules.language.words import Word, has_digit


def is_code(word: Word) -> bool:
    """Letters and digits together ("H0036", "F32.1"), or a number of at least five digits ("90837")."""
    if word.text.isalpha() or not (digits := sum(map(str.isdigit, word.text))):
        return False
    return digits >= _CODE_DIGITS or any(map(str.isalpha, word.text))


_CODE_DIGITS = 5


def is_number(word: Word) -> bool:
    """Digits without letters, too short to be a code."""
    return has_digit(word.text) and not is_code(word)


def trusts_capitals(words: list[Word], pack: Pack) -> bool:
    """Whether capital letters mean names here: not in SHOUTED text, nor where Every Word Has One."""
    text = "".join([word.text for word in words])
    if len(words) > 1 and text.isupper() and all(c.isupper() for c in text if c.isalpha()):
        return False
    return not any(w.text[0].isupper() and w.text[1:].islower() and w.key in pack.words.stop for w in words[1:])


def is_name(word: Word, place: int, pack: Pack, *, capitals: bool) -> bool:
    """Whether the word is (part of) a name or code.

    Args:
        word: the word.
        place: its place in the sentence, from 0.
        pack: words that are none although they have a capital letter.
        capitals: whether capital letters mean names in this sentence (``trusts_capitals``).
    """
    if is_code(word):
        return True
    if not capitals or not word.text[0].isupper():
        return capitals and not word.text.islower() and any(c.isupper() for c in word.text[1:])
    key = word.key
    if key in pack.words.stop or key in pack.values.months or key in pack.values.weekdays:
        return False
    if place == 0:
        return not _opens_a_sentence(key, pack)
    return True


def _opens_a_sentence(key: str, pack: Pack) -> bool:
    """Words whose capital letter at the beginning of a sentence says nothing."""
    return (
        key in pack.words.light
        or key in pack.asking.requests
        or key in pack.asking.fillers
        or key in value_nouns(pack.cues, pack.values)
        or key in pack.values.steps
    )
