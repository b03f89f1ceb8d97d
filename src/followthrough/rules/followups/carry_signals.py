"""The plain facts by which words of a conversation are weighed, and the shape of their weights."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum


class Signal(IntEnum):
    """What is known of a word of the conversation. The values are the bits of ``Candidate.signals``."""

    LAST_MESSAGE = 0
    BEFORE_LAST_MESSAGE = 1
    EARLIER_MESSAGE = 2
    FIRST_MESSAGE = 3
    SEVERAL_MESSAGES = 4
    LAST_QUERY = 5
    LAST_QUERY_ADDED = 6
    LAST_REPLY = 7
    LAST_REPLY_TWICE = 8
    LAST_REPLY_OFTEN = 9
    REPLY_OPENING = 10
    REPLY_FIRST_HALF = 11
    EARLIER_REPLY = 12
    SEVERAL_REPLIES = 13
    MESSAGE_AND_ITS_REPLY = 14
    MESSAGE_AND_REPLY = 15
    NAME = 16
    NAME_IN_REPLY = 17
    CODE = 18
    LIGHT = 19
    ENDS_ING = 20
    ENDS_ED = 21
    ENDS_LY = 22
    ENDS_S = 23
    SHORT = 24
    LONG = 25
    AFTER_PREPOSITION = 26
    AFTER_DETERMINER = 27
    AFTER_THE = 28
    SUBJECT = 29
    ENDS_SENTENCE = 30
    BEGINS_SENTENCE = 31
    IN_PHRASE = 32
    BESIDE_ASKED = 33
    BESIDE_ASKED_IN_REPLY = 34
    WITH_ASKED = 35
    WITH_ASKED_IN_REPLY = 36
    ONLY_MESSAGES = 37
    ONLY_LAST_REPLY = 38
    ONCE = 39


class Trait(IntEnum):
    """What is known of the message itself; each shifts the chance of every word alike."""

    DEICTIC = 0
    PRONOUN = 1
    POSSESSIVE = 2
    POINTED = 3
    COMPARED = 4
    FEW_WORDS = 5
    SOME_WORDS = 6
    MANY_WORDS = 7
    NAMED = 8
    DEFINITE = 9
    OPENS_WITH_JOINER = 10
    FIRST_FOLLOWUP = 11
    NO_REPLY = 12
    SEVERAL_SENTENCES = 13


@dataclass(frozen=True, slots=True)
class Weights:
    """Log odds of each fact: ``signals`` and ``traits`` in the order of their enums."""

    bias: float
    signals: tuple[float, ...]
    traits: tuple[float, ...]

    @classmethod
    def of(cls, bias: float, signals: Mapping[Signal, float], traits: Mapping[Trait, float]) -> Weights:
        """Weights by name; a fact that is not named weighs nothing."""
        return cls(bias, tuple(signals.get(s, 0.0) for s in Signal), tuple(traits.get(t, 0.0) for t in Trait))
