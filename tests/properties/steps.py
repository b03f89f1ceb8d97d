"""How many steps a pattern takes over a text: a backtracking matcher that counts."""

from __future__ import annotations

import re
import re._constants as ops
import re._parser as parser
from collections.abc import Iterator, Sequence
from typing import Any

_CATEGORIES = {
    ops.CATEGORY_DIGIT: re.compile(r"\d"),
    ops.CATEGORY_NOT_DIGIT: re.compile(r"\D"),
    ops.CATEGORY_SPACE: re.compile(r"\s"),
    ops.CATEGORY_NOT_SPACE: re.compile(r"\S"),
    ops.CATEGORY_WORD: re.compile(r"\w"),
    ops.CATEGORY_NOT_WORD: re.compile(r"\W"),
}
_WORD = _CATEGORIES[ops.CATEGORY_WORD]
_REPEATS = (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT)
_CHARACTERS = (ops.LITERAL, ops.NOT_LITERAL, ops.ANY, ops.IN)


class Steps:
    """A pattern over a text; ``done`` counts characters looked at and ways tried.

    Args:
        pattern: a compiled pattern of text.
        text: what it is tried on.
    """

    def __init__(self, pattern: re.Pattern[str], text: str) -> None:
        self.done = 0
        self._text = text
        self._flags = pattern.flags
        self._tree = list(parser.parse(pattern.pattern, pattern.flags))

    def scan(self) -> int:
        """The steps of finding every match in the text."""
        at = 0
        while at <= len(self._text):
            end = self._first(self._tree, at)
            at = max(end, at + 1) if end is not None else at + 1
        return self.done

    def begin(self) -> int:
        """The steps of a match at the beginning."""
        self._first(self._tree, 0)
        return self.done

    def _first(self, items: Sequence[Any], at: int) -> int | None:
        return next(self._all(list(items), 0, at), None)

    def _all(self, items: list[Any], place: int, at: int) -> Iterator[int]:
        if place == len(items):
            yield at
            return
        for middle in self._one(*items[place], at):
            yield from self._all(items, place + 1, middle)

    def _one(self, op: Any, value: Any, at: int) -> Iterator[int]:
        self.done += 1
        if op in _CHARACTERS:
            if at < len(self._text) and self._is(op, value, self._text[at]):
                yield at + 1
        elif op in _REPEATS:
            yield from self._repeat(op, *value, at)
        elif op is ops.SUBPATTERN:
            yield from self._all(list(value[3]), 0, at)
        elif op is ops.BRANCH:
            for way in value[1]:
                yield from self._all(list(way), 0, at)
        elif op is ops.ATOMIC_GROUP:
            yield from self._atomic(self._first(value, at))
        elif op in (ops.ASSERT, ops.ASSERT_NOT):
            yield from self._assert(op, *value, at)
        elif op is ops.AT and self._is_at(value, at):
            yield at

    def _atomic(self, end: int | None) -> Iterator[int]:
        if end is not None:
            yield end

    def _assert(self, op: Any, direction: int, items: Any, at: int) -> Iterator[int]:
        start = at if direction > 0 else at - items.getwidth()[0]
        found = start >= 0 and self._first(items, start) is not None
        if found is (op is ops.ASSERT):
            yield at

    def _repeat(self, op: Any, least: int, most: int, items: Any, at: int) -> Iterator[int]:
        body = list(items)
        if len(body) == 1 and body[0][0] in _CHARACTERS:
            end = at
            while end < len(self._text) and end - at < most and self._is(*body[0], self._text[end]):
                end += 1
                self.done += 1
            ends = range(end, at + least - 1, -1) if op is ops.MAX_REPEAT else range(at + least, end + 1)
            for one in ends[:1] if op is ops.POSSESSIVE_REPEAT and ends else ends:
                self.done += 1
                yield one if op is not ops.POSSESSIVE_REPEAT else end
            return
        ways = self._times(body, least, most, at, lazy=op is ops.MIN_REPEAT)
        yield from self._atomic(next(ways, None)) if op is ops.POSSESSIVE_REPEAT else ways

    def _times(self, body: list[Any], least: int, most: int, at: int, *, lazy: bool) -> Iterator[int]:
        if lazy and least <= 0:
            yield at
        if most:
            for middle in self._all(body, 0, at):
                if middle > at or least > 0:
                    yield from self._times(body, least - 1, most - 1, middle, lazy=lazy)
        if not lazy and least <= 0:
            yield at

    def _is(self, op: Any, value: Any, character: str) -> bool:
        if op is ops.ANY:
            return character != "\n" or bool(self._flags & re.DOTALL)
        if op is ops.LITERAL:
            return self._same(value, character)
        if op is ops.NOT_LITERAL:
            return not self._same(value, character)
        negated = value[0][0] is ops.NEGATE
        return any(self._in(*one, character) for one in value[negated:]) is not negated

    def _same(self, code: int, character: str) -> bool:
        if self._flags & re.IGNORECASE:
            return chr(code).casefold() == character.casefold()
        return code == ord(character)

    def _in(self, op: Any, value: Any, character: str) -> bool:
        if op is ops.LITERAL:
            return self._same(value, character)
        if op is ops.RANGE:
            low, high = value
            cases = (character.lower(), character.upper()) if self._flags & re.IGNORECASE else (character,)
            return any(len(case) == 1 and low <= ord(case) <= high for case in cases)
        return _CATEGORIES[value].match(character) is not None

    def _is_at(self, where: Any, at: int) -> bool:
        text, size = self._text, len(self._text)
        if where is ops.AT_BEGINNING_STRING or (where is ops.AT_BEGINNING and not self._flags & re.MULTILINE):
            return at == 0
        if where is ops.AT_BEGINNING:
            return at == 0 or text[at - 1] == "\n"
        if where is ops.AT_END_STRING:
            return at == size
        if where is ops.AT_END:
            return at == size or (text[at] == "\n" and (at + 1 == size or bool(self._flags & re.MULTILINE)))
        before = at > 0 and _WORD.match(text[at - 1]) is not None
        after = at < size and _WORD.match(text[at]) is not None
        return (before is not after) is (where is ops.AT_BOUNDARY)
