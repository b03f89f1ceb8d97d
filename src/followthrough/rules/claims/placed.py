"""Whether what a claim says stands together where its source says it: clause by clause, each figure with its clause.

Words and figures of a source may all be in a claim and still be joined wrongly: another row's value, two values
swapped. Invariant: each number is between 0 and 1; a claim without figures has none that is out of place.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from followthrough.domain.pack import Pack
from followthrough.rules.claims.cited import Cited, figures_in
from followthrough.rules.language.words import Stems, has_digit, words_of
from followthrough.rules.objective.unsolved import telling_words

_BREAK = re.compile(r"[,;:–—](?=\s)|\s[–—]\s")
_LEAST = 2  # telling words of a clause
_UNSEEN = 3  # as if so many other places had been looked at: in a short passage every word is common
_SAID_OF_ANYTHING = ("0", "1")


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """How a claim's words and figures stand together in what it cites.

    Attributes:
        clauses: the share of a clause's telling words that one place has, the mean of the clauses.
        rival: how much more of a clause another place with figures has than any with the clause's own.
        swapped: how much more of it a clause with another of the claim's figures has than one with the clause's own.
    """

    clauses: float
    rival: float
    swapped: float


def placed(text: str, read: Sequence[Cited], pack: Pack) -> Placed:
    """How the claim stands in the passages that it cites."""
    here = _Here([(place.stems, place.figures, one.heading) for one in read for place in one.places])
    within = _Here(_clauses_of(read, pack) if len(figures_in(text, pack)) > 1 else ())
    every = figures_in(text, pack).difference(_SAID_OF_ANYTHING)
    shares: list[float] = []
    rival = swapped = 0.0
    for clause in clauses(text, pack):
        told = _stems(clause, pack)
        if not told:
            continue
        shares.append(max(here.shares(told, above=True), default=0.0))
        words = [one for one in told if not has_digit(one)]
        figures = figures_in(clause, pack).difference(_SAID_OF_ANYTHING)
        rival = max(rival, *(here.rival(figure, words) for figure in figures), 0.0)
        others = every - figures
        swapped = max(swapped, *(within.rival(figure, words, others) for figure in figures), 0.0)
    return Placed(clauses=math.fsum(shares) / len(shares) if shares else 0.0, rival=rival, swapped=swapped)


def _clauses_of(read: Sequence[Cited], pack: Pack) -> list[_Told]:
    """The clauses of what is cited that have figures."""
    texts = [clause for one in read for place in one.places if place.figures for clause in clauses(place.text, pack)]
    return [(frozenset(_stems(text, pack)), figures_in(text, pack), frozenset()) for text in texts]


def clauses(text: str, pack: Pack) -> list[str]:
    """The text cut at its commas and joining words; what is too short goes with the clause before it."""
    joins = pack.joining.coordinators | pack.joining.subordinators
    cuts = {m.end() for m in _BREAK.finditer(text)} | {w.start for w in words_of(text) if w.key in joins}
    found: list[str] = []
    for piece in _pieces(text, sorted(cuts)):
        if found and (_is_short(piece, pack) or _is_short(found[-1], pack)):
            found[-1] += piece
        else:
            found.append(piece)
    return found


def _pieces(text: str, cuts: Sequence[int]) -> Iterator[str]:
    ends = [0, *cuts, len(text)]
    return (text[a:b] for a, b in pairwise(ends) if text[a:b].strip())


def _is_short(text: str, pack: Pack) -> bool:
    return len(telling_words(text, pack)) < _LEAST


def _stems(text: str, pack: Pack) -> list[str]:
    return list(dict.fromkeys(Stems(pack).of([word.key for word in telling_words(text, pack)])))


#: The stems of a place or clause, its figures, and the stems of what stands above it.
_Told: TypeAlias = tuple[frozenset[str], frozenset[str], frozenset[str]]


class _Here:
    """What a claim cites, place by place."""

    def __init__(self, places: Sequence[_Told]) -> None:
        self._places = places
        self._in = Counter(stem for stems, _, _ in places for stem in stems)

    def shares(self, told: Sequence[str], *, above: bool = False) -> list[float]:
        """The share of these stems, by rarity, that each place has; with what stands ``above`` it."""
        worth = {s: math.log((len(self._places) + _UNSEEN) / (self._in[s] + 1.0)) for s in told}
        whole = math.fsum(worth.values()) or 1.0
        return [
            math.fsum(worth[s] for s in told if s in stems or (above and s in heading)) / whole
            for stems, _, heading in self._places
        ]

    def rival(self, figure: str, told: Sequence[str], rivals: frozenset[str] | None = None) -> float:
        """How much more of these stems a place with other figures has than one with this, where one has it.

        With ``rivals`` only places with one of these figures count as others.
        """
        mine: list[float] = []
        others = [0.0]
        for (_, figures, _), share in zip(self._places, self.shares(told), strict=True):
            if figure in figures:
                mine.append(share)
            elif figures if rivals is None else figures & rivals:
                others.append(share)
        return max(0.0, max(others) - max(mine)) if mine else 0.0
