"""A model's rewrite of a question that hangs on the conversation: a query in the user's own terms, or none at all.

Invariants: a rewrite that passes has every number, code, negation and name of the message; it has none, and no
address, that the user or the rules did not say; it asks or names what is asked, in the message's language, on one
line, to nobody.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from followthrough.domain.pack import Pack
from followthrough.rules.evidence.question import is_foreign
from followthrough.rules.language.asking import ends_as_question, question_start
from followthrough.rules.language.facts import Known, facts_of
from followthrough.rules.language.words import Stems, keys_of, words_of
from followthrough.rules.objective.unsolved import telling_stems, telling_words
from followthrough.tuning import Tuning

_STATES = re.compile(r"[.!]\s*$")
_SETS_OFF = re.compile(r"[:\n\"“”`<>{}\[\]*#|]|->|=>")


class RewriteFlaw(StrEnum):
    """Why a rewrite is not used."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    LEAD_IN = "lead_in"
    """It is not the query alone: a heading, a quotation or a remark stands around it."""
    NOT_A_QUERY = "not_a_query"
    NEW_FACT = "new_fact"
    """A number, code, name or address that nobody said."""
    NEW_WORDS = "new_words"
    LOST_FACT = "lost_fact"
    LOST_NEGATION = "lost_negation"
    LOST_WORDS = "lost_words"
    SPEAKER = "speaker"
    """It asks the user what the user asked."""
    LANGUAGE = "language"


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What was said, as far as a rewrite is held against it.

    Attributes:
        message: the part of the message that is rewritten.
        query: what the rules made of it.
        users: earlier messages of the user and what was searched for them.
        replies: words of earlier replies: a rewrite may name what they name, but takes no number from them.
    """

    message: str
    query: str
    users: tuple[str, ...] = ()
    replies: tuple[str, ...] = ()


def check_rewrite(rewrite: str, said: Said, pack: Pack, tuning: Tuning) -> RewriteFlaw | None:
    """Why the rewrite may not be searched; None when it may."""
    text = rewrite.strip()
    words = words_of(text)
    if not words:
        return RewriteFlaw.EMPTY
    if len(text) > tuning.rewrite_max_times * (len(said.message) + len(said.query)):
        return RewriteFlaw.TOO_LONG
    if any(mark not in said.message + said.query for mark in _SETS_OFF.findall(text)):
        return RewriteFlaw.LEAD_IN
    if is_foreign(words_of(said.message), pack) and not is_foreign(words, pack):
        return RewriteFlaw.LANGUAGE
    if turns_round(text, said, pack):
        return RewriteFlaw.SPEAKER
    return _lost(text, said, pack, tuning) or check_added(text, said, pack, tuning) or _form(text, said, pack)


def turns_round(text: str, said: Said, pack: Pack) -> bool:
    """Whether it speaks to someone, or of someone as the speaker, where the user does not (field report 7)."""
    keys, asking = keys_of(text), pack.asking
    before = {*keys_of(said.message), *keys_of(said.query)}
    ever = before.union(*(keys_of(users) for users in said.users))
    if any(key in asking.addressed and key not in before for key in keys):
        return True
    return any(key in asking.speakers for key in keys) and ever.isdisjoint(asking.speakers | asking.addressed)


def _lost(text: str, said: Said, pack: Pack, tuning: Tuning) -> RewriteFlaw | None:
    known = Known((text,), pack)
    if known.lacks(facts_of(said.message, pack)):
        return RewriteFlaw.LOST_FACT
    if _negations(said.message, pack) > _negations(text, pack):
        return RewriteFlaw.LOST_NEGATION
    told = telling_stems(said.message, pack)
    kept = told & telling_stems(text, pack)
    return RewriteFlaw.LOST_WORDS if len(kept) < tuning.rewrite_min_kept * len(told) else None


def _negations(text: str, pack: Pack) -> int:
    return sum(key in pack.values.negations for key in keys_of(text))


def check_added(text: str, said: Said, pack: Pack, tuning: Tuning) -> RewriteFlaw | None:
    """What it adds to what was said: nothing that is a fact, and few other words, none of them the first."""
    facts = facts_of(text, pack)
    own = Known((said.message, said.query, *said.users), pack)
    everyone = Known((said.message, said.query, *said.users, *said.replies), pack)
    figures = facts.numbers | facts.codes
    if (own.lacks(facts) & (figures | facts.addresses)) or everyone.lacks(facts):
        return RewriteFlaw.NEW_FACT
    if _negations(text, pack) > max(_negations(said.message, pack), _negations(said.query, pack)):
        return RewriteFlaw.NEW_FACT
    telling = telling_words(text, pack)
    new = [w for w in telling if not _is_known(w.key, everyone, pack)]
    if len(new) > tuning.rewrite_max_new * len(telling):
        return RewriteFlaw.NEW_WORDS
    first = next((w for w in words_of(text) if not _says_nothing(w.key, pack)), None)
    return RewriteFlaw.LEAD_IN if first is not None and first in new else None


def _is_known(key: str, known: Known, pack: Pack) -> bool:
    return not known.stems.isdisjoint(Stems(pack).of([key]))


def _says_nothing(key: str, pack: Pack) -> bool:
    small = (pack.words.stop, pack.words.light, pack.asking.question_words)
    return any(key in some for some in small)


def _form(text: str, said: Said, pack: Pack) -> RewriteFlaw | None:
    """It asks, or it is a mere name of what is asked; a sentence that states something is an answer."""
    if ends_as_question(text) or question_start(words_of(text), text, pack) is not None:
        return None
    if ends_as_question(said.message) and _STATES.search(text):
        return RewriteFlaw.NOT_A_QUERY
    own = telling_stems(" ".join((said.message, said.query, *said.users)), pack)
    from_replies = telling_stems(text, pack) - own
    says = any(w.key in pack.asking.auxiliaries for w in words_of(text)[1:])
    if says and not _states(said.message, pack):
        return RewriteFlaw.NOT_A_QUERY
    return RewriteFlaw.NOT_A_QUERY if len(from_replies) > 1 else None


def _states(message: str, pack: Pack) -> bool:
    """Whether the message itself is a sentence and no question."""
    asks = ends_as_question(message) or question_start(words_of(message), message, pack) is not None
    return not asks and any(w.key in pack.asking.auxiliaries for w in words_of(message)[1:])


def same_question(one: str, other: str) -> bool:
    """Whether two queries have the same words: the second search would bring nothing."""
    return sorted(keys_of(one)) == sorted(keys_of(other))
