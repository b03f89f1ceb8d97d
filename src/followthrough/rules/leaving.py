"""Whether a user wants out, in whatever words: read from the first word to the last, never inside anything (C21, C35).

Invariant: one word that belongs to none of the ways to say it makes the message something else: "stop the alarm",
"cancel is what it shows" and "I'm done with the first step" end nothing.
"""

from __future__ import annotations

from followthrough.domain.pack import Pack
from followthrough.rules.utterance import as_typed, is_question, is_wholly, mentions
from followthrough.rules.words import keys_of, phrase_at


def wants_out(text: str, pack: Pack, *, asked: bool) -> bool:
    """Whether the message ends what is going on.

    Args:
        text: the message.
        pack: the words to look for.
        asked: a question of a document waits: leave-taking, and asking how to get out, count as well.
    """
    if is_wholly(text, pack.pursuit.ends, pack.pursuit):
        return True
    if mentions(text):
        return False
    reader = _Reader(keys_of(text), pack, asked=asked)
    return reader.is_leaving() and (not is_question(text) or reader.opens_as_plea())


class _Reader:
    """Reads a message word by word against the pack's ways to say that one wants out."""

    def __init__(self, keys: list[str], pack: Pack, *, asked: bool) -> None:
        words = pack.leaving
        self._keys = keys
        self._pleas = as_typed(pack.pursuit.pleas | (words.pleas if asked else frozenset[str]()))
        self._openers = as_typed(words.openers) | self._pleas
        self._alone, self._verbs, self._things = words.alone, as_typed(words.verbs), words.things
        self._refusals, self._goings_on = as_typed(words.refusals), words.goings_on
        self._wholes = as_typed(pack.pursuit.ends | words.wholes | (words.partings if asked else frozenset[str]()))
        self._around = as_typed(pack.pursuit.around | pack.pursuit.pleas | words.reasons)

    def is_leaving(self) -> bool:
        """Whether every word belongs to a way to say it or to politeness around one."""
        place, found = 0, False
        while place < len(self._keys):
            end = self._said_at(place)
            found = found or end > place
            if end == place:
                end += self._length(place, self._around)
            if end == place:
                return False
            place = end
        return found

    def opens_as_plea(self) -> bool:
        """Whether it is a request in the form of a question, after politeness."""
        place = 0
        while not self._length(place, self._pleas):
            length = self._length(place, self._around)
            if not length:
                return False
            place += length
        return True

    def _said_at(self, place: int) -> int:
        """Where the longest way to say it that begins here ends; ``place`` when none does."""
        after = place + self._length(place, self._openers)
        ways = [place + self._length(place, self._wholes), self._refused(place), self._ended(place)]
        if after > place:
            ways += [self._ended(after), after + self._length(after, self._wholes)]
            alone = self._length(after, self._alone)
            ways.append(after + alone if alone else place)
            ways = [end if end > after else place for end in ways]
        return max(ways)

    def _ended(self, place: int) -> int:
        """As in "cancel everything": a verb and at least one word for what it ends."""
        verb = self._length(place, self._verbs)
        end = self._over_things(place + verb) if verb else place
        return end if end > place + verb else place

    def _refused(self, place: int) -> int:
        """As in "I don't want to go on with this"."""
        refusal = self._length(place, self._refusals)
        going = self._length(place + refusal, self._goings_on) if refusal else 0
        return self._over_things(place + refusal + going) if going else place

    def _over_things(self, place: int) -> int:
        while length := self._length(place, self._things):
            place += length
        return place

    def _length(self, place: int, phrases: frozenset[str]) -> int:
        return phrase_at(self._keys, place, phrases)
