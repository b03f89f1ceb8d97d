"""Whether a user wants out, in whatever words: read from first word to last, never inside anything (C21, C35).

Invariant: one word that belongs to none of the ways to say it makes the message something else: "stop the alarm",
"cancel is what it shows" and "I'm done with the first step" end nothing.
"""

from __future__ import annotations

from followthrough.domain.clarification import ClarificationContext
from followthrough.domain.pack import Pack
from followthrough.rules.utterance import as_typed, is_question, is_wholly, mentions
from followthrough.rules.words import keys_of, phrase_at


def wants_out(text: str, pack: Pack, *, question: str | None = None) -> bool:
    """Whether the message ends what is going on.

    Args:
        text: the message.
        pack: the words to look for.
        question: the document's question that waits. While one does, leave-taking, asking how to get out, and what
            speaks of nothing but ending count as well; reasons do not where the question asks for one.
    """
    asks_why = question is not None and not pack.leaving.reasoning.isdisjoint(keys_of(question))
    if asks_why and is_wholly(text, pack.leaving.reasons, pack.pursuit):
        return False
    if is_wholly(text, pack.pursuit.ends, pack.pursuit):
        return True
    if mentions(text):
        return False
    keys = keys_of(text)
    words = pack.leaving
    if (words.alone | words.cues | words.reasons) & frozenset(keys) & frozenset(keys_of(question or "")):
        return False  # "Are you staying or leaving?" - "I'm leaving"
    reader = _Reader(keys, pack, question=question)
    is_out = reader.is_leaving() or reader.speaks_of_ending()
    return is_out and (not is_question(text) or reader.opens_as_plea())


def drops(text: str, pack: Pack) -> list[str]:
    """The telling words behind a verb that opens the message and ends something: "no, forget the sabbatical"."""
    keys, place = keys_of(text), 0
    if mentions(text) or is_question(text):
        return []
    around = as_typed(pack.pursuit.around)
    while (length := phrase_at(keys, place, around)) > phrase_at(keys, place, pack.leaving.drops):
        place += length
    verb = phrase_at(keys, place, pack.leaving.drops)
    small = pack.words.stop | pack.words.light | pack.pursuit.around
    return [key for key in keys[place + verb :] if key not in small] if verb else []


_LEAST = 3  # words; fewer are an answer unless they are a set phrase


def may_want_out(text: str, loop: ClarificationContext, pack: Pack) -> bool:
    """Whether someone speaks of ending beside other things, so that it is no end and perhaps meant as one."""
    keys, words = keys_of(text), pack.leaving
    asked = keys_of(loop.question or "")
    has_cue = any(keys[place] not in asked and phrase_at(keys, place, words.cues) for place in range(len(keys)))
    return has_cue and len(keys) >= _LEAST and not mentions(text) and not words.speakers.isdisjoint(keys)


class _Reader:
    """Reads a message word by word against the pack's ways to say that one wants out."""

    def __init__(self, keys: list[str], pack: Pack, *, question: str | None) -> None:
        words, asked = pack.leaving, question is not None
        plural = {pair[0]: pair[1] for pair in words.plurals}
        self._keys, self._pack = [plural.get(key, key) for key in keys], pack
        self._question = keys_of(question or "")
        self._pleas = as_typed(pack.pursuit.pleas | (words.pleas if asked else frozenset[str]()))
        self._openers = as_typed(words.openers) | self._pleas
        self._alone, self._verbs, self._things = words.alone, as_typed(words.verbs), words.things
        self._refusals, self._goings_on = as_typed(words.refusals), words.goings_on
        self._wholes = as_typed(pack.pursuit.ends | words.wholes | (words.partings if asked else frozenset[str]()))
        self._around = as_typed(pack.pursuit.around | pack.pursuit.pleas)
        self._no_longer = words.no_longer
        asks_why = not words.reasoning.isdisjoint(self._question)
        self._reasons = frozenset[str]() if asks_why else as_typed(words.reasons)

    def is_leaving(self) -> bool:
        """Whether every word belongs to a way to say it or to politeness around one."""
        place, found = 0, False
        while place < len(self._keys):
            end = self._said_at(place)
            if end == place and (length := self._length(place, self._reasons)):
                after = self._over(place + length, self._no_longer)
                found = found or after > place + length
                end = after
            elif end > place:
                found = True
            else:
                end += self._length(place, self._around)
            if end == place:
                return False
            place = end
        return found

    def speaks_of_ending(self) -> bool:
        """Whether someone speaks of themselves or to us, of ending, and of nothing that the question asks or else."""
        keys, words = self._keys, self._pack.leaving
        if not self._question or len(keys) < _LEAST or not words.reasoning.isdisjoint(self._question):
            return False
        told = [
            key.removesuffix("'s")
            for key in keys
            if key not in self._pack.words.stop and key not in self._pack.asking.auxiliaries
        ]
        if any(key not in words.about | words.cues | words.speakers for key in told):
            return False
        has_cue = any(keys[at] not in self._question and phrase_at(keys, at, words.cues) for at in range(len(keys)))
        return has_cue and not words.speakers.isdisjoint(keys)

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
        end = self._over(place + verb, self._things) if verb else place
        return end if end > place + verb else place

    def _refused(self, place: int) -> int:
        """As in "I don't want to go on with this"."""
        refusal = self._length(place, self._refusals)
        going = self._length(place + refusal, self._goings_on) if refusal else 0
        return self._over(place + refusal + going, self._things) if going else place

    def _over(self, place: int, phrases: frozenset[str]) -> int:
        while length := self._length(place, phrases):
            place += length
        return place

    def _length(self, place: int, phrases: frozenset[str]) -> int:
        return phrase_at(self._keys, place, phrases)
