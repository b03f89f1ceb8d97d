"""The words by which users want out of what is being asked of them: a section of a pack (C21, C35)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """How users say that they want no more of it, beyond the set phrases of ``Pursuit.ends``.

    Attributes:
        openers: what may open it: "I want to", "let's", "you can".
        pleas: openers that ask, with or without a question mark: "can we", "how do I".
        alone: verbs that are enough behind an opener: "stop", "quit".
        verbs: verbs that need something to end: "cancel", "get out of", "I'm tired of".
        drops: verbs that end a search by what it is for: "forget" in "forget the parking fee".
        things: words for what is ended, in any order: "this", "all of it", "the questions".
        refusals: what refuses the verb behind it: "I don't want to", "please don't".
        goings_on: what is refused: "continue", "ask", "answer more".
        wholes: what says it by itself: "I changed my mind", "it's solved".
        partings: what says it only while a question waits: "bye", "I have to go".
        reasons: what may stand beside any of these and says nothing by itself: "it works now".
        no_longer: what makes such a reason the end: "anymore" in "I don't care anymore".
        cues: words for ending, where nothing above reads the message: "over" in "this conversation is over".
        about: words that may stand beside one of them and change nothing: "questions", "time".
        speakers: words by which someone speaks of themselves or to us; one must be there.
        reasoning: words of questions that ask for a reason: there a reason is an answer.
        plurals: words that are read as another: "we" as "I".
    """

    openers: frozenset[str]
    pleas: frozenset[str]
    alone: frozenset[str]
    verbs: frozenset[str]
    drops: frozenset[str]
    things: frozenset[str]
    refusals: frozenset[str]
    goings_on: frozenset[str]
    wholes: frozenset[str]
    partings: frozenset[str]
    reasons: frozenset[str]
    no_longer: frozenset[str]
    cues: frozenset[str]
    about: frozenset[str]
    speakers: frozenset[str]
    reasoning: frozenset[str]
    plurals: tuple[tuple[str, ...], ...]
