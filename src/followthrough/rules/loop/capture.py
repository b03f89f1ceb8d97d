"""Which questions of a loop a message answers: the pending one, verbatim, unless explicit marks say more (C37).

Invariant: without such a mark the whole message is the answer to the pending question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from followthrough.domain.clarification import ClarificationContext, LoopAnswer
from followthrough.domain.pack import Pack
from followthrough.rules.cases.fitting import Fitting
from followthrough.rules.cases.placing import ahead, corrected, put_right_beside, several
from followthrough.rules.hearing.loop_reading import telling_stems
from followthrough.rules.language.asking import is_inside, protected_spans
from followthrough.rules.language.utterance import mark_first
from followthrough.rules.language.words import Stems, Word, behind, has_digit, phrase_at, says, words_of
from followthrough.rules.loop.revising import as_it_is_now, bare_correction, revised

_SEPARATOR = re.compile(r"(?<!\d),|,(?!\d)|[;\n]|(?<=[^\W\d_])\.(?=\s)")
_MOST_WORDS = 8  # of one of several answers: a longer one is a story, not a value
_MOST_BARE = 3  # words of a value for the pending question before those that name theirs
_MOST_TAIL = 3  # words of a value that follows its name bare: "actually, version 11 I think"


@dataclass(frozen=True, slots=True, kw_only=True)
class Captured:
    """The loop with the message's answers.

    ``changed`` is the place of an earlier answer that was changed. ``is_ahead``: the message answered a later
    question, which stands before the one that still waits now.
    """

    context: ClarificationContext
    changed: int | None = None
    is_ahead: bool = False

    @property
    def is_elsewhere(self) -> bool:
        """Whether another question than the one that waits got the answer."""
        return self.is_ahead or self.changed is not None


def capture(text: str, context: ClarificationContext, pack: Pack, *, corrects: bool = False) -> Captured:
    """The loop after the answer. Its mode stays; whether all is answered is seen by its index.

    Args:
        text: the message.
        context: the loop before it.
        pack: the words to look for.
        corrects: the message is heard to correct something.
    """
    if not context.strict:
        reader, fitting = _Marks(context, pack), Fitting.of(context, pack)
        said = mark_first(text, pack)
        beside, own = put_right_beside(said, context, fitting, pack)
        if own != said:
            return Captured(context=with_answers(beside, (own,)))
        change = (
            reader.change(said)
            or corrected(said, context, fitting, pack, is_heard=corrects)
            or bare_correction(said, context, pack)
        )
        if change is not None:
            place, value = change
            if place == context.current_index:
                return Captured(context=with_answers(context, (text,)))
            answers = list(context.answers)
            answers[place] = replace(answers[place], answer=value)
            return Captured(context=replace(context, answers=tuple(answers)), changed=place)
        if given := reader.several(text) or several(text, pieces_of(text, pack), context, fitting):
            return Captured(context=with_answers(context, given))
        if (later := ahead(text, context, fitting)) is not None:
            return Captured(context=_answered_ahead(context, later, text), is_ahead=True)
        now = as_it_is_now(revised(said, pack), beside, pack)
        text, context = now if now != said else text, beside
    return Captured(context=with_answers(context, (text,)))


def passed_over(context: ClarificationContext, place: int) -> ClarificationContext:
    """The loop with the answer to a question that is still to be asked not known."""
    return with_answers(context, (None,)) if place == context.current_index else _answered_ahead(context, place, None)


def _answered_ahead(context: ClarificationContext, later: int, text: str | None) -> ClarificationContext:
    """The loop with a later question answered, put before the one that waits, as one that was told beforehand is."""
    waits, questions = context.current_index, list(context.questions)
    questions.insert(waits, questions.pop(later))
    answered = with_answers(replace(context, questions=tuple(questions)), (text,))
    return replace(answered, misfits=context.misfits)


def with_answers(context: ClarificationContext, values: Sequence[str | None]) -> ClarificationContext:
    """The loop with the next answers, in the order of its questions; None for one that is not known."""
    questions = context.questions[context.current_index :][: len(values)]
    given = tuple(LoopAnswer(question=q, answer=v) for q, v in zip(questions, values, strict=False))
    place = context.current_index + len(given)
    return replace(context, answers=context.answers + given, current_index=place, misfits=())


class _Marks:
    """Reads explicit marks against the names of the loop's questions."""

    def __init__(self, context: ClarificationContext, pack: Pack) -> None:
        self._context = context
        self._pack = pack
        self._stems = Stems(pack)
        self._named = [telling_stems(words_of(q), self._stems, pack) for q in context.questions]

    def change(self, text: str) -> tuple[int, str] | None:
        """The question whose answer the message changes and the new value; None when it says no such thing.

        It needs a mark of correction or a verb of change, the name of one question, and a value.
        """
        words = words_of(text)
        keys = [w.key for w in words]
        start = behind(keys, 0, self._pack.clarifying.corrections | self._pack.phrases.asides)
        is_ordered = phrase_at(keys, start, self._pack.clarifying.changes) > 0
        if not is_ordered and not says(keys[:start], self._pack.clarifying.corrections):
            return self._by_order(text, words, start) if says(keys, self._pack.clarifying.equals) else None
        start += is_ordered
        beside = self._pack.selecting.ordinal_nouns if is_ordered else frozenset[str]()
        return (
            self._by_order(text, words, start, beside)
            or self._by_name(text, words, start)
            or self._by_order_behind(text, words, start)
        )

    def _by_order(
        self, text: str, words: list[Word], start: int, beside: frozenset[str] = frozenset()
    ) -> tuple[int, str] | None:
        """As in "my first answer to 12", "the answer to the second question is red".

        ``beside``: what names an answer too: "change the first one to red".
        """
        keys = [w.key for w in words]
        names = (self._pack.clarifying.answers - self._pack.clarifying.equals) | beside
        ordinals = frozenset(name for some in self._pack.selecting.ordinals for name in some)
        place, named, index = start, False, None
        while place < len(keys):
            if index is None and (length := phrase_at(keys, place, ordinals)):
                said = " ".join(keys[place : place + length])
                index = next(i for i, some in enumerate(self._pack.selecting.ordinals) if said in some)
            elif length := phrase_at(keys, place, names):
                named = True
            elif index is None and keys[place] in self._pack.words.stop:
                length = 1
            else:
                break
            place += length
        if index is None or not named or index >= self._context.current_index:
            return None
        value = self._value(text, words, place)
        return (index, value) if value else None

    def _by_order_behind(self, text: str, words: list[Word], start: int) -> tuple[int, str] | None:
        """As in "I meant yes to the first", "I meant lost in the first question"."""
        keys = [w.key for w in words]
        places = [place for place in range(start + 1, len(keys)) if self._ordinal(keys[place]) is not None]
        index = self._ordinal(keys[places[-1]]) if places else None
        if index is None or index >= self._context.current_index:
            return None
        nouns = self._pack.clarifying.answers | self._pack.selecting.ordinal_nouns
        leading = self._pack.joining.prepositions | self._pack.joining.determiners
        end = places[-1]
        while end > start and keys[end - 1] in leading:
            end -= 1
        is_order = start < end < places[-1] and nouns.issuperset(keys[places[-1] + 1 :])
        return (index, text[words[start].start : words[end - 1].end]) if is_order else None

    def _ordinal(self, key: str) -> int | None:
        """The place from 0 that the word means; a numeral means a number here."""
        numerals = frozenset[str]().union(*self._pack.values.numerals)
        return next(
            (i for i, some in enumerate(self._pack.selecting.ordinals) if key in frozenset(some) - numerals), None
        )

    def _by_name(self, text: str, words: list[Word], start: int) -> tuple[int, str] | None:
        """As in "the version is 11", "the version to 11", "version 11"."""
        name: list[Word] = []
        for place in range(start, len(words)):
            length = self._equals_at(text, words, place)
            if length is not None and name:
                index = self._question_named(name)
                value = self._value(text, words, place + length, equals=False)
                return (index, value) if index is not None and value else None
            if has_digit(words[place].text):
                index = self._question_named(name) if len(words) - place <= _MOST_TAIL else None
                return None if index is None else (index, text[words[place].start :].strip(" .!"))
            name.append(words[place])
        return None

    @property
    def _last(self) -> int:
        """The last question that can be named: the pending one."""
        return min(self._context.current_index, len(self._context.questions) - 1)

    def _equals_at(self, text: str, words: list[Word], place: int) -> int | None:
        """How many words stand between a name and its value here; 0 for a colon or "=", None when nothing does."""
        before = text[words[place - 1].end : words[place].start] if place else ""
        if ":" in before or "=" in before:
            return 0
        return phrase_at([w.key for w in words], place, self._pack.clarifying.equals) or None

    def _question_named(self, name: list[Word]) -> int | None:
        """The question that these words name and no other as well; of the same question twice the later one."""
        stems = telling_stems(name, self._stems, self._pack)
        scores = [len(stems & named) for named in self._named[: self._last + 1]]
        best = max(scores, default=0)
        places = [i for i, s in enumerate(scores) if s == best]
        if not stems or best == 0 or len({self._named[i] for i in places}) > 1:
            return None
        answered = [i for i in places if i < self._context.current_index]
        return answered[-1] if answered else places[-1]

    def _value(self, text: str, words: list[Word], place: int, *, equals: bool = True) -> str:
        if equals and place < len(words):
            place += phrase_at([w.key for w in words], place, self._pack.clarifying.equals)
        if place >= len(words):
            return ""
        return text[words[place].start :].strip().rstrip(".!")

    def several(self, text: str) -> tuple[str, ...]:
        """The answers of "version 12, red light": each piece names a question, the pending one and those after it.

        The first may be the pending one's bare value: "12, and the light is red".
        """
        parts = pieces_of(text, self._pack)
        if len(parts) < 2 or len(parts) > len(self._context.questions) - self._context.current_index:
            return ()
        by_question: dict[int, str] = {}
        for order, part in enumerate(parts):
            place = self._next_named(part)
            if place is None and order == 0 and len(words_of(part)) <= _MOST_BARE:
                place = self._context.current_index
            if place is None or place in by_question:
                return ()
            by_question[place] = part
        wanted = range(self._context.current_index, self._context.current_index + len(parts))
        return tuple(by_question[place] for place in wanted) if set(by_question) == set(wanted) else ()

    def _next_named(self, part: str) -> int | None:
        """The one open question that a piece names."""
        words = words_of(part)
        if len(words) > _MOST_WORDS:
            return None
        stems = telling_stems(words, self._stems, self._pack)
        first = self._context.current_index
        shared = {i: len(stems & self._named[i]) for i in range(first, len(self._named))}
        best = max(shared.values(), default=0)
        hits = [i for i, n in shared.items() if n == best]
        if not best or len(hits) != 1:
            return None
        return hits[0]


def pieces_of(text: str, pack: Pack) -> list[str]:
    """The message at its separators and its "and", none within quotations."""
    spans = protected_spans(text)
    cuts = [m.span() for m in _SEPARATOR.finditer(text)]
    cuts += [(word.start, word.end) for word in words_of(text) if word.key in pack.joining.coordinators]
    pieces: list[str] = []
    begin = 0
    for start, end in sorted(cut for cut in cuts if not is_inside(cut[0], spans)):
        pieces.append(text[begin:start])
        begin = end
    return [piece.strip(" .!") for piece in (*pieces, text[begin:]) if words_of(piece)]
