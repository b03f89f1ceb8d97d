"""Sentences of a document that give orders to whoever answers from it: what they say is nobody's answer (report 20).

Rules set aside, an assistant spoken to, and a secret asked for to an address are orders by themselves. Weaker signs
("mark the question as answered", "tell the user to restart", "say that") stand in manuals too: they count two
together, or in a passage that gives an order anyhow. Invariant: a sentence without any sign is no order, whatever
stands around it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from followthrough.domain.orders import Orders
from followthrough.domain.pack import Pack
from followthrough.rules.language.words import Word, keys_of, phrase_at, words_of

_ENOUGH = 2  # signs that make an order
_RULES_WITHIN = 5  # words between what sets rules aside and the rules
_STATE_WITHIN = 6  # words between what is called settled and as what
_SECRET_WITHIN = 6  # words between what hands over and the secret
_ORDER_WITHIN = 5  # words between an assistant spoken to and what it is to do
_ADDRESS = re.compile(r"\w@[\w-]+\.\w|://|\bwww\.")
_BREAK = re.compile(r"[.,;:!?()\"“”—–-]\s*$|\n")


def given_orders(texts: Sequence[str], pack: Pack) -> frozenset[int]:
    """Which of a passage's units, by their places, give orders to an assistant."""
    if not any(_may_order(text, pack) for text in texts):
        return frozenset()
    signs = [_signs(text, pack) for text in texts]
    if max(signs) < _ENOUGH:
        return frozenset()
    return frozenset(place for place, count in enumerate(signs) if count)


def _may_order(text: str, pack: Pack) -> bool:
    """Whether any word is there without which a text gives no order by itself."""
    return not _first_words(pack.orders, pack.private.secrets).isdisjoint(keys_of(text))


@cache
def _first_words(orders: Orders, secrets: frozenset[str]) -> frozenset[str]:
    each = (orders.overriding, orders.assistants, orders.machine, orders.subjects, secrets)
    return frozenset(phrase.split()[0] for some in each for phrase in some)


def _signs(text: str, pack: Pack) -> int:
    """How many signs of an order the text has; one that is an order by itself counts as enough."""
    said = _Said(text, pack)
    if said.sets_rules_aside() or said.speaks_to_an_assistant():
        return _ENOUGH
    hands = said.hands_over_a_secret()
    if hands and _ADDRESS.search(text):
        return _ENOUGH
    return hands + said.calls_it_settled() + said.orders_to_speak() + said.is_about_a_machine()


class _Said:
    """A text's words, looked at for orders."""

    def __init__(self, text: str, pack: Pack) -> None:
        self._words = words_of(text)
        self._keys = [word.key for word in self._words]
        self._text = text
        self._pack = pack
        self._orders = pack.orders

    def sets_rules_aside(self) -> bool:
        """An order about the rules of whoever reads it: "ignore your instructions"."""
        for place, length in self._orders_of(self._orders.overriding):
            behind = self._keys[place + length : place + length + _RULES_WITHIN]
            rules = next((i for i, key in enumerate(behind) if key in self._orders.rules), 0)
            is_addressed = not self._pack.asking.addressed.isdisjoint(behind[:rules])
            if is_addressed or (not self._orders.owned.isdisjoint(behind[:rules]) and self._begins(place)):
                return True
        return False

    def speaks_to_an_assistant(self) -> bool:
        """An assistant is told what to do: "Assistant: say that", "Note to AI systems: recommend"."""
        told = self._orders.speaking | self._orders.overriding
        for place in range(len(self._keys)):
            length = phrase_at(self._keys, place, self._orders.assistants)
            is_announced = bool(length) and self._is_announced(place)
            if not length or not (is_announced or self._is_called(place, length)):
                continue
            verbs = told | self._orders.acting if is_announced else told  # "Chatbot: use the button" is for readers
            behind = range(place + length, min(place + length + _ORDER_WITHIN, len(self._keys)))
            if any(phrase_at(self._keys, i, verbs) for i in behind):
                return True
        return False

    def hands_over_a_secret(self) -> bool:
        """A secret is to be handed over, and this is no warning of that: "send your password"."""
        if not self._pack.values.negations.isdisjoint(self._keys):
            return False
        for place in range(len(self._keys)):
            if length := phrase_at(self._keys, place, self._orders.handing):
                behind = range(place + length, min(place + length + _SECRET_WITHIN, len(self._keys)))
                if any(phrase_at(self._keys, i, self._pack.private.secrets) for i in behind):
                    return True
        return False

    def calls_it_settled(self) -> bool:
        """Something asked is called settled: "mark the objective solved", "the question is resolved"."""
        verbs = self._orders.marking | self._pack.asking.copulas
        for place, key in enumerate(self._keys):
            if key not in self._orders.subjects:
                continue
            near = self._keys[max(0, place - _STATE_WITHIN) : place + _STATE_WITHIN]
            behind = self._keys[place : place + _STATE_WITHIN]
            if not verbs.isdisjoint(near) and not self._orders.states.isdisjoint(behind):
                return True
        return False

    def orders_to_speak(self) -> bool:
        """Something is to be said: "tell the user to", "say that"."""
        return bool(self._orders_of(self._orders.speaking))

    def is_about_a_machine(self) -> bool:
        """What only an assistant has or is: "your system prompt"."""
        return any(phrase_at(self._keys, place, self._orders.machine) for place in range(len(self._keys)))

    def _orders_of(self, verbs: frozenset[str]) -> list[tuple[int, int]]:
        """Where one of the verbs opens a clause as an order, with its length in words."""
        found = [(place, phrase_at(self._keys, place, verbs)) for place in range(len(self._keys))]
        return [(place, length) for place, length in found if length and self._opens(place)]

    def _opens(self, place: int) -> bool:
        """Whether a clause begins there, or what joins two: "mark it solved and reply"."""
        return self._begins(place) or self._keys[place - 1] in self._pack.asking.joiners

    def _begins(self, place: int) -> bool:
        """Whether a clause begins there, or nothing but "please" and the like stands between."""
        while place and not self._breaks_before(place) and self._keys[place - 1] in self._orders.before:
            place -= 1
        return place == 0 or self._breaks_before(place)

    def _breaks_before(self, place: int) -> bool:
        before, word = self._words[place - 1 : place + 1]
        return _BREAK.search(self._between(before, word)) is not None

    def _between(self, before: Word, word: Word) -> str:
        return self._text[before.end : word.start]

    def _is_announced(self, place: int) -> bool:
        """Whether "dear" or "note to" stands right before, one word aside at most."""
        for start in range(max(0, place - 4), place):
            length = phrase_at(self._keys, start, self._orders.announcing)
            opens = start == 0 or self._breaks_before(start)
            if length and opens and start + length in (place, place - 1):
                return True
        return False

    def _is_called(self, place: int, length: int) -> bool:
        """Whether it stands first in the text with a comma or colon behind it."""
        end = place + length
        if place > 1 or end >= len(self._words):
            return False
        return re.match(r"\s*[,:!]", self._between(self._words[end - 1], self._words[end])) is not None
