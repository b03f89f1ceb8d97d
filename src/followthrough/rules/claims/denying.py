"""Whether a claim denies what its source says, or says what its source denies, in almost the source's words.

Exact only where a claim is nearly a copy: who words it anew may deny in words that are no negations, which is for the
fitted judge.
"""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.pack import Pack
from followthrough.rules.claims.cited import Place
from followthrough.rules.claims.placed import clauses
from followthrough.rules.claims.signals import denials, own_keys
from followthrough.rules.language.sentences import sentence_spans
from followthrough.rules.language.words import Stems, keys_of

_COPY = 0.75  # of the claim's telling words that the place has


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
        return not bounded and _denies_it(near[0], told, pack)
    # "10, not 30" denies what the user said, which the place does not have
    denied = _denied(mine, told, pack) & near[0].stems
    return bool(denied) and all(pack.values.negations.isdisjoint(place.keys) for place in near)


def _denies_it(place: Place, told: frozenset[str], pack: Pack) -> bool:
    """Whether the sentence of a place that has most of the claim denies something that the claim says.

    A negation is about what stands right behind it in its clause.
    """
    sentences = [place.text[slice(*span)] for span in sentence_spans(place.text, pack)]
    best = max(sentences, key=lambda text: len(told.intersection(Stems(pack).of(list(keys_of(text))))), default="")
    denied = (_denied(tuple(keys_of(clause)), place.stems, pack) for clause in clauses(best, pack))
    return any(not told.isdisjoint(some) for some in denied)


def _bounds(pack: Pack) -> frozenset[str]:
    """Words that deny for all that they don't name."""
    return pack.values.exclusives | pack.values.exceptions | pack.values.negations | pack.values.nothing


def _denied(keys: Sequence[str], telling: frozenset[str], pack: Pack) -> frozenset[str]:
    """The telling stems that a text denies: the one right behind each negation, before it at the end of a text."""
    stems = Stems(pack).of(list(keys))
    found = set[str]()
    for at in (place for place, key in enumerate(keys) if key in denials(pack)):
        behind = [stem for stem in stems[at + 1 :] if stem in telling][:1]
        found.update(behind or [stem for stem in stems[:at] if stem in telling][-1:])
    return frozenset(found)
