"""A text without what identifies a person or opens a door, for whatever leaves the stored message (C42).

It is found by its shape (an e-mail address, a long number) and by what announces it ("member id", "my name is"). What
is left is the user's own words; where in doubt more is left out rather than less.
"""

from __future__ import annotations

import re

from followthrough.domain.pack import Pack
from followthrough.rules.language.words import Word, has_digit, keys_of, phrases_at, words_of

_SHAPES = re.compile(
    r"""
    [\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+                          # an e-mail address
    | (?<![\w-])\d{3}-\d{2}-\d{4}(?![\w-])                               # a social security number
    | (?<![\w])(?:\+?\d{1,3}[ .-]?)?\(?\d{3}\)?[ .-]?\d{3}[ .-]\d{4}(?!\w)   # a telephone number
    | (?<!\w)\+\d(?:[ ./()-]{0,3}\d){6,}(?!\w)                              # one with its country: +49 (0)30 / 901820
    | (?<!\w)\(?0\d{1,5}\)?(?:[ ]?/[ ]?\d(?:[ -]?\d){3,}|(?:\.\d{2}){4})(?!\w)  # 030/901820, 01.42.68.53.00
    | (?<![\w-])(?!\d{4}-\d{2}-\d{2}(?!\d))\d(?:[ -]?\d){7,}(?![\w-])    # eight digits or more that are no ISO date
    | (?<![\w-])\d{4}(?:[./]\d{4}){3}(?![\w-])                           # a card number written with dots
    | (?<![\w-])\d{8,}[A-Za-z]{1,4}(?![\w-])                             # 123456789A
    | (?<![\w-])[A-Za-z]{1,4}-?\d{6,}[A-Za-z]{0,4}(?![\w-])              # W123456789
    | (?<![\w-])\d[A-Za-z][A-Za-z\d]\d-?[A-Za-z][A-Za-z\d]\d-?[A-Za-z]{2}\d{2}(?![\w-])   # 1EG4-TE5-MK73
    | (?<![\w-])(?=[\w-]{0,99}\d)(?=[\w-]{0,99}[a-z])(?=[\w-]{0,99}[A-Z])[\w-]{20,}   # a key or token: sk-aB3...
    | (?<![\w-])[A-Z]{2}\d{2}(?:[ ]?[A-Z\d]{4}){3,7}(?:[ ]?[A-Z\d]{1,3})?(?![\w-])        # an account number, IBAN
    """,
    re.VERBOSE,
)
_MAY_SHAPE = re.compile(r"[@\d]")  # each shape has one
_WRITTEN_DATE = re.compile(r"(?<!\w)\d{1,2}/\d{1,2}/\d{4}(?!\w)")
_SECRET = re.compile(r"\s*+(?P<mark>[:=])?\s*+(?P<secret>\S+)")
_NEAR = 4  # words between what announces and what is announced
_NAME_WORDS = 3
_ENDINGS = ".,;:!?"

_AROUND = " .,;:!?\"'“”„«»()"  # marks beside a word


def without_identifiers(text: str, pack: Pack) -> str:
    """The text with a mark in place of each identifier, name and secret."""
    return _cut(text, _spans(text, pack), pack.texts.private_left_out)


def without_secrets(text: str, pack: Pack) -> str:
    """The text as it is repeated to the user: what they call things stays, long numbers and secrets do not.

    What is announced as a secret is one only where it is no plain word: "the password is wrong", "password rules".
    """
    told = [span for span in _announced(text, pack) if not text[slice(*span)].strip(_AROUND).isalpha()]
    return _cut(text, [*_shapes(text), *told], pack.texts.private_left_out)


def query_without_identifiers(text: str, pack: Pack) -> str:
    """A query for somebody else's server: the same is left out without a mark, and a day in figures too.

    "4/12/1980" may be a birthday that nothing announces; a handover needs such a date, a web search does not.
    """
    spans = [*_spans(text, pack), *(m.span() for m in _WRITTEN_DATE.finditer(text))]
    return " ".join(_cut(text, spans, " ").split())


def _shapes(text: str) -> list[tuple[int, int]]:
    return [m.span() for m in _SHAPES.finditer(text)] if _MAY_SHAPE.search(text) else []


def _announced(text: str, pack: Pack) -> list[tuple[int, int]]:
    """The secrets that are announced as such."""
    words = words_of(text)
    keys = [word.key for word in words]
    found = phrases_at(keys, pack.private.secrets)
    return [span for place, n in found for span in _secret(text, words[place + n - 1].end, pack)]


def _spans(text: str, pack: Pack) -> list[tuple[int, int]]:
    spans = [*_shapes(text), *_announced(text, pack)]
    words = words_of(text)
    keys = [word.key for word in words]
    private = pack.private
    for place, length in phrases_at(keys, private.identifiers):
        spans += _dated(words[place + length :], pack)
    for place, length in phrases_at(keys, private.names):
        spans += _name(words[place + length :])
    return spans


def answer_without_identifiers(question: str, answer: str, pack: Pack) -> str:
    """The answer to a question, all of it left out where the question asks for something private."""
    keys = [key.removesuffix("'s") for key in keys_of(question)]
    if phrases_at(keys, pack.private.asks):
        return pack.texts.private_left_out
    return without_identifiers(answer, pack)


def _dated(words: list[Word], pack: Pack) -> list[tuple[int, int]]:
    """The numbers, codes and months that follow one another, from the first near the beginning."""
    start = next((n for n, word in enumerate(words[:_NEAR]) if _is_dated(word, pack)), None)
    if start is None:
        return []
    end = start
    while end < len(words) and _is_dated(words[end], pack):
        end += 1
    return [(words[start].start, words[end - 1].end)]


def _is_dated(word: Word, pack: Pack) -> bool:
    return has_digit(word.text) or word.key in pack.values.months


def _secret(text: str, place: int, pack: Pack) -> list[tuple[int, int]]:
    """What stands between white space after the announcement, where it is said to be one or looks like one."""
    found = _SECRET.match(text, place)
    is_said = found is not None and found["mark"] is not None
    if found is not None and found["secret"].rstrip(":").casefold() in pack.asking.copulas:
        found, is_said = _SECRET.match(text, found.end()), True
    if found is None:
        return []
    word = found["secret"].rstrip(_ENDINGS)
    looks = any(not c.islower() for c in word[1:])
    if not looks and not (is_said and word.casefold() not in pack.words.stop):
        return []
    return [found.span("secret")]


def _name(words: list[Word]) -> list[tuple[int, int]]:
    """The capitalised words that follow."""
    count = 0
    while count < min(len(words), _NAME_WORDS) and words[count].text[0].isupper():
        count += 1
    return [(words[0].start, words[count - 1].end)] if count else []


def _cut(text: str, spans: list[tuple[int, int]], mark: str) -> str:
    pieces: list[str] = []
    place = 0
    for start, end in sorted(spans):
        if start >= place:
            pieces += [text[place:start], mark]
        place = max(place, end)
    return "".join((*pieces, text[place:]))
