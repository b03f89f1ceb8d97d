"""Which claims of a file would be said, and the figures over them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from followthrough.domain.pack import Pack
from followthrough.domain.reading import Claim
from followthrough.evals.claims.dataset import Label, Labelled
from followthrough.evals.outcomes.interval import Share, share
from followthrough.rules.claims.check import ClaimCheck, Flaw

#: The chance of each claim that what it cites bears it.
Supports: TypeAlias = Callable[[Sequence[Claim]], Awaitable[Sequence[float]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A claim and what becomes of it: ``flaw`` is why it is not said, None where it is."""

    claim: Labelled
    flaw: Flaw | None
    chance: float | None = None

    @property
    def accepted(self) -> bool:
        """Whether it is said."""
        return self.flaw is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Shares of what is said: of the right claims, of the wrong ones, and of those with a wrong value."""

    right: Share
    wrong: Share
    wrong_value: Share


async def judge(claims: Sequence[Labelled], supports: Supports, pack: Pack, *, least: float) -> list[Judged]:
    """What becomes of each claim, in order.

    Args:
        claims: as labelled.
        supports: judges what exact rules don't refuse (``ports.reader``).
        pack: the words to look for.
        least: the chance from which on a claim is said.
    """
    rows: list[Judged] = []
    for one in claims:
        weighed = ClaimCheck(one.asked, one.passages, pack).weigh(one.sentence)
        if isinstance(weighed, Flaw):
            rows.append(Judged(claim=one, flaw=weighed))
            continue
        whole = next((w for w in weighed if w.text == " ".join(one.text.split())), None)
        if whole is None:  # only its beginning can be said
            rows.append(Judged(claim=one, flaw=Flaw.NOT_IN_SOURCE))
            continue
        (chance,) = await supports([whole.claim])
        rows.append(Judged(claim=one, flaw=None if chance >= least else Flaw.NOT_SUPPORTED, chance=chance))
    return rows


def figures(rows: Sequence[Judged]) -> Figures:
    """The figures of these claims; those that say nothing about the documents count nowhere."""
    return Figures(
        right=_said(rows, lambda claim: claim.label is Label.SUPPORTED),
        wrong=_said(rows, lambda claim: claim.is_wrong),
        wrong_value=_said(rows, lambda claim: claim.has_wrong_value),
    )


def _said(rows: Sequence[Judged], counts: Callable[[Labelled], bool]) -> Share:
    some = [row for row in rows if counts(row.claim)]
    return share(sum(row.accepted for row in some), len(some))
