"""Which pieces of a message ask something, and which only make sense beside what stands before them."""

from __future__ import annotations

import re
from bisect import bisect_right

from followthrough.domain.pack import Pack
from followthrough.rules.language.courtesy import courtesies
from followthrough.rules.language.words import LONGEST_PHRASE, Word, either, keys_of, phrase_at, says, words_of

_PROTECTED = re.compile(
    r"""
    "[^"\n]+" | “[^“”\n]+” | «[^«»\n]+» | `[^`\n]+`       # quoted
    | (?<!\w)'[^'\n]+'(?!\w) | (?<!\w)‘[^‘’\n]+’(?!\w)    # quoted with single marks, not an apostrophe
    | \([^()\n]*\) | \[[^\[\]\n]*\]                     # bracketed
    | \b\w+://\S+                                       # an address
    """,
    re.VERBOSE,
)
_MAY_PROTECT = re.compile(r"[\"“«`'‘(\[/]")  # one of the marks that each of them begins with
_BREAK = frozenset(",:")
_ENDS_TELLING = re.compile(r"\.[\s\"'”’)\]]*$")
_QUESTION_END = re.compile(r"[?？][\s\"'”’)\]!]*$")


def protected_spans(text: str) -> list[tuple[int, int]]:
    """Where the text must not be cut: quotations, brackets, addresses."""
    return [m.span() for m in _PROTECTED.finditer(text)] if _MAY_PROTECT.search(text) else []


def open_words(text: str) -> list[Word]:
    """The words at which the text may be cut: those outside protected spans."""
    spans = protected_spans(text)
    return [w for w in words_of(text) if not is_inside(w.start, spans)]


def is_inside(place: int, spans: list[tuple[int, int]]) -> bool:
    """Whether a character stands in one of the spans, which are in order and don't overlap."""
    before = bisect_right(spans, place, key=lambda span: span[0])
    return before > 0 and place < spans[before - 1][1]


def ends_as_question(text: str) -> bool:
    """Whether a question mark ends the text."""
    return _QUESTION_END.search(text) is not None


def asks(text: str, pack: Pack) -> bool:
    """Whether a sentence is a question or a request for information.

    One that ends in a full stop and has a question's words only behind a comma tells something: "..., which is late."
    """
    if ends_as_question(text):
        return True
    words = words_of(text)
    start = question_start(words, text, pack)
    if start is None:
        return False
    keys = [w.key for w in words]
    opens = all(_is_lead(key, pack) for key in keys[:start])
    return opens or not _ENDS_TELLING.search(text) or phrase_at(keys, start, pack.asking.requests) > 1


def is_hedged(text: str, pack: Pack) -> bool:
    """Whether the user guesses or remembers."""
    return says(keys_of(text), pack.giving.hedges)


def question_start(words: list[Word], text: str, pack: Pack) -> int | None:
    """The word at which the sentence's question or request begins, None when it has none.

    It begins the sentence (after courtesies and joiners) or follows a comma or colon: "For Plan Silver, what is ...".
    """
    keys = [w.key for w in words]
    may_start = True
    for place, word in enumerate(words):
        if place and not _BREAK.isdisjoint(text[words[place - 1].end : word.start]):
            may_start = True
        if may_start and (opens_question(words, place, pack) or phrase_at(keys, place, pack.asking.requests)):
            return place
        if not _is_lead(word.key, pack):
            may_start = False
    return None


def _is_lead(key: str, pack: Pack) -> bool:
    """Whether a question may still begin after this word: "so, what ...", "please tell me"."""
    phrases = pack.phrases
    return key in either(pack.asking.joiners, phrases.greetings, phrases.acknowledgements, phrases.asides)


def opens_question(words: list[Word], place: int, pack: Pack) -> bool:
    """Whether a question begins at this word: "what about", "what is", "how many", "is the", "can I"."""
    asking = pack.asking
    keys = [w.key for w in words[place : place + LONGEST_PHRASE]]
    if phrase_at(keys, 0, asking.openers):
        return True
    if len(keys) < 2:
        return False
    word, after = keys[0], words[place + 1]
    if _has_verb(word, pack):
        return True
    if word in asking.question_words:
        return after.key in asking.auxiliaries or after.key not in asking.subjects
    return word in asking.auxiliaries and (after.key in asking.subjects or is_capitalised(after))


def _has_verb(word: str, pack: Pack) -> bool:
    """Whether a question word carries its verb: "what's", or "whats" as it is typed."""
    stem = word.removesuffix("s").removesuffix("'")
    return stem != word and stem in pack.asking.question_words


def is_capitalised(word: Word) -> bool:
    """Whether the word begins with a capital letter."""
    return word.text[0].isupper()


def content(words: list[Word], pack: Pack) -> list[Word]:
    """The words that say something by themselves."""
    return [w for w in words if w.key not in pack.words.stop and w.key not in pack.asking.question_words]


def is_filler(text: str, pack: Pack) -> bool:
    """Whether the text asks nothing and gives nothing: courtesies, "I have two questions:"."""
    if courtesies(text, pack.phrases):
        return True
    return all(w.key in pack.asking.fillers for w in words_of(text))


def hangs_on_before(text: str, pack: Pack) -> bool:
    """Whether the piece needs what stands before it: it points back, or says too little by itself."""
    if points_back(text, pack):
        return True
    words = words_of(text)
    telling = [w for w in content(words, pack) if w.key not in pack.words.light]
    if len(telling) == 1:  # "What is the deductible?" does; "Where do I park?", "What is an objective?" do not
        verbs = [w.key for w in words if w.key in pack.asking.auxiliaries]
        place = words.index(telling[0])
        if place and (words[place - 1].key in pack.asking.indefinites or is_capitalised(telling[0])):
            return False
        return all(key in pack.asking.copulas for key in verbs)
    return not telling


def points_back(text: str, pack: Pack) -> bool:
    """Whether a word of the piece stands for something said before: "if so, ...", "does it ...", "what about ..."."""
    words = words_of(text)
    keys = [w.key for w in words]
    start = 0
    while start < len(keys) and keys[start] in pack.asking.joiners:
        start += 1
    if phrase_at(keys, start, pack.asking.conditionals) or phrase_at(keys, start, pack.asking.openers):
        return True
    return any(_is_anaphor(words, place, pack) for place in range(len(words)))


def _is_anaphor(words: list[Word], place: int, pack: Pack) -> bool:
    """A demonstrative before a noun of its own still points back ("this form"); "is it true that ..." does not."""
    key = words[place].key
    if key not in either(pack.asking.anaphors, pack.asking.pronouns):
        return False
    if key not in pack.asking.subjects or place + 1 == len(words):
        return True
    after = words[place + 1]  # "that the plan ...", "that Harbor ..." opens a clause
    return after.key not in pack.asking.subjects and not is_capitalised(after)
