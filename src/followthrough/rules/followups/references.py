"""Words of a message that stand for something said before it, found as whole words (F6, F7).

No references: an "it" that stands for nothing ("is it true that ..."), a "that" that opens a clause (F25), a word
that stands for something of the message itself ("what is a deductible and how does it work?"), quoted words.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import is_capitalised, protected_spans
from followthrough.rules.language.names import is_code
from followthrough.rules.language.words import Word, phrase_at, words_of


class ReferenceKind(StrEnum):
    """How a reference stands in its sentence; the first two can be replaced by what they stand for."""

    THING = "thing"
    OWNER = "owner"
    POINTED = "pointed"
    COMPARED = "compared"


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference: which words, from ``place`` on, and where they stand in the text."""

    kind: ReferenceKind
    place: int
    start: int
    end: int


def references_in(text: str, pack: Pack) -> tuple[Reference, ...]:
    """The references of a text in the order of standing."""
    return references_among(words_of(text), text, pack)


def references_among(words: list[Word], text: str, pack: Pack) -> tuple[Reference, ...]:
    """As ``references_in``, of a text whose words are known."""
    keys = [w.key for w in words]
    free = _outside(words, protected_spans(text))
    named = {plural: _first_named(words, plural, pack) for plural in (False, True)}
    found: list[Reference] = []
    for place in free:
        kind, length = _kind_at(words, keys, place, pack)
        if kind is None:
            continue
        replaceable = kind in (ReferenceKind.THING, ReferenceKind.OWNER)
        if replaceable and named[keys[place] in pack.following.plurals] < place - 1:
            continue  # it stands for something that the message itself names before it
        found.append(Reference(kind, place, words[place].start, words[place + length - 1].end))
    return tuple(found)


def _outside(words: list[Word], spans: list[tuple[int, int]]) -> list[int]:
    """The places of the words outside the spans, which are in order."""
    places: list[int] = []
    at = 0
    for place, word in enumerate(words):
        while at < len(spans) and spans[at][1] <= word.start:
            at += 1
        if at == len(spans) or word.start < spans[at][0]:
            places.append(place)
    return places


def _kind_at(words: list[Word], keys: list[str], place: int, pack: Pack) -> tuple[ReferenceKind | None, int]:
    """What the word at the place is, and how many words it takes."""
    following, key = pack.following, keys[place]
    if key in following.possessives and place + 1 < len(keys):
        return ReferenceKind.OWNER, 1
    if key in following.things:
        return _kind_of_thing(words, keys, place, pack), 1
    if key in following.demonstratives:
        return ReferenceKind.POINTED, 1
    if length := phrase_at(keys, place, following.comparatives):
        if _is_plain_number(keys, place, length, pack):
            return None, 1
        return ReferenceKind.COMPARED, length
    return None, 1


def _kind_of_thing(words: list[Word], keys: list[str], place: int, pack: Pack) -> ReferenceKind | None:
    key = keys[place]
    if key in pack.following.demonstratives:
        if _opens_clause(words, keys, place, pack):
            return None
        after = keys[place + 1] if place + 1 < len(keys) else ""
        if after and not _ends_noun(after, pack):  # "this form": it points at a thing that it names
            return ReferenceKind.POINTED
        return ReferenceKind.THING
    return None if _is_expletive(keys, place, pack) else ReferenceKind.THING


def _ends_noun(key: str, pack: Pack) -> bool:
    """Whether the word after a demonstrative is no noun of its own: "is that covered", "that is", "this for"."""
    asking = pack.asking
    known = (asking.auxiliaries, pack.joining.prepositions, asking.joiners, pack.words.stop, pack.words.light)
    return any(key in some for some in known) or key.endswith(("ed", "ly"))


def _opens_clause(words: list[Word], keys: list[str], place: int, pack: Pack) -> bool:
    """A "that" after "true", "says"; or after a noun and before a subject or verb: "the plan that covers"."""
    if keys[place] not in pack.following.clausals:
        return False
    if place + 1 == len(keys) or place == 0:
        return False
    after, before = words[place + 1], keys[place - 1]
    if after.key in pack.asking.subjects or (is_capitalised(after) and not words[0].text.isupper()):
        return True
    loose = (pack.words.stop, pack.asking.auxiliaries, pack.joining.prepositions)
    return before in pack.words.light or not any(
        before in some for some in loose
    )  # "a provider that bills", not "is that covered"


def _is_expletive(keys: list[str], place: int, pack: Pack) -> bool:
    """An "it" that stands for nothing: "is it possible to", "how long does it take to", "it is true that"."""
    if keys[place] not in pack.following.empties:
        return False
    openers = pack.following.clause_openers
    rest = keys[place + 1 : place + 6]
    if rest and rest[0] in pack.asking.copulas:
        rest = rest[1:]
    if rest and rest[0] in pack.words.stop and rest[0] not in openers:
        rest = rest[1:]  # "is it also possible to"
    return len(rest) > 1 and rest[0] in pack.following.expletives and any(k in openers for k in rest[1:4])


def _is_plain_number(keys: list[str], place: int, length: int, pack: Pack) -> bool:
    """Whether "one", "both", "other" belongs to words of the message: "one visit", "both ... and", "other than"."""
    if length > 1:
        return False
    following, key, rest = pack.following, keys[place], keys[place + 1 :]
    if key in following.pairs:
        return not following.pairing.isdisjoint(rest)
    if key in following.counts:
        return bool(rest) and not _ends_noun(rest[0], pack)
    return key in following.contrasts and not following.than.isdisjoint(rest)


def _first_named(words: list[Word], plural: bool, pack: Pack) -> int:
    """The first word that a later pronoun of the message can stand for; past the end when there is none."""
    return next((at for at in range(len(words)) if _names_thing(words, at, plural, pack)), len(words))


def _names_thing(words: list[Word], at: int, plural: bool, pack: Pack) -> bool:
    """Whether the word is a noun with its article, a code, or a plural noun: what a later pronoun can stand for."""
    word = words[at]
    if is_code(word):
        return True
    empty = (pack.words.stop, pack.words.light, pack.asking.question_words, pack.following.actions)
    if any(word.key in some for some in empty):
        return False
    if plural and word.key.endswith("s") and not word.key.endswith("ss"):
        return True
    before = words[at - 1].key if at else ""
    owned = pack.asking.indefinites | pack.joining.determiners
    return before in owned and before not in pack.following.things and before not in pack.following.possessives
