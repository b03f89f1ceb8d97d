"""Words that rules look for while a document's questions are asked, and in the cases that documents tell apart."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Clarifying:
    """How people answer questions, and how documents name the cases that their answers depend on.

    Attributes:
        no_longer: what belongs to a negation: "anymore" in "not anymore".
        unknowns: what leaves a question without an answer: "skip", "I don't know".
        returns: what goes back to questions that were left, at any time: "back to my question".
        corrections: what opens a change of an earlier answer: "actually", "correction".
        revisions: what takes back the words before it: "no wait", "or rather".
        softeners: first words of those that count between two numbers only: "actually".
        past: what tells how it was before: "was", "used to".
        present: what tells how it is instead: "now".
        changes: verbs of one: "change", "correct".
        equals: what stands between a thing and its value: "is", "should be", "to".
        answers: what numbers a question in one: "question", "answer".
        upward: what makes a number the least that counts, behind it: "or newer".
        downward: what makes it the most: "or older".
        aging: those of both that turn round where ages are compared: "or older".
        ages: words of questions and conditions on age: "age", "years".
        least: what makes a number the least that counts, before it: "at least", "from".
        most: what makes it the most: "at most", "up to".
        above: what makes it too small: "over", "newer than".
        below: what makes it too large: "under", "older than".
        spans: what stands between the ends of a range: "to", "through".
        between: what opens a range whose ends are joined by "and": "between".
        affirmed: whole answers that say yes.
        denied: whole answers that say no.
        exceptions: what takes out the numbers or names after it: "except", "not".
        otherwise: what names every other case: "other", "otherwise".
        rest: what opens a sentence about all that a limit leaves: "older", "longer".
        conditions: what opens a condition: "if", "when".
        telling: verbs that open a question before a person and a statement elsewhere: "have a red light".
            units: what is measured, how many of its smallest unit, and the unit's names: time, 60, hour, hours.
        moments: words for a point in time with how long ago it is, in the smallest unit: yesterday, 1440, time.
        halves: words for a half.
        every: whole answers that name every case at once: "both".
    """

    unknowns: frozenset[str]
    no_longer: frozenset[str]
    returns: frozenset[str]
    corrections: frozenset[str]
    revisions: frozenset[str]
    softeners: frozenset[str]
    past: frozenset[str]
    present: frozenset[str]
    changes: frozenset[str]
    equals: frozenset[str]
    answers: frozenset[str]
    upward: frozenset[str]
    downward: frozenset[str]
    aging: frozenset[str]
    ages: frozenset[str]
    least: frozenset[str]
    most: frozenset[str]
    above: frozenset[str]
    below: frozenset[str]
    spans: frozenset[str]
    between: frozenset[str]
    affirmed: frozenset[str]
    denied: frozenset[str]
    exceptions: frozenset[str]
    otherwise: frozenset[str]
    rest: frozenset[str]
    conditions: frozenset[str]
    telling: frozenset[str]
    units: tuple[tuple[str, ...], ...]
    moments: tuple[tuple[str, ...], ...]
    halves: frozenset[str]
    every: frozenset[str]
