"""What a message does with an option, by what stands around its name: a linear model over ``domain.framing``.

The vectors of the frame, of the name's place in it and of what stands before and behind that, its words, letters and
neighbours by hash, and cheap facts.
Fitting and hearing use this one module. ``VERSION`` changes with anything that changes a number here.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from followthrough.adapters.hearer.weights import linear, read_arrays
from followthrough.domain.framing import OPTION, OTHER, PLACE, Does, Framed
from followthrough.ports.embedder import Tokens

Row = npt.NDArray[np.float32]
VERSION = 2
FRAMES_SHA256 = "2b384de96264584a7d4905cddb7ce3231aca37d41bd8ca3b722a2238e098d6c9"
SHIPPED = Path(__file__).parent / "frames.npz"
HASHED = 4096
NAME, ORDINAL, ANOTHER = "item", "second", "thing"  # how the marks are read by the embedder
_TOKEN = re.compile(r"[@#~]|\w+(?:['’]\w+)*|[?!,:;\"“”]")
_BETWEEN = re.compile(r"(?<=:)(?=\s)|[.,;!?…]+(?=\s)|\s[-–—]+(?=\s)")  # clauses; a colon stays with what it ends
_MARKS = (OPTION, PLACE)
_KINDS = (1.0, 0.6, 0.5, 1.0)  # weights of the kinds of hashed facts
_DENSE = 2.0
_KEPT = (OTHER, ":")
_FEW = 3  # words that may hold up, refuse or call somebody; more of them tell something


def tokens_of(frame: str) -> list[str]:
    """The frame's words, marks and telling signs."""
    return _TOKEN.findall(frame.casefold().replace("’", "'"))


def words_in(frame: str) -> list[str]:
    """Its words alone."""
    return [token for token in tokens_of(frame) if token[0].isalnum()]


def deciding(frame: str) -> list[str]:
    """The words of the mark's clause: an unknown verb there may do anything, an unknown reason beside it nothing."""
    return words_in(next((one for one in _BETWEEN.split(frame) if _is_marked(one)), frame))


def ahead(frame: str) -> list[str]:
    """The few words that stand apart before the mark, each group as one: "wait" of "wait, @", "bob :" of "bob: @"."""
    clauses = _BETWEEN.split(frame)
    first = next((n for n, one in enumerate(clauses) if _is_marked(one)), 0)
    groups = [[one for one in tokens_of(clause) if one[0].isalnum() or one in _KEPT] for clause in clauses[:first]]
    return [" ".join(words) for words in groups if 0 < len(words) - words.count(":") <= _FEW]


def tail(frame: str) -> str:
    """The one word that stands apart behind the mark and ends the frame: "bob" of "the #, bob"; empty without one."""
    clauses = _BETWEEN.split(frame)
    words = words_in(clauses[-1])
    return words[0] if len(words) == 1 and len(clauses) > 1 and not _is_marked(clauses[-1]) else ""


def is_known(words: str, known: frozenset[str]) -> bool:
    """Whether the words are known as they stand together, or one group behind another: "yeah" and "go on"."""
    cuts = [place for place, letter in enumerate(words) if letter == " "]
    return words in known or any(words[:cut] in known and is_known(words[cut + 1 :], known) for cut in cuts)


def is_held(frame: str, known: frozenset[str], tails: frozenset[str]) -> bool:
    """Whether words stand apart from the mark as they do in no choice: few of them before it, one behind it."""
    behind = tail(frame)
    return not all(is_known(words, known) for words in ahead(frame)) or (bool(behind) and behind not in tails)


def _is_marked(clause: str) -> bool:
    return any(mark in clause for mark in _MARKS)


def readable(frame: str) -> str:
    """The frame as the embedder reads it."""
    return frame.replace(OPTION, NAME).replace(PLACE, ORDINAL).replace(OTHER, ANOTHER)


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameWeights:
    """What was fitted.

    Attributes:
        does: of the columns of ``matrix``.
        seen: every word of a frame, ``known`` those of several families.
        chosen: words of frames that choose, ``often`` those of several of these.
        ahead: the few words that stand apart before the mark in frames that choose.
        tails: the words that so stand behind it.
        matrix: facts times what a frame does, then one column for whether it wants an explanation.
        temperature: divides the scores so that chances are as sure as they are right.
        temperature_beside: the same where the network judges as well.
        share: how much of what the network finds is added then.
    """

    does: tuple[Does, ...]
    model_id: str
    version: int
    matrix: Row
    biases: Row
    temperature: float
    temperature_beside: float
    share: float
    seen: frozenset[str]
    known: frozenset[str]
    chosen: frozenset[str]
    often: frozenset[str]
    ahead: frozenset[str]
    tails: frozenset[str]


def read_frames(path: Path = SHIPPED, *, sha256: str | None = None) -> FrameWeights:
    """The weights of a file.

    Raises:
        ConfigurationError: it is not the expected file.
    """
    held = read_arrays(path, "weights for choices", sha256)
    words: dict[str, Any] = {name: frozenset(held[name].tolist()) for name in _WORDS}
    temperature, share = map(float, held["beside"])
    does = tuple(Does(name) for name in held["does"].tolist())
    return FrameWeights(
        does=does,
        temperature_beside=temperature,
        share=share,
        ahead=frozenset(held["ahead"].tolist()),
        tails=frozenset(held["tails"].tolist()),
        **linear(held),
        **words,
    )


_WORDS = ("seen", "known", "chosen", "often")


def frame_row(frame: str, seen: Tokens, marks: frozenset[int], known: frozenset[str], often: frozenset[str]) -> Row:
    """The facts of one frame.

    Args:
        frame: with its marks.
        seen: ``readable`` of it, token by token.
        marks: the embedder's ids of the marks' readings.
        known: words of several frames.
        often: words of several frames that choose.
    """
    at = [place for place, token in enumerate(seen.ids) if token in marks]
    vectors = np.asarray(seen.vectors, dtype=np.float32)
    first, last = (at[0], at[-1] + 1) if at else (0, len(vectors))
    here, before, behind = _mean(vectors[at]), _mean(vectors[:first]), _mean(vectors[last:])
    near = (_DENSE * seen.whole, _DENSE * here, before, behind)
    return np.concatenate([*near, cheap_facts(frame, known, often), hashed(frame)])


def _mean(vectors: Row) -> Row:
    return np.asarray(vectors.sum(axis=0) / max(1, len(vectors)), dtype=np.float32)


def cheap_facts(frame: str, known: frozenset[str], often: frozenset[str]) -> Row:
    """Where the marks stand, how long it is, and where words stand that are not in the vocabularies."""
    words = [token for token in tokens_of(frame) if token[0].isalnum() or token in (*_MARKS, OTHER)]
    at = [place for place, word in enumerate(words) if word in _MARKS]
    first, last = (at[0], at[-1]) if at else (0, len(words))
    facts: list[float] = [
        not at,
        len(at) == 1,
        OTHER in words,
        PLACE in words,
        bool(at) and first == 0,
        bool(at) and last == len(words) - 1,
        float(np.log1p(len(words))),
        len(words) > 8,
        frame.strip().endswith("?"),
        len(words) == 1,
    ]
    return np.array([*facts, *_odd(words, at, known), *_odd(words, at, often)], dtype=np.float32)


def _odd(words: Sequence[str], at: Sequence[int], vocabulary: frozenset[str]) -> list[float]:
    """Where words stand that are not in the vocabulary: right behind a mark, before it, anywhere, on either side."""
    odd = [word not in vocabulary and word not in (*_MARKS, OTHER) for word in words]
    return [
        any(odd[place + 1] for place in at if place + 1 < len(words)),
        any(odd[place - 1] for place in at if place),
        any(odd),
        sum(odd) > 1,
        bool(at) and any(odd[: at[0]]),
        bool(at) and any(odd[at[-1] + 1 :]),
    ]


def hashed(frame: str) -> Row:
    """Words and pairs, threes, letters in groups, and what stands beside the marks; each kind of length 1."""
    tokens = ["^", *tokens_of(frame), "$"]
    words = [f"w{a}" for a in tokens] + [f"b{a} {b}" for a, b in pairwise(tokens)]
    threes = [f"t{a} {b} {c}" for a, b, c in zip(tokens, tokens[1:], tokens[2:], strict=False)]
    letters = [f"c{part}" for token in tokens if token.isalpha() for part in _groups(f" {token} ")]
    beside = [f"F{' '.join(tokens[1:3])}", f"f{tokens[1]}", f"e{tokens[-2]}"]
    for place, token in enumerate(tokens):
        if token in _MARKS:
            left, right = tokens[place - 1], tokens[place + 1]
            beside += [f"L{left}", f"R{right}", f"LR{left}|{right}"]
    out = np.zeros(HASHED, dtype=np.float32)
    for kind, weight in zip((words, threes, letters, beside), _KINDS, strict=True):
        one = np.zeros(HASHED, dtype=np.float32)
        for feature in kind:
            one[zlib.crc32(feature.encode("utf-8", "replace")) % HASHED] += 1.0
        if (norm := float(np.linalg.norm(one))) > 0:
            out += one * (weight / norm)
    return out


def _groups(word: str) -> list[str]:
    return [word[at : at + size] for size in (3, 4) for at in range(len(word) - size + 1)]


def _ranked(row: Row, does: Sequence[Does]) -> tuple[tuple[Does, float], ...]:
    order: list[int] = np.argsort(-row).tolist()
    return tuple((does[place], float(row[place])) for place in order)


def beside(scores: Row, read: Row | None, weights: FrameWeights) -> Row:
    """The linear scores over their temperature, and a share of what the network finds where there is one."""
    if read is None:
        return scores / np.float32(weights.temperature)
    places = [_DOES.index(one) for one in weights.does]
    return np.asarray(scores / weights.temperature_beside + weights.share * read[:, places], dtype=np.float32)


_DOES = tuple(Does)


def judged(
    frames: Sequence[str], seen: Sequence[Tokens], marks: Iterable[int], weights: FrameWeights, read: Row | None
) -> list[Framed]:
    """What each frame does, by the weights.

    Args:
        frames: with their marks.
        seen: ``readable`` of each, token by token.
        marks: the embedder's ids of the marks' readings.
        weights: what was fitted.
        read: what the network finds, in the order of ``Does``; None without it.
    """
    ids = frozenset(marks)
    rows = np.stack([frame_row(f, s, ids, weights.known, weights.often) for f, s in zip(frames, seen, strict=True)])
    scores = rows @ weights.matrix + weights.biases
    wants = 1.0 / (1.0 + np.exp(-scores[:, -1]))
    acts = beside(scores[:, :-1], read, weights)
    chances = np.exp(acts - acts.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return [
        Framed(
            does=_ranked(row, weights.does),
            explains=float(wants[place]),
            foreign=not weights.seen.issuperset(words_in(frames[place])),
            strange=not weights.chosen.issuperset(deciding(frames[place])),
            held=is_held(frames[place], weights.ahead, weights.tails),
        )
        for place, row in enumerate(chances)
    ]
