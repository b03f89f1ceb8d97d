"""What a small network reads at each word of a message: what begins there, and where several things begin and end.

It sees of each word what its pieces mean (the embedder's own vectors, made smaller), of which class the pack knows
it, how it is written, and which marks stand before it; it reads the words onwards and backwards, so that what is
said of one hangs on all others. Fitted by ``training.parts``. Invariant: a message is read the same everywhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from followthrough.domain.pack import Pack
from followthrough.domain.parts import Floats, PartWeights
from followthrough.rules.language.words import Word, has_digit
from followthrough.rules.questions.places import Placed, joints

_MARKS = ",;:?!.\n-&"
_DASHES = str.maketrans("—–", "--")
_LOOKS = 4  # signs of how a word is written
_LONGEST_PIECE = 14
_LONGEST_WORD = 40  # characters of a word that are looked at


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


def tagged(placed: Placed, pack: Pack) -> Tagged:
    """What is read of a message by the weights that the pack carries."""
    weights = pack.parts
    read = np.maximum(seen(placed, pack) @ weights.enter + weights.enter_bias, 0)
    for inward, onward in zip(weights.inward, weights.onward, strict=True):
        read = _layer(read, inward, onward)
    scores = read @ weights.out + weights.out_bias
    raised = np.exp(scores[:, : len(Cut)] - scores[:, : len(Cut)].max(axis=1, keepdims=True))
    return Tagged(raised / raised.sum(axis=1, keepdims=True), scores[:, len(Cut)], scores[:, len(Cut) + 1])


def _layer(rows: Floats, inward: tuple[Floats, Floats], onward: tuple[Floats, Floats]) -> Floats:
    """One gated layer: both directions at once, the second one on the rows turned round."""
    (to_new, bias), (to_next, next_bias) = inward, onward
    size = to_next.shape[1]
    given = np.stack([rows, rows[::-1]]) @ to_new + bias[:, None]
    state = np.zeros((2, size), dtype=np.float32)
    states = np.zeros((2, len(rows), size), dtype=np.float32)
    for at in range(len(rows)):
        before = (state[:, None] @ to_next)[:, 0] + next_bias
        gates = 1 / (1 + np.exp(-(given[:, at, : 2 * size] + before[:, : 2 * size])))
        new = np.tanh(given[:, at, 2 * size :] + gates[:, :size] * before[:, 2 * size :])
        state = new + gates[:, size:] * (state - new)
        states[:, at] = state
    return np.concatenate([states[0], states[1, ::-1]], axis=1)


def seen(placed: Placed, pack: Pack) -> Floats:
    """What the network is given: a row for each word and one for the end of the message."""
    words, text, weights = placed.words, placed.text, pack.parts
    classes = _classes(pack)
    dim = weights.vectors.shape[1]
    marked = dim + len(classes) + _LOOKS
    rows = np.zeros((len(words) + 1, marked + len(_MARKS) + 3), dtype=np.float32)
    marks = rows[:, marked:]
    before = 0
    for at, word in enumerate(words):
        rows[at, :dim] = _meaning(word.key, weights)
        rows[at, dim:marked] = (*(word.key in known for known in classes), *_looks(word))
        _see_marks(marks[at], text[before : word.start])
        before = word.end
    _see_marks(marks[-1], text[before:][:_LONGEST_WORD])
    marks[0, -2] = marks[-1, -1] = 1  # the beginning, and the end
    return rows


def _see_marks(row: Floats, gap: str) -> None:
    for mark in gap.translate(_DASHES):
        if (known := _MARKS.find(mark)) >= 0:
            row[known] = 1
        elif not mark.isspace():
            row[len(_MARKS)] = 1


def _classes(pack: Pack) -> Sequence[frozenset[str]]:
    asking, joining = pack.asking, pack.joining
    return (
        asking.question_words,
        asking.auxiliaries,
        joints(pack),
        joining.determiners,
        joining.prepositions,
        joining.subordinators,
        joining.together,
        asking.subjects,
        asking.pronouns | asking.anaphors,
        asking.speakers,
        pack.words.stop,
    )


def _looks(word: Word) -> tuple[bool, bool, bool, bool]:
    """How a word is written: a capital first, capitals alone, a digit, an apostrophe."""
    is_capital = word.text[0].isupper()
    return is_capital, word.text.isupper() and len(word.text) > 1, has_digit(word.key), "'" in word.key


def _meaning(key: str, weights: PartWeights) -> Floats:
    """The mean of a word's pieces, the longest first; nothing for what has none."""
    plain = unicodedata.normalize("NFD", key[:_LONGEST_WORD])
    plain = "".join(one for one in plain if one.isalpha())
    rows: list[int] = []
    start = 0
    while start < len(plain):
        head = "##" if start else ""
        ends = range(min(len(plain), start + _LONGEST_PIECE), start, -1)
        end = next((end for end in ends if head + plain[start:end] in weights.pieces), 0)
        if end:
            rows.append(weights.pieces[head + plain[start:end]])
        start = end or start + 1
    meant: Floats = weights.vectors[rows].sum(axis=0) / max(1, len(rows))
    return meant
