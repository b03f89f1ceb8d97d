"""What a pack's examples change, in figures: every message is heard by the other examples only.

Right is the likeliest act. A conversation is stricter: something ends, or a person is called, only from the policy's
chances on; what would be misunderstood so is counted for itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from followthrough.domain.hearing import Act, ActExample, HeardActs, Reheard
from followthrough.domain.pack import Pack
from followthrough.rules.hearing.certainty import Hearing
from followthrough.tuning import Tuning

_ENDS = (Act.WANTS_OUT, Act.GOODBYE)  # leave-taking is an end while a question waits


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """Messages as they are heard without a pack's examples, or with them.

    Attributes:
        right: how many are heard for what they do.
        ended: texts that would end something, or call a person, and do not mean to.
    """

    right: int
    ended: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What changes for some messages.

    Attributes:
        messages: how many there are.
        before: without the pack's examples.
        after: with them.
        flips: messages whose likeliest act changes.
        missed: messages that are not heard for what they do after it.
    """

    messages: int
    before: Side
    after: Side
    flips: tuple[Reheard, ...]
    missed: tuple[Reheard, ...]


def changes_of(heard: Sequence[Reheard], pack: Pack, tuning: Tuning) -> Changes:
    """What changes for the messages, by the pack's policy."""
    return Changes(
        messages=len(heard),
        before=_side(heard, lambda one: one.before, pack, tuning),
        after=_side(heard, lambda one: one.after, pack, tuning),
        flips=tuple(one for one in heard if one.before.best is not one.after.best),
        missed=tuple(one for one in heard if one.after.best is not one.example.act),
    )


def _side(heard: Sequence[Reheard], of: Callable[[Reheard], HeardActs], pack: Pack, tuning: Tuning) -> Side:
    ended = (one.example.text for one in heard if _is_wrong(one.example, Hearing(of(one), tuning), pack))
    return Side(right=sum(of(one).best is one.example.act for one in heard), ended=tuple(ended))


def _is_wrong(example: ActExample, hearing: Hearing, pack: Pack) -> bool:
    leaves = example.act not in _ENDS and hearing.wants_out(example.text, pack)
    return leaves or (example.act is not Act.WANTS_PERSON and hearing.wants_person(example.text, pack))
