"""Where the values of a message belong among a loop's questions, by the cases that they are (C37).

Invariant: nothing is placed that does not name a case of its question; what is left goes to the question that waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from followthrough.domain.clarification import ClarificationContext, LoopAnswer
from followthrough.domain.pack import Pack
from followthrough.rules.cases.clauses import Clause
from followthrough.rules.cases.fitting import OPEN, Fit, Fitting
from followthrough.rules.hearing.loop_reading import settles_yes_or_no
from followthrough.rules.language.utterance import as_typed
from followthrough.rules.language.words import Word, behind, has_digit, keys_of, phrase_at, words_of

_MOST_SAID = 12  # words of a message that changes an earlier answer; a longer one tells a story
_MOST_FREE = 4  # of one for a question without cases
_MOST_CUT = 40  # of one that is cut in two, once behind each of them
_MOST_PLACED = 4  # questions that one message answers in an order of its own


def corrected(
    text: str, context: ClarificationContext, fitting: Fitting, pack: Pack, *, is_heard: bool = False
) -> tuple[int, str] | None:
    """The earlier answer that the message puts right, and its new value: "sorry, it is a Hub 5 actually".

    The value is another case of that question and of no other. It is none of the question that waits, unless the
    message takes the earlier answer back itself: "it was 3, not 2".

    Args:
        text: the message.
        context: the loop.
        fitting: the cases of its document.
        pack: the words to look for.
        is_heard: the message is heard to correct something, whatever words it has.
    """
    words = words_of(text)
    begin, is_marked = _after_marks(words, context, pack)
    if not begin < len(words) <= _MOST_SAID:
        return None
    value = text[words[begin].start :].strip().rstrip(".!")
    waits = Fit.FREE if context.question is None else fitting.fit(context.current_index, value)
    is_said = is_marked or is_heard
    is_due = waits in OPEN or (waits is Fit.FREE and is_said)
    changes = [
        (place, new.text)
        for place in range(len(context.answers))
        for new in _instead(value, place, context, fitting, pack)
        if new.takes_back or (is_due and _is_meant(new.text, place, fitting, is_said=is_said))
    ]
    return changes[0] if len(changes) == 1 else None


def opens_correction(text: str, context: ClarificationContext, pack: Pack) -> bool:
    """Whether the message opens like a correction, whatever it puts right."""
    return _after_marks(words_of(text), context, pack)[1]


def put_right_beside(
    text: str, context: ClarificationContext, fitting: Fitting, pack: Pack
) -> tuple[ClarificationContext, str]:
    """The loop with earlier answers as a message puts them right beside its own, and that one.

    "The screen, and it is a Nova 8, sorry"; of "no 11, and it is red" the answer is "it is red".
    """
    waits, words = context.current_index, words_of(text)
    begin, is_marked = _after_marks(words, context, pack)
    said = text[words[begin].start :] if is_marked and begin < len(words) else text
    if context.question is None or fitting.fit(waits, said) is not Fit.CASE:
        return context, text
    answers = tuple(_instead_of(given, place, waits, said, fitting) for place, given in enumerate(context.answers))
    own = [c.text for c in fitting.clauses(waits, said) if not c.denied and fitting.is_case(waits, c.text)]
    is_apart = answers != context.answers and len(own) == 1
    return replace(context, answers=answers), own[0] if is_apart else text


def _instead_of(given: LoopAnswer, place: int, waits: int, said: str, fitting: Fitting) -> LoopAnswer:
    """The earlier answer as one piece of what is said has it, which is no case of the question that waits."""
    named = [
        clause.text
        for clause in fitting.clauses(place, said)
        if not clause.denied
        and _may_be_amount(clause.text, place, fitting)
        and fitting.is_case(place, clause.text)
        and not fitting.is_case(waits, clause.text)
    ]
    is_new = len(named) == 1 and given.answer is not None and not fitting.same(place, named[0], given.answer)
    return replace(given, answer=named[0]) if is_new else given


def _is_meant(text: str, place: int, fitting: Fitting, *, is_said: bool) -> bool:
    """Whether the text may be a new answer to the question; without a word for it, an amount only with a figure."""
    return is_said or _may_be_amount(text, place, fitting)


def _may_be_amount(text: str, place: int, fitting: Fitting) -> bool:
    """Whether the text has a figure where an amount was asked for: "on a week day" has none."""
    return has_digit(text) or not fitting.is_counted(place)


@dataclass(frozen=True, slots=True)
class _New:
    """What is said instead of an answer. ``takes_back``: that answer is named beside it."""

    text: str
    takes_back: bool


def _instead(value: str, place: int, context: ClarificationContext, fitting: Fitting, pack: Pack) -> Iterator[_New]:
    """What the message says instead of the answer at the place, once at most."""
    given = context.answers[place].answer
    clauses = fitting.clauses(place, value)
    old = [clause for clause in clauses if _is_given(clause.text, place, given, fitting, pack)]
    if fitting.fit(place, value) is Fit.CASE:
        if not fitting.same(place, value, given):
            yield _New(value, bool(old))
    else:
        yield from _of_clauses([c for c in clauses if c not in old and not c.denied], old, place, fitting)


def _of_clauses(new: Sequence[Clause], old: Sequence[Clause], place: int, fitting: Fitting) -> Iterator[_New]:
    """The one new piece that is a case; one that is none only where the answer is denied: "3, not 2"."""
    named = [c for c in new if fitting.is_case(place, c.text)]
    is_denied = any(clause.denied for clause in old)
    if len(named) == 1:
        yield _New(named[0].text, bool(old))
    elif is_denied and not named and len(new) == 1:
        yield _New(new[0].text, takes_back=True)


def _is_given(text: str, place: int, given: str | None, fitting: Fitting, pack: Pack) -> bool:
    """Whether the text is the answer that was given, or the same case."""
    if given is None:
        return False
    return repeats(text, given, pack) or (fitting.is_case(place, text) and fitting.same(place, text, given))


def repeats(said: str, before: str, pack: Pack) -> bool:
    """Whether the one says no more than the other: "Hub 7" and "it is a Hub 7"."""
    one, other = (frozenset(keys_of(text)) - pack.words.stop for text in (said, before))
    return bool(one and other) and (one <= other or other <= one)


def _after_marks(words: list[Word], context: ClarificationContext, pack: Pack) -> tuple[int, bool]:
    """Behind what opens a correction, and whether anything does; "no" opens none where it is an answer."""
    keys = [word.key for word in words]
    marks = as_typed(pack.clarifying.corrections)
    if len(keys) > 2 and len(keys[0]) <= _SIGH and phrase_at(keys, 1, marks | pack.clarifying.denied):
        place, is_marked = _after_marks(words[1:], context, pack)  # "ah no, it was last month"
        return place + 1, is_marked
    if not settles_yes_or_no(context.question or "", pack):
        marks |= pack.clarifying.denied
    place = phrase_at(keys, 0, pack.clarifying.denied)  # "no, sorry" puts right whatever was asked
    place, is_marked = place if phrase_at(keys, place, as_typed(pack.clarifying.corrections)) else 0, False
    while length := max(phrase_at(keys, place, marks), phrase_at(keys, place, pack.phrases.asides)):
        is_marked = is_marked or bool(phrase_at(keys, place, marks))
        place += length
    return behind(keys, place, pack.clarifying.denied) if is_marked else place, is_marked


_SIGH = 3  # letters of a word that only sighs


def several(text: str, pieces: Sequence[str], context: ClarificationContext, fitting: Fitting) -> tuple[str, ...]:
    """The answers to the question that waits and those after it, where the message is a case of each."""
    open_places = range(context.current_index, len(context.questions))
    if len(open_places) < 2:
        return ()
    if len(pieces) > 1 and (found := _in_order(pieces, open_places, fitting)):
        return found
    if 1 < len(pieces) <= min(len(open_places), _MOST_PLACED) and (found := _by_case(pieces, open_places, fitting)):
        return found
    return _cut(text, open_places, fitting)


def ahead(text: str, context: ClarificationContext, fitting: Fitting) -> int | None:
    """The later question that the message answers instead of the one that waits; None where it may answer that.

    It is a case of one later question and none of the present one's cases.
    """
    waits = context.current_index
    later = range(waits + 1, len(context.questions))
    if not later or len(words_of(text)) > _MOST_SAID or fitting.fit(waits, text) is not Fit.UNFIT:
        return None
    told = fitting.told(text)
    named = [at for at in later if at in told and _may_be_amount(text, at, fitting)]
    return named[0] if len(named) == 1 else None


def _in_order(pieces: Sequence[str], open_places: range, fitting: Fitting) -> tuple[str, ...]:
    """Each piece for the next question; what follows the last one belongs to it."""
    count = min(len(pieces), len(open_places))
    fits = [fitting.fit(open_places[at], pieces[at]) for at in range(count)]
    while count > 1 and fits[count - 1] is not Fit.CASE:
        count -= 1
    if count < 2 or not OPEN.isdisjoint(fits[:count]):
        return ()
    for at in range(count):
        is_elsewhere = any(fitting.fit(place, pieces[at]) is Fit.CASE for place in open_places)
        if fits[at] is Fit.FREE and (is_elsewhere or len(words_of(pieces[at])) > _MOST_FREE):
            return ()
    return (*pieces[: count - 1], ", ".join(pieces[count - 1 :]))


def _by_case(pieces: Sequence[str], open_places: range, fitting: Fitting) -> tuple[str, ...]:
    """The pieces in the order of the questions whose cases they are, where there is one such order."""
    orders = [
        order
        for order in permutations(pieces)
        if all(fitting.fit(place, piece) is Fit.CASE for place, piece in zip(open_places, order, strict=False))
    ]
    return orders[0] if len(orders) == 1 else ()


def _cut(text: str, open_places: range, fitting: Fitting) -> tuple[str, ...]:
    """The message in two, each part a case of its question and not of the other: "red light on hub 5"."""
    words = words_of(text)
    if len(open_places) != _TWO or len(words) > _MOST_CUT:
        return ()
    one, other = open_places

    def is_case(place: int, part: str) -> bool:
        return _may_be_amount(part, place, fitting) and fitting.fit(place, part) is Fit.CASE

    for word in sorted(words[1:], key=lambda one: not fitting.may_begin(one.key)):
        parts = text[: word.start].strip(), text[word.start :].strip()
        fits = [[is_case(place, part) for place in (one, other)] for part in parts]
        if fits == [[True, False], [False, True]]:
            return parts
        if fits == [[False, True], [True, False]]:
            return parts[::-1]
    return ()


_TWO = 2
