"""Whether a claim denies what its source says, or says what its source denies, in almost the source's words.

Clause by clause: what a sentence denies in one clause it may say in the next. Exact only where a clause is nearly a
copy: who words it anew may deny in words that are no negations, which is for the fitted judge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from followthrough.domain.pack import Pack
from followthrough.rules.claims.cited import Cited
from followthrough.rules.claims.placed import clauses
from followthrough.rules.claims.signals import denials, without_answer
from followthrough.rules.language.words import Stems, keys_of
from followthrough.rules.objective.unsolved import telling_stems

_COPY = 0.75  # of a clause's telling words that its source's clause has
_LEAST = 3  # telling words of a clause that is a copy of what tells more
_BEHIND = 2  # telling words behind a source's negation that it is about; before it where none follow


def reverses(text: str, read: Sequence[Cited], pack: Pack) -> bool:
    """Whether a clause of the claim has a near copy in what it cites, and each of those says the opposite.

    Args:
        text: the claim.
        read: what it cites.
        pack: the words that deny.
    """
    places = [place for one in read for place in one.places]
    for clause in clauses(without_answer(text, pack), pack):
        told = telling_stems(clause, pack)
        wholes = [place.text for place in places if _has_most(place.stems, told)]
        sources = [text for whole in wholes for text in (whole, *clauses(whole, pack))]
        near = [source for source in sources if _is_copy(told, telling_stems(source, pack))]
        if near and all(_oppose(clause, told, source, pack) for source in near):
            return True
    return False


def _has_most(stems: frozenset[str], told: frozenset[str]) -> bool:
    return bool(told) and len(stems & told) >= _COPY * len(told)


def _is_copy(told: frozenset[str], stems: frozenset[str]) -> bool:
    """Whether a clause has its words from one of the source; of few words it has to be all that the source tells."""
    return _has_most(stems, told) and (len(told) >= _LEAST or stems <= told)


def _oppose(clause: str, told: frozenset[str], source: str, pack: Pack) -> bool:
    """Whether one of two clauses denies what the other says; "only with it" says what "not without it" says."""
    mine, theirs, theirs_told = keys_of(clause), keys_of(source), telling_stems(source, pack)
    if denials(pack).isdisjoint(mine):
        return _bounds(pack).isdisjoint(mine) and bool(_denied(theirs, theirs_told, pack, most=_BEHIND) & told)
    # "10, not 30" denies what the user said, which the source does not have
    return _bounds(pack).isdisjoint(theirs) and bool(_denied(mine, told, pack, most=1) & theirs_told)


def _bounds(pack: Pack) -> frozenset[str]:
    """Words that deny for all that they don't name."""
    return pack.values.exclusives | pack.values.exceptions | pack.values.negations | pack.values.nothing


def _denied(keys: Sequence[str], telling: frozenset[str], pack: Pack, *, most: int) -> frozenset[str]:
    """The telling stems that a text denies: those right behind a negation, before it at the end of a text."""
    stems = Stems(pack).of(list(keys))
    return frozenset(stem for at in _negations(keys, pack) for stem in _about(stems, at, telling, most))


def _negations(keys: Sequence[str], pack: Pack) -> Iterator[int]:
    return (place for place, key in enumerate(keys) if key in denials(pack))


def _about(stems: Sequence[str], at: int, telling: frozenset[str], most: int) -> list[str]:
    behind = [stem for stem in stems[at + 1 :] if stem in telling][:most]
    return behind or [stem for stem in stems[:at] if stem in telling][-most:]
