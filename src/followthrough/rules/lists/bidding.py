"""Whether a message bids that what it names be opened or used, or says the opposite of it, or something else (2.2).

Invariant: it only ever withholds. What is denied is not suggested, and what is no plain order is not executed on a
model's word; nothing is executed because of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from followthrough.domain.continuity import Option
from followthrough.domain.pack import Pack
from followthrough.rules.language.spelling import is_near
from followthrough.rules.language.words import keys_of, phrase_at
from followthrough.rules.lists.command import asks_about, read_command

_CLAUSES = re.compile(r"(?<![,;:.!?])[,;:.!?]++\s+|(?<!\s)\s++[-–—]++\s+")


def affirmed(text: str, options: Sequence[Option], pack: Pack) -> str:
    """The message without the clauses that deny what they name, or do with it what no list can; as it is without any.

    "not the handbook, the form" affirms the form. A word of a label denies nothing.
    """
    own = _own_words(options)
    clauses = _CLAUSES.split(text)
    kept = [clause for clause in clauses if not _denies(clause, own, pack)]
    return text if len(kept) == len(clauses) else ", ".join(kept)


def _denies(clause: str, own: frozenset[str], pack: Pack) -> bool:
    keys, denials = keys_of(clause), _denials(pack)
    for place in range(len(keys)):
        length = phrase_at(keys, place, denials)
        if length and not own.issuperset(keys[place : place + length]):
            return True
    command = read_command(clause, pack)
    begin = keys_of(command.plain)
    has_object = len(begin) > 2 and begin[1] in pack.selecting.articles
    return command.action is None and has_object and _is_foreign(begin[0], own, pack)


def _denials(pack: Pack) -> frozenset[str]:
    return pack.selecting.denials | pack.values.negations | pack.slots.negations


def _is_foreign(key: str, own: frozenset[str], pack: Pack) -> bool:
    """Whether a word right before an article is a verb that no list knows, and no slip in one or in a label."""
    words, steer = pack.words, pack.selecting
    if key in own | words.stop | words.light:
        return False
    known = own | steer.opens | steer.uses | steer.takes | steer.reruns | steer.retries | steer.heads
    return not any(is_near(key, word) for word in known if " " not in word)


def is_plain_order(text: str, options: Sequence[Option], pack: Pack) -> bool:
    """Whether the message is one verb of lists and a thing, or words of the labels alone.

    Words are the labels' when they are nearly spelt so. A thing has no word of a question, a condition or another
    time in it, and stands for no person.
    """
    if asks_about(text, pack) or affirmed(text, options, pack) != text:
        return False
    steer, command, own = pack.selecting, read_command(text, pack), _own_words(options)
    strange = [
        key
        for key in keys_of(command.object)
        if key not in own | steer.articles | steer.points | steer.cue_articles
        and not any(is_near(key, word) for word in own)
    ]
    if command.action is None:
        return not strange
    asking = pack.asking
    barred = asking.auxiliaries | asking.question_words | asking.subjects | _denials(pack)
    barred |= pack.joining.subordinators | pack.clarifying.conditions | pack.values.time_words
    return not any(phrase_at(strange, place, barred) for place in range(len(strange)))


def _own_words(options: Sequence[Option]) -> frozenset[str]:
    return frozenset(key for o in options for key in keys_of(f"{o.label} {o.sublabel}"))
