"""The words by which users speak of a reply instead of asking something: a section of a pack. Whole messages only."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Remarks:
    """How users doubt a reply, ask what it rests on, or say what they will do.

    A message is a remark when it has one of the cues and no word besides ``words``, small words and politeness.

    Attributes:
        words: words of speaking about replies and what they rest on: "answer", "document", "told".
        adverbs: words that only strengthen: "really" in "are you really sure".
        doubts: what doubts the reply: "are you sure", "wrong".
        sources: what asks where it stands: "which document", "where did you get".
        missed: what says that the reply is about something else: "you didn't understand".
        missed_alone: what says so as a whole message: "what", "not that".
        attached: what asks what was given so far: "what did I attach".
        lacks: what says that there is nothing to give: "don't have".
        reports: what reports that something happened once more: "same thing".
        promises: what opens a promise to be back: "let me check", "I'll ask".
        hands: what hands something over, or says that one has it: "here it is", "I have the".
        bids: words that make a request of such a message: "check", "try".
    """

    words: frozenset[str]
    adverbs: frozenset[str]
    doubts: frozenset[str]
    sources: frozenset[str]
    missed: frozenset[str]
    missed_alone: frozenset[str]
    attached: frozenset[str]
    lacks: frozenset[str]
    reports: frozenset[str]
    promises: frozenset[str]
    hands: frozenset[str]
    bids: frozenset[str]
