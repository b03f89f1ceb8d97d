"""The words of a pack by which a text shows the kind of value that a question wants."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Values:
    """Words by which a sentence shows a value of a kind.

    Attributes:
        number_words: "one", "twice", "unlimited".
        time_units: "days", "hour".
        prompt_words: times without a figure: "immediately", "overnight".
        months: names and abbreviations.
        weekdays: names and abbreviations.
        time_words: "before", "within", "deadline", "effective".
        frequency_words: "per", "every", "annually".
        people: "member", "provider", "team", "administrator".
        agents: what stands before one who does something: "by".
        addresses: names of an address of the post or of the network.
        places: "portal", "address", "page", "menu", "office".
        reasons: "because", "due", "so".
        defining: verbs that define: "means", "is", "stands".
        steps: verbs that an instruction begins with: "click", "submit".
        instructing: other words of instruction: "must", "by".
        duties: what obliges whom it is said to: "must", "need to".
        rulings: words that settle a yes or no: "covered", "required", "not", "must".
        negations: "not", "no", "never", "except".
        exceptions: those of them that only set something apart: "except", "unless".
        exclusives: what leaves everything else out: "only".
        money: words of money behind a figure: "dollars".
        nothing: words that say that nothing is paid: "free".
        locating: words before a place: "in", "at".
        limits: names of a limit: "maximum", "cap".
        anchors: what joins a time span to its beginning: "of", "from", "after".
        abbreviations: endings after which a sentence may go on: "p.m.", "no."
        followers: capitalised words that go on after them: "monday", "eastern".
        numerals: pairs of a number word and its figures: "twelve" and "12".
        reductions: what stands behind a figure that is taken from a price: "off", "discount".
    """

    number_words: frozenset[str]
    time_units: frozenset[str]
    prompt_words: frozenset[str]
    months: frozenset[str]
    weekdays: frozenset[str]
    time_words: frozenset[str]
    frequency_words: frozenset[str]
    people: frozenset[str]
    agents: frozenset[str]
    addresses: frozenset[str]
    places: frozenset[str]
    reasons: frozenset[str]
    defining: frozenset[str]
    steps: frozenset[str]
    instructing: frozenset[str]
    duties: frozenset[str]
    rulings: frozenset[str]
    negations: frozenset[str]
    exceptions: frozenset[str]
    exclusives: frozenset[str]
    money: frozenset[str]
    nothing: frozenset[str]
    locating: frozenset[str]
    limits: frozenset[str]
    anchors: frozenset[str]
    abbreviations: frozenset[str]
    followers: frozenset[str]
    numerals: tuple[tuple[str, ...], ...]
    reductions: frozenset[str]
