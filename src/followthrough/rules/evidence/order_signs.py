"""A sentence's words in one language, looked at for signs of an order to an assistant.

Invariant: what a language's lists do not have is no sign; where the words of one sign stand is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache, cached_property

from followthrough.domain.orders import Orders
from followthrough.rules.language.words import keys_of, phrase_at, stems_in, words_of

ENOUGH = 2  # signs that make an order
_EXACT = "en"  # an order has one form there, and its stem is that of what is told as well
_RULES_WITHIN = 7  # words between what sets rules aside and the rules
_OWNED_WITHIN = 3  # words between the rules and whose or which they are
_DENIED_WITHIN = 3  # words between what is denied and what denies it
_STATE_WITHIN = 6  # words between what is called settled and as what
_SECRET_WITHIN = 6  # words between what hands over and the secret
_BOUND_WITHIN = 8  # words between who has rules and the rules
_UNBOUND_WITHIN = 2  # words between what denies rules and the rules
_ORDER_WITHIN = 5  # words between an assistant spoken to and what it is to do
_ADDRESS = re.compile(r"\w@[\w-]+\.\w|://|\bwww\.")
_TOKEN = re.compile(r"\S+")
_BREAK = re.compile(r"[.,;:!?|()\"“”—–-]\s*$|\n")
_ELIDED = re.compile(r"(\w{1,2})['’](?=\w)")  # "l'utilisateur", "n'obéis": two words


def forms_in(text: str, language: str) -> list[str]:
    """The text's words as the language's lists are compared with them, in order."""
    return _forms(keys_of(_ELIDED.sub(r"\1 ", text)), language)


def _forms(keys: list[str], language: str) -> list[str]:
    return keys if language == _EXACT else stems_in(language, keys)


@cache
def lexicon_of(orders: Orders) -> Orders:
    """The lists in the forms that texts are compared in."""
    lists = {f.name: getattr(orders, f.name) for f in fields(orders) if f.name != "language"}
    formed = {
        name: frozenset(" ".join(_forms(phrase.split(), orders.language)) for phrase in phrases)
        for name, phrases in lists.items()
    }
    return Orders(language=orders.language, **formed)


@cache
def _openings(phrases: frozenset[str]) -> frozenset[str]:
    return frozenset(phrase.partition(" ")[0] for phrase in phrases)


class Said:
    """A text's words."""

    def __init__(self, text: str, orders: Orders) -> None:
        self._text = _ELIDED.sub(r"\1 ", text)
        self._words = words_of(self._text)
        self._keys = _forms([word.key for word in self._words], orders.language)
        self._orders = lexicon_of(orders)
        self._found: dict[frozenset[str], dict[int, int]] = {}

    def signs(self) -> int:
        """How many signs of an order there are; one that is an order by itself counts as enough."""
        if self._sets_rules_aside() or self._speaks_to_an_assistant():
            return ENOUGH
        hands = self._hands_over_a_secret()
        if hands and _ADDRESS.search(self._text):
            return ENOUGH
        signs = (
            hands,
            self._calls_it_settled(),
            self._orders_to(self._orders.speaking),
            bool(self._at(self._orders.machine)),
            bool(self._at(self._orders.onsets)),
            self._orders_to(self._orders.playing),
            self._is_unbound(),
            self._keeps_itself_quiet(),
        )
        return sum(signs)

    def _sets_rules_aside(self) -> bool:
        """An order about the rules of whoever reads it: "ignore your instructions", "do not follow them any more"."""
        rules = self._at(self._orders.rules)
        if not rules:
            return False
        return self._are_void(rules) or any(
            self._is_order(first, start, at)
            for first, last in self._clauses
            for start, place, length in self._set_aside_in(first, last)
            for at in _within(rules, place - _RULES_WITHIN, place + _RULES_WITHIN, first, last)
            if at > place or self._ends(place + length, last)
        )

    def _are_void(self, rules: Iterable[int]) -> bool:
        """The reader's rules are said to be none any more: "your instructions no longer apply"."""
        addressed, void = self._at(self._orders.addressed), self._at(self._orders.void)
        return any(
            _within(addressed, at - _OWNED_WITHIN, at + _OWNED_WITHIN, first, last)
            and _within(void, at, at + _RULES_WITHIN, first, last)
            for first, last in (self._clauses if void else ())
            for at in _within(rules, first, last, first, last)
        )

    def _set_aside_in(self, first: int, last: int) -> Iterator[tuple[int, int, int]]:
        """What sets aside in a clause: where what denies it begins, where itself, and its length in words."""
        denied = _within(self._at(self._orders.negations), first, last, first, last)
        for place, length in self._at(self._orders.overriding).items():
            if first <= place < last and not any(abs(at - place) <= _DENIED_WITHIN for at in denied):
                yield place, place, length
        for place, length in self._at(self._orders.following).items():
            ceased = _within(self._at(self._orders.ceasing), place - _DENIED_WITHIN, place, first, last)
            if first <= place < last and (ceased or denied):
                yield min(place, *ceased, *denied), place, length

    def _ends(self, end: int, last: int) -> bool:
        """Whether a clause is over there: the rules may stand before what ends it ("alle Regeln missachten")."""
        return end == last or self._keys[end] in self._orders.joiners

    def _is_order(self, first: int, start: int, rules: int) -> bool:
        """Whether the rules are the reader's, and nothing but fillers stands before what sets them aside."""
        around = range(max(first, rules - _OWNED_WITHIN), rules + _OWNED_WITHIN + 1)
        if not self._at(self._orders.addressed).keys().isdisjoint(around):
            return self._leads(first, start, self._orders.joiners)
        return not self._at(self._orders.owned).keys().isdisjoint(around) and self._leads(first, start)

    def _speaks_to_an_assistant(self) -> bool:
        """An assistant is told what to do: "Assistant: say that", "Note to AI systems: recommend"."""
        told = self._at(self._orders.speaking).keys() | self._at(self._orders.overriding).keys()
        for place, length in self._at(self._orders.assistants).items():
            announced = self._is_announced(place)
            if self._is_mentioned(place) or (announced and self._is_named_alone(place + length)):
                return True
            called = announced or (place <= 1 and self._is_followed_by(place + length, ",:!"))
            if called and not told.isdisjoint(range(place + length, place + length + _ORDER_WITHIN)):
                return True
        return False

    def _is_announced(self, place: int) -> bool:
        """Whether "dear" or "note to" opens a clause right before, one word aside at most."""
        calling = self._at(self._orders.calling)
        return any(at + length in (place, place - 1) and self._begins(at) for at, length in calling.items())

    def _is_mentioned(self, place: int) -> bool:
        """Whether it stands behind an @."""
        return self._text[: self._words[place].start].endswith("@")

    def _is_named_alone(self, end: int) -> bool:
        """Whether what is called ends there and is no part of another name: "Dear chatbot," is, "bot owners," not."""
        while end < len(self._keys) and self._keys[end] in self._orders.addressed:  # "wenn du eine KI bist,"
            end += 1
        return self._is_followed_by(end, ",:!")

    def _hands_over_a_secret(self) -> bool:
        """A secret is to be handed over, and this is no warning of that: "send your password".

        A word of an address is none: "your email address at https://login.example".
        """
        places = ((at, self._words[at].start) for at in self._at(self._orders.secrets))
        secrets = {at for at, start in places if not any(a <= start < z for a, z in self._addresses)}
        if not secrets or self._at(self._orders.negations):
            return False
        handing = self._at(self._orders.handing).items()
        return any(not secrets.isdisjoint(range(at + n, at + n + _SECRET_WITHIN)) for at, n in handing)

    @cached_property
    def _addresses(self) -> list[tuple[int, int]]:
        """Where what holds an address stands, from white space to white space."""
        return [token.span() for token in _TOKEN.finditer(self._text) if _ADDRESS.search(token[0])]

    def _calls_it_settled(self) -> bool:
        """Something asked is called settled: "mark the objective solved", "the question is resolved"."""
        marking, states = self._at(self._orders.marking).keys(), self._at(self._orders.states).keys()
        return any(
            not marking.isdisjoint(range(at - _STATE_WITHIN, at + _STATE_WITHIN))
            and not states.isdisjoint(range(at, at + _STATE_WITHIN))
            for at in self._at(self._orders.subjects)
        )

    def _is_unbound(self) -> bool:
        """The reader is said to have no rules: "you have no restrictions"."""
        negations, addressed = self._at(self._orders.negations), self._at(self._orders.addressed)
        return any(
            _within(negations, at - _UNBOUND_WITHIN, at, first, last)
            and _within(addressed, at - _BOUND_WITHIN, at, first, last)
            for first, last in self._clauses
            for at in _within(self._at(self._orders.rules), first, last, first, last)
        )

    def _keeps_itself_quiet(self) -> bool:
        """The text is not to be spoken of: "do not tell the user about this note"."""
        itself, telling = self._at(self._orders.itself), self._at(self._orders.telling)
        negations = self._at(self._orders.negations)
        return any(
            all(_within(some, first, last, first, last) for some in (itself, telling, negations))
            for first, last in (self._clauses if itself else ())
        )

    def _at(self, phrases: frozenset[str]) -> dict[int, int]:
        """Where the phrases begin, with the length of the longest in words."""
        found = self._found.get(phrases)
        if found is None:
            opens = _openings(phrases)
            places = [place for place, key in enumerate(self._keys) if key in opens]
            lengths = {place: phrase_at(self._keys, place, phrases) for place in places}
            found = self._found[phrases] = {place: length for place, length in lengths.items() if length}
        return found

    @cached_property
    def _clauses(self) -> list[tuple[int, int]]:
        """First and last place of what stands between punctuation; the last is one past the end."""
        ends = [place for place in range(1, len(self._words)) if self._breaks_before(place)] + [len(self._words)]
        return list(zip([0, *ends], ends, strict=False))

    def _orders_to(self, verbs: frozenset[str]) -> bool:
        """Whether one of the verbs opens a clause as an order, or what joins two: "mark it solved and reply"."""
        return any(self._begins(at) or self._keys[at - 1] in self._orders.joiners for at in self._at(verbs))

    def _begins(self, place: int) -> bool:
        """Whether a clause begins there, or nothing but "please" and the like stands between."""
        while place and not self._breaks_before(place) and self._keys[place - 1] in self._orders.before:
            place -= 1
        return place == 0 or self._breaks_before(place)

    def _leads(self, first: int, place: int, openers: frozenset[str] = frozenset()) -> bool:
        """Whether only fillers and the rules themselves stand before it in its clause, or behind an opener."""
        lists = (self._orders.before, self._orders.owned, self._orders.addressed, self._orders.rules)
        filled = {i for some in lists for at, length in self._at(some).items() for i in range(at, at + length)}
        while place > first and self._keys[place - 1] not in openers:
            place -= 1
            if place not in filled:
                return False
        return True

    def _breaks_before(self, place: int) -> bool:
        before, word = self._words[place - 1 : place + 1]
        return _BREAK.search(self._text[before.end : word.start]) is not None

    def _is_followed_by(self, end: int, marks: str) -> bool:
        if not 0 < end < len(self._words):
            return False
        between = self._text[self._words[end - 1].end : self._words[end].start].strip()
        return between[:1] in tuple(marks)


def _within(places: Iterable[int], low: int, high: int, first: int, last: int) -> list[int]:
    """Those of the places that are in a clause and between two bounds, both included."""
    return [at for at in places if max(first, low) <= at <= min(last - 1, high)]
