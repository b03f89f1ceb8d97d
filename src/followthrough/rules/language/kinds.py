"""Which kind of value a question wants, by the words that say so."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from followthrough.domain.pack import Cues, Pack
from followthrough.domain.valuing import Values
from followthrough.rules.language.words import either, phrase_at, phrases_at, says


class Kind(StrEnum):
    """What kind of value the question wants. The answer's first sentence should carry it."""

    HOW_MANY = "how_many"
    HOW_MUCH = "how_much"
    HOW_LONG = "how_long"
    HOW_OFTEN = "how_often"
    WHEN = "when"
    WHO = "who"
    WHERE = "where"
    WHY = "why"
    HOW_TO = "how_to"
    PHONE = "phone"
    EMAIL = "email"
    IDENTIFIER = "identifier"
    HOURS = "hours"
    YES_NO = "yes_no"
    DEFINITION = "definition"
    ENUMERATION = "enumeration"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The kind, and the places of the words that only say it: "how fast", "which *version*".

    ``spent`` words ask and are not asked about; ``light`` ones name the value, which an answer may give without them.
    ``head`` is the place of what is to be named ("which *hospitals*"): nothing is named without speaking of it.
    ``named`` ones say which value is wanted, and it is no other one: "the *copay*", "the payer *ID*".
    ``priced``: the value is money.
    """

    kind: Kind
    spent: frozenset[int] = frozenset()
    light: frozenset[int] = frozenset()
    head: int | None = None
    named: frozenset[int] = frozenset()
    priced: bool = False


@lru_cache(maxsize=16)
def value_nouns(cues: Cues, values: Values) -> frozenset[str]:
    """What one asks the value of: "copay", "deadline", "fax number", "address"."""
    amounts = cues.how_much | cues.priced | cues.how_long | cues.hours
    return amounts | cues.phone | cues.email | cues.identifier | cues.identifier_heads | values.addresses


def wanted(keys: list[str], pack: Pack) -> Wanted:
    """What the question wants.

    Args:
        keys: its words from the one it begins with.
        pack: the words that say so.
    """
    if not keys:
        return Wanted(Kind.OPEN)
    found = _led(keys, pack) or _headed(keys, pack) or _mentioned(keys, pack) or _plain(keys, pack)
    return replace(found, head=_head(keys, pack)) if found.kind is Kind.ENUMERATION else found


def _led(keys: list[str], pack: Pack) -> Wanted | None:
    """By its own first words: "how many", "when", "who"."""
    cues = pack.cues
    for kind, phrases in (
        (Kind.HOW_OFTEN, cues.how_often),
        (Kind.HOW_LONG, cues.how_long),
        (Kind.HOW_MANY, cues.how_many),
        (Kind.HOW_MUCH, either(cues.how_much, cues.priced)),
        (Kind.WHEN, cues.when),
        (Kind.WHO, cues.who),
        (Kind.WHERE, cues.where),
        (Kind.WHY, cues.why),
    ):
        if length := phrase_at(keys, 0, phrases):
            asks = keys[0] in pack.asking.question_words
            spent = frozenset(range(length)) if asks else frozenset[int]()
            return Wanted(kind, spent=spent, priced=kind is Kind.HOW_MUCH)
    if keys[0] in pack.asking.auxiliaries:
        return Wanted(Kind.YES_NO)
    if phrase_at(keys, 0, cues.how_to):
        return Wanted(Kind.HOW_TO)
    if says(keys, cues.meaning):
        return Wanted(Kind.DEFINITION)
    return None


def _headed(keys: list[str], pack: Pack) -> Wanted | None:
    """By the noun of "which ..." and "what ...": "which version", "under which code"."""
    head = _head(keys, pack)
    if says(keys, either(pack.cues.phone, pack.cues.email)):
        return None  # "what number to call": not any number
    if head is not None and keys[head] in pack.cues.identifier_heads:
        noun = frozenset(place for place in range(head, -1, -1) if keys[place] not in pack.asking.question_words)
        return Wanted(Kind.IDENTIFIER, light=frozenset((head,)), named=noun)
    return None


def _head(keys: list[str], pack: Pack) -> int | None:
    """The place of the last word of the noun after "which" or "what"; None where a verb follows."""
    place = next((i for i, key in enumerate(keys) if key in pack.asking.question_words), None)
    if place is None:
        return None
    end = place + 1
    while end < len(keys) and keys[end] not in pack.words.stop:
        end += 1
    return end - 1 if end - 1 > place and end < len(keys) else None


def _mentioned(keys: list[str], pack: Pack) -> Wanted | None:
    """By the thing asked for: "what is the fax number", "... deadline", "... copay"."""
    cues = pack.cues
    for place, _ in phrases_at(keys, cues.how_many):
        if place == 0 or keys[place - 1] in pack.words.stop:
            return Wanted(Kind.HOW_MANY)  # "the number of phone numbers"; "the phone number of" does not count them
    for kind, phrases in (
        (Kind.PHONE, cues.phone),
        (Kind.EMAIL, cues.email),
        (Kind.IDENTIFIER, cues.identifier),
        (Kind.HOURS, cues.hours),
        (Kind.HOW_LONG, cues.how_long),
        (Kind.HOW_OFTEN, cues.how_often),
        (Kind.HOW_MUCH, either(cues.how_much, cues.priced)),
        (Kind.HOW_MANY, cues.how_many),
        (Kind.WHERE, cues.where),
        (Kind.WHEN, cues.when),
        (Kind.WHY, cues.why),
        (Kind.HOW_TO, cues.how_to),
    ):
        if says(keys, phrases):
            light = _places(keys, cues.value_names)
            named = _places(keys, phrases) - light
            return Wanted(kind, light=light, named=named, priced=says(keys, cues.priced))
    return None


def _plain(keys: list[str], pack: Pack) -> Wanted:
    telling = [k for k in keys if k not in pack.words.stop and k not in pack.words.light]
    if says(keys, pack.cues.enumeration):
        return Wanted(Kind.ENUMERATION)
    is_embedded = keys[0] in pack.asking.question_words and keys[-1] in pack.asking.copulas  # "what a roster is"
    if len(telling) <= _DEFINED_WORDS and (is_embedded or phrase_at(keys, 0, pack.cues.definition)):
        return Wanted(Kind.DEFINITION)
    return Wanted(Kind.OPEN)


_DEFINED_WORDS = 4  # what is defined has a short name


def _places(keys: list[str], phrases: frozenset[str]) -> frozenset[int]:
    """The places of all words of the phrases."""
    return frozenset(inner for place, length in phrases_at(keys, phrases) for inner in range(place, place + length))
