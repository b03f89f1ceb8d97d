"""What is said, and the words that rules look for: a domain pack as a value (interface.md, "Domain packs").

Invariant: rules hold no word of any language. Every entry of a list here is a word or phrase as
``rules.language.words.phrase_of`` makes it, so that rules compare by equality.
"""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.domain.ambiguity import Ambiguity
from followthrough.domain.chat import Chat
from followthrough.domain.clarifying import Clarifying
from followthrough.domain.giving import Giving
from followthrough.domain.hearing import NO_EXAMPLES, ActExamples
from followthrough.domain.identifying import Identifiers
from followthrough.domain.lists import Lists
from followthrough.domain.online import Online
from followthrough.domain.orders import OrderWeights
from followthrough.domain.parts import PartReader
from followthrough.domain.private import Private
from followthrough.domain.pursuit import Pursuit
from followthrough.domain.selecting import Selecting
from followthrough.domain.texts import Asks, Texts
from followthrough.domain.valuing import Values


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """Whole utterances.

    Attributes:
        greetings: greetings and questions about the assistant itself.
        thanks: thanks and goodbyes.
        acknowledgements: "ok", "no", "never mind" where nothing is pending.
        asides: words that may stand beside any of them ("there", "everyone", "so much").
        spanish: small words by which a short message is seen to be Spanish.
        german: as ``spanish``.
    """

    greetings: frozenset[str]
    thanks: frozenset[str]
    acknowledgements: frozenset[str]
    asides: frozenset[str]
    spanish: frozenset[str]
    german: frozenset[str]


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
        speakers: words of whoever speaks: "i", "my", "us".
        addressed: words of whoever is spoken to: "you", "your".
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
    speakers: frozenset[str]
    addressed: frozenset[str]
    openers: frozenset[str]
    requests: frozenset[str]
    anaphors: frozenset[str]
    pronouns: frozenset[str]
    conditionals: frozenset[str]
    joiners: frozenset[str]
    fillers: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Joining:
    """Words that join, and those that stand around what is joined.

    Attributes:
        coordinators: what joins things within a sentence: "and", "as well as".
        elsewhere: joining words of other languages than the pack's: "y", "und".
        together: words that need both sides at once, anywhere in the question: "between", "difference".
        together_before: as ``together``, right before the first of the things: "with", "have".
        comparing: what sets values side by side and says nothing of either: "compare", "which is longer", "higher".
        labels: words that go before a name or number of their kind: "plan", "version", "cpt".
        determiners: "the", "a", "my".
        prepositions: "for", "in", "under".
        subordinators: what opens a condition that holds for the whole sentence: "if", "when".
    """

    coordinators: frozenset[str]
    elsewhere: frozenset[str]
    together: frozenset[str]
    together_before: frozenset[str]
    comparing: frozenset[str]
    labels: frozenset[str]
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
        priced: those that ask how much and are paid in money: "copay", "fee".
        hours: what asks when something is open: "opening hours".
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
    priced: frozenset[str]
    hours: frozenset[str]
    phone: frozenset[str]
    email: frozenset[str]
    enumeration: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Following:
    """How a message hangs on what was said before it.

    Attributes:
        things: words that stand for a thing said before: "it", "them".
        plurals: those of both that stand for several: "they", "these", "their".
        people: those of both that stand for a person: "he", "her".
        possessives: words that stand for its owner: "its", "their".
        demonstratives: words that point at a thing they name: "this form".
        comparatives: words that set apart from what was said: "other", "both", "the second one".
        expletives: what follows an "it" that stands for nothing: "is it true", "does it take".
        empties: the words that can stand for nothing: "it".
        clausals: the words that can open a clause: "that".
        clause_openers: what opens the clause that an empty word announces: "that", "to".
        shifts: what opens another topic: "new topic", "different question".
        corrections: what opens a correction of the message before: "I meant".
        sites: what an organisation's place on the web is called.
        actions: words of a request that name nothing to look for: "search", "web", "more".
        alternatives: what opens another choice: "or by phone?".
        pairs: comparatives that pair words of the message: "either".
        pairing: what stands between the two: "or".
        counts: comparatives that count a noun of the message: "one visit".
        contrasts: comparatives that set apart from words of the message: "other than".
        than: what stands before those words.
        definites: articles of a known thing: "the".
    """

    things: frozenset[str]
    plurals: frozenset[str]
    people: frozenset[str]
    possessives: frozenset[str]
    demonstratives: frozenset[str]
    comparatives: frozenset[str]
    expletives: frozenset[str]
    empties: frozenset[str]
    clausals: frozenset[str]
    clause_openers: frozenset[str]
    shifts: frozenset[str]
    corrections: frozenset[str]
    sites: frozenset[str]
    actions: frozenset[str]
    alternatives: frozenset[str]
    pairs: frozenset[str]
    pairing: frozenset[str]
    counts: frozenset[str]
    contrasts: frozenset[str]
    than: frozenset[str]
    definites: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Words by how much they say.

    Attributes:
        stop: words that say nothing by themselves.
        light: words that say little: "need", "get", "information". They count for a fraction.
        synonyms: phrases that mean the same in the field: ("prior authorization", "precert").
        families: forms that stemming does not bring together: ("pay", "paid", "payment").
        variants: spellings and abbreviations of one thing, the commonest first: ("prior authorization", "pa").
    """

    stop: frozenset[str]
    light: frozenset[str]
    families: tuple[tuple[str, ...], ...]
    synonyms: tuple[tuple[str, ...], ...]
    variants: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotValue:
    """A value that a slot can have; every list is of words or phrases.

    Attributes:
        name: as documents write it and as users read it.
        aliases: other names of it.
        guarded: aliases that are common words too: they count beside one of the slot's ``context`` words only.
        codes: abbreviations: they count in capital letters, or as the whole answer to a question for the slot.
        strict: abbreviations that are common words: "Salem, OR", "(OR)", or in capital letters after "in", "for".
        rare: abbreviations that mean something else here: "Boston, MA", "state of MA".
        site: the host of its pages on the web, empty where it has none: "their website".
    """

    name: str
    aliases: frozenset[str] = frozenset()
    guarded: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()
    strict: frozenset[str] = frozenset()
    rare: frozenset[str] = frozenset()
    site: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """Something that answers depend on: a plan, a state, an operating system.

    Attributes:
        name: as records and codes call it.
        ask: the question for it alone.
        dimensions: first parts of its codes: "payor" in "payor.molina".
        metadata: the key of documents' metadata whose values are names of this slot, empty for none.
        many: several values at once are a comparison.
        searched: whether its values join a query that leaves them out.
        resets: slots that a change of this one empties.
        kinds: words for the kind of thing: "plan" in "our plan is Molina". They ask nothing.
        context: words beside which a guarded alias counts.
        never: phrases with an alias in them that mean something else: "United States".
        not_before: words after which no abbreviation counts: "member" in "member ID".
        not_after: words before which none counts: "card" in "ID card".
        tails: last words of names: "health plan". A name with one that nobody knows is a value all the same (F30).
        verbs: what a value does: "cover", "require". A name before one that nobody knows is a value all the same.
        values: those that the pack knows.
    """

    name: str
    ask: str
    dimensions: tuple[str, ...]
    metadata: str = ""
    many: bool = False
    searched: bool = True
    resets: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()
    context: frozenset[str] = frozenset()
    never: frozenset[str] = frozenset()
    not_before: frozenset[str] = frozenset()
    not_after: frozenset[str] = frozenset()
    tails: frozenset[str] = frozenset()
    verbs: frozenset[str] = frozenset()
    values: tuple[SlotValue, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """A kind of question whose answer depends on slots.

    Attributes:
        slots: any of which settles it.
        ask: the packed question for all of them.
        words: the question is of this kind when all phrases of one of these stand in it.
        unless: phrases with which it is not.
    """

    slots: tuple[str, ...]
    ask: str
    words: tuple[tuple[str, ...], ...]
    unless: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Slots:
    """What answers depend on in the pack's field.

    Attributes:
        slots: in the order of asking.
        needs: which kinds of question need which slots.
        negations: what takes back the name after it: "not", "instead of".
        comparisons: what adds a value to those that hold: "compare", "versus".
        declines: whole utterances that answer a question for a slot with no value: "I don't know", "any".
    """

    slots: tuple[Slot, ...]
    needs: tuple[Need, ...]
    negations: frozenset[str]
    comparisons: frozenset[str]
    declines: frozenset[str]

    def site_of(self, value: str) -> str:
        """The host of a value's pages on the web, empty where the pack knows none."""
        return next((v.site for slot in self.slots for v in slot.values if v.name == value), "")

    def named(self, name: str) -> Slot:
        """The slot of that name.

        Raises:
            KeyError: there is none.
        """
        return {slot.name: slot for slot in self.slots}[name]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A domain pack.

    Attributes:
        language: ISO 639-1: of the texts, and of the words that rules look for.
        examples: how its users talk; those of ``general`` are in the hearer's weights.
    """

    name: str
    language: str
    description: str
    texts: Texts
    asks: Asks
    pursuit: Pursuit
    chat: Chat
    phrases: Phrases
    private: Private
    asking: Asking
    joining: Joining
    cues: Cues
    values: Values
    identifiers: Identifiers
    words: Words
    following: Following
    giving: Giving
    online: Online
    clarifying: Clarifying
    ambiguity: Ambiguity
    selecting: Selecting
    lists: Lists
    orders: OrderWeights
    parts: PartReader
    slots: Slots
    examples: ActExamples = NO_EXAMPLES
