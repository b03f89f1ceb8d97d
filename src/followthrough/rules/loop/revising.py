"""What a user takes back in an answer, and which answer a correction without a name means (C37).

Invariant: only an explicit mark takes anything back: "12, no wait 11" is 11; "red, no light on top" stays as it is.
So does what was so before one of two cases: "it was red, now it is blue" is blue.
"""

from __future__ import annotations

import re

from followthrough.domain.clarification import ClarificationContext
from followthrough.domain.pack import Pack
from followthrough.rules.cases.fitting import Fit, Fitting
from followthrough.rules.language.asking import is_inside, protected_spans
from followthrough.rules.language.utterance import as_typed
from followthrough.rules.language.words import Word, behind, has_digit, keys_of, phrase_at, words_of

_MOST_WORDS = 4  # on either side of a mark inside an answer: more is a story
_MOST_VALUE = 3  # of a correction that names nothing


def revised(text: str, pack: Pack) -> str:
    """The answer as it stands after its own corrections: "11" of "12, no wait 11"; else the text itself."""
    words = words_of(text)
    keys, marks = [w.key for w in words], _marks(pack)
    spans = protected_spans(text)
    opening = _after_marks(keys, pack)
    for place in reversed(range(opening + 1, min(len(words), opening + 2 * _MOST_WORDS + 1))):
        length = phrase_at(keys, place, marks)
        if not length or is_inside(words[place].start, spans):
            continue
        begin = _begin_of_value(words, place + length, pack)
        if 0 < len(words) - begin <= _MOST_WORDS and _takes_back(text, words, place, begin, pack):
            return text[words[begin].start :].strip().rstrip(".!")
    return text


def _marks(pack: Pack) -> frozenset[str]:
    """What takes back what stands before it."""
    return as_typed(pack.clarifying.revisions | pack.clarifying.corrections)


def as_it_is_now(text: str, context: ClarificationContext, pack: Pack) -> str:
    """The answer without what was so before: "now it is blue" of "it was red, now it is blue".

    Both must name a case of the document; else what was before is part of the story.
    """
    clauses = _clauses(text, pack)
    present, past = pack.clarifying.present, pack.clarifying.past
    now = [clause for clause in clauses if _has(clause, present, pack)]
    before = [clause for clause in clauses if clause not in now and _has(clause, past, pack)]
    if (
        len(now) != 1
        or not before
        or len(now) + len(before) != len(clauses)
        or _has(context.question or "", past, pack)
    ):
        return text
    fitting, place = Fitting.of(context, pack), context.current_index
    return now[0] if all(fitting.names_case(place, clause) for clause in clauses) else text


def _clauses(text: str, pack: Pack) -> list[str]:
    """The text at its marks and its "but"."""
    found: list[str] = []
    begin = 0
    words = words_of(text)
    for place, word in enumerate(words):
        if place and (_MARK.search(text[words[place - 1].end : word.start]) or word.key in pack.asking.joiners):
            found.append(text[begin : words[place - 1].end])
            begin = (
                words[place + 1].start if word.key in pack.asking.joiners and place + 1 < len(words) else word.start
            )
    return [clause for clause in (*found, text[begin:].strip(" .!")) if words_of(clause)]


_MARK = re.compile(r"[,;.–—]|\s-\s")


def _has(text: str, phrases: frozenset[str], pack: Pack) -> bool:
    keys = keys_of(text)
    return any(phrase_at(keys, place, phrases) for place in range(len(keys)))


def _takes_back(text: str, words: list[Word], place: int, begin: int, pack: Pack) -> bool:
    """Whether the mark at the place takes back what stands before it for the value at ``begin``."""
    first = words[begin].key
    if first in pack.joining.prepositions or first.split("'")[0] in pack.asking.persons:
        return False
    between = text[words[place - 1].end : words[place].start]
    is_set_off = bool(between.strip()) or begin - place > 1
    numbers = [any(has_digit(w.text) for w in some) for some in (words[:place], words[begin:])]
    if all(numbers):
        return True
    return is_set_off and words[place].key not in pack.clarifying.softeners


def _begin_of_value(words: list[Word], place: int, pack: Pack) -> int:
    """Where the value begins behind a mark: after "it is", "make it"."""
    keys = [w.key for w in words]
    while place < len(keys) - 1:
        is_it = keys[place] in pack.following.things and keys[place + 1] in pack.clarifying.equals
        length = 2 if is_it else phrase_at(keys, place, _marks(pack) | pack.clarifying.equals)
        if not length or place + length >= len(keys):
            return place
        place += length
    return place


def bare_correction(text: str, context: ClarificationContext, pack: Pack) -> tuple[int, str] | None:
    """The earlier answer that a correction without a name means, with its new value: "actually Canada".

    It is the last answer, unless the value fits the pending question better: by the document's cases, else by
    whether they are numbers.
    """
    last = context.current_index - 1
    words = words_of(text)
    keys = [w.key for w in words]
    place = _after_marks(keys, pack)
    marked = any(phrase_at(keys, at, as_typed(pack.clarifying.corrections)) for at in range(place))
    begin = _begin_of_value(words, place, pack) if place < len(words) else place
    value = words[begin:]
    if last < 0 or not marked or not 0 < len(value) <= _MOST_VALUE or _is_statement(value, pack):
        return None
    said = text[value[0].start :].strip().rstrip(".!")
    return (last, said) if _means_last(said, context, pack) else None


def _after_marks(keys: list[str], pack: Pack) -> int:
    """Behind the marks of a correction, and words that say nothing, at the beginning."""
    return behind(keys, 0, as_typed(pack.clarifying.corrections) | pack.phrases.asides)


def _is_statement(value: list[Word], pack: Pack) -> bool:
    """Whether it says more than a value: it has a verb, or says yes, no or nothing."""
    first = value[0].key
    no_value = pack.values.negations | pack.clarifying.affirmed | pack.clarifying.denied | pack.clarifying.exceptions
    spoken = pack.asking.auxiliaries | pack.asking.question_words | pack.asking.persons
    return first in no_value or any(w.key in spoken or "'" in w.key for w in value)


def _means_last(said: str, context: ClarificationContext, pack: Pack) -> bool:
    before = context.answers[-1]
    fitting, place = Fitting.of(context, pack), context.current_index
    if (
        fitting.fit(place - 1, said) is Fit.UNFIT
        and context.question is not None
        and fitting.fit(place, said) is Fit.FREE
    ):
        return False
    fits_last = fitting.names_case(place - 1, said)
    if fits_last != (context.question is not None and fitting.names_case(place, said)):
        return fits_last
    return before.answer is None or has_digit(before.answer) == has_digit(said)
