"""What can be said cheaply of a claim beside what it cites: shared words, figures, denials, words that rule.

Invariant: signals are plain numbers between 0 and 1; ``weights`` say what they are worth.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from followthrough.domain.pack import Pack
from followthrough.rules.claims.cited import Cited, Place
from followthrough.rules.claims.figures import Figures, figures_of
from followthrough.rules.claims.placed import clauses, placed
from followthrough.rules.language.words import Stems, has_digit, keys_of
from followthrough.rules.objective.unsolved import telling_stems, telling_words

_OPENING = 4  # letters that words of one family have in common
_MANY = 4  # figures of one claim


class ClaimSignal(IntEnum):
    """What is known of a claim beside what it cites; each from 0 to 1."""

    BEST = 0
    """Share of its telling words that the one closest place has."""
    KIN = 1
    """Share of the words that stand neither there nor in the user's own words which begin as a word there does."""
    DENIES = 2
    """It denies, and the places it is closest to don't."""
    BOTH_DENY = 3
    RULES = 4
    """How many words that rule ("must", "only", "always") it adds to those places."""
    CLAUSES = 5
    """Share of a clause's telling words that one place has, the mean of its clauses."""
    FIGURES = 6
    """How many figures it has: each of them has passed an exact rule."""
    RIVAL = 7
    """How much more of a clause another place with figures has than any with the clause's own."""
    SWAPPED = 8
    """How much more of it a clause with another of the claim's figures has than one with the clause's own."""
    DROPPED = 9
    """How much of a condition of the closest place neither it nor the user has: "if it is sent within 30 days"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """A claim beside what it cites.

    Attributes:
        told: the stems of its telling words.
        near: the places that it is closest to, best first, at most two.
        figures, cited, own, nearby: what the claim, all it cites, the user and the closest places give in figures.
        signals: one for each ``ClaimSignal``.
    """

    told: frozenset[str]
    near: tuple[Place, ...]
    figures: Figures
    cited: Figures
    own: Figures
    nearby: Figures
    signals: tuple[float, ...]


def beside(text: str, read: Sequence[Cited], own: str, pack: Pack) -> Beside:
    """The claim beside the passages that it cites.

    Args:
        text: the claim, without its citations.
        read: what it cites, at least one.
        own: the question and what the user said before.
        pack: the words to look for.
    """
    told = list(dict.fromkeys(Stems(pack).of([w.key for w in telling_words(text, pack)])))
    places = [place for one in read for place in one.places]
    above = [t for one in read for t in one.above]
    near = _nearest(places, frozenset(told))
    figures, cited = figures_of((text,), pack), figures_of((*(p.text for p in places), *above), pack)
    mine, nearby = figures_of((own,), pack), figures_of((p.text for p in near), pack)
    said = telling_stems(own, pack)
    held = frozenset[str]().union(*(one.stems for one in read))
    stands = placed(text, read, pack)
    values = {
        ClaimSignal.CLAUSES: stands.clauses,
        ClaimSignal.FIGURES: min(1.0, len(figures.numbers | figures.codes) / _MANY),
        ClaimSignal.RIVAL: stands.rival,
        ClaimSignal.SWAPPED: stands.swapped,
        ClaimSignal.BEST: _share(sum(s in near[0].stems for s in told) if near else 0, len(told)),
        ClaimSignal.KIN: _kin(told, held, said),
        ClaimSignal.DROPPED: _dropped(said.union(told), near, pack),
        **_ruled(text, near, pack),
    }
    return Beside(
        told=frozenset(told),
        near=near,
        figures=figures,
        cited=cited,
        own=mine,
        nearby=nearby,
        signals=tuple(values[signal] for signal in ClaimSignal),
    )


def _nearest(places: Sequence[Place], told: frozenset[str]) -> tuple[Place, ...]:
    """The place with most of the claim's words, and the one that adds most to it where one does."""
    if not places:
        return ()
    best = max(places, key=lambda place: len(place.stems & told))
    second = max(places, key=lambda place: len((place.stems - best.stems) & told))
    return (best, second) if (second.stems - best.stems) & told else (best,)


def _kin(told: Sequence[str], held: frozenset[str], own: frozenset[str]) -> float:
    new = [s for s in told if s not in held and s not in own and not has_digit(s)]
    openings = {s[:_OPENING] for s in held if len(s) >= _OPENING}
    return _share(sum(len(s) >= _OPENING and s[:_OPENING] in openings for s in new), len(new))


def _dropped(known: frozenset[str], near: Sequence[Place], pack: Pack) -> float:
    opens = pack.joining.subordinators | pack.values.exceptions
    each = (clause for place in near[:1] for clause in clauses(place.text, pack))
    conditions = [telling_stems(clause, pack) for clause in each if not opens.isdisjoint(keys_of(clause)[:1])]
    return max((_share(len(stems - known), len(stems)) for stems in conditions), default=0.0)


def _ruled(text: str, near: Sequence[Place], pack: Pack) -> dict[ClaimSignal, float]:
    order = keys_of(without_answer(text, pack))
    keys, theirs = frozenset(order), frozenset[str]().union(*(place.keys for place in near))
    denies, denied = _denies(order, theirs, pack), bool(theirs & denials(pack))
    values = pack.values
    ruling = values.rulings | values.exclusives | values.exceptions | values.frequency_words | values.limits
    return {
        ClaimSignal.DENIES: float(denies and not denied),
        ClaimSignal.BOTH_DENY: float(denied and denies),
        ClaimSignal.RULES: min(1.0, len((keys - theirs) & ruling) / 3),
    }


def _denies(keys: Sequence[str], theirs: frozenset[str], pack: Pack) -> bool:
    """Whether a negation stands before anything but a figure that is not the source's: "10, not 30"."""
    negations = (place for place, key in enumerate(keys) if key in denials(pack))
    behind = ("".join(keys[place + 1 : place + 2]) for place in negations)
    return any(after in theirs or not has_digit(after) for after in behind)


def without_answer(text: str, pack: Pack) -> str:
    """The claim behind a "No," or "It isn't:" that answers the question and denies nothing that follows."""
    opening = _ANSWERS.match(text)
    answers = opening is not None and not denials(pack).isdisjoint(keys_of(opening[0]))
    return text[opening.end() :] if opening is not None and answers else text


_ANSWERS = re.compile(r"\W*(?:[\w'’]+\s+){0,2}[\w'’]+\s*[,:;.–—]")  # at most three words


def denials(pack: Pack) -> frozenset[str]:
    """Words that deny the sentence they stand in: "not", "never"; none that only sets an exception: "unless"."""
    return pack.values.negations - pack.joining.subordinators - pack.joining.prepositions - pack.values.exceptions


def _share(some: float, whole: float) -> float:
    return some / whole if whole else 0.0


#: Whether more of a signal can only speak for a claim (1) or against it (-1): what a fit may not turn round.
DIRECTIONS = {
    **dict.fromkeys((ClaimSignal.BEST, ClaimSignal.KIN, ClaimSignal.BOTH_DENY), 1),
    **dict.fromkeys((ClaimSignal.CLAUSES, ClaimSignal.FIGURES), 1),
    **dict.fromkeys((ClaimSignal.RIVAL, ClaimSignal.SWAPPED, ClaimSignal.DENIES), -1),
    **dict.fromkeys((ClaimSignal.RULES, ClaimSignal.DROPPED), -1),
}
