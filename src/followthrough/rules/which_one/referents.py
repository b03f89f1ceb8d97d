"""Things that a question points at and nothing names: "this clinic", "the loan" where no loan was spoken of.

A thing that the question itself or the conversation names is none; nor is one of which the question says which it is
("the fee for parking", "the largest river").
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from followthrough.domain.pack import Pack
from followthrough.rules.language.names import is_name, is_number, trusts_capitals
from followthrough.rules.language.words import Stems, Word, keys_of, words_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Referent:
    """A thing that is pointed at.

    Attributes:
        words: as they stand, with the word that points: "this clinic".
        noun: what is pointed at, without it: "clinic".
        pointed: it is pointed at ("this", "these"); else it is only spoken of as known ("the").
    """

    words: str
    noun: str
    pointed: bool


@dataclass(frozen=True, slots=True)
class _Names:
    """Names of a text: whether capitals mean one, and how many stand before each place.

    One that only says what kind of thing is meant does not count: "an ABC sitcom".
    """

    capitals: bool
    before: Sequence[int]


def unnamed(text: str, before: Sequence[str], pack: Pack, *, most: int) -> tuple[Referent, ...]:
    """The first things that the text points at and nothing names, in the order of standing.

    Args:
        text: the question.
        before: what was said before it, by anyone.
        pack: the words to look for.
        most: how many, at most.
    """
    stems, words = Stems(pack), words_of(text)
    known = set(stems.of([key for one in before for key in keys_of(one)]))
    names = _names_in(words, pack)
    found: list[Referent] = []
    for place, word in enumerate(words):
        one = _pointed_at(words, place, text, names, pack)
        nouns = [] if one is None else stems.of(nouns_of(one.noun, pack))
        if one is not None and 2 * sum(noun in known for noun in nouns) < len(
            nouns
        ):  # "this currents play" after a play
            found.append(one)
            if len(found) == most:
                break
        known.update(stems.of([word.key]))
    return tuple(found)


def points_at_list(text: str, pack: Pack) -> bool:
    """Whether several things are pointed at as a list in sight is: "which of these covers", "do those cover"."""
    before = pack.asking.auxiliaries | {"of"}
    return any(first in before and second in pack.selecting.several for first, second in pairwise(keys_of(text)))


def nouns_of(noun: str, pack: Pack) -> list[str]:
    """The words of a thing's name that say what it is."""
    keys = [key.removesuffix("'s") for key in keys_of(noun)]
    return [key for key in keys if key not in pack.words.light] or keys


def _names_in(words: list[Word], pack: Pack) -> _Names:
    capitals, indefinites = trusts_capitals(words, pack), pack.asking.indefinites
    named = (
        is_name(word, at, pack, capitals=capitals) and not (at and words[at - 1].key in indefinites)
        for at, word in enumerate(words)
    )
    return _Names(capitals, tuple(accumulate(named, initial=0)))


def _pointed_at(words: list[Word], place: int, text: str, names: _Names, pack: Pack) -> Referent | None:
    key, following = words[place].key, pack.following
    pointed = key in following.demonstratives and key in pack.joining.determiners and key not in following.clausals
    if not pointed and key not in following.definites:
        return None
    first = place + 1
    last = _phrase_end(words, first, text, pack)
    if pointed and place and words[place - 1].key in pack.asking.auxiliaries:
        last = _end_of_name(words, first, last, names, pack)
    last -= _ends_in_predicate(words, place, first, last, pack)
    phrase = words[first:last]
    if not phrase or all(_is_empty(w, pack) for w in phrase):
        return None
    if pointed and names.before[place] > names.before[1]:
        return None  # "I read of Kubernetes and don't understand this term"
    named = names.before[last] > names.before[first]
    if not pointed and (named or _says_which(phrase, words[last : last + 1], text, pack)):
        return None
    start, end = words[place].start, phrase[-1].start + len(phrase[-1].text.removesuffix("'s").removesuffix("’s"))
    return Referent(words=text[start:end], noun=text[phrase[0].start : end], pointed=pointed)


def _phrase_end(words: list[Word], first: int, text: str, pack: Pack) -> int:
    """The place behind the nouns that begin at ``first``: up to a small word, a mark or an owner's 's."""
    last = first
    asks = first > 1 and words[first - 2].key in pack.asking.auxiliaries  # "does this clinic offer ..."
    while last < len(words) and last - first < _LONGEST:
        if last > first and text[words[last - 1].end : words[last].start].strip() not in ("", "-"):
            break
        if last > first and asks and words[last].key in pack.words.light:
            break
        if _closes(words[last].key, pack):
            break
        last += 1
        if words[last - 1].key.endswith("'s"):
            break
    return last


def _end_of_name(words: list[Word], first: int, last: int, names: _Names, pack: Pack) -> int:
    """The place behind the last name of the phrase, whose end where it has none: "this Superior Court publish"."""
    named = [at for at in range(first, last) if is_name(words[at], at, pack, capitals=names.capitals)]
    return named[-1] + 1 if named else last


def _ends_in_predicate(words: list[Word], place: int, first: int, last: int, pack: Pack) -> bool:
    """Whether the last word is what is said of the thing: "does *this library provide*", "is *the park open*"."""
    if last - first < 2 or not place:
        return False
    before, word = words[place - 1].key, words[last - 1]
    asking = pack.asking
    if before not in asking.auxiliaries or (last < len(words) and words[last].key in asking.auxiliaries):
        return False
    if word.text[0].isupper():
        return False
    return before not in asking.copulas or word.key.endswith("ed") or word.key in pack.ambiguity.predicates


_LONGEST = 4  # words of a thing's name


def _closes(key: str, pack: Pack) -> bool:
    asking = pack.asking
    known = (pack.words.stop, asking.auxiliaries, asking.question_words, pack.joining.prepositions, asking.joiners)
    return any(key in some for some in known)


def _is_empty(word: Word, pack: Pack) -> bool:
    values = pack.values
    return word.key in pack.words.light or is_number(word) or word.key in values.time_words | values.time_units


def _says_which(phrase: list[Word], rest: list[Word], text: str, pack: Pack) -> bool:
    """Whether more is said of the thing: "the plan that covers", "the largest river"."""
    if phrase[0].key.endswith("est") or phrase[0].key in pack.following.comparatives:
        return True
    if not rest or text[phrase[-1].end : rest[0].start].strip():
        return False
    key = rest[0].key
    return key in pack.following.clausals or key in pack.asking.question_words or key in ("of", "for")
