"""Sentences of a document that give orders to whoever answers from it: what they say is nobody's answer (report 20).

Rules set aside, an assistant spoken to, the marks of a conversation, and a secret asked for to an address are orders
by themselves. Weaker signs ("mark the question as answered", "tell the user to restart", "say that") stand in manuals
too: they count two together, or in a passage that gives an order anyhow. Each language of the pack is looked at by
itself. Invariant: a sentence without any sign is no order, whatever stands around it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from followthrough.domain.orders import Orders
from followthrough.domain.pack import Pack
from followthrough.rules.evidence.order_signs import ENOUGH, Said, forms_in, lexicon_of

_MARKS = re.compile(r"<\|\w+\|>|\[/?(?:INST|SYS|SYSTEM)\]|<</?SYS>>|</?system>", re.IGNORECASE)
_LABEL = re.compile(r"\W*system\w*\s*:", re.IGNORECASE)


def given_orders(texts: Sequence[str], pack: Pack) -> frozenset[int]:
    """Which of a passage's units, by their places, give orders to an assistant."""
    if not any(_signs(text, pack, told_only=True) >= ENOUGH for text in texts):
        return frozenset()
    return frozenset(place for place, text in enumerate(texts) if _signs(text, pack))


def without_orders(headings: Sequence[str], pack: Pack) -> tuple[str, ...]:
    """Those of the headings, in order, that give no order: a reply names places by their headings."""
    return tuple(heading for heading in headings if not given_orders([heading], pack))


def _signs(text: str, pack: Pack, *, told_only: bool = False) -> int:
    """How many signs of an order the text has; one that is an order by itself counts as enough.

    Args:
        text: a unit.
        pack: its words in every language.
        told_only: leave out languages in which the text has no word without which it gives no order by itself.
    """
    if _MARKS.search(text):
        return ENOUGH
    languages = [orders for orders in pack.orders if not told_only or _may_order(text, orders)]
    found = max((Said(text, orders).signs() for orders in languages), default=0)
    return found + (_LABEL.match(text) is not None)


def _may_order(text: str, orders: Orders) -> bool:
    return not _telling_words(orders).isdisjoint(forms_in(text, orders.language))


@cache
def _telling_words(orders: Orders) -> frozenset[str]:
    words = lexicon_of(orders)
    each = (words.rules, words.assistants, words.machine, words.states, words.secrets, words.playing, words.itself)
    return frozenset(max(phrase.split(), key=len) for some in each for phrase in some)
