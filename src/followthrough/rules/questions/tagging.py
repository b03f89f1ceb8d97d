"""What a fitted reader says of each word of a message: what begins there, and where several things begin and end.

It reads the words both ways, so that what is said of one hangs on all others (``training.parts``). Invariant: a
message is read the same everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from followthrough.domain.pack import Pack
from followthrough.domain.parts import Floats
from followthrough.rules.questions.places import Placed


class Cut(IntEnum):
    """What begins at a place."""

    NOTHING = 0  # what is before it goes on
    QUESTION = 1
    THING = 2  # another thing of which the same is asked
    TOLD = 3  # what is told, or holds for the questions around it


@dataclass(frozen=True, slots=True, eq=False)
class Tagged:
    """What was read, a row for each word and one for the end.

    Attributes:
        cuts: the chance of each ``Cut``.
        begins: how well the first of several things would begin there.
        ends: how well the last of them would end right before.
    """

    cuts: Floats
    begins: Floats
    ends: Floats


def tagged(placed: Placed, pack: Pack) -> Tagged | None:
    """What is read of a message by the reader that the pack carries; None where it reads nothing."""
    scores = pack.parts.read(placed.text, [(word.start, word.end) for word in placed.words])
    if scores is None:
        return None
    raised = np.exp(scores[:, : len(Cut)] - scores[:, : len(Cut)].max(axis=1, keepdims=True))
    return Tagged(raised / raised.sum(axis=1, keepdims=True), scores[:, len(Cut)], scores[:, len(Cut) + 1])
