"""A model's division of a message into questions: it covers the message and invents nothing, or it does not count.

Invariants: a plan that passes has every number, code, name and negation of the message in some question, and none
that the user or the rules did not say; no question is there twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from followthrough.domain.pack import Pack
from followthrough.rules.language.asking import asks
from followthrough.rules.language.facts import Known, facts_of
from followthrough.rules.language.words import keys_of
from followthrough.rules.objective.unsolved import telling_stems
from followthrough.rules.proposals.check_rewrite import RewriteFlaw, Said, check_added, turns_round
from followthrough.tuning import Tuning


class PlanFlaw(StrEnum):
    """Why a plan is not used."""

    EMPTY = "empty"
    TOO_MANY = "too_many"
    TWICE = "twice"
    NO_QUESTION = "no_question"
    """One of its parts says nothing, or states something where the message asks."""
    SPEAKER = "speaker"
    INVENTED = "invented"
    """A fact, or more words than a rewrite may have, that nobody said."""
    LOST = "lost"
    """A fact, a negation or too many words of the message are in none of its parts."""


def check_plan(texts: Sequence[str], said: Said, pack: Pack, tuning: Tuning) -> PlanFlaw | None:
    """Why the plan may not be used; None when it may.

    Args:
        texts: its questions in their order.
        said: the message as a whole, and what was said before it.
        pack: the words to look for.
        tuning: the table of numbers.
    """
    if not texts:
        return PlanFlaw.EMPTY
    if len(texts) > tuning.plan_max_parts:
        return PlanFlaw.TOO_MANY
    if len({" ".join(keys_of(text)) for text in texts}) < len(texts):
        return PlanFlaw.TWICE
    return _of_parts(texts, said, pack, tuning) or _of_whole(texts, said, pack, tuning)


def _of_parts(texts: Sequence[str], said: Said, pack: Pack, tuning: Tuning) -> PlanFlaw | None:
    for text in texts:
        if not telling_stems(text, pack) or (asks(said.message, pack) and not asks(text, pack)):
            return PlanFlaw.NO_QUESTION
        if turns_round(text, said, pack):
            return PlanFlaw.SPEAKER
        if check_added(text, said, pack, tuning) in _ADDED:
            return PlanFlaw.INVENTED
    return None


_ADDED = (RewriteFlaw.NEW_FACT, RewriteFlaw.NEW_WORDS)


def _of_whole(texts: Sequence[str], said: Said, pack: Pack, tuning: Tuning) -> PlanFlaw | None:
    known = Known(texts, pack)
    if known.lacks(facts_of(said.message, pack)):
        return PlanFlaw.LOST
    negated = [sum(key in pack.values.negations for key in keys_of(text)) for text in (said.message, " ".join(texts))]
    if negated[0] > negated[1]:
        return PlanFlaw.LOST
    told = telling_stems(said.message, pack)
    kept = told & telling_stems(" ".join(texts), pack)
    return PlanFlaw.LOST if len(kept) < tuning.plan_min_kept * len(told) else None
