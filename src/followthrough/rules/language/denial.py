"""What a message denies: "please don't get an agent", "no human", "ich will keinen Mitarbeiter" (C21).

Invariant: a denial holds for its own clause alone, and a clause with one calls nobody and ends nothing, however it
sounds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import ends_as_question
from followthrough.rules.language.utterance import as_typed
from followthrough.rules.language.words import Word, phrase_at, words_of


@dataclass(frozen=True, slots=True)
class Denial:
    """A message that denies something.

    Attributes:
        kept: its clauses that do not.
        denied: what the others say behind the word that does.
        set_against: of those that say something before it too, both: "a human not a bot".
    """

    kept: tuple[str, ...]
    denied: tuple[str, ...]
    set_against: tuple[tuple[str, str], ...] = ()


def denial_in(text: str, pack: Pack) -> Denial | None:
    """The message as what it denies and what it does not; None where it denies nothing.

    Who asks "can't I talk to a person?" denies nothing, nor does who can't do something, nor the "no" of "no I want a
    person".
    """
    words, kept, denied, both = words_of(text[:_LONGEST]), list[str](), list[str](), list[tuple[str, str]]()
    starts = [0, *(n for n in range(1, len(words)) if _parts(text, words[n - 1], words[n], pack)), len(words)]
    for first, end in pairwise(starts):
        clause = words[first:end]
        place = _denies_at(clause, pack) if clause else None
        if place is not None:
            denied.append(text[clause[place].end : clause[-1].end].strip())
            both.append((_before(text, clause[:place], pack), denied[-1]))
        elif clause:
            kept.append(text[clause[0].start : clause[-1].end])
    if not denied or ends_as_question(text):
        return None
    return Denial(tuple(kept), tuple(filter(None, denied)), tuple(pair for pair in both if all(pair)))


def _before(text: str, words: list[Word], pack: Pack) -> str:
    """The words as they stand; empty where they are courtesies alone: "please" before "no human" wants nothing."""
    is_said = any(word.key not in pack.pursuit.around for word in words)
    return text[words[0].start : words[-1].end] if is_said else ""


def denies_end(text: str, pack: Pack) -> bool:
    """Whether what ends stands right behind a word that denies it: "I won't end the chat", "don't drop the first"."""
    words = words_of(text)
    keys, ends = [word.key for word in words], as_typed(pack.pursuit.ends)
    denying = as_typed(pack.values.negations) - pack.pursuit.around  # "no, stop" denies nothing
    if denying.isdisjoint(keys):
        return False
    verbs = {phrase.split()[0] for phrase in ends if " " in phrase}
    return any(
        keys[place - 1] in denying
        and (keys[place] in verbs or phrase_at(keys, place, ends))
        and not text[words[place - 1].end : words[place].start].strip()
        for place in range(1, len(keys))
    )


def _parts(text: str, before: Word, word: Word, pack: Pack) -> bool:
    return word.key in pack.asking.joiners or _MARK.search(text, before.end, word.start) is not None


_MARK = re.compile(r"[,;:.!?\n–—]|\s-\s")
_LONGEST = 1_000  # characters; a longer message tells a story


def _denies_at(clause: list[Word], pack: Pack) -> int | None:
    """The first word of the clause that denies what comes behind it."""
    subjects, answers = pack.asking.subjects, pack.clarifying.denied
    denying = as_typed(pack.pursuit.denials)
    if len(clause) > 1 and clause[0].key in pack.asking.auxiliaries and clause[1].key not in denying:
        return None  # "can you not get me a person"
    for place, word in enumerate(clause):
        after = clause[place + 1].key if place + 1 < len(clause) else ""
        turned = after in subjects and (word.key in answers or "n't" in word.key)
        if word.key in denying and not turned:
            return place
    return None
