"""What a message says to do with a list: its politeness, verb and object, and whether it asks instead (2.3, 2.5).

Invariant: nothing is read by likeness; what is left of the message after politeness, one verb and one article is
compared as a whole or not at all.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from followthrough.domain.continuity import ActionType
from followthrough.domain.pack import Pack
from followthrough.domain.selecting import Selecting
from followthrough.rules.language.asking import ends_as_question
from followthrough.rules.language.words import Word, keys_of, phrase_at, words_of
from followthrough.rules.lists.fingerprint import label_normalized


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A message taken apart.

    Attributes:
        whole: the whole message in comparable form.
        plain: it without politeness.
        forms: what may name an option: ``plain``, then without its verb, then without its article; each once.
        action: what its verb does; None without one.
        is_wish: its verb may as well begin a statement: "I need".
        has_sign: a figure in it has a sign that makes it no place: "-1", "2%", "no 2".
    """

    whole: str
    plain: str
    forms: tuple[str, ...]
    action: ActionType | None = None
    is_wish: bool = False
    has_sign: bool = False

    @property
    def object(self) -> str:
        """What is left when all is left out."""
        return self.forms[-1] if self.forms else ""


def read_command(text: str, pack: Pack) -> Command:
    """The message as a command; one without politeness and verb is one of its label alone."""
    steer, words = pack.selecting, words_of(text)
    first, last = _politeness(words, steer)
    begin = words[first - 1].end if first else 0
    end = words[last].start if last < len(words) else len(text)
    plain = label_normalized(text[begin:end])
    start = first
    action, length = _verb([word.key for word in words[first:last]], steer)
    forms = [plain]
    if length:
        first += length
        forms.append(label_normalized(text[words[first - 1].end : end]))
    if first < last and words[first].key in steer.articles:
        forms.append(label_normalized(text[words[first].end : end]))
    return Command(
        whole=label_normalized(text),
        plain=plain,
        forms=tuple(dict.fromkeys(form for form in forms if form)),
        action=action,
        is_wish=phrase_at([word.key for word in words[start:last]], 0, steer.wishes) >= max(length, 1),
        has_sign=_SIGNED.search(text) is not None,
    )


_SIGNED = re.compile(
    r"""
    (?<!\w)[-−+±~≈$€£¥<>=^/\\.]\s?\d     # -1, $2, ~2, + 2, .5; and not #2 or (2)
    | \d\s?[%‰$€£¥°^+/]                  # 2%, 2€
    | (?<!\w)no(?!\.)\W+\d               # no 2, no, 2; and not no. 2
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Figures that are no places."""


def _politeness(words: list[Word], steer: Selecting) -> tuple[int, int]:
    """From which to which word the message is without politeness; a message of nothing else keeps its words."""
    keys = [word.key for word in words]
    first, last = 0, len(keys)
    while last > 1 and (length := _phrase_before(keys, 0, last, steer.tails)):
        last -= length
    while length := phrase_at(keys[:last], first, steer.heads):
        if first + length >= last:
            break
        first += length
    return first, last


def _phrase_before(keys: list[str], first: int, last: int, phrases: frozenset[str]) -> int:
    """How many words the longest phrase has that ends before ``last``, and leaves a word after ``first``."""
    found = [n for n in range(1, last - first) if " ".join(keys[last - n : last]) in phrases]
    return max(found, default=0)


def _verb(keys: list[str], steer: Selecting) -> tuple[ActionType | None, int]:
    """What the first words do and how many they are; the longest verb counts, and it has an object."""
    best: tuple[ActionType | None, int] = (None, 0)
    for action, verbs in _verbs(steer):
        length = phrase_at(keys, 0, verbs)
        if best[1] < length < len(keys):
            best = (action, length)
    return best


def _verbs(steer: Selecting) -> tuple[tuple[ActionType, frozenset[str]], ...]:
    return (
        (ActionType.OPEN, steer.opens),
        (ActionType.USE, steer.uses),
        (ActionType.SELECT, steer.takes | steer.wishes),
        (ActionType.RERUN, steer.reruns),
        (ActionType.RETRY, steer.retries),
    )


def is_whole(text: str, phrases: frozenset[str]) -> bool:
    """Whether the text is one of the phrases, and nothing else but white space and punctuation."""
    return " ".join(keys_of(text)) in _typed(phrases)


@cache
def _typed(phrases: frozenset[str]) -> frozenset[str]:
    """The phrases, also as many people type them: without apostrophes."""
    return phrases | {phrase.replace("'", "") for phrase in phrases}


def is_politely_whole(text: str, phrases: frozenset[str], pack: Pack) -> bool:
    """Whether the text is one of the phrases, with politeness around it at most."""
    if is_whole(text, phrases):
        return True
    words = words_of(text)
    first, last = _politeness(words, pack.selecting)
    return " ".join(word.key for word in words[first:last]) in _typed(phrases)


def asks_about(text: str, pack: Pack) -> bool:
    """Whether the message asks something: then it executes nothing (2.5).

    A polite imperative is a command, and a question mark alone makes no question of one. What asks whether something
    was done is always a question.
    """
    steer, keys = pack.selecting, keys_of(text)
    start = _skipped(keys, pack)
    if phrase_at(keys, start, pack.pursuit.pleas):
        after = start + phrase_at(keys, start, pack.pursuit.pleas)
        after += phrase_at(keys, after, steer.heads)
        return _verb([*keys[after:], ""], steer)[1] == 0  # "could you open" is a command without its object
    if phrase_at(keys, start, steer.histories) or phrase_at(keys, start, steer.asking_verbs):
        return True
    first = keys[start] if start < len(keys) else ""
    if (forbidding := phrase_at(keys, start, steer.forbids)) and _verb(keys[start + forbidding :], steer)[1]:
        return False  # "don't open it" forbids, "don't they open it" asks
    if first in pack.asking.question_words or (first in pack.asking.auxiliaries and start + 1 < len(keys)):
        return True
    if any(_opens_question(clause, pack) for clause in _CLAUSES.split(text)[1:]):
        return True
    return ends_as_question(text) and _verb(keys[start:], steer)[1] == 0 and len(keys) - start > _FEW_WORDS


def _opens_question(clause: str, pack: Pack) -> bool:
    """Whether a clause behind a comma or colon asks by itself: "wait, what does it cover", "roster: is it free"."""
    words = words_of(clause)
    if len(words) < 2:
        return False
    first, second = words[0].key, words[1].key
    by_verb = first in pack.asking.auxiliaries and second in pack.asking.subjects
    return (by_verb and not phrase_at([w.key for w in words], 0, pack.pursuit.pleas)) or (
        first in pack.asking.question_words
    )


_CLAUSES = re.compile(r"[,:;]\s")
_FEW_WORDS = 4  # a label with a question mark behind it has no more; a longer text with one asks


def asks_to_see(text: str, pack: Pack) -> str | None:
    """What a request names that asks for a thing as if asking where it is: "where is X"; None for any other."""
    steer, words = pack.selecting, words_of(text)
    keys = [word.key for word in words]
    start = _skipped(keys, pack)
    length = phrase_at(keys, start, steer.seeings)
    if not length or start + length >= len(words):
        return None
    rest = read_command(text[words[start + length - 1].end :], pack)
    return rest.object or None


def _skipped(keys: list[str], pack: Pack) -> int:
    """The place after greetings and politeness that ask nothing."""
    steer = pack.selecting
    idle = steer.heads - pack.pursuit.pleas
    place = 0
    while length := phrase_at(keys, place, idle):
        place += length
    return place if place < len(keys) else 0
