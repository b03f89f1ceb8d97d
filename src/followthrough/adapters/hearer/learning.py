"""What a pack's examples change in the hearer's weights, in a moment and without fitting anything anew.

Each example asks that the score of its act rises until its chance is ``AIM``; one that is heard as surely asks for
nothing, and so does every example that ships. A ridge regression on the message's vector, letters and words (nothing
else of it, so that no state and no length is shifted as a whole) does both as well as it can: what is like an example
moves with it, the rest stays. It has a closed form: the same examples give the same weights, and how far the
others would have moved each of them is known as well, which is what ``pack check`` shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from followthrough.adapters.hearer.features import HASHED, Row, hashed
from followthrough.adapters.hearer.weights import Weights
from followthrough.domain.hearing import Act, ActExample
from followthrough.rules.language.words import phrase_of

AIM = 0.95  # chance of an example's act; above every threshold of the policy, and no nearer to certain than that
DOUBT = 0.3  # how far an example may be missed: one alone is not followed to the letter, three that agree are
DOUBT_KEPT = 1.0  # the same for what ships: there are many of them
MOVED = 1.0  # how far a score is moved before the network counts less: a word in common moves most messages somewhat

Wide = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A pack's examples beside those that ship, as numbers.

    Attributes:
        said: one row a message, the pack's first: its vector, letters and words.
        asked: how far each score is to rise, in the unit of the chances; rows as ``said``.
        groups: for each message the number of its wording; the same words are one example said several times.
        own: how many messages are the pack's.
    """

    said: Row
    asked: Row
    groups: tuple[int, ...]
    own: int

    @property
    def gram(self) -> Wide:
        """How alike the messages are, each with itself and its doubt."""
        doubts = np.full(len(self.said), DOUBT_KEPT)
        doubts[: self.own] = DOUBT
        return (self.said @ self.said.T).astype(np.float64) + np.diag(doubts)


def said_of(example: ActExample, vector: Row) -> Row:
    """What of a message the examples move: the same columns that ``raised`` changes."""
    return np.concatenate([vector, hashed(example.text, example.said.spot)])


def lesson_of(
    weights: Weights,
    own: Sequence[ActExample],
    kept: Sequence[ActExample],
    *,
    rows: Row,
    said: Row,
    read: Row | float = 0.0,
) -> Lesson:
    """The lesson of a pack.

    Args:
        weights: what is taught.
        own: the pack's examples.
        kept: those that ship and stay.
        rows: all facts of the pack's.
        said: ``said_of`` of the pack's, then of those that stay.
        read: what the network adds to the scores of the pack's.
    """
    places: dict[str, int] = {}
    groups = tuple(places.setdefault(phrase_of(e.text), len(places)) for e in (*own, *kept))
    asked = np.zeros((len(said), len(weights.acts)), dtype=np.float32)
    chosen = np.array([weights.acts.index(e.act) for e in own], dtype=np.int64)
    asked[np.arange(len(own)), chosen] = _rises(
        chances_of(scores_of(rows, weights), read)[np.arange(len(own)), chosen]
    )
    return Lesson(said=said, asked=asked, groups=groups, own=len(own))


def kept_of(shipped: Sequence[ActExample], own: Sequence[ActExample]) -> list[ActExample]:
    """What ships and stays: all of which the pack says nothing itself, by its words and state."""
    said = {(e.said.spot, phrase_of(e.text)) for e in own}
    return [e for e in shipped if (e.said.spot, phrase_of(e.text)) not in said]


def _rises(chances: Row) -> Row:
    sure = np.clip(chances, 1e-6, 1 - 1e-6)
    return np.maximum(0.0, np.log(AIM / (1 - AIM)) - np.log(sure / (1 - sure))).astype(np.float32)


def rise_of(weights: Weights, lesson: Lesson) -> Row:
    """How far the lesson raises the weights: one row a column of ``said_of``."""
    share = np.linalg.solve(lesson.gram, lesson.asked.astype(np.float64)).astype(np.float32)
    return lesson.said.T @ share * np.float32(weights.temperature)


def raised(weights: Weights, rise: Row) -> Weights:
    """The weights with what a lesson changes."""
    matrix = weights.matrix.copy()
    size = len(rise) - HASHED
    matrix[:size] += rise[:size]
    matrix[-HASHED:] += rise[size:]
    return replace(weights, matrix=matrix)


def without_itself(lesson: Lesson) -> Row:
    """How far each message's scores move by all others: neither it nor its words elsewhere are among them."""
    inverse = np.linalg.inv(lesson.gram)
    share = inverse @ lesson.asked.astype(np.float64)
    moved = np.zeros_like(share)
    groups = np.array(lesson.groups)
    for group in range(groups.max() + 1):
        here = np.flatnonzero(groups == group)
        moved[here] = lesson.asked[here] - np.linalg.solve(inverse[np.ix_(here, here)], share[here])
    return moved.astype(np.float32)


def chances_of(scores: Row, read: Row | float = 0.0, moved: Row | float = 0.0) -> Row:
    """The acts' chances, one row a message.

    Args:
        scores: those of the linear model, before a pack's examples.
        read: what the network adds to them. It knows nothing of a pack's words, so it counts the less the more these
            move the scores.
        moved: how far a pack's examples move them.
    """
    trust = 1 / (1 + np.maximum(0, np.max(np.atleast_1d(moved), axis=-1, keepdims=True) - MOVED))
    return softmax(scores + moved + trust * read)


def scores_of(rows: Row, weights: Weights) -> Row:
    """The scores of the linear model, in the unit of the chances; one row a message."""
    return (rows @ weights.matrix + weights.biases) / weights.temperature


def softmax(scores: Row) -> Row:
    """Chances of scores, one row a message."""
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def ranked(chances: Row, acts: Sequence[Act]) -> tuple[tuple[Act, float], ...]:
    """The acts of one message, the likeliest first."""
    order: list[int] = np.argsort(-chances).tolist()
    return tuple((acts[place], float(chances[place])) for place in order)
