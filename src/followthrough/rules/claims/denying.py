"""Whether a claim denies what its source says, or says what its source denies, in almost the source's words.

Exact only where a claim is nearly a copy: who words it anew may deny in words that are no negations, which is for the
fitted judge.
"""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.pack import Pack
from followthrough.rules.claims.cited import Place
from followthrough.rules.claims.signals import denials, own_keys
from followthrough.rules.language.words import Stems

_COPY = 0.75  # of the claim's telling words that the place has
_BEHIND = 3  # telling words behind a source's negation that it is about; before it where none follow


def reverses(text: str, told: frozenset[str], near: Sequence[Place], pack: Pack) -> bool:
    """Whether the claim is the place it is closest to with a denial added or left out.

    Args:
        text: the claim.
        told: the stems of its telling words.
        near: the places it is closest to, best first.
        pack: the words that deny.
    """
    if not near or not told or len(near[0].stems & told) < _COPY * len(told):
        return False
    mine = own_keys(text, pack)
    if denials(pack).isdisjoint(mine):
        # "only with it" says what "not without it" says
        bounded = not _bounds(pack).isdisjoint(mine)
        return not bounded and bool(_denied(near[0].words, near[0].stems, pack, most=_BEHIND) & told)
    # "10, not 30" denies what the user said, which the place does not have
    denied = _denied(mine, told, pack, most=1) & near[0].stems
    return bool(denied) and all(denials(pack).isdisjoint(place.keys) for place in near)


def _bounds(pack: Pack) -> frozenset[str]:
    """Words that deny for all that they don't name."""
    return pack.values.exclusives | pack.values.exceptions | pack.values.negations | pack.values.nothing


def _denied(keys: Sequence[str], telling: frozenset[str], pack: Pack, *, most: int) -> frozenset[str]:
    """The telling stems that a text denies: those right behind a negation, before it at the end of a text."""
    stems = Stems(pack).of(list(keys))
    found = set[str]()
    for at in (place for place, key in enumerate(keys) if key in denials(pack)):
        behind = [stem for stem in stems[at + 1 :] if stem in telling][:most]
        found.update(behind or [stem for stem in stems[:at] if stem in telling][-most:])
    return frozenset(found)
