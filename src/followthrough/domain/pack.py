"""What is said, and the words that rules look for: a domain pack as a value (interface.md, "Domain packs").

Invariant: rules hold no word of any language. Every entry of a list here is a word or phrase as
``rules.words.phrase_of`` makes it, so that rules compare by equality.
"""

from __future__ import annotations

from dataclasses import dataclass, field


def _fills(*names: str) -> str:
    """A text with places to fill in: exactly these names, each at least once."""
    return field(metadata={"fills": names})


@dataclass(frozen=True, slots=True, kw_only=True)
class Texts:
    """Everything the product says by itself. ``{name}`` marks what is filled in.

    Attributes:
        empty: the message had no words.
        greeting: answer to a greeting.
        thanks: answer to thanks.
        acknowledged: answer to "ok" and its like.
        part_heading: the line above the answer to one of several parts.
        not_found: nothing supports an answer to ``part``.
        not_found_words: as ``not_found``, where no document speaks of ``missing``.
        partial_missing: what was found leaves ``missing`` open.
        partial_open: what was found may not be all that was asked.
        superseded: stands after words of a document that a newer one replaces.
        search_failed: no part could be searched.
        part_search_failed: ``part`` could not be searched, others could.
        turn_failed: the turn broke off.
        closure_resolved: every part is answered.
        list_comma: between the items of an enumeration.
        list_last: between its last two.
        list_more: what ends a list of which only the first are named.
    """

    empty: str
    greeting: str
    thanks: str
    acknowledged: str
    part_heading: str = _fills("part")
    not_found: str = _fills("part")
    not_found_words: str = _fills("part", "missing")
    partial_missing: str = _fills("missing")
    partial_open: str
    superseded: str
    search_failed: str
    part_search_failed: str = _fills("part")
    turn_failed: str
    closure_resolved: str
    list_comma: str
    list_last: str
    list_more: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """Whole utterances.

    Attributes:
        greetings: greetings and questions about the assistant itself.
        thanks: thanks and goodbyes.
        acknowledgements: "ok", "no", "never mind" where nothing is pending.
        asides: words that may stand beside any of them ("there", "everyone", "so much").
    """

    greetings: frozenset[str]
    thanks: frozenset[str]
    acknowledgements: frozenset[str]
    asides: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """How questions are asked.

    Attributes:
        question_words: "what", "which", "how".
        auxiliaries: verbs that open a question before its subject: "is", "does", "can".
        copulas: those of them that only join: "is", "are".
        subjects: words that can be a subject right after an auxiliary: "the", "my", "it".
        indefinites: "a", "an".
        persons: those of them that are the asker or a person: "i", "we".
        openers: what opens an elliptic question: "what about".
        requests: what opens a request: "tell me", "explain".
        anaphors: words that stand for something said before: "it", "those".
        pronouns: those of them that can begin a sentence about the thing named before it.
        conditionals: openers that hang on the sentence before: "if so".
        joiners: what joins parts: "and", "as well as".
        fillers: words of lead-ins that ask nothing: "questions", "please", "help".
    """

    question_words: frozenset[str]
    auxiliaries: frozenset[str]
    copulas: frozenset[str]
    subjects: frozenset[str]
    indefinites: frozenset[str]
    persons: frozenset[str]
    openers: frozenset[str]
    requests: frozenset[str]
    anaphors: frozenset[str]
    pronouns: frozenset[str]
    conditionals: frozenset[str]
    joiners: frozenset[str]
    fillers: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    """When "and" joins one thing and when two.

    Attributes:
        coordinators: what joins things within a sentence: "and", "as well as".
        fixed_pairs: pairs that are one thing: "terms and conditions".
        together: words that need both sides at once, anywhere in the question: "between", "difference".
        together_before: as ``together``, right before the first of the things: "with", "have".
        name_tails: words of names that hold an "and": "services" in "Health and Human Services".
        labels: words that go before a name or number of their kind: "plan", "version", "cpt".
        askables: things one asks the value of: "copay", "deadline", "fax number".
        determiners: "the", "a", "my".
        prepositions: "for", "in", "under".
        subordinators: what opens a condition that holds for the whole sentence: "if", "when".
    """

    coordinators: frozenset[str]
    fixed_pairs: frozenset[str]
    together: frozenset[str]
    together_before: frozenset[str]
    name_tails: frozenset[str]
    labels: frozenset[str]
    askables: frozenset[str]
    determiners: frozenset[str]
    prepositions: frozenset[str]
    subordinators: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cues:
    """Which words of a question ask for which kind of value: phrases, looked for anywhere in the question.

    Attributes:
        meaning: what asks for a definition wherever it stands: "mean", "stand for".
        identifier_heads: what makes "which ..." ask for an identifier: "version", "code".
        value_names: what names a value that an answer gives without naming it: "deadline", "phone number".
    """

    how_many: frozenset[str]
    how_much: frozenset[str]
    how_long: frozenset[str]
    how_often: frozenset[str]
    when: frozenset[str]
    who: frozenset[str]
    where: frozenset[str]
    why: frozenset[str]
    how_to: frozenset[str]
    definition: frozenset[str]
    meaning: frozenset[str]
    identifier: frozenset[str]
    identifier_heads: frozenset[str]
    value_names: frozenset[str]
    phone: frozenset[str]
    email: frozenset[str]
    enumeration: frozenset[str]


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
        places: "portal", "address", "page", "menu", "office".
        reasons: "because", "due", "so".
        defining: verbs that define: "means", "is", "stands".
        steps: verbs that an instruction begins with: "click", "submit".
        instructing: other words of instruction: "must", "by".
        rulings: words that settle a yes or no: "covered", "required", "not", "must".
        negations: "not", "no", "never", "except".
        abbreviations: endings after which a sentence may go on: "p.m.", "no."
        followers: capitalised words that go on after them: "monday", "eastern".
    """

    number_words: frozenset[str]
    time_units: frozenset[str]
    prompt_words: frozenset[str]
    months: frozenset[str]
    weekdays: frozenset[str]
    time_words: frozenset[str]
    frequency_words: frozenset[str]
    people: frozenset[str]
    places: frozenset[str]
    reasons: frozenset[str]
    defining: frozenset[str]
    steps: frozenset[str]
    instructing: frozenset[str]
    rulings: frozenset[str]
    negations: frozenset[str]
    abbreviations: frozenset[str]
    followers: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Words by how much they say.

    Attributes:
        stop: words that say nothing by themselves.
        light: words that say little: "need", "get", "information". They count for a fraction.
        families: forms that stemming does not bring together: ("pay", "paid", "payment").
    """

    stop: frozenset[str]
    light: frozenset[str]
    families: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A domain pack. ``language`` is an ISO 639-1 code: of the texts, and of the words that rules look for."""

    name: str
    language: str
    description: str
    texts: Texts
    phrases: Phrases
    asking: Asking
    joining: Joining
    cues: Cues
    values: Values
    words: Words
