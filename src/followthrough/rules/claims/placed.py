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
    """

    clauses: float
    rival: float


def placed(text: str, read: Sequence[Cited], pack: Pack) -> Placed:
    """How the claim stands in the passages that it cites."""
    here = _Here(read)
    shares: list[float] = []
    rival = 0.0
    for clause in clauses(text, pack):
        told = _stems(clause, pack)
        if not told:
            continue
        shares.append(max(here.shares(told, above=True), default=0.0))
        words = [one for one in told if not has_digit(one)]
        figures = figures_in(clause, pack).difference(_SAID_OF_ANYTHING)
        rival = max(rival, *(here.rival(figure, words) for figure in figures), 0.0)
    return Placed(clauses=math.fsum(shares) / len(shares) if shares else 0.0, rival=rival)


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


class _Here:
    """What a claim cites, place by place."""

    def __init__(self, read: Sequence[Cited]) -> None:
        self._places = [(place, one.heading) for one in read for place in one.places]
        self._in = Counter(stem for place, _ in self._places for stem in place.stems)

    def shares(self, told: Sequence[str], *, above: bool = False) -> list[float]:
        """The share of these stems, by rarity, that each place has; with what stands ``above`` it."""
        worth = {s: math.log((len(self._places) + _UNSEEN) / (self._in[s] + 1.0)) for s in told}
        whole = math.fsum(worth.values()) or 1.0
        return [
            math.fsum(worth[s] for s in told if s in place.stems or (above and s in heading)) / whole
            for place, heading in self._places
        ]

    def rival(self, figure: str, told: Sequence[str]) -> float:
        """How much more of these stems a place with other figures has than one with this, where one has it."""
        mine: list[float] = []
        others = [0.0]
        for (place, _), share in zip(self._places, self.shares(told), strict=True):
            if place.figures:
                (mine if figure in place.figures else others).append(share)
        return max(0.0, max(others) - max(mine)) if mine else 0.0
