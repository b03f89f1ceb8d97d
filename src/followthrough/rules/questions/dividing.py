"""A message taken apart into the questions that it holds (R0-10).

What is done at each place where it may be cut is said by a fitted reader; what follows from it is exact. A part has
words of the message alone, in their order; what is told, and a condition, goes with each question.

Invariant: every word but joining words and courtesies is in some part.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest

from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import asks, hangs_on_before, is_filler, points_back
from followthrough.rules.language.words import has_digit
from followthrough.rules.questions.places import ENDS, Place, Placed, places_in, trimmed
from followthrough.rules.questions.tagging import Cut, Tagged, tagged
from followthrough.tuning import Tuning

Span = tuple[int, int]  # words: the first, and one past the last
Finder = Callable[[Span, Span], Span]  # the bounds of several things, from where the first and where the last may be


@dataclass(frozen=True, slots=True)
class Piece:
    """A question cut out of a message, and the words of the message it needs to make sense."""

    text: str
    context: str = ""


@dataclass(frozen=True, slots=True)
class _Clause:
    """What was cut out.

    Attributes:
        cut: what it is: a question, or told.
        text: its words.
        things: the question once for each thing of which it is asked; empty where it is asked of one.
        goes_on: whether it stands in one sentence with what is before it.
        is_condition: whether it opens with a word like "for" or "if".
    """

    cut: Cut
    text: str
    things: tuple[str, ...] = ()
    goes_on: bool = False
    is_condition: bool = False


def divide(text: str, pack: Pack, tuning: Tuning, language: str | None = None) -> list[Piece]:
    """The message's questions in order; the message alone where it holds one.

    Args:
        text: the message.
        pack: the words to look for, and the fitted reader.
        tuning: the chance from which on a cut is made.
        language: of the text, where it is known.
    """
    placed = places_in(text, pack, language)
    read = tagged(placed, pack) if len(placed.places) > 1 else None
    if read is None:
        return [Piece(text)]
    pieces = _pieces(_clauses(placed, _Cutter(placed, read, tuning, pack).cuts(), _finder(read), pack), pack)
    return pieces if len(pieces) > 1 else [Piece(text)]


def divided_as(placed: Placed, labels: Sequence[Cut], things: Sequence[Span], pack: Pack) -> list[Piece]:
    """The parts of a message of which it is known what begins at each place, and which words each thing has."""

    def bounds(left: Span, right: Span) -> Span:
        inside = [span for span in things if left[0] <= span[0] < right[1]]
        return inside[0][0], inside[-1][1]

    cuts = [(place, cut) for place, cut in zip(placed.places, labels, strict=True) if cut is not Cut.NOTHING]
    pieces = _pieces(_clauses(placed, cuts, bounds, pack), pack)
    return pieces if len(pieces) > 1 else [Piece(placed.text)]


def _finder(read: Tagged) -> Finder:
    """Where the first of several things begins and the last ends, by what was read; the first of equals."""

    def bounds(left: Span, right: Span) -> Span:
        begins, ends = read.begins[slice(*left)], read.ends[right[0] + 1 : right[1] + 1]
        return left[0] + int(begins.argmax()), right[0] + 1 + int(ends.argmax())

    return bounds


_BEGINNINGS = (Cut.QUESTION, Cut.TOLD)


@dataclass(frozen=True)
class _Cutter:
    """What was read of a message, and from which chance on it counts."""

    placed: Placed
    read: Tagged
    tuning: Tuning
    pack: Pack

    def cuts(self) -> list[tuple[Place, Cut]]:
        """The places at which something begins, the message's beginning among them."""
        found: list[tuple[Place, Cut]] = []
        since, state = 0, Cut.NOTHING
        for number, place in enumerate(self.placed.places):
            chances = self.read.cuts[place.word]
            may = [Cut.QUESTION, Cut.TOLD]
            if number and state is not Cut.TOLD and (place.mark or place.joint):
                may.append(Cut.THING)  # nothing joins things but marks and joining words
            cut = max(may, key=chances.__getitem__)
            goes_on = cut is state is Cut.THING
            sure = goes_on or self._is_sure(cut, since, number, is_told=state is Cut.TOLD)
            if number and not (sure and self._says_something(since, number)):
                continue
            found.append((place, cut))
            state, since = cut, since if cut is Cut.THING else number
        return self._without_told(found)

    def _is_sure(self, cut: Cut, since: int, number: int, *, is_told: bool) -> bool:
        place, tuning = self.placed.places[number], self.tuning
        if cut is Cut.THING:
            alike = self._are_alike(since, number)
            return self._surest_things[number] >= (tuning.parts_thing if alike else tuning.parts_thing_bare)
        is_marked = place.mark or place.joint or is_told  # what is told ends somewhere, marked or not
        return bool(self.read.cuts[place.word][cut] >= (tuning.parts_cut if is_marked else tuning.parts_cut_unmarked))

    def _without_told(self, cuts: Sequence[tuple[Place, Cut]]) -> list[tuple[Place, Cut]]:
        """The cuts; what has no question's words is told, unless it is very likely asked."""
        found: list[tuple[Place, Cut]] = []
        text, surely = self.placed.text, self.tuning.parts_asked_oddly
        for (place, cut), after in zip_longest(cuts, cuts[1:]):
            ends, follows = (after[0].ends, after[1]) if after else (len(text), Cut.NOTHING)
            doubtful = cut is Cut.QUESTION and self.read.cuts[place.word][cut] < surely
            is_told = doubtful and follows is not Cut.THING and not asks(text[place.begins : ends], self.pack)
            found.append((place, Cut.TOLD if is_told else cut))
        return found

    def _are_alike(self, since: int, number: int) -> bool:
        """Whether the things at a place begin alike, not with plain words: names, codes, "the" twice, "for" twice."""
        words, place = self.placed.words, self.placed.places[number]
        first = self.placed.places[since].right
        begins = first + int(self.read.begins[first : place.word].argmax())
        kinds = (self.pack.joining.determiners, self.pack.joining.prepositions)
        sides = [
            (word.text[0].isupper(), has_digit(word.key), *(word.key in kind for kind in kinds))
            for word in (words[begins], words[place.right])
        ]
        return any(left and right for left, right in zip(*sides, strict=True))

    @cached_property
    def _surest_things(self) -> list[float]:
        """The best chance of another thing at each place, or behind it until something else begins."""
        surest = [0.0]
        for place in reversed(self.placed.places):
            chances = self.read.cuts[place.word]
            ends = chances.argmax() in _BEGINNINGS
            surest.append(0.0 if ends else max(surest[-1], float(chances[Cut.THING])))
        return surest[:0:-1]

    def _says_something(self, since: int, number: int) -> bool:
        """Whether both sides say something: "how and when" is one question, and so is "who opened it and when"."""
        words, places = self.placed.words, self.placed.places
        place, after = places[number], places[number + 1 : number + 2]
        sides = [words[places[since].right : place.word]]
        if place.mark not in ENDS:
            sides.append(words[place.right : after[0].word if after else len(words)])
        small = self.pack.asking.question_words | self.pack.asking.auxiliaries
        return all(any(word.key not in small for word in side) for side in sides)


def _clauses(placed: Placed, cuts: Sequence[tuple[Place, Cut]], find: Finder, pack: Pack) -> list[_Clause]:
    """What begins at each cut, the things of one question together."""
    found: list[_Clause] = []
    conditions = pack.joining.prepositions | pack.joining.subordinators
    at = 0
    while at < len(cuts):
        last = at + 1
        while last < len(cuts) and cuts[last][1] is Cut.THING:
            last += 1
        place, cut = cuts[at]
        word = cuts[last][0].word if last < len(cuts) else len(placed.words)
        ends = cuts[last][0].ends if last < len(cuts) else len(placed.text)
        whole = placed.text[place.begins : ends]
        things = [one for one, _ in cuts[at + 1 : last]]
        found.append(
            _Clause(
                cut=cut,
                text=whole.strip() if cut is Cut.TOLD else trimmed(whole),
                things=_apart(placed, place, things, (word, ends), find) if things else (),
                goes_on=bool(found) and place.mark not in ENDS,
                is_condition=placed.words[place.right].key in conditions,
            )
        )
        at = last
    return found


def _apart(
    placed: Placed,
    place: Place,
    things: Sequence[Place],
    until: tuple[int, int],
    find: Finder,
) -> tuple[str, ...]:
    """The question for each thing: what stands before the first and behind the last goes with each."""
    text, words = placed.text, placed.words
    end, ends = until
    begins, last = find((place.right, things[0].word), (things[-1].right, end))
    head, tail = text[place.begins : words[begins].start], text[words[last - 1].end : ends]
    starts = [words[begins].start, *(one.begins for one in things)]
    stops = [*(one.ends for one in things), words[last - 1].end]
    items = [trimmed(text[start:stop]) for start, stop in zip(starts, stops, strict=True)]
    return tuple(trimmed(f"{head}{item}{tail}") for item in items)


class _Asked:
    """The questions so far, as far as one behind them may hang on them."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._first, self._alone = "", ""  # the first, and the last that stands by itself

    def before(self, text: str) -> str:
        """What the next question hangs on: the last that stands by itself, else the first where it points back."""
        if not hangs_on_before(text, self._pack):
            self._first, self._alone = self._first or text, text
            return ""
        found = self._alone or (self._first if points_back(text, self._pack) else "")
        self._first = self._first or text
        return found


def _pieces(clauses: Sequence[_Clause], pack: Pack) -> list[Piece]:
    """Each question with what was told before it, and with the earlier question that it hangs on."""
    pieces: list[Piece] = []
    asked = _Asked(pack)
    told, fresh, lead = "", "", ""  # before the last question, since it, and at the head of its sentence
    for clause in clauses:
        lead = lead if clause.goes_on else ""
        if is_filler(clause.text, pack):
            continue
        if clause.cut is Cut.TOLD:
            fresh = _join(fresh, clause.text)
            lead = clause.text if clause.is_condition else ""
            continue
        before = asked.before(clause.text)
        first, *others = clause.things or (clause.text,)
        pieces.append(Piece(_join(fresh or lead, first), _join(told, before)))
        told = _join(told, fresh if fresh != lead else "")
        pieces += [Piece(_join(lead, text), _join(told, before)) for text in others]
        fresh = ""
    return _with_told_last(pieces, fresh)


def _with_told_last(pieces: list[Piece], told: str) -> list[Piece]:
    """The parts with what was told behind the last of them, which goes with each."""
    if not told or not pieces:
        return pieces
    *others, last = pieces
    shared = [replace(one, context=_join(one.context, told)) for one in others]
    return [*shared, replace(last, text=_join(last.text, told))]


def _join(first: str, second: str) -> str:
    return f"{first} {second}" if first and second else first or second
