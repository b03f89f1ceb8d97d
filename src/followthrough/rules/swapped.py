"""Whether a sentence puts another word into the place of one that its source has: "open" for "closed", "by post".

One swapped word makes a lie of a sentence whose other words all stand in the source. Three places are looked at: a
word with an opposite, what a preposition is about, and what a thing is named by ("the gym fee" for "the setup fee").
Invariant: what a sentence leaves out or says in another order is no swap.
"""

from __future__ import annotations

from dataclasses import dataclass

from followthrough.domain.pack import Pack
from followthrough.rules.facts import key_of
from followthrough.rules.words import Stems, Word, has_digit, phrase_at, words_of

_NEAR = 3  # words on one side of an opposite that say of what it is said
_PHRASE = 3  # words of what a preposition is about


class Swapped:
    """Compares a model's sentence with the unit that it rests on."""

    def __init__(self, text: str, pack: Pack) -> None:
        self._pack = pack
        self._said = _Read.of(text, pack)

    def says_the_opposite(self, source: str) -> bool:
        """Whether a word stands for its opposite, about the same thing."""
        theirs = _Read.of(source, self._pack)
        pairs = ((a, b) for one, other in self._pack.values.opposites for a, b in ((one, other), (other, one)))
        swapped = [
            (mine, other)
            for mine, other in pairs
            if self._said.has(mine) and theirs.has(other) and not self._said.has(other) and not theirs.has(mine)
        ]
        return any(self._said.shares_what_is_near(mine, theirs, other) for mine, other in swapped)

    def replaces(self, source: str, held: frozenset[str]) -> bool:
        """Whether a word that no source has stands behind a preposition or before a name in another one's place.

        Args:
            source: the unit, with its column names.
            held: the stems of all that the cited passages say.
        """
        theirs = _Read.of(source, self._pack)
        return (
            self._fills_otherwise(theirs, held, width=1)
            or self._names_otherwise(theirs, held)
            or self._letters_otherwise(theirs)
        )

    def replaces_beside(self, source: str, held: frozenset[str]) -> bool:
        """The same of a unit that says it with the same word before the preposition: "sent by post"."""
        return self._fills_otherwise(_Read.of(source, self._pack), held, width=2)

    def _fills_otherwise(self, theirs: _Read, held: frozenset[str], *, width: int) -> bool:
        for opening, mine in self._said.filled():
            others = [
                stems for theirs_opening, stems in theirs.filled() if theirs_opening[-width:] == opening[-width:]
            ]
            if mine - held and others and all(mine.isdisjoint(other) for other in others):
                return any(other.isdisjoint(self._said.stems) for other in others)
        return False

    def _names_otherwise(self, theirs: _Read, held: frozenset[str]) -> bool:
        for name, thing in self._said.named():
            others = {before for before, named in theirs.named() if named == thing}
            if name not in held and others and others.isdisjoint(self._said.stems):
                return True
        return False

    def _letters_otherwise(self, theirs: _Read) -> bool:
        """Whether something has another letter than there: "lot C" for "lot B"."""
        mine, other = self._said.lettered(), theirs.lettered()
        return any(thing in other and letters.isdisjoint(other[thing]) for thing, letters in mine.items())


@dataclass(frozen=True, slots=True)
class _Read:
    """A text's words with their stems."""

    text: str
    words: list[Word]
    keys: list[str]
    stems: list[str]
    pack: Pack

    @classmethod
    def of(cls, text: str, pack: Pack) -> _Read:
        words = words_of(text)
        keys = [key_of(word.key) for word in words]
        return cls(text, words, keys, Stems(pack).of(keys), pack)

    def has(self, phrase: str) -> bool:
        """Whether the phrase stands in the text."""
        return bool(self._places(phrase))

    def shares_what_is_near(self, mine: str, theirs: _Read, other: str) -> bool:
        """Whether both phrases are said of the same: by what follows them, else by all that is around them."""
        (my_before, my_behind), (their_before, their_behind) = self._near(mine), theirs._near(other)
        if my_behind and their_behind:
            return not my_behind.isdisjoint(their_behind)
        return not (my_before | my_behind).isdisjoint(their_before | their_behind)

    def filled(self) -> list[tuple[tuple[str, str], frozenset[str]]]:
        """Each preposition behind the stem before it, with the stems of the words that it is about."""
        found: list[tuple[tuple[str, str], frozenset[str]]] = []
        for place, key in enumerate(self.keys):
            if key not in self.pack.joining.prepositions:
                continue
            start = place + 1
            while start < len(self.keys) and self.keys[start] in self.pack.joining.determiners:
                start += 1
            about: list[str] = []
            while start < len(self.keys) and len(about) < _PHRASE and self._tells(start) and self._follows(start):
                about.append(self.stems[start])
                start += 1
            if about:
                found.append(((self.stems[place - 1] if place else "", key), frozenset(about)))
        return found

    def named(self) -> list[tuple[str, str]]:
        """Each pair of neighbouring telling words, as stems: what a thing is named by, and the thing."""
        measures = self.pack.values.time_units | self.pack.values.money
        return [
            (self.stems[at - 1], self.stems[at])
            for at in range(1, len(self.keys))
            if self._tells(at) and self._tells(at - 1) and self._follows(at) and self.keys[at] not in measures
        ]

    def lettered(self) -> dict[str, frozenset[str]]:
        """The single capital letters that stand right behind each word that is no article: "lot C"."""
        found: dict[str, frozenset[str]] = {}
        for at in range(1, len(self.words)):
            text = self.words[at].text
            is_named = self.keys[at - 1] not in self.pack.joining.determiners and self._follows(at)
            if len(text) == 1 and text.isupper() and is_named:
                found[self.stems[at - 1]] = found.get(self.stems[at - 1], frozenset()) | {text}
        return found

    def _places(self, phrase: str) -> list[tuple[int, int]]:
        wanted = frozenset((phrase,))
        found = ((place, phrase_at(self.keys, place, wanted)) for place in range(len(self.keys)))
        return [(place, place + length) for place, length in found if length]

    def _near(self, phrase: str) -> tuple[frozenset[str], frozenset[str]]:
        start, end = self._places(phrase)[0]
        before = [self.stems[at] for at in range(start) if not self._is_small(at)][-_NEAR:]
        behind = [self.stems[at] for at in range(end, len(self.keys)) if not self._is_small(at)][:_NEAR]
        return frozenset(before), frozenset(behind)

    def _is_small(self, place: int) -> bool:
        return self.keys[place] in self.pack.words.stop

    def _tells(self, place: int) -> bool:
        key, values = self.keys[place], self.pack.values
        small = (self.pack.words.stop, values.weekdays, values.months)
        return not has_digit(key) and not any(key in some for some in small)

    def _follows(self, place: int) -> bool:
        """Whether nothing but white space stands before the word."""
        return not self.text[self.words[place - 1].end : self.words[place].start].strip()
