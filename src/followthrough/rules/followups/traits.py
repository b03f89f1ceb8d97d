"""What a message is like, as far as it says how many words of the conversation it leaves out."""

from __future__ import annotations

from collections.abc import Sequence

from followthrough.domain.pack import Pack
from followthrough.domain.resolution import Exchange, Followup, FollowupKind
from followthrough.rules.followups.carry_signals import Trait
from followthrough.rules.followups.references import Reference, ReferenceKind
from followthrough.rules.followups.told import Told
from followthrough.rules.language.names import is_name, trusts_capitals


def traits_of(
    asked: Told, references: tuple[Reference, ...], followup: Followup, history: Sequence[Exchange], pack: Pack
) -> int:
    """The message's traits, one bit a ``Trait``."""
    kinds = {r.kind for r in references}
    telling = sum(asked.words[place].key not in pack.words.light for place in asked.telling)
    keys = {w.key for w in asked.words}
    held = {
        Trait.DEICTIC: followup.kind is FollowupKind.DEICTIC,
        Trait.PRONOUN: ReferenceKind.THING in kinds,
        Trait.POSSESSIVE: ReferenceKind.OWNER in kinds,
        Trait.POINTED: ReferenceKind.POINTED in kinds,
        Trait.COMPARED: ReferenceKind.COMPARED in kinds,
        Trait.FEW_WORDS: telling <= 1,
        Trait.SOME_WORDS: telling in (2, 3),
        Trait.MANY_WORDS: telling >= _MANY,
        Trait.NAMED: _has_name(asked, pack),
        Trait.DEFINITE: not keys.isdisjoint(pack.following.definites),
        Trait.OPENS_WITH_JOINER: bool(asked.words) and asked.words[0].key in pack.asking.joiners,
        Trait.FIRST_FOLLOWUP: len(history) == 1,
        Trait.NO_REPLY: not history[-1].reply,
        Trait.SEVERAL_SENTENCES: bool(asked.sentence) and asked.sentence[-1] > 0,
    }
    return sum(1 << trait for trait, holds in held.items() if holds)


_MANY = 6  # telling words


def _has_name(asked: Told, pack: Pack) -> bool:
    capitals = trusts_capitals(asked.words, pack)
    return any(is_name(w, place, pack, capitals=capitals) for place, w in enumerate(asked.words) if place)
