"""Which words of the conversation a follow-up leaves out: each word weighed by where it was said.

A word's chance is a logistic sum of signals, each a plain fact ("in the last message", "a name", "beside a word of
this message"), with the weights of ``rules.followups.carry_weights``. Invariant: only words of the conversation are
weighed, so nothing is ever added that nobody said.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache

from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Exchange
from followthrough.rules.followups.carry_signals import Signal, Weights
from followthrough.rules.followups.told import Told, read_told
from followthrough.rules.language.names import is_name, trusts_capitals
from followthrough.rules.language.words import Stems, has_digit
from followthrough.tuning import Tuning


@dataclass(slots=True)
class Candidate:
    """A word of the conversation that the message does not have.

    Attributes:
        stem: what it is compared by.
        signals: what is known of it, one bit a ``Signal``.
        count: how often the last reply says it.
        messages: in which messages it stands: 0 is the last one.
        replies: in which replies it stands: 0 is the last one.
    """

    stem: str
    signals: int = 0
    count: int = 0
    messages: set[int] = field(default_factory=set[int])
    replies: set[int] = field(default_factory=set[int])


def weigh(candidates: Sequence[Candidate], traits: int, weights: Weights) -> dict[str, float]:
    """The chance of each word, 0 to 1, by stem."""
    ground = weights.bias + _total(traits, weights.traits)
    return {c.stem: 1 / (1 + math.exp(-(ground + _total(c.signals, weights.signals)))) for c in candidates}


def _total(bits: int, weights: tuple[float, ...]) -> float:
    """The sum of the weights whose bit is set, eight at a time."""
    total = 0.0
    for table in _tables(weights):
        total += table[bits & 255]
        bits >>= 8
    return total


@cache
def _tables(weights: tuple[float, ...]) -> tuple[tuple[float, ...], ...]:
    """For each eight weights the sum for every choice among them."""
    eights = [weights[place : place + 8] for place in range(0, len(weights), 8)]
    return tuple(
        tuple(sum(weight for place, weight in enumerate(eight) if byte >> place & 1) for byte in range(256))
        for eight in eights
    )


def candidates_of(
    asked: Told, history: Sequence[Exchange], stems: Stems, pack: Pack, tuning: Tuning
) -> tuple[list[Candidate], list[Told]]:
    """The words of the window that the message does not have, and the texts they were read from, newest first.

    Args:
        asked: the message, read.
        history: the window of earlier turns, oldest first.
        stems: the pack's stems.
        pack: its words.
        tuning: the table of numbers.
    """
    scan = _Scan(asked, pack)
    texts: list[Told] = []
    last, most = len(history) - 1, tuning.history_text_words
    for place in range(last, -1, -1):
        turn = history[place]
        message = read_told(turn.message, stems, pack, most)
        texts.append(message)
        scan.message(message, last - place, first=place == 0)
        if place == last and turn.query and turn.query != turn.message:
            query = read_told(turn.query, stems, pack, most)
            texts.append(query)
            scan.query(query, message)
        if turn.reply:
            reply = read_told(turn.reply, stems, pack, most, by_user=False)
            texts.append(reply)
            scan.reply(reply, last - place)
    return scan.finish(), texts


class _Scan:
    """Collects the signals of each word over the texts of the conversation."""

    def __init__(self, asked: Told, pack: Pack) -> None:
        self._asked = {asked.stems[place] for place in asked.telling}
        self._pack = pack
        self._found: dict[str, Candidate] = {}

    def message(self, told: Told, age: int, *, first: bool) -> None:
        bits = _bit((Signal.LAST_MESSAGE, Signal.BEFORE_LAST_MESSAGE)[age] if age < 2 else Signal.EARLIER_MESSAGE)
        if first:
            bits |= _bit(Signal.FIRST_MESSAGE)
        for candidate in self._text(told, bits, Signal.BESIDE_ASKED, Signal.WITH_ASKED):
            candidate.messages.add(age)

    def query(self, told: Told, message: Told) -> None:
        own = {message.stems[place] for place in message.telling}
        for candidate in self._text(told, _bit(Signal.LAST_QUERY), Signal.BESIDE_ASKED, Signal.WITH_ASKED):
            if candidate.stem not in own:
                candidate.signals |= _bit(Signal.LAST_QUERY_ADDED)

    def reply(self, told: Told, age: int) -> None:
        bits = _bit(Signal.EARLIER_REPLY if age else Signal.LAST_REPLY)
        near, along = Signal.BESIDE_ASKED_IN_REPLY, Signal.WITH_ASKED_IN_REPLY
        for candidate in self._text(told, bits, near, along, in_last=not age):
            candidate.replies.add(age)
            if not age:
                candidate.count += 1

    def finish(self) -> list[Candidate]:
        """The words with the signals that only the whole conversation shows."""
        for found in self._found.values():
            bits = 0
            if len(found.messages) > 1:
                bits |= _bit(Signal.SEVERAL_MESSAGES)
            if len(found.replies) > 1:
                bits |= _bit(Signal.SEVERAL_REPLIES)
            if found.count > 1:
                bits |= _bit(Signal.LAST_REPLY_TWICE if found.count < _OFTEN else Signal.LAST_REPLY_OFTEN)
            if found.messages and found.replies:
                same = 0 in found.messages and 0 in found.replies
                bits |= _bit(Signal.MESSAGE_AND_ITS_REPLY if same else Signal.MESSAGE_AND_REPLY)
            elif found.messages:
                bits |= _bit(Signal.ONLY_MESSAGES)
            elif found.replies == {0}:
                bits |= _bit(Signal.ONLY_LAST_REPLY)
            if len(found.messages) + len(found.replies) == 1 and found.count < 2:
                bits |= _bit(Signal.ONCE)
            found.signals |= bits
        return list(self._found.values())

    def _text(self, told: Told, base: int, near: Signal, along: Signal, *, in_last: bool = False) -> list[Candidate]:
        """Adds what one text says; returns its words, one for each time it stands there."""
        asked = self._asked
        shared = {told.sentence[place] for place in told.telling if told.stems[place] in asked}
        capitals = trusts_capitals(told.words, self._pack)
        seen: list[Candidate] = []
        for order, place in enumerate(told.telling):
            stem = told.stems[place]
            if stem in asked:
                continue
            candidate = self._found.get(stem)
            if candidate is None:
                candidate = self._found[stem] = Candidate(stem, _form(told.words[place].key, self._pack))
            bits = base | self._standing(told, place) | self._beside(told, order, near)
            if told.sentence[place] in shared:
                bits |= 1 << along
            word = told.words[place]
            if place and not word.text.islower() and is_name(word, place, self._pack, capitals=capitals):
                bits |= _NAME_IN_REPLY if in_last else _NAME
            candidate.signals |= bits | (_place_in_reply(told, place) if in_last else 0)
            seen.append(candidate)
        return seen

    def _beside(self, told: Told, order: int, near: Signal) -> int:
        """Whether another telling word stands beside this one, and whether the message has it."""
        place, bits = told.telling[order], 0
        for at in (order - 1, order + 1):
            if not 0 <= at < len(told.telling):
                continue
            other = told.telling[at]
            if abs(other - place) <= _NEAR and told.sentence[other] == told.sentence[place]:
                bits |= 1 << near if told.stems[other] in self._asked else 0
                bits |= 1 << Signal.IN_PHRASE if abs(other - place) == 1 else 0
        return bits

    def _standing(self, told: Told, place: int) -> int:
        """How the word stands among its neighbours."""
        pack, words = self._pack, told.words
        bits = 0
        if place == 0 or told.sentence[place - 1] != told.sentence[place]:
            bits |= _bit(Signal.BEGINS_SENTENCE)
        else:
            before = words[place - 1].key
            if before in pack.following.definites:
                bits |= _bit(Signal.AFTER_THE)
            if before in pack.joining.prepositions:
                bits |= _bit(Signal.AFTER_PREPOSITION)
            elif before in pack.joining.determiners:
                bits |= _bit(Signal.AFTER_DETERMINER)
        if place + 1 == len(words) or told.sentence[place + 1] != told.sentence[place]:
            bits |= _bit(Signal.ENDS_SENTENCE)
        elif words[place + 1].key in pack.asking.auxiliaries:
            bits |= _bit(Signal.SUBJECT)
        return bits


_NAME = 1 << Signal.NAME
_NAME_IN_REPLY = _NAME | 1 << Signal.NAME_IN_REPLY
_OFTEN = 4  # times in one reply
_NEAR = 2  # words between telling words of one phrase: "carcinoma in situ"


def _bit(signal: IntEnum) -> int:
    return 1 << signal


def _place_in_reply(told: Told, place: int) -> int:
    bits = 0 if told.sentence[place] else 1 << Signal.REPLY_OPENING
    return bits | (1 << Signal.REPLY_FIRST_HALF if place < len(told.words) // 2 else 0)


def _form(key: str, pack: Pack) -> int:
    """What the word's own form says."""
    bits = _bit(Signal.LIGHT) if key in pack.words.light else 0
    if not key.isalpha() and has_digit(key):
        bits |= _bit(Signal.CODE)
    for ending, signal in _ENDINGS:
        if key.endswith(ending):
            bits |= _bit(signal)
    if len(key) <= _SHORT:
        bits |= _bit(Signal.SHORT)
    elif len(key) >= _LONG:
        bits |= _bit(Signal.LONG)
    return bits


_ENDINGS = (("ing", Signal.ENDS_ING), ("ed", Signal.ENDS_ED), ("ly", Signal.ENDS_LY), ("s", Signal.ENDS_S))
_SHORT, _LONG = 4, 8
